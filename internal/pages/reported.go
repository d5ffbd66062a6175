package main

import (
	"fmt"
	"strings"
)

// A reportedChange is a figure that an engine's developers published when they changed, or tried to change, its slider attacks.
// Texts are Markdown; names of techniques are in backquotes.
type reportedChange struct {
	engine   string
	from, to string // techniques of the catalogue, or the source's words where it names none of them
	figure   string // as published, with its unit and its error; positive where to is better
	hardware string
	date     string // of the publication, year first
	key      string // of the reference
	url      string // of the publication
}

const (
	notSaid     = "not said"
	notRecorded = "not recorded" // by sources that we could read
)

// allReported lists what engines reported, each figure read in its source: pairs that are asked in loops here, as whole engines answer
// them. Nobody here has measured these figures again. Most were published because they please, and they come from different
// positions, time controls and compilers: they show how large such effects are and do not rank techniques. An interval is the source's
// own. A test of Elo that is passed without an estimate is written with its hypotheses, such as [0, 2], and games. Fishtest is
// Stockfish's network of volunteers.
//
// First changes between magics, PEXT and line arithmetic, then sets of sliders, then changes from older techniques.
// Hyatt expects a search only 2 % faster from a perft that is 20 % faster, as generating moves takes at most a tenth of it [hyatt-perft].
func allReported() []reportedChange {
	return []reportedChange{
		{"Stockfish", "`fancymagic`", "`reversal`", "+1.8 % nodes a second, mean of 3 runs",
			"Neoverse V2", "2026-05-01", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6795"},
		{"Stockfish", "`fancymagic`", "`reversal`", "+1.73 % nodes a second (+25,533 ± 4,011 of 1,474,702)",
			"Apple M1", "2026-05-01", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6795"},
		{"Stockfish", "`fancymagic`", "`reversal`", "Elo: passed [0, 2] in 27,680 games",
			"machines of fishtest", "2026-05-01", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6795"},
		{"Stockfish", "`reversal`, 2b loaded", "`reversal`, b computed", "Elo: passed [0, 2] in 410,208 games",
			"machines of fishtest, ARM and LoongArch", "2026-05-31", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6870"},
		{"Stockfish", "`fancymagic`", "`dual`", "+3.11 % nodes a second (+35,346 ± 3,275 of 1,136,025)",
			notSaid, "2026-05-23", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6845"},
		{"Stockfish", "`fancymagic`", "`dual`", "Elo: passed [0, 2] in 29,792 games",
			"machines of fishtest", "2026-05-23", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6845"},
		{"Stockfish", "`dual`, ranks by 8 bits", "`dual`, ranks by 6 bits, a proposal that was not taken", "+0.27 % nodes a second (+2,644 ± 1,308 of 993,763)",
			"AMD EPYC 7502P", "2026-05-29", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6865"},
		{"Stockfish", "`dual`, ranks by 8 bits", "`dual`, ranks by 6 bits", "Elo: passed [0, 2] in 212,800 games",
			"machines of fishtest", "2026-07-22", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6998"},
		{"Stockfish", "`dual`, ranks by 8 bits", "`dual`, ranks by 6 bits", "-1,793 nodes a second (2,467,163 ± 1,104 before, 2,465,370 ± 918 after)",
			notSaid, "2026-07-22", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/6998"},
		{"Stockfish", "`dual`", "`dual`, a shorter chain for rooks", "+0.14 % nodes a second (+2,602 ± 1,420 of 1,910,283)",
			notSaid, "2026-09-11", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/7154"},
		{"Stockfish", "`dual`", "`dual`, a shorter chain for rooks", "+0.053 % ± 0.106 % nodes a second",
			notSaid, "2026-09-11", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/7154"},
		{"Stockfish", "`dual`", "`dual`, a shorter chain for rooks", "Elo: passed [0, 2] in 166,432 games",
			"machines of fishtest", "2026-09-11", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/7154"},
		{"Stockfish", "`pext`", "`dual`", "Elo: passed [-1.75, 0.25] in 78,112 games (build bmi2) and in 81,632 (avx512icl); PEXT called slower or equal",
			"machines of fishtest", "2026-06-30", "stockfish-pext", "https://github.com/official-stockfish/Stockfish/pull/6939"},
		{"Stockfish", "`dual`", "`pext`", "about +6 % nodes a second in perft",
			"Zen 3", "2026-08-29", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/7107"},
		{"Stockfish", "`dual`", "`pext`", "+6 % in perft, +0.5 % in speedtest",
			"the author's laptop", "2026-08-29", "stockfish-dual", "https://github.com/official-stockfish/Stockfish/pull/7108"},
		{"Stockfish", "`fancymagic`", "`fixedshift`", "+0.92 % nodes a second (+23,983 ± 28,896 of 2,617,754)",
			notSaid, "2017-12-31", "stockfish-fixedshift", "https://github.com/official-stockfish/Stockfish/pull/1352"},
		{"Stockfish", "`fancymagic`", "`fixedshift`", "Elo: passed [0, 5] in 46,087 games without BMI2",
			notSaid, "2017-12-31", "stockfish-fixedshift", "https://github.com/official-stockfish/Stockfish/pull/1352"},
		{"Stockfish", "`fancymagic`", "`fixedshift`", "+3.61 Elo at the short time control, +0.23 at the long one",
			"machines of fishtest", "2021-04-15", "stockfish-fixedshift", "https://github.com/official-stockfish/Stockfish/pull/3429"},
		{"Stockfish", "`fancymagic`", "`fixedshift`", "bench: 5.0135 ± 0.0125 s before, 5.0341 ± 0.0170 s after",
			"AMD Ryzen 9 3950X", "2021-05-02", "stockfish-fixedshift", "https://github.com/official-stockfish/Stockfish/pull/3429"},
		{"Stockfish", "`fancymagic`, an array for each field", "`fancymagic`, a struct for each square", "+1.3 % nodes a second",
			notSaid, "2017-05-21", "stockfish-layout", "https://github.com/official-stockfish/Stockfish/pull/1123"},
		{"Stockfish", "`fancymagic`, a struct for each square and piece", "`fancymagic`, both pieces side by side, structs half as long", "Elo: passed [0, 2] in 121,664 games",
			"machines of fishtest", "2024-10-06", "stockfish-layout", "https://github.com/official-stockfish/Stockfish/pull/5623"},
		{"Stockfish", "`fancymagic`, a struct for each square and piece", "`fancymagic`, both pieces side by side", "Elo: did not pass [0, 2] in 310,688 games",
			"machines of fishtest", "2024-10-06", "stockfish-layout", "https://github.com/official-stockfish/Stockfish/pull/5623"},
		{"Stockfish", "`fancymagic`", "`pext`", "about -20 %",
			"AMD processors of 2018", "2018-01-14", "stockfish-fixedshift", "https://github.com/official-stockfish/Stockfish/pull/1352"},
		{"Cfish", "`pext` or `pdep`", "`raysavx2`", "-3 %",
			"Haswell", "2020-05-22", "cfish", "https://github.com/syzygy1/Cfish/pull/115"},
		{"Cfish", "magics", "`raysavx2`", "no faster, by a picture of a table",
			"AMD Ryzen 9 3900X", "2020-07-13", "cfish-magics", "https://github.com/syzygy1/Cfish/issues/116"},
		{"Cfish", "`pext`", "`pdep`", "much slower, by pictures of tables",
			"AMD Ryzen 9 3900X", "2020-09-25", "cfish-magics", "https://github.com/syzygy1/Cfish/issues/116"},
		{"Cfish", "`fixedshift`", "`blackmagic`", "+5.69 ± 13.17 Elo in 977 games; black called faster",
			notSaid, "2017-08-13", "cfish-magics", "https://github.com/syzygy1/Cfish/issues/21"},
		{"Ethereal", "magics", "`pext`", "+2 %",
			"Intel i7-6700", "2018-05-17", "ethereal-pext", "https://github.com/AndyGrant/Ethereal/pull/40"},
		{"Ethereal", "magics", "`pext`", "+3 %, mean of 3 runs",
			notSaid, "2018-05-17", "ethereal-pext", "https://github.com/AndyGrant/Ethereal/pull/40"},
		{"Laser", "magics", "magics in simpler structs, with `pext` as an option; which of them was timed: " + notSaid,
			"964,449, 965,266 and 964,931 nodes a second before, 978,183, 978,528 and 978,355 after",
			notSaid, "2018-08-25", "laser", "https://github.com/jeffreyan11/laser-chess-engine/pull/32"},
		{"Lynx", "magics", "`pext`", "0.61 of the time in a loop (378.1 to 229.7 ns)",
			"Intel Xeon Platinum 8171M", "2023-10-20", "lynx", "https://github.com/lynx-chess/Lynx/pull/451"},
		{"Lynx", "magics", "`pext`", "+2.4 ± 4.7 Elo in 15,780 games",
			notSaid, "2023-10-20", "lynx", "https://github.com/lynx-chess/Lynx/pull/451"},
		{"Lizard", notSaid, "`pext` where it is not slow, chosen when the engine starts", "+2.00 ± 5.16 Elo in 8,862 games",
			notSaid, "2024-04-16", "lizard", "https://github.com/liamt19/Lizard/pull/18"},
		{"integral", "magics", "`pext`", "+1.59 ± 2.29 Elo in 20,356 games",
			notSaid, "2025-06-19", "integral", "https://github.com/aronpetko/integral/pull/208"},
		{"Perseus", "magics", "`pext`", "+4.82 ± 2.99 Elo in 17,502 games",
			notSaid, "2025-08-30", "perseus", "https://github.com/TheRealGioviok/Perseus-Engine/pull/127"},
		{"Little Wing", "`quintessence`", "`pext`", "perft 7: 127.02 to 117.91 s",
			"Intel Core i3-8350K", "2026-02-20", "littlewing", "https://github.com/vinc/littlewing/pull/141"},
		{"Little Wing", "`quintessence`", "`pext`", "search to depth 21: 15.0 to 12.5 s, 2.9 to 3.5 million nodes a second",
			"Intel Core i3-8350K", "2026-02-20", "littlewing", "https://github.com/vinc/littlewing/pull/141"},
		{"PZChessBot", "`pext`", "magics, where PEXT is slow", "+30.89 ± 10.08 Elo in 1,308 games",
			notSaid + "; for Zen 1 and Zen 2", "2026-05-31", "pzchessbot", "https://github.com/kevlu8/PZChessBot/pull/332"},
		{"Soul", "`pext`", notSaid, "about 2.2 to 2.6 million nodes a second; 7,949,155,606 to 6,957,036,082 cycles",
			"Zen 1", "2026-08-22", "soul", "https://github.com/Aethdv/Soul/pull/134"},

		{"Reckless", "magics", "`byteboard`, for changes of threats in AVX-512", "+4.33 ± 2.69 Elo in 17,154 games",
			notSaid, "2026-01-03", "reckless-sets", "https://github.com/codedeliveryservice/Reckless/pull/652"},
		{"Reckless", notSaid, "`dumb7`, sets in AVX-512", "+2.10 ± 1.63 Elo in 42,420 games",
			notSaid, "2026-01-24", "reckless-sets", "https://github.com/codedeliveryservice/Reckless/pull/687"},
		{"Reckless", "`dumb7`, sets in AVX-512", "`koggestone`, sets in AVX-512 and GFNI", "+2.07 ± 1.60 Elo in 43,550 games",
			notSaid, "2026-01-24", "reckless-sets", "https://github.com/codedeliveryservice/Reckless/pull/688"},
		{"Reckless", notSaid, "sets of knights, bishops and rooks in AVX-512", "1.03 ± 0.02 times as fast",
			"the author's", "2026-04-19", "reckless", "https://github.com/codedeliveryservice/Reckless/pull/909"},
		{"Reckless", notSaid, "sets of knights, bishops and rooks in AVX-512", "+1.64 ± 1.32 Elo in 69,852 games",
			notSaid, "2026-04-19", "reckless", "https://github.com/codedeliveryservice/Reckless/pull/909"},
		{"Reckless", notSaid, "`koggestoneavx2`, sets of knights, bishops and rooks", "+3.01 ± 2.06 Elo in 28,872 games",
			notSaid, "2026-04-19", "reckless", "https://github.com/codedeliveryservice/Reckless/pull/914"},

		{"Lc0", notSaid, "`fancymagic`", "+1.3, +2.5 and +4.8 % nodes a second in 3 positions, one search thread",
			"Intel Core i5-5300U", "2018-12-29", "lc0-magics", "https://github.com/LeelaChessZero/lc0/pull/628"},
		{"Lc0", notSaid, "`fancymagic`", "-0.4, -1.4 and -1.1 % nodes a second in 3 positions, two search threads",
			"Intel Core i5-5300U", "2018-12-29", "lc0-magics", "https://github.com/LeelaChessZero/lc0/pull/628"},
		{"Simbelmyne", notSaid, "magics", "about +20 % in speed, no Elo",
			notSaid, "2023-12-19", "simbelmyne", "https://github.com/sroelants/simbelmyne/pull/117"},
		{"Simbelmyne", notSaid, "magics", "-42.0 ± 36.4 Elo in 216 games; its author suspects another mistake",
			notSaid, "2023-12-21", "simbelmyne", "https://github.com/sroelants/simbelmyne/pull/117"},
		{"RubiChess", notSaid, "magics", "perft about 24 % faster",
			notSaid, "2017-10-05", "rubichess", "https://github.com/Matthies/RubiChess/pull/9"},
		{"scalachess", notSaid, "magics", "perft tests: 25 to 23 s; worse in other benchmarks",
			notSaid, "2020-08-31", "scalachess", "https://github.com/lichess-org/scalachess/pull/210"},
		{"Fatalii", "rays, one direction after the other", "`kindergarten`", "+37.9 ± 20.7 Elo in 737 games",
			notSaid, "2024-04-17", "fatalii", "https://github.com/FitzOReilly/fatalii/pull/203"},
		{"Crafty", "`rotated`", "magics", "no speed gain at first, says CPW of Hyatt",
			notRecorded, notRecorded, "cpw-magic", "https://www.chessprogramming.org/Magic_Bitboards"},
		{"Arasan", "`rotated`", "magics", "+20 to 25 %, says CPW of Jon Dart",
			notRecorded, notRecorded, "cpw-magic", "https://www.chessprogramming.org/Magic_Bitboards"},
	}
}

// reportedTable writes what engines reported. The link to a publication stands on its date.
func reportedTable() string {
	var b strings.Builder
	writeHead(&b, "---", "engine", "from", "to", "reported", "on", "date", "source")
	for _, r := range allReported() {
		writeRow(&b, r.engine, r.from, r.to, r.figure, r.hardware, fmt.Sprintf("[%s](%s)", r.date, r.url), citation(r.key))
	}
	return b.String()
}
