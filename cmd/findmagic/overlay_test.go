package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// cpuSeconds matches the line in which two runs of the same command differ.
var cpuSeconds = regexp.MustCompile(`CPU seconds: [\d.]+\n`)

// sameBut reports whether two outputs are the same but for what cpu, an expression such as cpuSeconds, matches in each. The first must have a match.
func sameBut(cpu *regexp.Regexp, a, b string) bool {
	return cpu.MatchString(a) && cpu.ReplaceAllString(a, "") == cpu.ReplaceAllString(b, "")
}

// smallSet writes a file with rooks and bishops on the eight squares d3, e3, c4, f4, c5, f5, d6 and e6.
func smallSet(t *testing.T) (path string) {
	t.Helper()
	set, err := search.FindSet(t.Context(), factors.White, search.Fancy, 1)
	if err != nil {
		t.Fatal(err)
	}
	set.Source = []string{"from a test"}
	set.Entries = slices.DeleteFunc(set.Entries, func(e factors.Entry) bool { return uint64(1)<<e.Square&0x0000182424180000 == 0 })
	var b bytes.Buffer
	if err := set.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return temporary(t, "small.csv", b.String())
}

// The output has the command, the record and the source of the set. The same command writes the same set, another seed another set.
func TestOverlay(t *testing.T) {
	from := smallSet(t)
	args := "overlay --content overlayadjacent --tries 200 --from " + from
	got := fine(t, args)
	head := "# findmagic overlay --content overlayadjacent --from " + from + " --seed 1 --tries 200\n# tries: 200\n# runs: 1\n# CPU seconds: "
	if !strings.HasPrefix(got, head) || !strings.Contains(got, "# from a test\n") {
		t.Errorf("comments of\n%.300s\nwant %q, and what the set brought", got, head)
	}
	if err := parsed(t, got).Verify(); err != nil || strings.Contains(got, "CPU seconds: 0.0") {
		t.Errorf("%v, or no time in the record", err)
	}
	if again := fine(t, args); !sameBut(cpuSeconds, again, got) {
		t.Errorf("the same command writes another set:\n%s", again)
	}
	if other := fine(t, args+" --seed 2"); sameBut(cpuSeconds, other, got) {
		t.Error("another seed writes the same set")
	}
}

// parsed returns the set of a file.
func parsed(t *testing.T, text string) *factors.Set {
	t.Helper()
	set, err := factors.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Of several sets, each square takes the magic with the narrowest range, and the new set has the sources of all.
func TestOverlayOfSeveralSets(t *testing.T) {
	// Shifted by a bit less, a magic gives indices twice as far apart: a wide range. A rook on a1 is in one set only.
	set, err := search.FindSet(t.Context(), factors.White, search.Fancy, 1)
	if err != nil {
		t.Fatal(err)
	}
	a1, e4, d5 := *set.Entry(board.Rook, 0), *set.Entry(board.Rook, 28), *set.Entry(board.Bishop, 35)
	wide := func(e factors.Entry) factors.Entry { e.Shift--; return e }
	text := func(source string, entries ...factors.Entry) string {
		var b bytes.Buffer
		if err := (&factors.Set{Source: []string{source}, Entries: entries}).WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := temporary(t, "first.csv", text("made first", a1, e4, wide(d5)))
	second := temporary(t, "second.csv", text("made second", wide(e4), d5))
	got := fine(t, "overlay --content overlay --tries 10 --from "+first+","+second)
	head := "# findmagic overlay --content overlay --from " + first + "," + second + " --seed 1 --tries 10\n# tries: 10\n# runs: 1\n# CPU seconds: "
	source := "# " + first + ": made first\n# " + second + ": made second\n"
	if !strings.HasPrefix(got, head) || !strings.Contains(got, source) {
		t.Errorf("comments of\n%.600s\nwant\n%s...\n%s", got, head, source)
	}
	placed := parsed(t, got)
	if want := []factors.Entry{a1, e4, d5}; !slices.EqualFunc(placed.Entries, want, sameFactor) {
		t.Errorf("placed %v, want the factors of %v", placed.Entries, want)
	}
}

// Without --from, the magics are those of search --layout dense with the same seed.
func TestOverlayFromASeed(t *testing.T) {
	tiertest.Long(t)
	got := fine(t, "overlay --content overlayadjacent --seed 2 --tries 1")
	head := "# findmagic overlay --content overlayadjacent --seed 2 --tries 1\n# tries: 1\n# runs: 1\n# CPU seconds: "
	if !strings.HasPrefix(got, head) || !strings.Contains(got, "# findmagic search --form white --layout dense --seed 2\n") {
		t.Errorf("comments of\n%.300s\nwant %s, and the search for the factors", got, head)
	}
	set := parsed(t, got)
	if err := set.Verify(); err != nil || !set.Complete() {
		t.Errorf("%d squares, error %v", len(set.Entries), err)
	}
}

// The state is a set like any other, and the same command resumes from it, after Ctrl-C too.
func TestOverlayState(t *testing.T) {
	from := smallSet(t)
	path := filepath.Join(t.TempDir(), "state.csv")
	words := func() int {
		t.Helper()
		set, err := readSet(path, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Verify(); err != nil {
			t.Fatal(err)
		}
		return set.Words()
	}
	args := "overlay --content overlayadjacent --state " + path

	interrupted, stop := context.WithCancel(t.Context())
	stop()
	if code, _, stderr := tryIn(interrupted, args+" --from "+from); code != cli.No || !strings.Contains(stderr, "context canceled\n") {
		t.Errorf("interrupted: exit %d, %s", code, stderr)
	}
	first := words()
	got := fine(t, args+" --tries 400")
	if whole := fine(t, "overlay --content overlayadjacent --tries 400 --from "+from); !sameBut(cpuSeconds, whole, got) {
		t.Errorf("from a state without tries the search is another:\n%s", got)
	}
	if last := words(); last >= first {
		t.Errorf("%d words after 400 tries, want fewer than %d", last, first)
	}
	if want := "# findmagic overlay --content overlayadjacent --from " + from + " --seed 1 --tries 400\n"; !strings.HasPrefix(got, want) {
		t.Errorf("begins with %.100q, want %q", got, want)
	}
	if again := fine(t, args+" --tries 400"); !sameBut(cpuSeconds, again, got) {
		t.Errorf("a search that is done is not the same:\n%s", again)
	}
	if got := fine(t, args+" --tries 500 --from "+from); !strings.Contains(got, "# runs: 2\n") {
		t.Errorf("two runs:\n%.300s", got)
	}
	fine(t, args+" --tries 1000000000 --time 50ms")
}

// Wrong flags, files that are no sets or no states, and a state of another search are errors of one line. The state in path is that of a search with content overlay and
// the set in from.
func TestOverlayRefuses(t *testing.T) {
	from, dir := smallSet(t), t.TempDir()
	path := filepath.Join(dir, "state.csv")
	fine(t, "overlay --content overlay --from "+from+" --state "+path+" --tries 1")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := temporary(t, "damaged.csv", strings.Replace(string(text), "rook", "rock", 1))
	set, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	// Without the last entry.
	other := temporary(t, "other.csv", string(set[:bytes.LastIndexByte(set[:len(set)-1], '\n')+1]))
	for _, c := range []struct{ args, want string }{
		{"--from " + from, `required flag(s) "content" not set`},
		{"--content overly --from " + from, `--content: unknown content "overly" (want whole, overlay or overlayadjacent)`},
		{"--content whole --from " + from, "cannot be shared"},
		{"--content overlay --from " + from + " --tries -1", "--tries -1 (want at least 1)"},
		{"--content overlay --from " + from + " --tries 0", "--tries 0 (want at least 1)"},
		{"--content overlay --from " + from + " --state " + path + " -o " + path, "the state is there"},
		{"--content overlay --from " + from + " --state " + dir + "/new -o " + dir + "/./new", "the state is there"},
		{"--content overlay --from " + from + " --time -1s", "--time -1s (want at least 0)"},
		{"--content overlay --from " + dir, "not a regular file"},
		{"--content overlay --from " + filepath.Join(dir, "none.csv"), "no such file"},
		{"--content overlay --from " + from + "," + filepath.Join(dir, "none.csv"), "no such file"},
		{"--content overlay --state " + damaged, "checksum"},
		{"--content overlay --state " + from, "want the first line of a state"},
		{"--content overlayadjacent --state " + path, "the state of findmagic overlay --content overlay (want findmagic overlay --content overlayadjacent)"},
		{"--content overlay --state " + path + " --from " + other, "with other magics than those of"},
		{"--content overlay --from " + from + " -o " + dir + "/none/set.csv", "no such file"},
	} {
		refuses(t, "overlay "+c.args, c.want)
	}
}
