package main

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Uses that claims are about.
var (
	lookups     = in(mode.Throughput, mode.Latency)
	independent = in(mode.Throughput)
	queens      = slices.DeleteFunc(in(mode.Throughput, mode.Latency, mode.Both, mode.BothLatency),
		func(u report.Use) bool { return u.Piece != board.Queen })
	replays = in(mode.Incremental)
	sets    = setUses()
)

// setUses returns the uses of mode setwise, fewer sliders first.
func setUses() (uses []report.Use) {
	for _, corpus := range []string{"sliders1", results.DefaultSets, "sliders4", "sliders8"} {
		for _, u := range in(mode.Setwise) {
			u.Corpus = corpus
			uses = append(uses, u)
		}
	}
	return uses
}

const (
	same = 1.05 // times as long is as fast, where people say that two are equally fast
	more = 1.10 // times as much is no more, where they say that something does not matter
)

// allClaims returns the claims in the order of the page: loops and lookups, PEXT, magics, line arithmetic, sets and moves, comparisons.
func allClaims() []claim {
	return []claim{
		{
			id: "loops", title: "Loops cost 20 to 30 cycles",
			who: "folklore",
			said: "We found no author. The loops are `classical`: step by step along each ray. Files with cycles are judged by them. " +
				"For older files and the twins in C cycles are an approximation: in mode latency, each lookup of `noop` waits for the one before " +
				"through an `and`, an `or` and an `add`, by the machine code of go1.26.8 for GOAMD64=v3. These take a cycle " +
				"each, so a third of its time in the same round is about one cycle. A branch predictor cannot learn the exits " +
				"of the loops from the questions of the corpus, but it can from fewer questions: other numbers of questions are shown " +
				"as far as they were measured.",
			quantity: "cycles", lo: 20, hi: 30,
			measure: cycles,
		},
		{
			id: "magic-loops", title: "Magics are 5 to 8 times as fast as loops",
			who: "folklore",
			said: "We found no author. `fancymagic` is the form that most engines use, `classical` is the loops. The " +
				"ratio depends on the use: independent lookups hide the time of a load.",
			quantity: "`classical` : `fancymagic`, times", lo: 5, hi: 8,
			measure: versus("classical", "fancymagic", lookups),
		},
		{
			id: "quintessence-loops", title: "Hyperbola quintessence is 2 to 3 times as fast as loops",
			who:      "folklore",
			said:     "We found no author.",
			quantity: "`classical` : `quintessence`, times", lo: 2, hi: 3,
			measure: versus("classical", "quintessence", lookups),
		},
		{
			id: "magic-quintessence", title: "Magics are faster than hyperbola quintessence",
			who: "[chessops]",
			said: "The library chessops takes quintessence, for its small tables, and says that magics offer \"slightly faster " +
				"lookups\" ([chessops], about JavaScript).",
			quantity: "`fancymagic` : `quintessence`, times", lo: 0, hi: 1,
			measure: versus("fancymagic", "quintessence", lookups),
		},
		{
			id: "l2", title: "The tables fit the second-level cache and so do not matter",
			who: "folklore",
			said: fmt.Sprintf("We found no author who says it so plainly. CPW counts on \"fast and huge caches\" ([cpw-magic]). Magics made lc0 "+
				"faster with one search thread and slower with two, and their author names the caches as the reason "+
				"([lc0-magics]). More questions use more of a table; [measuring.md](measuring.md) "+
				"counts the lines. `quintessence`, with %s of tables, shows everything else that becomes slower; `fancymagic` has %s, "+
				"`magic` %s. If size did not matter, their ratio to `quintessence` would not grow from the least number of "+
				"questions to the most, or by no more than %s. The two ratios come from different processes: the interval "+
				"spans both intervals, which leaves at least 90 %% confidence, and the noise is that "+
				"of both together.",
				tables("quintessence"), tables("fancymagic"), tables("magic"), percentMore(more)),
			quantity: "growth of the ratio to `quintessence`, times", lo: 0, hi: 1, margin: more,
			measure: growth("quintessence", "magic", "fancymagic", "blackmagic", "pext"),
		},
		{
			id: "pext", title: "PEXT is the fastest method",
			who: "[infuehr-comparison], [lynx], [cozy-chess]",
			said: "It leads the best-known comparison ([infuehr-comparison], Ryzen 9 5950X), takes 0.61 of the time of magics " +
				"in the engine Lynx ([lynx]), and [cozy-chess] calls it the faster variant. In each use the fastest technique " +
				"that uses the instruction is compared with the fastest that does not, as in the reports. In Go the " +
				"instruction costs a call, except in batches, whose loop is inside the call; in C gcc inlines it, and the " +
				"fastest of the twins are compared. The fastest of many techniques in one run owes a part of that to luck, and " +
				"the larger group gains more: here the techniques without PEXT.",
			quantity: "with PEXT : without, times", lo: 0, hi: 1,
			measure: fastest,
		},
		{
			id: "pext-dual", title: "PEXT is slower than or equal to parallel hyperbola quintessence",
			who: "[stockfish-pext]",
			said: "Stockfish's reason to remove PEXT in 2026 ([stockfish-pext]). Its own lookup is our `dual`. Here, too, " +
				"only C inlines the instruction. Slower or equal is read as not faster by " + percentMore(same) + " or more.",
			quantity: "`pext` : `dual`, times", lo: 1, hi: math.Inf(1), margin: same,
			measure: versus("pext", "dual", queens),
		},
		{
			id: "pdep", title: "PEXT with whole words is faster than with words of 16 bits and PDEP",
			who: "[stockfish-dual]",
			said: "Said in Stockfish's pull requests 7107 and 7108: the \"non compressed tables\" did best on the author's laptop " +
				"([stockfish-dual]). `pdep` stores attacks in 16 bits and `pext` in 64, and `pdep` executes one more instruction.",
			quantity: "`pext` : `pdep`, times", lo: 0, hi: 1,
			measure: versus("pext", "pdep", in(mode.Throughput, mode.Latency, mode.Batch)),
		},
		{
			id: "minutes", title: "Finding magic factors takes minutes",
			who: "folklore",
			said: "We found no author. Others, too, measured less: under 0.1 s (Stockfish, 2015, [stockfish-magics]), 0.4 s " +
				"([tearth]). The time is that of a search for all 128 factors, on one core.",
			quantity: "seconds for all factors", lo: 60, hi: math.Inf(1),
			measure: searchTimes,
		},
		{
			id: "top-bits", title: "Only the top 12 bits of a rook factor matter, so brute force is easy",
			who: "folklore",
			said: fmt.Sprintf("We found no author. The claim confuses the product with the factor: the index is the top %d bits of the *product*. "+
				"A blocker on square s adds the factor shifted by s, and so the factor's bits %d - s to 63 - s arrive there. "+
				"A factor without bits below its top %d does not see the squares above %s, and every rook has to. "+
				"The counts are of the rook factors of `fancymagic`, and of all factors without lower bits.",
				rookBits, 64-rookBits, rookBits, board.SquareName(rookBits-1)),
			quantity: "good rook factors, %", lo: 100, hi: 100,
			count: topBits,
		},
		{
			id: "sparse", title: "Sparse random candidates are no better than plain ones",
			who: "[stockfish-magics]",
			said: "Said in Stockfish's pull request 1176, from start-up times that did not change ([stockfish-magics]). Sparse " +
				"candidates are three random numbers, ANDed, so that a bit is set one time in eight; plain ones are one " +
				"number. Every square tries equally many of both, with as many index bits as its mask has squares.",
			quantity: "good factors that are sparse, %", lo: 0, hi: 50,
			count: sparse,
		},
		{
			id: "shared", title: "One shared table is slightly faster than one for each square",
			who: "folklore",
			said: "We found no author. `persquare` finds the slots of a square behind a slice of its own, `fancymagic` at an " +
				"offset in one array; the slots are the same.",
			quantity: "`fancymagic` : `persquare`, times", lo: 0, hi: 1,
			measure: versus("fancymagic", "persquare", lookups),
		},
		{
			id: "plain", title: "Plain magics are as fast as fancy ones",
			who: "[purves]",
			said: fmt.Sprintf("Robert Purves found them \"nearly indistinguishable\" on an Intel i5 in 2010, in CPW's words ([purves], "+
				"[cpw-magic]). Plain magics shift by a constant, and have tables of %s where fancy ones have %s. As fast is "+
				"read as within %s.",
				tables("magic"), tables("fancymagic"), percentMore(same)),
			quantity: "`magic` : `fancymagic`, times", lo: 1, hi: 1, margin: same,
			measure: versus("magic", "fancymagic", lookups),
		},
		{
			id: "fixed-shift", title: "A constant shift makes magics faster",
			who: "[hexe], [stockfish-fixedshift]",
			said: "\"Another considerable performance gain\", says Niklas Fiekas ([hexe]). For Stockfish he measured 0.9 % more " +
				"nodes a second, with an interval that holds 0 ([stockfish-fixedshift]).",
			quantity: "`fixedshift` : `fancymagic`, times", lo: 0, hi: 1,
			measure: versus("fixedshift", "fancymagic", lookups),
		},
		{
			id: "black", title: "Black magics are slower than white ones",
			who: "[hexe]",
			said: fmt.Sprintf("Niklas Fiekas found that black magics \"perform slightly worse\" than white ones with a constant shift "+
				"([hexe]), though denser. Here `blackmagic` has %s words of attacks and `fixedshift` %s, of tables of %s and %s; only "+
				"the times are judged.",
				words("blackmagic"), words("fixedshift"), tables("blackmagic"), tables("fixedshift")),
			quantity: "`blackmagic` : `fixedshift`, times", lo: 1, hi: math.Inf(1),
			measure: versus("blackmagic", "fixedshift", lookups),
		},
		{
			id: "indirection", title: "Tables of numbers of attack sets are slower, for the second load",
			who: "[cpw-magic]",
			said: fmt.Sprintf("CPW says of Pradu Kannan's numbers of 16 bits that they \"turned out to be slower\"; Robert Houdart uses bytes "+
				"in his engine ([cpw-magic]). `bytes` does the latter, with tables of %s where `fancymagic` has %s.",
				tables("bytes"), tables("fancymagic")),
			quantity: "`bytes` : `fancymagic`, times", lo: 1, hi: math.Inf(1),
			measure: versus("bytes", "fancymagic", lookups),
		},
		{
			id: "bounds", title: "A lookup without bounds checks is faster",
			who: "[shakmaty]",
			said: "Shakmaty's source says that omitting them \"is worth about 2%\" of move generation ([shakmaty], Rust). Lookups " +
				"are a part of that, so only the direction is judged.",
			quantity: "`fancymagic` : `unchecked`, times", lo: 1, hi: math.Inf(1),
			measure: inGo("fancymagic", "unchecked", lookups),
		},
		{
			id: "unions", title: "Unions are faster than shifts for Sherwin's rows",
			who: "[cpw-sherwin]",
			said: "\"Some people believe that is faster\", says CPW ([cpw-sherwin]) of writing the occupancy to memory and " +
				"reading its bytes, as `sherwinbytes` does. `sherwin` shifts them down in a register.",
			quantity: "`sherwinbytes` : `sherwin`, times", lo: 0, hi: 1,
			measure: versus("sherwinbytes", "sherwin", lookups),
		},
		{
			id: "kindergarten", title: "Hyperbola quintessence outperforms kindergarten bitboards",
			who:      "[cpw-hyperbola]",
			said:     "It \"clearly outperforms\" them, says CPW, since Aleks Peshkov made it shorter ([cpw-hyperbola]).",
			quantity: "`quintessence` : `kindergarten`, times", lo: 0, hi: 1,
			measure: versus("quintessence", "kindergarten", lookups),
		},
		{
			id: "reversal", title: "Full bit reversal is too expensive without an instruction for it",
			who: "[cpw-hyperbola]",
			said: "CPW says so of Java's `Long.reverse` for all four lines ([cpw-hyperbola]). Amd64 has no such instruction. " +
				"`reversal` reverses every line, `quintessence` swaps bytes, and looks ranks up.",
			quantity: "`reversal` : `quintessence`, times", lo: 1, hi: math.Inf(1),
			measure: versus("reversal", "quintessence", lookups),
		},
		{
			id: "computed", title: "Computed masks are as fast as loaded ones",
			who: "folklore",
			said: fmt.Sprintf("We found no author. The best-known comparison has rows for both forms of several techniques "+
				"([infuehr-comparison]). As fast is read as within %s.",
				percentMore(same)),
			quantity: "computed : loaded, times", lo: 1, hi: 1, margin: same,
			measure: pairs(independent, pair{"quintessencecomputed", "quintessence"}, pair{"obstruction", "obstructionloaded"}),
		},
		{
			id: "fills", title: "Fills beat lookups where many sliders are asked for at once",
			who: "[cpw-sliding]",
			said: "CPW has fills for sets of sliders, and calls them \"less efficient, the less sliders are processed in " +
				"parallel\" ([cpw-sliding]). Mode setwise asks for the union of the attacks of some sliders. `koggestone` " +
				"fills once for all of them, `fancymagic` looks them up one by one. The verdict is about the numbers of sliders that were " +
				"measured, each the mean of a corpus. By default " +
				"that is 2; `make bench-all` measures 1, 4 and 8, too.",
			quantity: "`koggestone` : `fancymagic`, times", lo: 0, hi: 1,
			measure: versus("koggestone", "fancymagic", sets),
		},
		{
			id: "rotated", title: "Magics made rotated bitboards obsolete",
			who: "[cpw-magic]",
			said: "Jon Dart saw his engine gain 20 to 25 % when magics replaced rotated bitboards, Robert Hyatt nothing at " +
				"first ([cpw-magic]). In mode incremental moves are made and unmade, with some lookups after each. `rotated` " +
				"pays for every move, `fancymagic` does not.",
			quantity: "`rotated` : `fancymagic`, times", lo: 1, hi: math.Inf(1),
			measure: versus("rotated", "fancymagic", replays),
		},
		{
			id: "hypercube", title: "PEXT kept up to date from move to move is faster than fancy magics",
			who: "[infuehr-hypercube]",
			said: "Announced as \"Faster than Fancy magic\" in CCC, 9 December 2021 ([infuehr-hypercube]). `incremental` keeps " +
				"the indices of all squares in step with every move.",
			quantity: "`incremental` : `fancymagic`, times", lo: 0, hi: 1,
			measure: versus("incremental", "fancymagic", replays),
		},
		{
			id: "ranking", title: "The ranking of the best-known comparison",
			who: "[infuehr-comparison]",
			said: fmt.Sprintf("Its README ranks by lookups of queens a second, on a Ryzen 9 5950X, which is a Zen 3 ([infuehr-comparison]): "+
				"%s. The value is the share of pairs in the other order, among the pairs that are told apart here at independent lookups of queens. "+
				"A leader among many owes a part of that to luck, and may fall back in another "+
				"measurement. With fewer than %d such pairs there is no verdict.",
				rankingText(), fewestPairs),
			quantity: "pairs in the other order, %", lo: 0, hi: 0,
			measure: reversed,
		},
		{
			id: "go", title: "Go is much slower than C at this",
			who: "folklore",
			said: "We found no measurement of attack lookups in both. The twins in C are the same loops with tables of the " +
				"same layout, compiled by gcc -O3 for the processor, without auto-vectorisation. Much slower is read as a " +
				"quarter or more. `pext` and `dual` are calls of assembly in Go.",
			quantity: "Go : C, times", lo: 1.25, hi: math.Inf(1),
			measure: goOverC("fancymagic", "unchecked", "classical", "quintessence", "pext", "dual"),
		},
	}
}

// tables writes the size of all tables of a technique without needs. Others have further tables where a feature is missing.
func tables(name string) string { return results.Bytes(int64(find(name).TableBytes(board.Queen))) }

// words writes how many words of attacks the tables of a technique with factors hold.
func words(name string) string {
	set, err := storedSet(find(name))
	if err != nil {
		panic(err)
	}
	return thousands(length(set))
}

// percentMore writes by how much a ratio is above 1.
func percentMore(ratio float64) string { return fmt.Sprintf("%.0f %%", 100*(ratio-1)) }

// chain is how many cycles a lookup of noop waits for the one before in mode latency.
const chain = 3

// cycles finds how many cycles loops take: as measured, or in older files by the time of noop in the same rounds.
func cycles(e *evidence) (list []finding) {
	add := func(question string, measured bool, x, noop []float64, noise float64) {
		switch {
		case x != nil && measured:
			list = append(list, finding{question, stats.Median(x), noise})
		case x != nil && noop != nil:
			list = append(list, finding{question + ", derived", stats.Ratio(x, noop).Times(chain), noise})
		}
	}
	for _, u := range independent {
		wait := report.Use{Piece: u.Piece, Mode: string(mode.Latency)}
		x, noise := e.series(e.file, "classical", u)
		noop, _ := e.series(e.file, "noop", wait)
		add(u.String(), e.file.InCycles(), x, noop, noise)
		for _, n := range slices.Sorted(maps.Keys(e.curves)) {
			x, noise := e.series(e.curves[n], "classical", u)
			noop, _ := e.series(e.curves[n], "noop", wait)
			add(fmt.Sprintf("%s, %s questions", u, power(n)), e.curves[n].InCycles(), x, noop, noise)
		}
		add(u.String()+inC, false, e.inC("classical", u), e.inC("noop", wait), e.noiseInC("classical", u))
	}
	return list
}

// growth finds by how much the ratios of the times of some techniques to another one's grow from the least number of questions to
// the most.
func growth(over string, names ...string) func(*evidence) []finding {
	return func(e *evidence) (list []finding) {
		numbers := slices.Sorted(maps.Keys(e.curves))
		if len(numbers) < 2 {
			return nil
		}
		few, many := numbers[0], numbers[len(numbers)-1]
		for _, mode := range modes {
			u := report.Use{Piece: board.Rook, Mode: string(mode)}
			for _, name := range names {
				ratio := func(n int) (stats.Interval, float64) {
					x, noise := e.series(e.curves[n], name, u)
					y, _ := e.series(e.curves[n], over, u)
					return stats.Ratio(x, y), noise
				}
				a, before := ratio(few)
				b, after := ratio(many)
				if a.Known() && b.Known() {
					list = append(list, finding{
						fmt.Sprintf("%s, %s to %s questions, `%s`", u, power(few), power(many), name),
						stats.Interval{Median: b.Median / a.Median, Lo: b.Lo / a.Hi, Hi: b.Hi / a.Lo}, before + after,
					})
				}
			}
		}
		return list
	}
}

// fastest compares the fastest technique with PEXT with the fastest without, in Go and among the twins in C.
func fastest(e *evidence) (list []finding) {
	const against = "%s: `%s` against `%s`"
	for _, v := range report.Verdicts(e.file) {
		if v.Table.C != "" {
			continue // below, of the build that stands for C
		}
		list = append(list, finding{fmt.Sprintf(against, v.Use, v.PEXT.Technique, v.Other.Technique), v.Ratio, v.Table.Noise})
	}
	for _, u := range in(mode.Throughput, mode.Latency, mode.Both, mode.BothLatency) {
		with := e.fastestInC(u, e.file.Facts.PEXT)
		without := e.fastestInC(u, func(t string) bool { return e.file.Facts.Without(t, "bmi2") })
		if with != "" && without != "" {
			ratio := stats.Ratio(e.inC(with, u), e.inC(without, u))
			list = append(list, finding{fmt.Sprintf(against, u.String()+inC, with, without), ratio, e.noiseInC(with, u)})
		}
	}
	return list
}

// fastestInC returns the allowed technique whose twin has the least median, of those that may be recommended, ""
// for none.
func (e *evidence) fastestInC(u report.Use, allowed func(technique string) bool) (fastest string) {
	least := math.Inf(1)
	for _, t := range techniques.Catalogue() {
		if x := e.inC(t.Name, u); x != nil && e.file.Choosable(t.Name) && allowed(t.Name) {
			if ns := stats.Median(x).Median; ns < least {
				fastest, least = t.Name, ns
			}
		}
	}
	return fastest
}

// searchTimes finds how long the search for the factors of some techniques takes, in seconds.
func searchTimes(e *evidence) (list []finding) {
	u := report.Use{Piece: board.Queen, Mode: string(mode.Init), Corpus: "searched"}
	for _, name := range []string{"magic", "fancymagic", "magic32"} {
		if x, noise := e.series(e.file, name, u); x != nil {
			t := e.ranked(e.file, e.target, u)
			list = append(list, finding{"`" + name + "`", stats.Median(x).Times(1e-9 * t.Nanoseconds()), noise})
		}
	}
	return list
}

// goOverC finds the ratios of techniques to their twins.
func goOverC(names ...string) func(*evidence) []finding {
	return func(e *evidence) (list []finding) {
		for _, name := range names {
			for _, u := range lookups {
				if ratios := e.twins.ratios[twin{e.level, name, u.Piece.String(), u.Mode}]; u.Piece == board.Queen && len(ratios) > 0 {
					list = append(list, finding{fmt.Sprintf("`%s`, %s", name, u), stats.Median(ratios), max(e.noiseInGo(u), e.noiseInC(name, u))})
				}
			}
		}
		return list
	}
}

// ranking is the order of the best-known comparison, the fastest first, with its names and ours.
var ranking = []struct{ theirs, ours string }{
	{"Pext", "pext"}, {"Hash Fancy", "fancymagic"}, {"Hash Plain", "magic"}, {"XorRookSub", "quintessence"},
	{"SlideArithm", "slidearith"}, {"BobMike", "rays"}, {"QBB Algo", "qbb"}, {"KoggeStone", "koggestone"}, {"Exploding", "exploding"}, {"Reference", "unrolled"},
}

func rankingText() string {
	text := ""
	for i, r := range ranking {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%s (`%s`)", r.theirs, r.ours)
	}
	return text
}

// fewestPairs is how many pairs of a ranking must be told apart for a verdict.
const fewestPairs = 6

// reversed finds the part of the pairs of a ranking that are told apart as being the other way around.
func reversed(e *evidence) []finding {
	u := report.Use{Piece: board.Queen, Mode: string(mode.Throughput)}
	faster := claim{lo: 0, hi: 1}
	var alike, other int
	for i, first := range ranking {
		for _, second := range ranking[i+1:] {
			x, noise := e.series(e.file, first.ours, u)
			y, _ := e.series(e.file, second.ours, u)
			if x == nil || y == nil {
				continue
			}
			switch faster.judge(finding{"", stats.Ratio(x, y), noise}) {
			case holds:
				alike++
			case fails:
				other++
			}
		}
	}
	if alike+other < fewestPairs {
		return nil
	}
	return []finding{exact(fmt.Sprintf("%d of %d pairs", other, alike+other), 100*float64(other)/float64(alike+other))}
}
