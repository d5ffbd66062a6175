package study

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
	match := func(name string, pext, twice float64) {
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
	for name, want := range map[string][]string{"pext": {"12.5", "-20.0"}, "fancymagic": {"0.0", "0.0"}, "short": nil, "magic": nil} {
		if got := about(Gains(matches, name)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := about(Shares(matches)); !slices.Equal(got, []string{"7.0", "2.0"}) {
		t.Errorf("shares %q", got)
	}
}

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

func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{"ada-1-x.json": "want a name like", "c.json": "want a name like", "ada-1-c.json": "no engines", "ada-2-go.json": "ada-2-go.json: "} {
		path := write(t, folder, name, map[string]string{"ada-1-c.json": "{}", "ada-2-go.json": "{"}[name])
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
