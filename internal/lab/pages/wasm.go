package pages

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// shownInWasm is the number of techniques in the table: the fastest in WebAssembly.
const shownInWasm = 16

// writeWasm writes, for each machine, times in WebAssembly, and their ratios to times of the processor's own code.
func writeWasm(p *page) {
	uses := []report.Use{twinUses[0], twinUses[1], perftUse, searchUse}
	p.eachRun("make wasm", func(f *results.File) {
		if len(f.Highest()) == 0 {
			check(fmt.Errorf("%s has no build of Go: make wasm measures it", f.Name))
		}
		inGo := f.Highest()[0]
		builds := f.Foreign(inGo)
		i := slices.IndexFunc(builds, func(t results.Target) bool { return t.Built.String() == "wasm" })
		if i < 0 {
			check(fmt.Errorf("%s has no build wasm: make wasm measures it", f.Name))
		}
		wasm := builds[i]
		find := func(t results.Target, technique string, u report.Use) []float64 {
			if table := f.Table(t, u.Piece, u.Mode, cmp.Or(u.Corpus, grid.DefaultCorpus)); table != nil {
				if s := table.Find(technique); s != nil {
					return s.Values
				}
			}
			return nil
		}
		heads := []string{"technique", "queen, cycles", "latency, cycles"}
		for _, u := range uses {
			heads = append(heads, u.String()+", wasm : Go")
		}
		p.Printf("**%s**, from %s\n\n", inGo.Machine, raw(f.Name))
		p.Head(heads...)
		table := f.Table(wasm, uses[0].Piece, uses[0].Mode, grid.DefaultCorpus)
		if table == nil {
			check(fmt.Errorf("%s has no queens in wasm: make wasm measures them", f.Name))
		}
		var names []string
		for _, s := range table.Series {
			if s.Ranked() {
				names = append(names, s.Technique)
			}
		}
		median := func(name string, u report.Use) float64 { return stats.Median(find(wasm, name, u)).Median }
		slices.SortFunc(names, func(a, b string) int { return cmp.Compare(median(a, uses[0]), median(b, uses[0])) })
		for _, name := range names[:min(len(names), shownInWasm)] {
			fields := []string{"`" + name + "`", fmt.Sprintf("%.1f", median(name, uses[0])), fmt.Sprintf("%.1f", median(name, uses[1]))}
			for _, u := range uses {
				text := "" // not measured
				if ratio := stats.Ratio(find(wasm, name, u), find(inGo, name, u)); ratio.Known() {
					text = fmt.Sprintf("%.2f", ratio.Median)
				}
				fields = append(fields, text)
			}
			p.Row(fields...)
		}
	})
}
