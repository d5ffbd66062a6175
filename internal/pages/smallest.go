package main

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
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/techniques"
)

// layout is a way to lay a table out.
type layout struct {
	name      string
	user      string // a technique, or the file of a set that no technique uses
	freedom   freedom
	published int    // words of 64 bits of the shortest published table of others; 0 if we know of none
	source    string // its key in REFERENCES.md; empty if no proof of it is published
}

// layouts are the layouts compared.
var layouts = []layout{
	{"plain: as many index bits on every square", "magic", none, 294_912, "hansen"},
	{"fancy: as many index bits as relevant squares", "fancymagic", none, 107_648, "kannan"},
	{"dense: one index bit fewer where a factor allows it", "dense", ranges, 92_864, "cpw-magic"},
	{"dense, mirrored: a square is looked up upside down or not", setsFolder + "mirrored.csv", mirrored, 52_889, ""},
	{"fixed shift, white, overlapped", "fixedshift", apart, 88_772, "annuss"},
	{"fixed shift, black, overlapped", "blackmagic", apart, 87_988, "fiekas"},
	{"own shifts, white, overlapped", setsFolder + "whiteshifts.csv", apart, 0, ""},
	{"own shifts, black, overlapped", setsFolder + "blackshifts.csv", apart, 0, ""},
	{"overlay: a slot serves several squares", "overlay", shared, 104_960, "jordanbray"},
	{"overlay without adjacent squares", "overlayadjacent", shared, 0, ""},
	{"torus: one factor and one range for all rooks", "torus", shared, 0, ""},
	{"torus in groups of files, overlaid", "torusgroups", shared, 0, ""},
}

// setsFolder holds the sets that no technique uses.
const setsFolder = "magic/search/sets/"

// stored reports whether no technique uses the layout's set.
func (l *layout) stored() bool { return strings.HasPrefix(l.user, setsFolder) }

// set returns the layout's set of factors.
func (l *layout) set() (*factors.Set, error) {
	if l.stored() {
		return readSet("../" + l.user)
	}
	return storedSet(find(l.user))
}

// freedom is what a layout leaves to the search. It determines the lower bound that is proved for the layout's words.
type freedom int

const (
	none     freedom = iota // ranges of 2^n words end to end, n given
	ranges                  // ranges of 2^n words end to end, n as small as a factor allows
	mirrored                // the same for one of every two squares that are each other's mirror image
	apart                   // ranges laid over one another, but no word holds two attack sets
	shared                  // a word serves several squares
)

// least returns a lower bound of the words of a layout, whatever the factors. A square needs as many words as it has attack sets;
// where words are not shared, so do all squares together. Of some squares it is proved that their ranges cannot be shorter.
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
			size[sq] = 1 << bits.Len(uint(len(sets)-1))
			if p == board.Bishop {
				size[sq] = max(size[sq], 1<<search.FewestBits[sq])
			}
			sum += size[sq]
			if sq >= 32 {
				half += min(size[sq], size[sq^56])
			}
		}
	}
	return [...]int{ranges: sum, mirrored: half, apart: len(all), shared: most}[f]
}

// sizeTable returns a row for each layout: the shortest published table, the bound, ours, and how ours is found again.
func sizeTable() (string, error) {
	var b strings.Builder
	b.WriteString("| layout | technique | best published, words | at least, words | ours, words | slots used | KiB | found again by |\n| --- | --- | --: | --: | --: | --: | --: | --- |\n")
	for _, l := range layouts {
		s, err := l.set()
		if err != nil {
			return "", err
		}
		published := "none known"
		switch {
		case l.source != "":
			published = fmt.Sprintf("%s [%s]", thousands(l.published), l.source)
		case l.published > 0:
			published = thousands(l.published) + ", unproved"
		}
		words := length(s)
		user := "`" + l.user + "`"
		if l.stored() {
			user = fmt.Sprintf("none: [%s](../%s)", filepath.Base(l.user), l.user)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %.1f | %s |\n",
			l.name, user, published, thousands(l.freedom.least(words)), thousands(words), thousands(s.Used()), float64(words)/128, birth(s))
	}
	return b.String(), nil
}

// length returns the words of a set's table. Where the squares' ranges lie end to end, that is the end of the last, whether its
// last slot is used or not, as in publications; else it is the number of findmagic verify.
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

// storedSet returns the set of a technique's package: from factors.csv, or where factors.go is all there is, found again as
// the package's go:generate line finds it.
func storedSet(e *techniques.Entry) (*factors.Set, error) {
	folder := folder(e)
	s, err := readSet(filepath.Join(folder, "factors.csv"))
	if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	source, err := os.ReadFile(filepath.Join(folder, e.Name+".go"))
	if err != nil {
		return nil, err
	}
	command := searchLine.FindSubmatch(source)
	if command == nil {
		return nil, fmt.Errorf("%s: no factors.csv, and no go:generate line that searches", folder)
	}
	var p search.Params
	for i, flag := range []string{"form", "layout", "seed"} {
		if err := p.Set(flag, string(command[1+i])); err != nil {
			return nil, err
		}
	}
	s, err = search.FindSet(context.Background(), p.Form, p.Layout, p.Seed)
	if err != nil {
		return nil, err
	}
	s.Source = []string{p.Command()}
	return s, nil
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

var searchLine = regexp.MustCompile(`findmagic search --form (\w+) --layout (\w+) --seed (\d+) `)

// birth returns from the birth certificate of a set the command that finds it and, as far as they are there, the tries, if the
// command does not name them, the runs, if more than one, and the CPU time.
func birth(s *factors.Set) string {
	command, values := "", map[string]string{}
	for _, line := range s.Source {
		if command == "" && commandLine.MatchString(line) {
			command = line
		}
		if key, value, ok := strings.Cut(line, ": "); ok {
			values[key] = value
		}
	}
	text := "see its header"
	if command != "" {
		if tries := values["tries"]; tries != "" && !strings.Contains(command, " --tries ") {
			command += " --tries " + tries
		}
		text = "`" + command + "`"
	}
	if runs := values["runs"]; runs != "" && runs != "1" {
		text += ", the last of " + runs + " runs"
	}
	if cpu := values["CPU seconds"]; cpu != "" {
		text += ", " + cpu + " s of CPU time"
	}
	return text
}

var commandLine = regexp.MustCompile(`^findmagic \w+ --`)

func find(name string) *techniques.Entry {
	for _, e := range techniques.Catalogue() {
		if e.Name == name {
			return e
		}
	}
	panic("no technique " + name)
}

// sizeColumns are the uses whose times stand beside sizes.
var sizeColumns = []report.Use{{Piece: board.Rook, Mode: "throughput"}, {Piece: board.Rook, Mode: "latency"},
	{Piece: board.Queen, Mode: "throughput"}, {Piece: board.Queen, Mode: "latency"}}

// paretoTables returns for the newest raw file of each machine all techniques that look something up, by the bytes of all
// that they read for a queen. Times in bold are shorter than those of all techniques with smaller tables.
func paretoTables(pattern string) (string, error) {
	paths, err := newest(pattern)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return "", err
		}
		if err := paretoTable(&b, f); err != nil {
			return "", err
		}
		target := f.Highest()[0]
		fmt.Fprintf(&b, "\nMedians with 95 %% intervals, %s. %s, %s, %s, %s; from [%s](../%[6]s).\n\n", report.Units(f), target.CPU, target.Features, target.Build(), f.Revision(), source(path))
		dir := filepath.Dir(path)
		picture := fmt.Sprintf("%s/plots/%s-%s-tables-queen.svg", filepath.ToSlash(dir), filepath.Base(dir), strings.TrimPrefix(target.Build(), "GOAMD64="))
		if found, err := tracked.Glob(picture); err != nil {
			return "", err
		} else if len(found) > 0 {
			fmt.Fprintf(&b, "![Time over table size, %s](%s)\n\n", filepath.Base(dir), picture)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}

// paretoTable writes the table of one machine.
func paretoTable(b *strings.Builder, f *results.File) error {
	head := []string{"technique", "bytes"}
	fields, bytes := map[string][]string{}, map[string]int64{}
	noise := []string{"*A/A noise*", ""}
	for i, u := range sizeColumns {
		t := f.Table(f.Highest()[0], u.Piece, u.Mode, results.DefaultCorpus)
		if t == nil {
			return fmt.Errorf("%s: no %v", f.Name, u)
		}
		head = append(head, fmt.Sprintf("%v %s, %s", u.Piece, u.Mode, report.Unit(t)))
		ranked := report.Rank(f, *t)
		noise = append(noise, percent(math.Expm1(ranked.Noise)))
		best := 0.0
		for _, r := range slices.SortedFunc(slices.Values(ranked.Rows), bySize) {
			if !f.Ranked(r.Technique) {
				continue
			}
			if fields[r.Technique] == nil {
				fields[r.Technique] = make([]string, len(sizeColumns))
			}
			text := r.Time.Format(1)
			if r.Time.Known() && (best == 0 || r.Time.Median < best) {
				best, text = r.Time.Median, "**"+text+"**"
			}
			fields[r.Technique][i] = text
			if u.Piece == board.Queen {
				bytes[r.Technique] = r.TableBytes
			}
		}
	}
	writeHead(b, "--:", head...)
	byBytes := func(a, b string) int { return cmp.Or(cmp.Compare(bytes[a], bytes[b]), cmp.Compare(a, b)) }
	for _, name := range slices.SortedFunc(maps.Keys(fields), byBytes) {
		writeRow(b, append([]string{name, results.Bytes(bytes[name])}, fields[name]...)...)
	}
	writeRow(b, noise...)
	return nil
}

// newest returns the newest raw file of each machine that git tracks, by the machines' names.
func newest(pattern string) ([]string, error) {
	paths, err := tracked.Glob(pattern)
	if err != nil {
		return nil, err
	}
	last := map[string]string{} // names begin with the date
	for _, path := range paths {
		last[filepath.Dir(path)] = max(last[filepath.Dir(path)], path)
	}
	paths = paths[:0]
	for _, dir := range slices.Sorted(maps.Keys(last)) {
		paths = append(paths, last[dir])
	}
	return paths, nil
}

// bySize orders rows by the size of their tables.
func bySize(a, b report.Row) int {
	return cmp.Or(cmp.Compare(a.TableBytes, b.TableBytes), cmp.Compare(a.Time.Median, b.Time.Median))
}
