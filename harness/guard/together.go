package guard

import (
	"math"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// A technique's cells share their code and tables, so that a change slows most of them, each by little. Judged together they show what none of
// them shows alone: what scatters from cell to cell averages out, and there are fewer techniques than cells to correct for.

// together returns a pair for each technique with several cells: in each round the geometric means of its cells. Where the trees are equal,
// so that base and head of a round may be exchanged, the means may be exchanged as well, since both sides of a cell have values in the
// same rounds. Cells that a commit accepts are left out.
func together(pairs []pair, reference string) (all []pair) {
	tables := references(pairs, reference)
	cells := map[string][]*pair{} // by technique
	var names []string            // in the order of pairs
	for i := range pairs {
		x := &pairs[i]
		if x.accepted {
			continue
		}
		if cells[x.cell.Technique] == nil {
			names = append(names, x.cell.Technique)
		}
		cells[x.cell.Technique] = append(cells[x.cell.Technique], x)
	}
	for _, name := range names {
		if len(cells[name]) < 2 {
			continue
		}
		t := pair{cell: results.Cell{Technique: name}, target: cells[name][0].target, paired: true, together: len(cells[name])}
		var sides []values
		var noise [2][]values
		for _, x := range cells[name] {
			t.dropped = t.dropped || x.dropped // a cell is dropped only if its technique may be as well
			sides = append(sides, values{x.base, x.head})
			for side, v := range tables[tableOf(x.cell)] {
				noise[side] = append(noise[side], v)
			}
		}
		m := means(sides)
		t.base, t.head = m[0], m[1]
		t.noise, t.shown = noiseOf([2]values{means(noise[0]), means(noise[1])})
		all = append(all, t)
	}
	return all
}

// values are those of two cells, or of two sides of a cell, by round.
type values [2][]float64

// means returns, for each round, the geometric means over those that have both values.
func means(all []values) (m values) {
	rounds := 0
	for _, v := range all {
		rounds = max(rounds, len(v[0]))
	}
	for k := range rounds {
		var logs [2]float64
		n := 0
		for _, v := range all {
			if k < len(v[0]) && !math.IsNaN(v[0][k]+v[1][k]) {
				n++
				for i := range logs {
					logs[i] += math.Log(v[i][k])
				}
			}
		}
		for i := range m {
			m[i] = append(m[i], math.Exp(logs[i]/float64(n))) // NaN if none has both
		}
	}
	return m
}

// references returns the two measurements of the reference in each table, on the side of the base and on that of the head.
func references(pairs []pair, reference string) map[results.Cell][2]values {
	tables := map[results.Cell][2]values{}
	for _, x := range pairs {
		if isReference(x.cell, reference) {
			i := 0
			if x.cell.Technique != reference {
				i = 1
			}
			t := tables[tableOf(x.cell)]
			t[0][i], t[1][i] = x.base, x.head
			tables[tableOf(x.cell)] = t
		}
	}
	return tables
}

// noiseOf returns the larger A/A noise of the two sides, and the larger part that is shown.
func noiseOf(sides [2]values) (noise, shown float64) {
	for _, v := range sides {
		noise = max(noise, stats.AANoise(v[0], v[1]))
		shown = max(shown, stats.AAShown(v[0], v[1]))
	}
	return noise, shown
}

// findNoise sets each cell's noise to the larger A/A noise of its table on either side, and shown to the larger part that is shown.
func findNoise(pairs []pair, reference string) {
	tables := references(pairs, reference)
	for i := range pairs {
		pairs[i].noise, pairs[i].shown = noiseOf(tables[tableOf(pairs[i].cell)])
	}
}
