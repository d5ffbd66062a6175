package guest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Lookups that cannot be called are refused in one line that says why, and names functions that can.
func TestRefused(t *testing.T) {
	tiertest.Slow(t)
	dir := module(t, map[string]string{
		"attacks": walker, "broken": "package broken\n\nfunc Rook(\n", "empty": "package empty\n",
		"late": "package late\n\nfunc Rook(sq int, occ uint64) uint64 { return nothing }\n",
		"board": `package board

type Board struct{}

func (b *Board) Rook(sq int, occ uint64) uint64 { return 0 }
func rookOwn(b *Board, sq int8, occ, own uint64) uint64 { return 0 }
func rookAt(sq int, occ uint64) uint64 { return 0 }
func delta(before *[19]uint64, move int, threats []uint32) int { return 0 } // 19 words are as large as our position, but move is no uint32
func InitTables() {}
func InitFor(n int) {}
`,
	})
	alone := t.TempDir() // in no module
	for _, c := range []struct {
		dir  string
		l    guest.Lookup
		says string
	}{
		{alone, lookup(t, "mine=./attacks"), "package ./attacks: "},
		{dir, lookup(t, "mine=./nowhere"), "package ./nowhere: "},
		{dir, lookup(t, "mine=./broken"), "syntax error"},
		{dir, lookup(t, "mine=./empty"), "has no function Rook, Bishop or Queen"},
		{dir, lookup(t, "mine=./attacks"), "(name others: --rook RookAttacks --bishop BishopAttacks)"},
		{dir, lookup(t, "mine=./..."), "packages (want one)"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "Rooky"}, "has no function Rooky (want one of its own, such as --rook RookAttacks"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks", Bishop: "Bishopy"}, "has no function Bishopy"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "attacks.RookAttacks"}, "has no function attacks.RookAttacks (want one of its own, or an expression in SQ and OCC)"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "One"}, "has One(occ Bitboard) Bitboard (want a function of a square and an occupancy"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "Pair", OccFirst: true}, "has Pair with 2 results (want 1: --rook 'func() Bitboard { a, _ := Pair(Bitboard(OCC), Square(SQ)); return a }()')"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks", Both: "RookAttacks"}, "has RookAttacks with 1 results (want 2)"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks(OCC, SQ"}, "is no expression: "},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks(OCC, SQ)) + f(OCC"}, "is no expression: "},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks(Bitbord(OCC), Square(SQ))"}, "--rook: undefined: Bitbord"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./board", Rook: "Rook"}, "has Rook as a method of Board (want an expression, such as --rook 'new(Board).Rook(SQ, OCC)')"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./board", Rook: "rookOwn"}, "or an expression such as 'rookOwn(new(Board), int8(SQ), OCC, 0)')"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./board", Rook: "rookAt", Init: "Fill"}, "has no function Fill (want one of its own, such as --init InitTables)"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./board", Rook: "rookAt", Init: "InitFor"}, "has InitFor(n int), which takes arguments (want a call: --init 'InitFor(...)')"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./board", Threats: "delta"}, "--threats: cannot use move"},
		{dir, lookup(t, "mine=./late"), "undefined: nothing"},
	} {
		_, err := guest.NewProver(t.Context(), t.TempDir(), c.dir, c.l, root(t))
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", c.l, err, c.says)
		}
	}
}

// Lookups are asked where they are: in a command without a module, in folders that only their own module can import, in a workspace that replaces a module, as
// methods, as generic functions, and with types that are not exported or come from other packages under other names. Nothing is written there. The functions that fill
// tables are called in the order of --init.
func TestAsked(t *testing.T) {
	tiertest.Slow(t)
	// The functions for --init make ready 3, if they are called in this order: 0 + 1, times 3. Steps are those of slider.
	const tables = `

var ready int

func InitFirst() error { ready++; return nil }

func initSecond(times int) { ready *= times }

type board struct{ occ bitboard }

func (b *board) slide(sq square, steps ...int) bitboard {
	if ready != 3 {
		return 0
	}
	return bitboard(slide(int(sq), uint64(b.occ), steps...))
}
`
	// A folder without a go.mod: its path follows from the import of its folder set.
	command := module(t, map[string]string{"set": "package set\n\ntype Board uint64\n", ".": slider("main", "import \"old.org/engine/set\"\n\nvar _ set.Board\n\ntype square int8\n\ntype bitboard uint64\n\nfunc main() { panic(0) }", "") + tables})
	// Files that are not of its package, or that no build of it has.
	for name, text := range map[string]string{"x_test.go": "package main\n", "y_test.go": "package main_test\n", "z.go": "//go:build ignore\n\npackage other\n"} {
		if err := os.WriteFile(filepath.Join(command, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(command, "go.mod")); err != nil {
		t.Fatal(err)
	}
	// A module in a workspace, with lookups in a folder internal of a folder internal. Their imports have a dot, a name that is not their folder's, and the name of our board;
	// their own Bitboard is none of these packages'.
	folders := module(t, map[string]string{
		"v2/internal/x/internal/attacks": strings.Replace(slider("attacks", `import (
	_ "dep.org/dep"
	"example.com/engine/board"
	. "example.com/engine/dotted"
	"example.com/engine/bits-go/v3"
)

func rookOf(sq Square, occ set.Bitboard) set.Bitboard { return set.Bitboard(Rook(int(sq), uint64(occ))) }

func Queen(sq int, occ uint64) uint64 { return 0 } // of another board

func bishopOf[S ~int, B ~uint64](sq S, occ B) B { return B(Bishop(int(sq), uint64(occ))) }

type Bitboard string`, ""), "func Rook(", "func TableBytes(p board.Piece) int { return 5 + int(p) }\n\nfunc Rook(", 1),
		"dotted":     "package dotted\n\ntype Square uint8\n\ntype Unused int\n",
		"bits-go/v3": "package set\n\ntype Bitboard uint64\n",
		"board":      "package board\n\ntype Piece int\n",
		"dep":        "package dep\n",
	})
	for name, text := range map[string]string{
		"dep/go.mod": "module dep.org/dep\n", "go.work": "go 1.26\n\nuse .\n\nreplace dep.org/dep => ./dep\n",
		"go.mod": "module example.com/engine\n\ngo 1.26\n\nrequire dep.org/dep v0.0.0\n",
	} {
		if err := os.WriteFile(filepath.Join(folders, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		dir  string
		l    guest.Lookup
		says string
	}{
		{command, guest.Lookup{Pattern: ".", Rook: "(&board{bitboard(OCC)}).slide(square(SQ), 12, 32, 21, 23)", Bishop: "(&board{bitboard(OCC)}).slide(square(SQ), 11, 13, 31, 33)", Init: "InitFirst, initSecond(1<<2 - 1)"}, ""},
		{command, guest.Lookup{Pattern: ".", Rook: "(&board{bitboard(OCC)}).slide(square(SQ), 12, 32, 21, 23)", Init: "initSecond(3); InitFirst"}, "rook on a1 is wrong"}, // the wrong order
		{command, guest.Lookup{Pattern: ".", Rook: "(&board{bitboard(OCC)}).slide(square(SQ), 12, 32, 21, 23)"}, "--init names the functions that fill tables; the package has InitFirst\n"},
		{folders, guest.Lookup{Pattern: "./v2/internal/x/internal/attacks", Rook: "rookOf", Bishop: "bishopOf(SQ, OCC)", Both: "rookOf(Square(1*SQ), set.Bitboard(OCC)), bishopOf(SQ, OCC)"}, ""},
		{folders, guest.Lookup{Pattern: "./v2/internal/x/internal/attacks", Rook: "rookOf", Bishop: "bishopOf"}, "queen on a1 is wrong"}, // by the function Queen
	} {
		c.l.Name = "mine"
		before := listed(t, c.dir)
		p, err := guest.NewProver(t.Context(), t.TempDir(), c.dir, c.l, root(t))
		if err != nil {
			t.Errorf("%+v: %v", c.l, err)
			continue
		}
		if err := p.Prove(t.Context(), 1); (c.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.l, err, c.says)
		}
		if after := listed(t, c.dir); !slices.Equal(before, after) {
			t.Errorf("%+v: there were %q, and are %q", c.l, before, after)
		}
	}
}

// listed lists the files of a folder and those below.
func listed(t *testing.T, dir string) (all []string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// prepared adds a function for --setup, which makes an argument of a position and a move as text, and a delta function that takes this argument. Moves are numbers as
// board/delta.h describes them.
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
		case c == '/': // from behind a rank to the begin of the rank below
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
	// Castling: the king moves two squares, and delta.h names the rook's square.
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

// A package's delta function is proved, with our type of position or with its own. An error shows the move.
func TestDelta(t *testing.T) {
	tiertest.Slow(t)
	text, err := os.ReadFile("testdata/delta.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		statement      string // before Delta's return; the square 10 is c2
		threats, setup string // the flags
		says           string
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
