package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

type twinRow struct{ technique, over string }

// twinRows are the ratios that the table of twins shows: a technique's time in Go divided by its twin's in C, or where over
// is named, by that technique's time in Go.
var twinRows = []twinRow{
	{"noop", ""}, {"fancymagic", ""}, {"unchecked", ""}, {"classical", ""}, {"quintessence", ""}, {"pext", ""},
	{"dual", ""}, {"pext", "fancymagic"}, {"dual", "pext"},
}

// twinColumns are its columns, table by table.
var twinColumns = [][]twin{
	{
		{piece: "rook", mode: "throughput"}, {piece: "bishop", mode: "throughput"}, {piece: "queen", mode: "throughput"},
		{piece: "queen", mode: "both"}, {piece: "rook", mode: "latency"}, {piece: "queen", mode: "latency"},
	},
	{{piece: "rook", mode: "batch"}, {piece: "bishop", mode: "batch"}, {piece: "queen", mode: "batch"}},
}

// twin is one column of one process: a loop in Go.
type twin struct{ technique, piece, mode string }

// twinValues are the values of twins, one for each process.
type twinValues struct {
	times  map[twin][]float64 // in Go, in cycles
	ratios map[twin][]float64 // Go : C; nil where there is no build in C
	noise  map[twin]float64   // the A/A noise of the table in C
}

// twinsOf returns the values of gcc's build, or another one, against Go's highest level.
func twinsOf(f *results.File) twinValues {
	inGo := f.Highest()[0]
	builds := f.InC(inGo)
	if len(builds) == 0 {
		return twinValues{}
	}
	v := twinValues{times: map[twin][]float64{}, ratios: map[twin][]float64{}, noise: map[twin]float64{}}
	inC := builds[max(0, slices.IndexFunc(builds, func(t results.Target) bool { return t.C == "c-gcc" }))]
	for _, t := range f.Tables {
		if t.Target != inC || t.Corpus != results.DefaultCorpus {
			continue
		}
		goTable := f.Table(inGo, t.Piece, t.Mode, t.Corpus)
		if goTable == nil {
			continue
		}
		noise := report.Rank(f, t).Noise
		for _, s := range t.Series {
			other := goTable.Find(s.Technique)
			if other == nil {
				continue
			}
			at := twin{s.Technique, t.Piece.String(), t.Mode}
			v.noise[at] = noise
			for round := range min(len(s.Values), len(other.Values)) {
				if ratio := other.Values[round] / s.Values[round]; !math.IsNaN(ratio) {
					v.times[at], v.ratios[at] = append(v.times[at], other.Values[round]), append(v.ratios[at], ratio)
				}
			}
		}
	}
	return v
}

// twinTables returns, for each machine, a table of the ratios of loops in Go to the same loops in C.
func twinTables(pattern string) (string, error) {
	machines, err := readMachines(pattern)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, m := range machines {
		v := m.twins
		if v.ratios == nil {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "**%s**\n\n", m.name)
		for _, columns := range twinColumns {
			v.write(&b, m.file.Highest()[0].GOAMD64, columns)
		}
		processes := 0
		for _, times := range v.times {
			processes = max(processes, len(times))
		}
		fmt.Fprintf(&b, "Medians with 95 %% intervals over %d processes a level, each linked in another order; from [%s](../%[2]s).\n",
			processes, source(m.file.Name))
	}
	if b.Len() == 0 {
		return fmt.Sprintf("*There are no builds in C in the newest of `%s`: `make bench-uses` measures them where there is a compiler.*\n",
			source(pattern)), nil
	}
	return b.String(), nil
}

// write writes the table of some questions at a level, without the rows and columns that nothing was measured for.
func (v twinValues) write(b *strings.Builder, level string, columns []twin) {
	at := func(column twin, technique string) twin { return twin{technique, column.piece, column.mode} }
	columns = slices.DeleteFunc(slices.Clone(columns), func(c twin) bool {
		return !slices.ContainsFunc(twinRows, func(r twinRow) bool { return len(v.ratios[at(c, r.technique)]) > 0 })
	})
	if len(columns) == 0 {
		return
	}
	head := []string{"Go : C, GOAMD64=" + level}
	for _, c := range columns {
		head = append(head, c.piece+" "+c.mode)
	}
	writeHead(b, "--:", head...)
	for _, r := range twinRows {
		line, empty := "| "+r.technique, true
		if r.over != "" {
			line += " : " + r.over + ", both Go"
		}
		line += " |"
		for _, c := range columns {
			values, over := v.ratios[at(c, r.technique)], v.times[at(c, r.over)]
			ratio := stats.Interval{}
			switch {
			case len(values) == 0, r.over != "" && len(over) == 0: // not asked, or no such instruction on the machine
				line += " |"
				continue
			case r.over == "":
				ratio = stats.Median(values)
			default:
				ratio = stats.Ratio(v.times[at(c, r.technique)], over)
			}
			line += fmt.Sprintf(" %s |", ratio.Format(1))
			empty = false
		}
		if !empty {
			b.WriteString(line + "\n")
		}
	}
	b.WriteByte('\n')
}
