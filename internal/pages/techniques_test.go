package pages

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
)

// made is a made-up package comment.
const made = `Package made is made-up bitboards, or boards: a table that nobody needs (see [a-key]). It
is empty. A third sentence.

	attacks = T[occ]

Why that is so, and [another]:

	before             after
	. . . . . . . .    . . . . . . . x    a note
	. . . . . . . .    . . . . . . . x
	. . . . . . . .    . . . . . . . x
	. . . . . . . .    . . . . . . . x
	. . . R . . . .    . . . R . . . x
	. . . . . . . .    . . . . . . . x
	. . . . . . . .    . . . . . . . x
	. . . . . . . .    . . . . . . . x

	a second formula

Cost: none: a load of T[occ].

When: never.

People: nobody, 1900: [another].
`

var madeKeys = map[string]bool{"a-key": true, "another": true}

func TestParseDescription(t *testing.T) {
	p, err := parseDescription("made", made, madeKeys)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ part, got, want string }{
		{"names", p.names, "made-up bitboards, or boards"},
		{"idea", p.idea, "a table that nobody needs (see [a-key](../REFERENCES.md#a-key)). It is empty."},
		{"formula", p.formula, "attacks = T[occ]\n"},
		{"cost", p.cost, `none: a load of T\[occ].`},
		{"when", p.when, "never."},
		{"people", p.people, "nobody, 1900: [another](../REFERENCES.md#another)."},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.part, c.got, c.want)
		}
	}
	if len(p.boards) != 1 || !strings.HasPrefix(p.boards[0], "before  ") {
		t.Errorf("boards %q, want one block with its caption", p.boards)
	}
}

func TestParseDescriptionErrors(t *testing.T) {
	const rank = "\t. . . . . . . .    . . . . . . . x    a note\n"
	for _, c := range []struct{ name, old, new, want string }{
		{"another package", "Package made", "Package other", "no idea"},
		{"no names", ", or boards: a", ", or boards. A", "no idea"},
		{"one sentence", ". It\nis empty. A third sentence.", ", and empty.", "no idea"},
		{"no formula", "\tattacks = T[occ]", "attacks", ""},
		{"no formula at all", "\tattacks = T[occ]\n\nWhy", "Why", ""},
		{"no board", ". ", "- - ", "no board"},
		{"seven ranks", rank, "", "7 ranks above each other, want 8"},
		{"half a rank", rank, "\t. . . . . . . .\n", "1 boards beside each other and 2 in the next line"},
		{"no cost", "Cost:", "Price:", `no paragraph "Cost: "`},
		{"no time", "When:", "Where:", `no paragraph "When: "`},
		{"no people", "People:", "Who:", `no paragraph "People: "`},
		{"unknown key", "and [another]", "and [nobody]", "no [nobody] in REFERENCES.md"},
	} {
		text := strings.ReplaceAll(made, c.old, c.new)
		if text == made {
			t.Fatalf("%s: nothing is changed", c.name)
		}
		if c.want == "" { // the next block without a board is the formula
			text = strings.ReplaceAll(text, "\ta second formula", "no second formula")
			c.want = "no formula"
		}
		if _, err := parseDescription("made", text, madeKeys); err == nil || !strings.Contains(err.Error(), "package made: ") ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	_, err := parseDescription("made", "Nothing of it.", nil)
	if err == nil || strings.Count(err.Error(), "package made: ") != 6 {
		t.Errorf("%v, want all six parts told", err)
	}
}

// A drawing in a package comment or on a page is a whole board.
func TestBoards(t *testing.T) {
	for sq := range 64 {
		picture := board.Picture(board.Walk(board.Queen, sq, 1<<28))
		if drawn, err := boards(picture); !slices.Equal(drawn, []string{picture}) || err != nil {
			t.Errorf("%q, %v: want a board in\n%s", drawn, err, picture)
		}
		if drawn, err := boards(picture + "\n" + picture); !slices.Equal(drawn, []string{picture, picture}) || err != nil {
			t.Errorf("%q, %v: want two boards", drawn, err)
		}
		if _, err := boards(picture + picture); err == nil {
			t.Error("16 ranks pass for boards")
		}
	}
	if drawn, err := boards("attacks = a b c\nT[s] << 3\n"); drawn != nil || err != nil {
		t.Errorf("%q, %v: want no board in a formula", drawn, err)
	}
}

// A package comment and the catalogue do not tell different things.
func TestReadPage(t *testing.T) {
	keys := map[string]bool{"cpw-magic": true, "kannan": true, "hansen": true}
	known := find("fancymagic").Facts
	for _, c := range []struct {
		change func(f *facts.Facts)
		want   string
	}{
		{func(*facts.Facts) {}, ""},
		{func(f *facts.Facts) { f.Source = "hansen" }, "people: want the catalogue's [hansen]"},
		{func(f *facts.Facts) { f.Year = 1999 }, "people: want the catalogue's year 1999"},
		{func(f *facts.Facts) { f.Name = "nothing" }, "package nothing: 0 files with a package comment"},
	} {
		e := &techniques.Entry{Facts: known}
		c.change(&e.Facts)
		switch _, err := readDescription(e, keys); {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestCounts(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "counts.txt")
	c, err := readCounts(path)
	if err != nil || len(c.values) != 0 || c.source != "not counted yet" {
		t.Errorf("without a file: %v, %v", c, err)
	}
	const text = `goarch: amd64
goamd64: v3
toolchain: go1.26.4
BenchmarkCount/technique=fancymagic/piece=rook 1 15.25 instructions/lookup 2.0 reads/lookup 40.0 bytes/lookup
`
	read := func(text string) (counts, error) {
		t.Helper()
		writeFiles(t, folder, map[string]string{"counts.txt": text})
		return readCounts(path)
	}
	if c, err = read(text); err != nil || c.source != "counted in programs for amd64, built by go1.26.4 with GOAMD64=v3" {
		t.Errorf("%q, %v", c.source, err)
	}
	var q techniques.Questions
	q.Squares, q.Occs = []uint8{0}, []uint64{0}
	wants(t, func(p *page) { check(p.counts(find("fancymagic"), c, q)) }, "",
		"| a lookup | rook | bishop | queen |\n",
		"| instructions | 15.2 | not counted | not counted |\n",
		"| table reads | 2.0 | not counted | not counted |\n",
		"| bytes read | 40.0 | not counted | not counted |\n",
		"| cache lines touched | 2 of 12,832 | 2 of 688 | 4 of 13,520 |\n",
		"| tables | 802 KiB | 43 KiB | 845 KiB |\n",
		"| inlined | yes | yes | yes |\n")
	for _, wrong := range []string{"reads/lookup", "instructions/lookup"} {
		if _, err := read(strings.Replace(text, wrong, "x/lookup", 1)); err == nil ||
			!strings.Contains(err.Error(), "lacks "+wrong) {
			t.Errorf("%v, want that %s is lacking", err, wrong)
		}
	}
	if _, err := read("BenchmarkCount/technique=fancymagic/piece=rook 1 x instructions/lookup\n"); err == nil {
		t.Error("a damaged line passes")
	}
}

// Not more lines are touched than there are: a technique that tells too few bytes does not pass.
func TestLinesOf(t *testing.T) {
	for _, c := range []struct {
		size, touched, arrays int
		want                  string // "" for an error
	}{{640, 10, 1, "10 of 10"}, {600, 7, 1, "7 of 10"}, {640, 11, 2, "11 of 10"}, {640, 12, 2, "12 of 10"}, {640, 13, 2, ""}, {64, 100, 3, ""}} {
		got, err := linesOf(c.size, c.touched, c.arrays)
		if got != c.want || (err == nil) == (c.want == "") {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	var q techniques.Questions
	q.Squares, q.Occs = []uint8{0, 63}, []uint64{0, 0}
	for name, want := range map[string][3]int{"fancymagic": {2, 2, 4}, "quintessence": {2, 1, 3}} {
		if _, arrays := countLines(find(name), q, []int{2}); arrays != want {
			t.Errorf("%s: %v arrays, want %v", name, arrays, want)
		}
	}
}

// Rows that only another machine can count stay as they are.
func TestKeptRows(t *testing.T) {
	e := find("pext")
	rows := "| cache lines touched | 1 of 2 | 3 of 4 | 5 of 6 |\n| tables | 1 KiB | 2 KiB | 3 KiB |\n"
	doc := "### [magic](../magic)\n\n| tables | 7 KiB | 8 KiB | 9 KiB |\n" +
		heading(e) + "\n\n| instructions | 1 | 2 | 3 |\n" + rows + "| inlined | no | no | no |\n" +
		"\n### [pdep](../pext/pdep)\n\n| tables | 7 KiB | 8 KiB | 9 KiB |\n"
	if got := keptRows([]byte(doc), e); string(got) != rows {
		t.Errorf("%q, want %q", got, rows)
	}
	if got := keptRows(nil, e); len(got) != 0 {
		t.Errorf("%q from nothing", got)
	}
}

func TestRanks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	write := func(path, text string) {
		t.Helper()
		writeFiles(t, dir, map[string]string{path: text})
	}
	write("new/2026-01-01.txt", "no result at all\n")
	write("new/2026-01-02.txt", resultstest.Run{Machine: "new", Levels: []string{"v2", "v3", "c-gcc"}, Noise: 0.001}.String())
	write("old/2025-01-01.txt", resultstest.Run{
		Machine: "old", Features: "baseline", Levels: []string{"v1"},
		Techniques: []string{"noop", "load", "walk", "fancymagic", "fancymagic-again"},
	}.String())
	pattern := filepath.Join(dir, "*", "*.txt")
	machines := readMachines(pattern)
	for _, c := range []struct {
		technique string
		want      []string
	}{
		{"fancymagic", []string{
			"| rank on | throughput | latency |", " | Go : C |\n", "| *new*, GOAMD64=v3 | rook: 1 of ", "v3, latency: 1.11",
			"| *old*, GOAMD64=v1 | rook: 1 of 1, fastest<br>bishop: 1 of 1, fastest<br>",
		}},
		{"classical", []string{", slower, ", "\n\nNot measured on *old*: not in the newest file.\n"}},
		{"pext", []string{"\n\nNot measured on *old*: needs bmi2.\n"}},
		{"dual", []string{
			"| rank on | throughput | latency | both |", "*new*, GOAMD64=v3 | queen: ", "Not measured on *old*: needs avx2.\n",
		}},
		{"dualsimd", []string{"Not measured on *new*, *old*: no build with GOEXPERIMENT=simd.\n"}},
	} {
		wants(t, func(p *page) { p.ranks(find(c.technique), machines) }, "", c.want...)
	}

	write("new/2026-01-03.txt", resultstest.Run{Machine: "new", Levels: []string{"v3+simd"}}.String())
	refuses(t, writeTwins, pattern, "want a build without an experiment")
	write("new/2026-01-04.txt", "damaged\n")
	refuses(t, writeTwins, pattern, "damaged line")
}

// A rank is that of the median, and its ratio that to the first.
func TestRank(t *testing.T) {
	f, err := results.Parse(strings.NewReader(resultstest.Run{Levels: []string{"v3"}}.String()), "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	table := report.Rank(f, *f.Table(f.Targets()[0], board.Rook, "latency", grid.DefaultCorpus))
	if got := rank(&table, table.Rows[0].Technique); got != "1 of 18, fastest" {
		t.Errorf("the first: %q", got)
	}
	if got := rank(&table, table.Rows[1].Technique); !strings.HasPrefix(got, "2 of ") || !strings.HasSuffix(got, "]") {
		t.Errorf("the second: %q", got)
	} else if !strings.Contains(got, ", "+string(table.Rows[1].Standing)+", ") {
		t.Errorf("the second: %q, and it is %s", got, table.Rows[1].Standing)
	}
	for _, none := range []string{"noop", "fancymagic-again", "nothing"} {
		if got := rank(&table, none); got != "" {
			t.Errorf("%s: %q, which has no rank", none, got)
		}
	}
	if rank(nil, "fancymagic") != "" {
		t.Error("a rank without a table")
	}
}

// Every use has a column, and none two lines of one name.
func TestColumns(t *testing.T) {
	var seen [][2]string
	for _, u := range report.Uses {
		heading, label := column(u)
		if line := [2]string{heading, label}; slices.Contains(seen, line) {
			t.Errorf("%v: another one in column %q begins with %q", u, heading, label)
		} else {
			seen = append(seen, line)
		}
	}
}
