package names_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/names"
)

// Safe and SafeBrand accept what terminals, pages and spreadsheets may show, and CleanBrand removes the rest from a brand.
func TestSafe(t *testing.T) {
	long := strings.Repeat("é", 101) // 202 bytes
	for _, c := range []struct {
		s           string
		safe, brand bool
		clean       string
	}{
		{"AMD EPYC 9B45", true, true, "AMD EPYC 9B45"},
		{"Intel® Core™ i7", false, true, "Intel® Core™ i7"},
		{"=1+1", false, false, "1+1"}, // a formula in a spreadsheet
		{"a|b<c>", false, false, "abc"},
		{"a\x1b[0m", false, false, "a0m"},
		{"a\xffb", false, false, "ab"},
		{"", false, false, ""},
		{long, false, false, long[:200]},
	} {
		if safe, brand, clean := names.Safe(c.s), names.SafeBrand(c.s), names.CleanBrand(c.s); safe != c.safe || brand != c.brand || clean != c.clean {
			t.Errorf("%q: safe %v, as a brand %v, cleaned %q; want %v, %v, %q", c.s, safe, brand, clean, c.safe, c.brand, c.clean)
		}
	}
}

// Parse returns the index of a name, and an error that lists the names for an unknown one.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		s    string
		of   []string
		i    int
		want string
	}{
		{"red", []string{"red", "green", "blue"}, 0, ""},
		{"blue", []string{"red", "green", "blue"}, 2, ""},
		{"grey", []string{"red", "green", "blue"}, 0, `unknown colour "grey" (want red, green or blue)`},
		{"Red", []string{"red", "green"}, 0, `unknown colour "Red" (want red or green)`},
		{"", []string{"red", "green"}, 0, `unknown colour "" (want red or green)`},
	} {
		i, err := names.Parse[int]("colour", c.s, c.of)
		if i != c.i || err == nil != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%q: %d, %v; want %d, %s", c.s, i, err, c.i, c.want)
		}
	}
}
