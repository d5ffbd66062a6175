package pages

import (
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/stats"
)

// twinRows are the ratios that the table of twins shows: a technique's time in Go divided by its twin's in C, or where over
// is named, by that technique's time in Go.
var twinRows = []struct{ technique, over string }{
	{"noop", ""}, {"fancymagic", ""}, {"unchecked", ""}, {"classical", ""}, {"quintessence", ""}, {"pext", ""},
	{"dual", ""}, {"pext", "fancymagic"}, {"dual", "pext"},
}

// twinColumns are its columns, table by table.
var twinColumns = [][]report.Use{
	{
		{Piece: board.Rook, Mode: "throughput"}, {Piece: board.Bishop, Mode: "throughput"}, {Piece: board.Queen, Mode: "throughput"},
		{Piece: board.Queen, Mode: "both"}, {Piece: board.Rook, Mode: "latency"}, {Piece: board.Queen, Mode: "latency"},
	},
	{{Piece: board.Rook, Mode: "batch"}, {Piece: board.Bishop, Mode: "batch"}, {Piece: board.Queen, Mode: "batch"}},
}

// writeTwins writes, for each machine, tables of the ratios of loops in Go to the same loops in C.
func writeTwins(p *page) {
	for _, m := range readMachines(p.pattern) {
		if m.inC.InGo() {
			continue
		}
		p.Printf("**%s**\n\n", m.name)
		for _, columns := range twinColumns {
			m.writeTwins(p, columns)
		}
		processes := 0
		for _, t := range m.file.Tables {
			if t.Target == m.inC {
				processes = max(processes, t.Rounds)
			}
		}
		p.Printf("Medians with 95 %% intervals over %d processes a level, each linked in another order; from %s.\n\n", processes, raw(m.file.Name))
	}
	if p.Len() == 0 {
		p.Printf("*There are no builds in C in the newest of `%s`: `make bench-uses` measures them where there is a compiler.*\n", fromRoot(p.pattern))
	}
}

// writeTwins writes the table of some uses, without the rows and columns that nothing was measured for.
func (m *machine) writeTwins(p *page, columns []report.Use) {
	cell := func(technique, over string, u report.Use) string {
		ratio := m.goOverC(technique, u)
		if over != "" && ratio.Known() && m.goOverC(over, u).Known() {
			a, _ := m.timesInGo(technique, u)
			b, _ := m.timesInGo(over, u)
			ratio = stats.Ratio(a, b)
		} else if over != "" || !ratio.Known() { // not asked, or no such instruction on the machine
			return ""
		}
		return ratio.Format(1)
	}
	columns = slices.DeleteFunc(slices.Clone(columns), func(u report.Use) bool {
		for _, r := range twinRows {
			if cell(r.technique, "", u) != "" {
				return false
			}
		}
		return true
	})
	if len(columns) == 0 {
		return
	}
	head := []string{"Go : C, GOAMD64=" + m.inGo.GOAMD64()}
	for _, u := range columns {
		head = append(head, fmt.Sprint(u.Piece, " ", u.Mode))
	}
	p.Head(head...)
	for _, r := range twinRows {
		fields, empty := []string{r.technique}, true
		if r.over != "" {
			fields[0] += " : " + r.over + ", both Go"
		}
		for _, u := range columns {
			fields = append(fields, cell(r.technique, r.over, u))
			empty = empty && fields[len(fields)-1] == ""
		}
		if !empty {
			p.Row(fields...)
		}
	}
	p.WriteByte('\n')
}
