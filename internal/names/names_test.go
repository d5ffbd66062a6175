package names_test

import (
	"testing"

	"github.com/slidebench/slidebench/internal/names"
)

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
