package position_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// ReadSuite refuses these texts, and its errors name the line. Lines may end as on Windows.
func TestReadSuiteErrors(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3 w - - "
	const good = kings + ";D1 5\n"
	for _, c := range []struct{ text, want string }{
		{"", `suite: no positions (want lines such as "FEN ;D1 20 ;D2 400")`},
		{"\n# none\n \n", `suite: no positions (want lines such as "FEN ;D1 20 ;D2 400")`},
		{good + "# a comment\n\nx ;D1 5\n", `suite:4: bad FEN "x": 1 fields (want placement, side to move, castling and en passant)`},
		{good + kings, `suite:2: no counts of leaves (want operations such as "D5 4865609")`},
		{good + kings + "; id x", `suite:2: no counts of leaves (want operations such as "D5 4865609")`},
		{good + kings + ";D1 5 ;D2 25 ;D1 5", `suite:2: operation "D1 5": depth 1 is there twice`},
		{good + kings + "D1 5 ;D01 5", `suite:2: operation "D01 5": depth 1 is there twice`},
		{kings + ";D1 x", `suite:1: operation "D1 x": "x" is no count`},
		{kings + ";D1 -5", `suite:1: operation "D1 -5": "-5" is no count`},
		{kings + ";D1 18446744073709551616", `suite:1: operation "D1 18446744073709551616": "18446744073709551616" is no count`},
		{kings + ";D1", `suite:1: operation "D1": want a depth from 1 to 99 and a count, such as "D5 4865609"`},
		{kings + ";D1 5 6", `suite:1: operation "D1 5 6": want a depth from 1 to 99 and a count, such as "D5 4865609"`},
		{kings + ";D0 1", `suite:1: operation "D0 1": want a depth from 1 to 99 and a count, such as "D5 4865609"`},
		{kings + ";D100 1", `suite:1: operation "D100 1": want a depth from 1 to 99 and a count, such as "D5 4865609"`},
		{good + strings.Repeat("x", 1<<20), "suite: a line is too long for a position"},
	} {
		if tests, err := position.ReadSuite(strings.NewReader(c.text), "suite"); err == nil || err.Error() != c.want || tests != nil {
			t.Errorf("%.80q: got %d tests, %v, want %s", c.text, len(tests), err, c.want)
		}
	}
	if _, err := position.ReadSuite(broken{}, "suite"); err == nil || err.Error() != "cannot read suite: disk on fire" {
		t.Errorf("a reader's error: got %v", err)
	}
	if tests, err := position.ReadSuite(strings.NewReader("# one\r\n\r\n"+strings.TrimSpace(good)+"\r\n"), "suite"); err != nil || len(tests) != 1 {
		t.Errorf("lines of Windows: got %d tests, %v", len(tests), err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("disk on fire") }
