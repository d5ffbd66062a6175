package pages

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques"
)

// layout is a way to lay out a table of magics.
type layout struct {
	name      string
	user      string // a technique, or the file of a set that no technique uses
	freedom   freedom
	published int    // words of 64 bits in the shortest table that others published; 0 if none is known here
	source    string // its key in REFERENCES.md; empty if no proof of it is published
}

// layouts are the compared layouts.
var layouts = []layout{
	{"plain: as many index bits on every square", "magic", none, 294_912, "hansen"},
	{"fancy: as many index bits as relevant squares", "fancymagic", none, 107_648, "kannan"},
	{"dense: one index bit fewer where a magic allows it", "dense", ranges, 92_864, "cpw-magic"},
	{"dense, mirrored: a square is looked up upside down or not", setsFolder + "mirrored.csv", mirrored, 52_889, ""},
	{"fixed shift, white, overlapped", "fixedshift", apart, 88_772, "annuss"},
	{"fixed shift, black, overlapped", "blackmagic", apart, 87_988, "fiekas"},
	{"own shifts, white, overlapped", setsFolder + "whiteshifts.csv", apart, 0, ""},
	{"own shifts, black, overlapped", setsFolder + "blackshifts.csv", apart, 0, ""},
	{"overlay: a slot serves several squares", "overlay", shared, 104_960, "jordanbray"},
	{"overlay without adjacent squares", "overlayadjacent", shared, 0, ""},
	{"torus: one magic and one range for all rooks", "torus", shared, 0, ""},
	{"torus in groups of files, overlaid", "torusgroups", shared, 0, ""},
}

// setsFolder is the folder of sets that no technique uses.
const setsFolder = "internal/findmagic/sets/"

// stored reports whether the layout's set is a file, as no technique uses it.
func (l *layout) stored() bool { return strings.HasPrefix(l.user, setsFolder) }

// set returns the layout's set of factors.
func (l *layout) set() *factors.Set {
	if l.stored() {
		return must(readSet("../" + l.user))
	}
	return storedSet(l.user)
}

// freedom is what a layout leaves to the search. The lower bound that is proved for the layout's words follows from it.
type freedom int

const (
	none     freedom = iota // ranges of 2^n words end to end, n given
	ranges                  // ranges of 2^n words end to end, n as small as a factor allows
	mirrored                // the same for one of every two squares that are each other's mirror image
	apart                   // ranges laid over one another, but no word holds two attack sets
	shared                  // a word serves several squares
)

// least returns a lower bound for the words of a layout, with any factors; for a layout without freedom, ours. A square needs as many words as it has attack sets. A
// table whose words hold single attack sets needs as many words as the board has attack sets. For some squares a proof exists that their ranges cannot be shorter.
func (f freedom) least(ours int) int {
	if f == none {
		return ours
	}
	most, sum, half := 0, 0, 0
	all := map[uint64]bool{}
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		var size [64]int
		for sq := range size {
			sets := map[uint64]bool{}
			for sub := range board.Subsets(board.Mask(p, sq)) {
				sets[board.Walk(p, sq, sub)] = true
			}
			maps.Copy(all, sets)
			most = max(most, len(sets))
			size[sq] = 1 << bits.Len(uint(len(sets)-1)) // the least power of two that is enough
			if p == board.Bishop {
				size[sq] = max(size[sq], 1<<search.FewestBits[sq]) // 0 bits where nothing is proved
			}
			sum += size[sq]
			if sq >= 32 {
				half += min(size[sq], size[sq^56]) // of a square and its mirror image
			}
		}
	}
	return [...]int{ranges: sum, mirrored: half, apart: len(all), shared: most}[f]
}

// writeSizes writes a row for each layout: the shortest published table, the lower bound, and our table.
func writeSizes(p *page) {
	p.Printf("| layout | technique | best published, words | at least, words | ours, words | slots used | KiB | CPU, s | search |\n" +
		"| --- | --- | --: | --: | --: | --: | --: | --: | --- |\n")
	for _, l := range layouts {
		s := l.set()
		published := "none known"
		switch {
		case l.source != "":
			published = thousands(l.published) + " " + citation(l.source)
		case l.published > 0:
			published = thousands(l.published) + ", unproved"
		}
		user := "`" + l.user + "`"
		if l.stored() {
			user = fmt.Sprintf("none: [%s](../%s)", filepath.Base(l.user), l.user)
		}
		words := length(s) // 128 are a KiB
		p.Row(l.name, user, published, thousands(l.freedom.least(words)), thousands(words), thousands(s.Used()), fmt.Sprintf("%.1f", float64(words)/128),
			cmp.Or(sourceLine(s, "CPU seconds: "), "below 60"), "`"+sourceLine(s, "findmagic ")+"`")
	}
}

// sourceLine returns the rest of the first line of a set's source that begins with a word, "" for none; "findmagic pack, version 1," is no command but a state's head.
func sourceLine(s *factors.Set, begins string) string {
	for _, line := range s.Source {
		if rest, ok := strings.CutPrefix(line, begins); ok && !strings.Contains(rest, ", version ") {
			return rest
		}
	}
	return ""
}

// length returns the words of a set's table. If the squares' ranges lie end to end, that is the end of the last range, even if its last slot is not used, as publications
// count; else it is the number that findmagic verify prints.
func length(s *factors.Set) int {
	end := 0
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Offset != end {
			return s.Words()
		}
		end += 1 << (e.Form.Width() - e.Shift)
	}
	return end
}

// storedSet returns the set of a technique's package: from factors.csv or, if there is only factors.go, found again as in the package's go:generate line.
func storedSet(technique string) *factors.Set {
	e := find(technique)
	s, err := readSet(filepath.Join("..", e.Folder(), "factors.csv"))
	if !errors.Is(err, fs.ErrNotExist) {
		return must(s, err)
	}
	command := searchLine.FindSubmatch(must(os.ReadFile(filepath.Join("..", e.Folder(), e.Name+".go"))))
	if command == nil {
		check(fmt.Errorf("%s: no factors.csv, and no go:generate line that searches", e.Folder()))
	}
	var p search.Params
	for i, flag := range []string{"form", "layout", "seed"} {
		check(p.Set(flag, string(command[1+i])))
	}
	return must(search.FindSet(context.Background(), p.Form, p.Layout, p.Seed))
}

// readSet reads a file of factors.
func readSet(path string) (*factors.Set, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// searchLine matches the command in a package's go:generate line. Its groups are the parameters of the search.
var searchLine = regexp.MustCompile(`findmagic search --form (\w+) --layout (\w+) --seed (\d+) `)

// sizeColumns are the uses whose times are columns beside the sizes.
var sizeColumns = []report.Use{{Piece: board.Queen, Mode: "throughput"}, {Piece: board.Queen, Mode: "latency"}, searchUse}

// writePareto writes, for each language on the newest machine, the techniques that are faster in some use than all techniques with smaller tables.
func writePareto(p *page) {
	m := newestWith(whole(p.readMachines()), searchUse)
	if m == nil {
		p.Printf("*There are no raw files `%s` with an engine: `make bench-uses` measures them.*\n", fromRoot(p.pattern))
		return
	}
	for _, target := range m.languages() {
		p.Printf("**%s, %s**\n\n", m.name, target.Language())
		m.pareto(p, target)
		p.WriteByte('\n')
	}
	p.Printf("Medians in cycles, from %s.\n", m.raw())
}

// pareto writes the table of a build. Times in bold are shorter than those of all techniques with smaller tables.
func (m *machine) pareto(p *page, target results.Target) {
	head := []string{"technique", "tables"}
	shown := map[string]*results.Series{}
	times := make([]map[string]string, len(sizeColumns))
	for i, u := range sizeColumns {
		t := m.ranked(target, u)
		if t == nil {
			check(fmt.Errorf("%s: no %v", m.file.Name, u))
		}
		head = append(head, u.String())
		times[i] = map[string]string{}
		best := math.Inf(1)
		for _, r := range slices.SortedFunc(slices.Values(t.Rows), bySize) {
			if !r.Ranked() || !r.Time.Finite() {
				continue
			}
			text := fmt.Sprintf("%.3g", r.Time.Median)
			if r.Time.Median < best {
				best, text, shown[r.Technique] = r.Time.Median, "**"+text+"**", r.Series
			}
			times[i][r.Technique] = text
		}
	}
	p.Head(head...)
	byBytes := func(a, b *results.Series) int {
		return cmp.Or(results.CompareSizes(a.Size, b.Size), cmp.Compare(a.Technique, b.Technique))
	}
	for _, s := range slices.SortedFunc(maps.Values(shown), byBytes) {
		fields := []string{"`" + s.Technique + "`", m.tablesOf(must(techniques.Find(s.Technique))[0])}
		for _, column := range times {
			fields = append(fields, column[s.Technique])
		}
		p.Row(fields...)
	}
}

// bySize orders rows by the size of their tables.
func bySize(a, b report.Row) int {
	return cmp.Or(results.CompareSizes(a.Size, b.Size), cmp.Compare(a.Time.Median, b.Time.Median))
}
