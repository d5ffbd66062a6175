package techniques_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/techniques"
)

func TestFind(t *testing.T) {
	all, err := techniques.Find()
	if err != nil || !slices.Equal(all, techniques.Catalogue()) {
		t.Errorf("no names: got %d entries, %v", len(all), err)
	}
	found, err := techniques.Find("pext", "classical")
	if err != nil || len(found) != 2 || found[0].Name != "pext" || found[1].Name != "classical" {
		t.Errorf("pext, classical: got %v, %v", found, err)
	}
}

func TestFindUnknown(t *testing.T) {
	var names []string
	for _, e := range techniques.Catalogue() {
		names = append(names, e.Name)
	}
	have := "have: " + strings.Join(names, ", ") + ")"
	for _, c := range []struct{ name, want string }{
		{"magik", `unknown technique "magik" (did you mean "magic"? ` + have},
		{"PEXT", `unknown technique "PEXT" (did you mean "pext"? ` + have},
		{"fancymagics", `unknown technique "fancymagics" (did you mean "fancymagic"? ` + have},
		{"sherwinbits", `unknown technique "sherwinbits" (did you mean "sherwinbytes"? ` + have},
		{"x", `unknown technique "x" (` + have},
		{"", `unknown technique "" (` + have},
		{"noop", `unknown technique "noop" (` + have},
		{"a\nb", `unknown technique "a\nb" (` + have},
	} {
		found, err := techniques.Find("classical", c.name)
		if err == nil || err.Error() != c.want || found != nil {
			t.Errorf("%q: got %v, %v, want %s", c.name, found, err, c.want)
		}
	}
}
