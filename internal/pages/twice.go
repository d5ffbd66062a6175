package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// twiceTables shows how far two runs in a row agree, for each machine.
func twiceTables(pattern string) (string, error) {
	return eachFolder(pattern, "twice", func(b *strings.Builder, paths []string) error {
		if len(paths) != 2 {
			return fmt.Errorf("%s: %d raw files (want two runs)", filepath.Dir(paths[0]), len(paths))
		}
		return writeTwice(b, paths[0], paths[1])
	})
}

// writeTwice compares two files, table by table and by the size of techniques' tables.
func writeTwice(b *strings.Builder, paths ...string) error {
	var files []*results.File
	var links []string
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return err
		}
		files, links = append(files, f), append(links, fmt.Sprintf("[%s](../%s)", filepath.Base(path), source(path)))
	}
	fmt.Fprintf(b, "**%s**, from %s\n\n", files[0].Targets()[0].Machine, strings.Join(links, " and "))
	writeHead(b, "--:", "table", "plain tau", "cells", "within 3 %", "farthest apart")
	other := report.Tables(files[1])
	for _, t := range report.Tables(files[0]) {
		i := slices.IndexFunc(other, func(u report.Table) bool {
			return u.Target == t.Target && u.Piece == t.Piece && u.Mode == t.Mode && u.Corpus == t.Corpus
		})
		if i < 0 {
			return fmt.Errorf("%s has no table of %v, %s, %s, %s", paths[1], t.Piece, t.Mode, t.Corpus, t.Build())
		}
		a := report.Agree(&t, &other[i])
		writeRow(b, fmt.Sprintf("%v, %s, %s", t.Piece, t.Mode, t.Build()), fmt.Sprintf("%.3f", a.Plain), fmt.Sprint(a.Cells), fmt.Sprint(a.Near),
			percent(a.Farthest-1))
	}
	b.WriteByte('\n')
	writeSizes(b, files[0], files[1])
	writeLayouts(b, files[0])
	return nil
}

// upTo are the sizes of tables by which cells are counted, about those of the first two caches of a core: what is larger waits for caches that
// cores share, or for memory.
var upTo = []int64{32 << 10, 1 << 20, math.MaxInt64}

// writeSizes counts the cells that two files agree about, by the size of their techniques' tables.
func writeSizes(b *strings.Builder, one, two *results.File) {
	apart := make([][]float64, len(upTo)) // ratios of medians, from 1 on
	for _, t := range one.Tables {
		other := two.Table(t.Target, t.Piece, t.Mode, t.Corpus)
		for _, s := range t.Series {
			o := other.Find(s.Technique)
			if o == nil || s.Measured() == 0 || o.Measured() == 0 {
				continue
			}
			size := slices.IndexFunc(upTo, func(most int64) bool { return s.TableBytes <= most })
			apart[size] = append(apart[size], distance(s.Values, o.Values))
		}
	}
	writeHead(b, "--:", "tables of a cell's technique", "cells", "within 3 %", "middle cell", "farthest apart")
	for size, ratios := range append(apart, slices.Concat(apart...)) {
		name := "all cells"
		switch {
		case size == len(upTo):
		case upTo[size] == math.MaxInt64:
			name = "larger"
		default:
			name = "up to " + results.Bytes(upTo[size])
		}
		if len(ratios) == 0 {
			continue
		}
		slices.Sort(ratios)
		writeRow(b, name, thousands(len(ratios)), reproduced(ratios), percent(ratios[len(ratios)/2]-1), percent(ratios[len(ratios)-1]-1))
	}
	b.WriteByte('\n')
}

// writeLayouts counts the cells that the odd and the even rounds of a file agree about: they have other layouts, where two runs have the same ones.
func writeLayouts(b *strings.Builder, f *results.File) {
	var apart []float64
	for _, t := range f.Tables {
		for _, s := range t.Series {
			var halves [2][]float64
			for k, value := range s.Values {
				halves[k%2] = append(halves[k%2], value)
			}
			if len(stats.Present(halves[0])) > 0 && len(stats.Present(halves[1])) > 0 {
				apart = append(apart, distance(halves[0], halves[1]))
			}
		}
	}
	if len(apart) == 0 {
		return
	}
	slices.Sort(apart)
	fmt.Fprintf(b, "Both runs link the same programs, as layouts are drawn from the rounds' numbers. The odd and the even rounds of the first run have "+
		"different ones, half as many each: of their %s cells %s are within 3 %%, the middle one %s apart.\n\n", thousands(len(apart)), reproduced(apart), percent(apart[len(apart)/2]-1))
}

// distance returns the ratio of two medians, from 1 on.
func distance(one, two []float64) float64 {
	ratio := stats.Median(one).Median / stats.Median(two).Median
	return max(ratio, 1/ratio)
}

// reproduced counts the sorted ratios that are within 3 %.
func reproduced(ratios []float64) string {
	n := len(ratios)
	if i := slices.IndexFunc(ratios, func(x float64) bool { return x > report.Reproduced }); i >= 0 {
		n = i
	}
	return fmt.Sprintf("%s (%s)", thousands(n), percent(float64(n)/float64(len(ratios))))
}
