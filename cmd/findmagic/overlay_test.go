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
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// overlayRun runs the command alone.
func overlayRun(ctx context.Context, args ...string) (stdout string, err error) {
	var out, talk bytes.Buffer
	c := overlayCommand()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&talk)
	err = c.ExecuteContext(ctx)
	return out.String(), err
}

// cpuSeconds is what two runs of the same command differ in.
var cpuSeconds = regexp.MustCompile(`CPU seconds: [\d.]+\n`)

func sameBut(cpu *regexp.Regexp, a, b string) bool {
	return cpu.MatchString(a) && cpu.ReplaceAllString(a, "") == cpu.ReplaceAllString(b, "")
}

// smallSet writes the factors of a few squares to a file.
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
	path = filepath.Join(t.TempDir(), "small.csv")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOverlay(t *testing.T) {
	ctx := context.Background()
	from := smallSet(t)
	args := []string{"--content", "overlayadjacent", "--from", from, "--tries", "200"}
	got, err := overlayRun(ctx, args...)
	if err != nil {
		t.Fatal(err)
	}
	head := "# findmagic overlay --content overlayadjacent --from " + from + " --seed 1 --tries 200\n# tries: 200\n# runs: 1\n# CPU seconds: "
	if !strings.HasPrefix(got, head) || !strings.Contains(got, "# from a test\n") {
		t.Errorf("comments of\n%.300s\nwant %q, and what the set brought", got, head)
	}
	set, err := factors.Read(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Verify(); err != nil {
		t.Error(err)
	}
	if again, err := overlayRun(ctx, args...); err != nil || !sameBut(cpuSeconds, again, got) {
		t.Errorf("the same command writes another set, error %v:\n%s", err, again)
	}
	if other, err := overlayRun(ctx, append(args, "--seed", "2")...); err != nil || sameBut(cpuSeconds, other, got) {
		t.Errorf("another seed writes the same set, error %v", err)
	}
}

// Of several sets, each square takes the factor with the narrowest range, and the source of all is kept.
func TestOverlayOfSeveralSets(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	// Shifted by a bit less, a factor gives indices twice as far apart: a wide range. A rook on a1 is in one set only.
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
	first := write("first.csv", text("made first", a1, e4, wide(d5)))
	second := write("second.csv", text("made second", wide(e4), d5))
	got, err := overlayRun(t.Context(), "--content", "overlay", "--from", first+","+second, "--tries", "10")
	if err != nil {
		t.Fatal(err)
	}
	head := "# findmagic overlay --content overlay --from " + first + "," + second + " --seed 1 --tries 10\n# tries: 10\n# runs: 1\n# CPU seconds: "
	source := "# " + first + ": made first\n# " + second + ": made second\n"
	if !strings.HasPrefix(got, head) || !strings.Contains(got, source) {
		t.Errorf("comments of\n%.600s\nwant\n%s...\n%s", got, head, source)
	}
	placed, err := factors.Read(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if want := []factors.Entry{a1, e4, d5}; !slices.EqualFunc(placed.Entries, want, sameFactor) {
		t.Errorf("placed %v, want the factors of %v", placed.Entries, want)
	}
}

func TestOverlayFromASeed(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for a quarter of a minute")
	}
	got, err := overlayRun(t.Context(), "--content", "overlayadjacent", "--seed", "2", "--tries", "1")
	if err != nil {
		t.Fatal(err)
	}
	head := "# findmagic overlay --content overlayadjacent --seed 2 --tries 1\n# tries: 1\n# runs: 1\n# CPU seconds: "
	if !strings.HasPrefix(got, head) || !strings.Contains(got, "# findmagic search --form white --layout dense --seed 2\n") {
		t.Errorf("comments of\n%.300s\nwant %s, and the search for the factors", got, head)
	}
	set, err := factors.Read(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Verify(); err != nil || !set.Complete() {
		t.Errorf("%d squares, error %v", len(set.Entries), err)
	}
}

// The state is a set like any other, and the search goes on from it, after Ctrl-C too.
func TestOverlayState(t *testing.T) {
	ctx := context.Background()
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
	args := []string{"--content", "overlayadjacent", "--state", path}

	interrupted, stop := context.WithCancel(ctx)
	stop()
	if _, err := overlayRun(interrupted, append(args, "--from", from)...); err != context.Canceled {
		t.Errorf("interrupted: error %v, want %v", err, context.Canceled)
	}
	first := words()
	got, err := overlayRun(ctx, append(args, "--tries", "400")...)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := overlayRun(ctx, "--content", "overlayadjacent", "--from", from, "--tries", "400"); err != nil || !sameBut(cpuSeconds, whole, got) {
		t.Errorf("from a state without tries the search is another, error %v:\n%s", err, got)
	}
	if last := words(); last >= first {
		t.Errorf("%d words after 400 tries, want fewer than %d", last, first)
	}
	if want := "# findmagic overlay --content overlayadjacent --from " + from + " --seed 1 --tries 400\n"; !strings.HasPrefix(got, want) {
		t.Errorf("begins with %.100q, want %q", got, want)
	}
	again, err := overlayRun(ctx, append(args, "--tries", "400")...)
	if err != nil || !sameBut(cpuSeconds, again, got) {
		t.Errorf("a search that is done is not the same, error %v:\n%s", err, again)
	}
	if got, err = overlayRun(ctx, append(args, "--tries", "500", "--from", from)...); err != nil || !strings.Contains(got, "# runs: 2\n") {
		t.Errorf("two runs: error %v\n%.300s", err, got)
	}
	if _, err := overlayRun(ctx, append(args, "--tries", "1000000000", "--time", "50ms")...); err != nil {
		t.Errorf("time up: %v", err)
	}
}

func TestOverlayRefuses(t *testing.T) {
	ctx := context.Background()
	from := smallSet(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "state.csv")
	if _, err := overlayRun(ctx, "--content", "overlay", "--from", from, "--state", path, "--tries", "1"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	damaged := write("damaged.csv", strings.Replace(string(text), "rook", "rock", 1))
	set, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	other := write("other.csv", string(set[:bytes.LastIndexByte(set[:len(set)-1], '\n')+1]))
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
		{"--content overlayadjacent --state " + path, "the state of a search with content overlay (want overlayadjacent)"},
		{"--content overlay --state " + path + " --from " + other, "with other factors than those of"},
		{"--content overlay --from " + from + " -o " + dir + "/none/set.csv", "no such file"},
	} {
		if _, err := overlayRun(ctx, strings.Fields(c.args)...); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("overlay %s: error %v, want a line with %q", c.args, err, c.want)
		}
	}
}
