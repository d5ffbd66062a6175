package language_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/language"
)

// Commas divide a list where no bracket is open. Each case is the wanted parts: joined by commas, they are the list.
func TestDivided(t *testing.T) {
	for _, want := range [][]string{
		{"rook", "bishop", ""},
		{"", "bishop"},
		{"f<1, 2>", "g<h<1, 2>>"},
		{"f(1 << SQ, OCC)", "b"},
		{"f(1<<SQ, OCC, 0)", "g(OCC>>SQ, 1)"},
		{"f(SQ < 8, OCC)", "b->g(SQ, OCC)", "c"},
		{"b->f(SQ, a[0, 1])", "[](auto s, auto o) { return s <= 8, o; }(SQ, OCC)"},
		{"f<(1 > 0), 2>(SQ, OCC)", "g"},
	} {
		list := strings.Join(want, " , ")
		if got := language.Divided(list); !slices.Equal(got, want) {
			t.Errorf("%s: got %q", list, got)
		}
	}
}
