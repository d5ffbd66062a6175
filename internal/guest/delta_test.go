package guest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// prepared makes the argument of a delta function of text.
const prepared = `
type own struct {
	p    Position
	move uint32
}

func prepare(fen, move string) (o own) {
	const men = ".PNBRQK..pnbrqk"
	sq, fields := 56, strings.Fields(fen)
	for _, c := range fields[0] {
		switch {
		case c == '/':
			sq -= 16
		case c <= '8':
			sq += int(c - '0')
		default:
			o.p.Men[sq] = uint8(strings.IndexRune(men, c))
			sq++
		}
	}
	square := func(name string) uint32 { return uint32(name[0]-'a') + 8*uint32(name[1]-'1') }
	from, to := square(move), square(move[2:])
	if o.p.Men[from]&7 == 1 && fields[3] != "-" && square(fields[3]) == to {
		o.move = 1 << 18
	}
	if o.p.Men[from]&7 == 6 && from+2 == to {
		o.move, to = 2<<18, to+1
	} else if o.p.Men[from]&7 == 6 && from == to+2 {
		o.move, to = 2<<18, to-2
	}
	if len(move) > 4 {
		o.move = uint32(strings.IndexByte(".nbrq", move[4])) << 15
	}
	o.move |= from | to<<6
	return o
}

func ofOwn(o own, threats []uint32) int { return Delta(&o.p, o.move, threats) }
`

// A package's delta function is proved, by our position or by its own, and what is wrong with it is told with a picture of the move.
func TestDelta(t *testing.T) {
	tiertest.Slow(t)
	text, err := os.ReadFile("testdata/delta.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		statement, threats, setup, says string
	}{
		"right":  {threats: "Delta"},
		"own":    {threats: "ofOwn", setup: "prepare"},
		"wrong":  {"if from == 10 && n > 0 { threats[0] ^= 1 << 8 }", "Delta", "", "threats of c2"},
		"odd":    {"n = -n - 1", "ofOwn", "prepare", "N is -1 (want 0 to 144)"},
		"beyond": {"if from == 10 { threats[len(threats)] = 1 }", "Delta", "", ": the function panics: runtime error: index out of range [144] with length 144\nbefore"},
		"writes": {"if from == 10 { before.Men[to] = 0 }", "Delta", "", ": the function writes to the position\nbefore"},
		"exits":  {"if from == 10 { os.Exit(3) }", "Delta", "", "the function ends the program: exit status 3"},
		"absent": {"", "Deltas", "", "has no function Deltas (want one of its own"},
		"other":  {"", "Delta", "prepare", "(want func(before *Position, move uint32, threats []uint32) int, or with --setup"},
	}
	packages := map[string]string{}
	for name, c := range cases {
		own := strings.Replace(string(text), "package delta\n", "package "+name+"\n\nimport (\n\t\"os\"\n\t\"strings\"\n)\n\nvar _ = os.Exit\n", 1) + prepared
		packages[name] = strings.Replace(own, "\treturn n\n}", "\t"+c.statement+"\n\treturn n\n}", 1)
	}
	dir := module(t, packages)
	for name, c := range cases {
		if !tiertest.Minutes() && name != "wrong" && name != "absent" {
			continue
		}
		p, err := guest.NewProver(t.Context(), t.TempDir(), dir, guest.Lookup{Name: name, Pattern: "./" + name, Threats: c.threats, Setup: c.setup}, root(t))
		if err == nil {
			err = p.Prove(t.Context(), 1)
		}
		if (c.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
