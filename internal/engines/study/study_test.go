package study

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
)

// write writes a file, and returns its path.
func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each engine counts once, whatever its versions and machines; a build that is missing or was played in other rounds has no figure.
func TestGains(t *testing.T) {
	folder := t.TempDir()
	match := func(name string, pext, twice float64) { // cycles, in the first of two rounds; fancymagic takes 100, and in the second all take twice as many
		write(t, folder, name, fmt.Sprintf(`{"rounds":2,"engines":[{"name":"fancymagic","cycles":[100,200]},{"name":"pext","cycles":[%g,%g]},{"name":"twice","cycles":[%g,%g]},{"name":"short","cycles":[100]}]}`,
			pext, 2*pext, twice, 2*twice))
	}
	match("ada-1-c.json", 80, 110)
	match("ada-2-cpp.json", 100, 104)
	match("bob-1-rust.json", 125, 102)
	write(t, folder, "aa.json", "of a program with itself")
	matches, err := ReadFolder(folder)
	if err != nil || len(matches) != 3 {
		t.Fatal(len(matches), err)
	}
	about := func(got []float64) (text []string) {
		for _, x := range got {
			text = append(text, fmt.Sprintf("%.1f", x))
		}
		return text
	}
	// The figures of ada, the median of two matches (pext gains 25 and 0 %), and of bob. short was played in one round, and magic is missing.
	for name, want := range map[string][]string{"pext": {"12.5", "-20.0"}, "fancymagic": {"0.0", "0.0"}, "short": nil, "magic": nil} {
		if got := about(Gains(matches, name)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := about(Shares(matches)); !slices.Equal(got, []string{"7.0", "2.0"}) {
		t.Errorf("shares %q", got)
	}
}

// A match counts unless half of its intervals reach more than five points to a side. A machine's median is of the matches that count, and a technique that not all
// machines have says so.
func TestNoisy(t *testing.T) {
	root := t.TempDir()
	// match writes a match in which techniques take so many times as long as fancymagic. The rounds of every second technique are spread.
	match := func(path string, techniques map[string]float64, spread float64) {
		var b strings.Builder
		for i, name := range append([]string{"fancymagic"}, slices.Sorted(maps.Keys(techniques))...) {
			fmt.Fprintf(&b, `,{"name":%q,"cycles":[`, name)
			for round := range 8 {
				times := cmp.Or(techniques[name], 1)
				if i%2 == 1 {
					times *= 1 + spread*float64(round%4)
				}
				fmt.Fprintf(&b, "%s%g", map[bool]string{true: ","}[round > 0], 1000*times)
			}
			b.WriteString("]}")
		}
		folder := filepath.Join(root, filepath.Dir(path))
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, folder, filepath.Base(path), `{"disturbed":0.5,"engines":[`+b.String()[1:]+"]}")
	}
	match("a/engines/ada-1-c.json", map[string]float64{"pext": 0.8, "dual": 1}, 0)
	match("a/engines/bob-1-c.json", map[string]float64{"pext": 0.4, "gfni": 0.4, "magic": 0.4}, 0.1) // gfni and pext are spread
	match("b/engines/ada-1-c.json", map[string]float64{"pext": 0.5}, 0.01)                           // the median round takes 0.5075 times as long: +97 %
	match("b/engines/eve-1-go.json", map[string]float64{"pext": 2}, 0)
	matches, err := ReadFolder(filepath.Join(root, "a", "engines"))
	if err != nil {
		t.Fatal(err)
	}
	if steady, noisy := Split(matches); len(steady) != 1 || len(noisy) != 1 || noisy[0].Engine != "bob 1" || noisy[0].Disturbed != 0.5 {
		t.Errorf("%d count, %d are too noisy", len(steady), len(noisy))
	}
	if reach := matches[1].Reach("gfni"); !(reach > 30 && reach < 90) || !math.IsNaN(matches[1].Reach("nothing")) || matches[0].Reach("pext") != 0 {
		t.Errorf("reaches of %.1f, %.1f and %.1f points", reach, matches[1].Reach("nothing"), matches[0].Reach("pext"))
	}
	var files []*results.File
	for _, machine := range []string{"a", "b", "c"} {
		files = append(files, &results.File{Name: filepath.Join(root, machine, "x.txt")})
	}
	front, err := Front(files)
	if err != nil || len(front.Columns) != 1 || front.Columns[0].Machines != 2 {
		t.Fatal(front.Columns, err)
	}
	for of, want := range map[[3]string]string{ // of a machine, "" for all, a language and a technique
		{"", "C", "pext"}: "+25.0 to +97.0", {"", "C", "dual"}: "+0.0 (1) on 1", {"", "Go", "pext"}: "-50.0 (1) on 1", {"", "C", "gfni"}: "",
		{"a", "C", "pext"}: "+25.0 (1)", {"a", "Go", "pext"}: "", {"c", "C", "pext"}: "+25.0 to +97.0", // c has no matches
	} {
		if got := front.Columns[0].Read(of[0], of[1], of[2]); got != want {
			t.Errorf("%q: %q, want %q", of, got, want)
		}
	}
}

// Reach is how far the farther side of an interval is away, whichever side that is.
func TestReach(t *testing.T) {
	match := func(odd float64) *Match { // pext takes 100 cycles, as fancymagic does, and in one round odd
		m := &Match{}
		for _, cycles := range []float64{100, odd} {
			side := Side{Name: "fancymagic", Cycles: []float64{100, 100, 100, 100, 100, 100}}
			if cycles != 100 {
				side = Side{Name: "pext", Cycles: []float64{cycles, 100, 100, 100, 100, 100}}
			}
			m.Engines = append(m.Engines, side)
		}
		return m
	}
	for odd, want := range map[float64]float64{80: 25, 125: 20} { // gains of +25 and -20 %
		if got := match(odd).Reach("pext"); math.Abs(got-want) > 1e-9 {
			t.Errorf("%g cycles in a round: %.1f points, want %.1f", odd, got, want)
		}
	}
}

// Few figures are shown with their number, enough of them with an interval. InGo takes the matches in Go, or all others.
func TestShow(t *testing.T) {
	for want, figures := range map[string][]float64{
		"": nil, "+2.0 (3)": {1, 2, 3}, "-3.5 [-6.0,&nbsp;-1.0]": {-1, -2, -3, -4, -5, -6},
	} {
		if got := Show(figures); got != want {
			t.Errorf("%v: %q, want %q", figures, got, want)
		}
	}
	matches := []*Match{{Engine: "a", Language: "go"}, {Engine: "b", Language: "rust"}, {Engine: "c", Language: "c"}}
	if in, others := InGo(matches, true), InGo(matches, false); len(in) != 1 || in[0].Engine != "a" || len(others) != 2 {
		t.Errorf("%d in Go, %d others", len(in), len(others))
	}
}

// A file with a wrong name, or without engines, is refused by an error that names it.
func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{"ada-1-x.json": "want a name like", "c.json": "want a name like", "ada-1-c.json": "no engines", "ada-2-go.json": "ada-2-go.json: "} {
		path := write(t, folder, name, map[string]string{"ada-1-c.json": "{}", "ada-2-go.json": "{"}[name])
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
