package pages

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// explainedFrom is the ratio Go : C above which a technique's ratio is divided into its reasons.
const explainedFrom = 1.25

// price has the reasons why a technique's queens take longer in Go than in C. Each ratio is of times in the same round, with and without the reason.
type price struct {
	technique string
	all       stats.Interval // Go : C
	checks    stats.Interval // Go : Go without checks of indices
	call      stats.Interval // with the call : without it
	of        string         // the call: "assembly", in C; or "Queen", in Go; "" for none
	rest      float64        // the rest of all, without checks and call
}

// writePrices writes, for each machine, the reasons of high prices of Go.
func writePrices(p *page) {
	p.eachRun("make prices", func(f *results.File) {
		p.Printf("**%s**, queens, independent, from %s\n\n", f.Targets()[0].Machine, raw(f.Name))
		p.Head("technique", "Go : C", "checks", "call", "rest")
		for _, price := range pricesIn(f, explainedFrom) {
			call := ""
			if price.of != "" {
				call = fmt.Sprintf("%.2f, %s", price.call.Median, price.of)
			}
			p.Row("`"+price.technique+"`", fmt.Sprintf("%.2f", price.all.Median), fmt.Sprintf("%.2f", price.checks.Median), call, fmt.Sprintf("%.2f", price.rest))
		}
	})
}

// pricesIn returns the prices in a file that are significantly above a ratio, the highest first.
func pricesIn(f *results.File, from float64) (prices []price) {
	if len(f.Highest()) == 0 {
		check(fmt.Errorf("%s has no build of Go: make prices measures it", f.Name))
	}
	inGo := f.Highest()[0]
	inC := inGo.With(build.Build{Language: "c", Compiler: "gcc"})
	calls := inC
	calls.Built.Option = "calls"
	queens := func(target results.Target, m mode.Mode) *results.Table {
		t := f.Table(target, board.Queen, m, grid.DefaultCorpus)
		if t == nil {
			check(fmt.Errorf("%s lacks a build for the prices of Go: make prices measures them", f.Name))
		}
		return t
	}
	plain, without := queens(inGo, mode.Throughput), queens(inGo.With(build.Build{Level: inGo.Built.Level, Option: build.NoChecks}), mode.Throughput)
	c, called, pairs := queens(inC, mode.Throughput), queens(calls, mode.Throughput), queens(inGo, mode.Both)
	for _, s := range plain.Series {
		e, err := techniques.Find(s.Technique)
		inlined := c.Find(s.Technique)
		if err != nil || inlined == nil || !s.Ranked() {
			continue
		}
		unchecked, calling := without.Find(s.Technique), called.Find(s.Technique)
		if unchecked == nil || calling == nil {
			check(fmt.Errorf("%s lacks %s in some build: make prices measures it", f.Name, s.Technique))
		}
		ratio := func(a, b *results.Series) stats.Interval { return stats.Ratio(a.Values, b.Values) }
		p := price{technique: s.Technique, all: ratio(&s, inlined), checks: ratio(&s, unchecked)}
		switch pair := pairs.Find(s.Technique); {
		case len(e[0].Needs) > 0:
			// Go calls assembly for these instructions. In C, the build with calls calls the lookup, too.
			p.of, p.call = "assembly", ratio(calling, inlined)
		case !e[0].Inlines[board.Queen] && e[0].Inlines[board.Rook] && e[0].Inlines[board.Bishop] && pair != nil:
			// Mode both inlines two lookups in place of a call of Queen.
			p.of, p.call = "Queen", ratio(&s, pair)
		}
		if p.rest = p.all.Median / p.checks.Median; p.of != "" {
			p.rest /= p.call.Median
		}
		if p.all.Lo > from {
			prices = append(prices, p)
		}
	}
	slices.SortFunc(prices, func(a, b price) int { return cmp.Compare(b.all.Median, a.all.Median) })
	return prices
}
