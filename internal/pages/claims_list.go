package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// noSource stands for an author where none was found; the text then says what was searched for.
const noSource = "no source found"

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
			who: "[sankethbk]",
			said: "Said of a rook's four loops, as the reason to look attacks up ([sankethbk]). The loops are `classical`: step by step along " +
				"each ray; a queen has eight, so half of its cycles are judged. A branch predictor cannot learn the exits " +
				"of the loops from the questions of the corpus, but it can from fewer questions: other numbers of questions are shown " +
				"as far as they were measured.",
			quantity: "cycles", lo: 20, hi: 30,
			measure: cycles("classical"),
		},
		{
			id: "naive", title: "An index gathered square by square costs 30 to 40 cycles",
			who: "[sankethbk]",
			said: "Said of the twelve tests and bit operations for a rook on a1, and the reason to multiply ([sankethbk]). `naive` gathers the " +
				"index so and looks the attacks up. Most squares have fewer than twelve. Cycles and queens are as for " +
				"[the loops](#loops).",
			quantity: "cycles", lo: 30, hi: 40,
			measure: cycles("naive"),
		},
		operations("classical", "Loops take 20 to 40 operations", 20, 40),
		operations("fancymagic", "A magic lookup takes 5 to 8 operations", 5, 8),
		operations("quintessence", "Hyperbola quintessence takes 15 to 20 operations", 15, 20),
		{
			id: "magic-loops", title: "Magics are 5 to 8 times as fast as loops",
			who: "[chessml]",
			said: "From a table of \"relative speed\" without a measurement ([chessml]). `fancymagic` is the form that most engines use, " +
				"`classical` is the loops. The ratio depends on the use: independent lookups hide the time of a load.",
			quantity: "`classical` : `fancymagic`, times", lo: 5, hi: 8,
			measure: versus("classical", "fancymagic", lookups),
		},
		{
			id: "quintessence-loops", title: "Hyperbola quintessence is 2 to 3 times as fast as loops",
			who:      "[chessml]",
			said:     "From the same table ([chessml]).",
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
			id: "elo", title: "Magics are worth 50 to 100 Elo",
			who: "[chessml]",
			said: "Against \"slower attack generation methods\", without a match ([chessml]). No games are played here. What engines " +
				"reported stands in [engine.md](engine.md): one gained about 20 % speed by magics and no Elo ([simbelmyne]), " +
				"one 38 Elo by replacing rays with kindergarten bitboards ([fatalii]).",
			quantity: "Elo", lo: 50, hi: 100,
			measure: func(*evidence) []finding { return nil },
		},
		{
			id: "l2", title: "The tables fit the second-level cache and so do not matter",
			who: "[chessml]",
			said: fmt.Sprintf("About 1 MB is \"tiny by modern standards and fits in L2/L3 cache\" ([chessml]). CPW counts on \"fast and huge caches\" ([cpw-magic]). Magics made lc0 "+
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
			id: "pext", title: "PEXT is the fastest method, where the compiler inlines it",
			who: "[infuehr-comparison], [lynx], [cozy-chess], [sankethbk]",
			said: "\"This is the fastest method!\" ([sankethbk]). It leads the best-known comparison ([infuehr-comparison], Ryzen 9 5950X), takes " +
				"0.61 of the time of magics in the engine Lynx ([lynx]), and [cozy-chess] calls it the faster variant. Their compilers " +
				"inline the instruction, as gcc does: so this is asked in C alone. In each use the fastest twin that uses the " +
				"instruction is compared with the fastest that does not. The fastest of many techniques in one run owes a part of " +
				"that to luck, and the larger group gains more: here the techniques without PEXT.",
			quantity: "with PEXT : without, times", lo: 0, hi: 1,
			measure: fastestInlined,
		},
		{
			id: "pext-call", title: "PEXT is the fastest method, even behind a call",
			who: noSource,
			said: "No source found, searched for PEXT in Go engines' issues and documentation: we ask it of Go, whose compiler does not offer " +
				"the instruction, so that a lookup is a call of assembly. Batches have their loop inside the call. The fastest techniques " +
				"are compared as for [inlined PEXT](#pext), as in the reports.",
			quantity: "with PEXT : without, times", lo: 0, hi: 1,
			measure: fastestCalled,
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
			id: "dual-magic", title: "Parallel hyperbola quintessence beats magics, for its smaller tables",
			who: "[stockfish-dual]",
			said: "Stockfish replaced magics by it in May 2026, for 3.11 % more nodes a second ([stockfish-dual]); on ARM full reversal " +
				"in place of magics gave 1.7 to 1.8 %. [engine.md](engine.md) lists such figures. A node is far more than a lookup, so only the " +
				"direction is judged, and of queens, which need all three lanes. Behind a call in Go, inlined in C.",
			quantity: "`dual` : `fancymagic`, times", lo: 0, hi: 1,
			measure: versus("dual", "fancymagic", queens),
		},
		{
			id: "slow-pext", title: "Where PEXT is microcode, it loses to magics",
			who: "[abel], [pzchessbot], [soul]",
			said: "Said of AMD's Zen 1 and Zen 2: more than 289 cycles at worst ([abel]), 31 Elo for magics in one engine ([pzchessbot]), " +
				"18 % more nodes a second without PEXT in another ([soul]). None of the machines that were measured is one of " +
				"these; package `pext/slowpext` finds them.",
			quantity: "`pext` : `fancymagic`, times", lo: 1, hi: math.Inf(1),
			measure: func(*evidence) []finding { return nil },
		},
		{
			id: "slow-perft", title: "Where PEXT is microcode, perft takes 70 % longer with it",
			who:      noSource,
			said:     "No source found, searched for perft with PEXT on Zen 1 and Zen 2 in engines' issues and on pages. Such a machine was not measured.",
			quantity: "time of perft with PEXT, times", lo: 1.65, hi: 1.75,
			measure: func(*evidence) []finding { return nil },
		},
		{
			id: "rays-avx2", title: "Rays in AVX2 are slower than PEXT",
			who: "[cfish]",
			said: "3 % slower in the engine Cfish on Haswell ([cfish]). Only the direction is judged, and of queens, whose eight rays fill two " +
				"registers.",
			quantity: "`raysavx2` : `pext`, times", lo: 1, hi: math.Inf(1),
			measure: versus("raysavx2", "pext", queens),
		},
		{
			id: "pdep", title: "PEXT with whole words is faster than with words of 16 bits and PDEP",
			who: "[stockfish-dual]",
			said: "Said in Stockfish's pull requests 7107 and 7108: the \"non compressed tables\" did best on the author's laptop, " +
				"+6 % in perft and +0.5 % in speedtest ([stockfish-dual], which names the article that the author states as the source). `pdep` stores attacks in 16 bits and `pext` in 64, and `pdep` executes one more instruction.",
			quantity: "`pext` : `pdep`, times", lo: 0, hi: 1,
			measure: versus("pext", "pdep", in(mode.Throughput, mode.Latency, mode.Batch)),
		},
		{
			id: "minutes", title: "Finding magics takes minutes",
			who: "[chessml]",
			said: "\"Finding magics is slow (~minutes), so engines hard-code them\" ([chessml]); [sankethbk] and [strydr], too, have them " +
				"found offline. Others measured less: under 0.1 s (Stockfish, 2015, [stockfish-magics]), 0.4 s ([tearth]), and " +
				"\"usually quite fast\", says [analog-hors]. The time is that of a search for all 128 factors, on one core.",
			quantity: "seconds for all factors", lo: 60, hi: math.Inf(1),
			measure: searchTimes,
		},
		{
			id: "top-bits", title: "Only the top 12 bits of a rook factor matter, so brute force is easy",
			who: "[sankethbk]",
			said: fmt.Sprintf("For a rook, the other 52 bits \"can all be 0\" ([sankethbk]). The claim confuses the product with the factor: the index is the top %d bits of the *product*. "+
				"A blocker on square s adds the factor shifted by s, and so the factor's bits %d - s to 63 - s arrive there. "+
				"A factor without bits below its top %d does not see the squares above %s, and every rook has to. "+
				"The counts are of the rook factors of `fancymagic`, and of all factors without lower bits.",
				rookBits, 64-rookBits, rookBits, board.SquareName(rookBits-1)),
			quantity: "good rook factors, %", lo: 100, hi: 100,
			count: topBits,
		},
		{
			id: "sparse", title: "Sparse random candidates are found no sooner than plain ones",
			who: "[stockfish-magics]",
			said: fmt.Sprintf("Said in Stockfish's pull request 1176, as Stockfish took 1.3 ms to start with either ([stockfish-magics]); [analog-hors], "+
				"[chessml] and [sankethbk] say the opposite. Sparse candidates are three random numbers, ANDed; plain ones are one "+
				"number. A start-up takes as long as its candidates, so the value is the number of candidates drawn and subsets "+
				"tested, which is the same on every machine. Plain candidates are given up after %s of these on a square, so that their "+
				"part is a lower bound. A build with PEXT searches no factors, and 1.3 ms are what filling its tables takes; we do "+
				"not know which build was timed.", thousands(plainSteps)),
			quantity: "plain : sparse, candidates and subsets", lo: 0, hi: 1, margin: more,
			count: countSparse,
		},
		{
			id: "filter", title: "A population count of the product's top byte makes the search faster",
			who: "[sankethbk]",
			said: fmt.Sprintf("Candidates whose product with the mask has fewer than %d bits in its top byte are not tried: a \"quick rejection test\" "+
				"of Stockfish ([sankethbk]). Pull request 1176 calls it useless, as it does sparse candidates ([stockfish-magics]). The "+
				"value is as for [sparse candidates](#sparse), over %d seeds; rejecting counts as one candidate drawn.",
				topByte, filterSeeds),
			quantity: "filtered : all, candidates and subsets", lo: 0, hi: 1,
			count: countFilter,
		},
		{
			id: "seeds", title: "Stockfish's seeds find magics sooner",
			who: "[sankethbk], [stockfish-magics]",
			said: fmt.Sprintf("A seed for each rank, \"found empirically to work well\" ([sankethbk]), for the fewest candidates by their author; "+
				"pull request 1176 replaces them by any seed ([stockfish-magics]). The value is the number of candidates that a set of "+
				"fancy magics takes from Stockfish's generator with these seeds, divided by those with the seeds plus 1 to %d.", otherSeeds),
			quantity: "these seeds : others, candidates", lo: 0, hi: 1,
			count: countSeeds,
		},
		{
			id: "shared", title: "One shared table is slightly faster than one for each square",
			who: "[chessml]",
			said: "\"Slightly faster (one array lookup)\" ([chessml], which calls the shared table fancy). `persquare` finds the slots of a square behind a slice of its own, `fancymagic` at an " +
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
			who: "[hexe], [cfish-magics]",
			said: fmt.Sprintf("Niklas Fiekas found that black magics \"perform slightly worse\" than white ones with a constant shift "+
				"([hexe]), though denser. Users of Cfish found black ones faster than plain ones ([cfish-magics]), and Cfish "+
				"takes plain ones by default; we did not find where it calls black ones slower, searched for it in its sources and issues. Here `blackmagic` has %s words of attacks and `fixedshift` %s, of tables of %s and %s; only "+
				"the times are judged.",
				words("blackmagic"), words("fixedshift"), tables("blackmagic"), tables("fixedshift")),
			quantity: "`blackmagic` : `fixedshift`, times", lo: 1, hi: math.Inf(1),
			measure: versus("blackmagic", "fixedshift", lookups),
		},
		{
			id: "overlap", title: "Tables that overlap are significantly smaller",
			who: "[analog-hors]",
			said: "The used slots of one square fall into the unused slots of others ([analog-hors]; the idea is from [garms] and [annuss]). The " +
				"value is the words of our tables, divided by the words of all squares' ranges end to end. Significantly is read as " +
				"by a tenth or more.",
			quantity: "overlapping : end to end, words", lo: 0, hi: 0.9,
			count: overlap,
		},
		{
			id: "black-size", title: "Black magics pack tighter than white ones",
			who: "[analog-hors], [fiekas]",
			said: "The smallest index of a white magic is 0, that of a black one may be higher, so that its range is shorter ([analog-hors]). " +
				"Words of overlapped tables with constant shifts: ours, and the shortest published ones ([annuss], [fiekas]).",
			quantity: "black : white, words", lo: 0, hi: 1,
			count: blackSize,
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
			who: noSource,
			said: fmt.Sprintf("No source found, searched for computed and loaded masks of hyperbola quintessence and obstruction difference in "+
				"documentation, engines' issues and CPW. The best-known comparison has rows for both forms of several techniques "+
				"([infuehr-comparison]) and says nothing of their kind. As fast is read as within %s.",
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
			id: "fills-vector", title: "Fills in vector registers beat lookups for the set of a side's sliders",
			who: "[reckless]",
			said: "The engine Reckless gained 1.6 Elo by fills in AVX-512 and 3.0 by fills in AVX2 ([reckless]). Elo is not asked " +
				"here, but which is faster: `koggestoneavx2` fills in all directions at once. Numbers of sliders as for [fills in words](#fills).",
			quantity: "`koggestoneavx2` : `fancymagic`, times", lo: 0, hi: 1,
			measure: versus("koggestoneavx2", "fancymagic", sets),
		},
		{
			id: "rotated", title: "PEXT made rotated bitboards obsolete",
			who: "[cpw-bmi2]",
			said: "PEXT and PDEP \"clearly makes maintaining rotated bitboards obsolete\", says CPW after Zach Wegner, 2011 ([cpw-bmi2]). In mode " +
				"incremental moves are made and unmade, with some lookups after each. `rotated` pays for every move, `pext` does not.",
			quantity: "`rotated` : `pext`, times", lo: 1, hi: math.Inf(1),
			measure: versus("rotated", "pext", replays),
		},
		{
			id: "rotated-magic", title: "Magics are faster than rotated bitboards",
			who: "[cpw-magic]",
			said: "Jon Dart saw his engine gain 20 to 25 % when magics replaced rotated bitboards, Robert Hyatt nothing at " +
				"first ([cpw-magic]). Only the direction is judged, as lookups are a part of an engine.",
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
			said: fmt.Sprintf("Its README ranks by lookups of queens a second, on a Ryzen 9 5950X, which is a Zen 3 ([infuehr-comparison]). Versions "+
				"differ; this is the newest that we could read, of early 2022, with one thread and known positions: %s. Its fancy "+
				"magics have the 92,864 words of our `dense`, its black ones 88,507. The value is the share of pairs in "+
				"the other order, among the pairs that differ significantly here at independent lookups of queens. "+
				"A leader among many owes a part of that to luck, and may fall back in another "+
				"measurement. With fewer than %d such pairs there is no verdict.",
				rankingText(), fewestPairs),
			quantity: "pairs in the other order, %", lo: 0, hi: 0,
			measure: reversed,
		},
		{
			id: "go", title: "Go is much slower than C at this",
			who: noSource,
			said: "No source found, searched for Go against C and C++ in chess engines' issues and pages about move generation: others compare " +
				"whole engines, or other libraries. The twins in C are the same loops with tables of the " +
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

// cycles finds how many cycles a lookup of a technique takes, half of them for queens.
func cycles(technique string) func(*evidence) []finding {
	return func(e *evidence) (list []finding) {
		add := func(u report.Use, question string, x []float64, noise float64) {
			if x == nil {
				return
			}
			value := stats.Median(x)
			if u.Piece == board.Queen {
				question += ", half"
				value = value.Times(0.5)
			}
			list = append(list, finding{question, value, noise})
		}
		for _, u := range independent {
			x, noise := e.series(e.file, technique, u)
			add(u, u.String(), x, noise)
			for _, n := range slices.Sorted(maps.Keys(e.curves)) {
				x, noise := e.series(e.curves[n], technique, u)
				add(u, fmt.Sprintf("%s, %s questions", u, power(n)), x, noise)
			}
			add(u, u.String()+inC, e.inC(technique, u), e.noiseInC(technique, u))
		}
		return list
	}
}

// operations is a claim about the operations of a technique's lookup, by the instructions that were counted.
func operations(technique, title string, lo, hi float64) claim {
	return claim{
		id: "operations-" + technique, title: title,
		who: "[chessml]",
		said: fmt.Sprintf("From a table of \"operations per lookup\" ([chessml]), read as instructions: those of `%s` in Go, without those of `noop`, "+
			"which are the loop around it. [techniques.md](techniques.md) has the counts of all techniques.", technique),
		quantity: "instructions", lo: lo, hi: hi,
		count: func() (list []finding, err error) {
			c, err := readCounts(countFile)
			for _, p := range []board.Piece{board.Rook, board.Bishop} {
				of := func(name string) float64 {
					return c.values[fmt.Sprintf("Count/technique=%s/piece=%v", name, p)][countUnits[0]]
				}
				list = append(list, exact(p.String(), of(technique)-of("noop")))
			}
			return list, err
		},
	}
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

// against names the two techniques of a finding about the fastest ones.
const against = "%s: `%s` against `%s`"

// fastestCalled compares the fastest technique with PEXT with the fastest without, in Go.
func fastestCalled(e *evidence) (list []finding) {
	for _, v := range report.Verdicts(e.file) {
		if v.Table.C == "" {
			list = append(list, finding{fmt.Sprintf(against, v.Use, v.PEXT.Technique, v.Other.Technique), v.Ratio, v.Table.Noise})
		}
	}
	return list
}

// fastestInlined compares the fastest twin with PEXT with the fastest without.
func fastestInlined(e *evidence) (list []finding) {
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
				if ratios := e.twins.ratios[twin{name, u.Piece.String(), u.Mode}]; u.Piece == board.Queen && len(ratios) > 0 {
					list = append(list, finding{fmt.Sprintf("`%s`, %s", name, u), stats.Median(ratios), max(e.noiseInGo(u), e.noiseInC(name, u))})
				}
			}
		}
		return list
	}
}

// ranked is a row of the best-known comparison: its name there, and our technique or why there is none to compare with it.
type ranked struct{ theirs, ours, without string }

// ranking is the order of the comparison for one thread and known positions, the fastest first.
var ranking = []ranked{
	{"Pext constexpr", "pext", ""}, {"Black Magic BB - Fixed shift", "blackmagic", ""}, {"Magic BB - Fancy variable shift", "dense", ""},
	{"Kindergarten", "kindergarten", ""}, {"Magic BB - Plain", "magic", ""}, {"Hyperbola Quintessence", "quintessence", ""},
	{"Obstruction Difference", "obstructionloaded", ""},
	{"Leorik Inline", "", "the formula of Slide Arithmetic"},
	{"Obstruction Difference Inline", "obstruction", ""}, {"SBAMG", "sbamg", ""},
	{"Leorik", "", "the formula of Slide Arithmetic"},
	{"SBAMG Inline", "", "computed lines, which are not built here"},
	{"Pext Emulated", "", "we could not read how it extracts the bits"},
	{"Hyperbola Quintessence Inline", "quintessencecomputed", ""}, {"Classical Bob-Mike", "rays", ""},
	{"Slide Arithmetic Inline", "", "computed lines, which are not built here"},
	{"Slide Arithmetic", "slidearith", ""},
	{"Rotated Bitboards", "", "`rotated` keeps its boards from move to move and has no independent lookups"},
	{"Kogge-Stone", "koggestone", ""}, {"QBBEngine", "qbb", ""}, {"SISSY Bitboards", "sissy", ""}, {"Exploding Bitboards", "exploding", ""},
	{"HyperCube", "", "`incremental` keeps its indices from move to move and has no independent lookups"},
	{"Reference (Switch Lookup)", "unrolled", ""}, {"Dumb7 Fill", "dumb7", ""},
}

// rankingText writes the order, and what is not compared.
func rankingText() string {
	var compared, left []string
	for _, r := range ranking {
		if r.ours == "" {
			left = append(left, fmt.Sprintf("%s (%s)", r.theirs, r.without))
		} else {
			compared = append(compared, fmt.Sprintf("%s (`%s`)", r.theirs, r.ours))
		}
	}
	return strings.Join(compared, ", ") + ". Not compared: " + strings.Join(left, "; ")
}

// fewestPairs is how many pairs of a ranking must differ significantly for a verdict.
const fewestPairs = 6

// reversed finds the part of the pairs of the ranking that are significantly the other way around, in Go and among the twins in C.
func reversed(e *evidence) (list []finding) {
	u := report.Use{Piece: board.Queen, Mode: string(mode.Throughput)}
	inGo := func(name string) ([]float64, float64) { return e.series(e.file, name, u) }
	twins := func(name string) ([]float64, float64) { return e.inC(name, u), e.noiseInC(name, u) }
	for _, asked := range []struct {
		form  string
		times func(name string) ([]float64, float64)
	}{{"in Go, %d of %d pairs", inGo}, {"%d of %d pairs" + inC, twins}} {
		if other, all := reversedPairs(asked.times); all >= fewestPairs {
			list = append(list, exact(fmt.Sprintf(asked.form, other, all), 100*float64(other)/float64(all)))
		}
	}
	return list
}

// reversedPairs counts the pairs of the ranking in the other order and all that differ significantly, by the times and the noise of
// techniques.
func reversedPairs(times func(name string) ([]float64, float64)) (other, all int) {
	faster := claim{lo: 0, hi: 1}
	for i, first := range ranking {
		for _, second := range ranking[i+1:] {
			x, noise := times(first.ours)
			y, _ := times(second.ours)
			if first.ours == "" || second.ours == "" || x == nil || y == nil {
				continue
			}
			switch faster.judge(finding{"", stats.Ratio(x, y), noise}) {
			case fails:
				other++
				all++
			case holds:
				all++
			}
		}
	}
	return other, all
}
