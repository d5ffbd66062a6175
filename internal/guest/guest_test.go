package guest_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/language"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/language/stubtest"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// walker is a package in an unusual style: with its own names and types, and the occupancy first.
const walker = `package attacks

import "time"

type Square uint8
type Bitboard uint64

func slide(occ Bitboard, sq Square, steps ...[2]int) (a Bitboard) {
	for _, s := range steps {
		for f, r := int(sq&7)+s[0], int(sq>>3)+s[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+s[0], r+s[1] {
			b := Bitboard(1) << (8*r + f)
			if a |= b; occ&b != 0 {
				break
			}
		}
	}
	return a
}

func RookAttacks(occ Bitboard, sq Square) Bitboard {
	return slide(occ, sq, [2]int{0, 1}, [2]int{0, -1}, [2]int{1, 0}, [2]int{-1, 0})
}

func BishopAttacks(occ Bitboard, sq Square) Bitboard {
	return slide(occ, sq, [2]int{1, 1}, [2]int{1, -1}, [2]int{-1, 1}, [2]int{-1, -1})
}

func Pair(occ Bitboard, sq Square) (Bitboard, Bitboard) { return RookAttacks(occ, sq), BishopAttacks(occ, sq) }

func hidden(occ Bitboard, sq Square) Bitboard { return 0 }

func One(occ Bitboard) Bitboard { return 0 }

// Of has a type parameter: it is no lookup.
func Of[T any](occ Bitboard, sq T) Bitboard { return 0 }

// Queen has another meaning, and its type must not be imported.
func Queen(d time.Duration) Bitboard { return 0 }
`

// module makes a module that requires this one, with packages by their folders.
func module(t *testing.T, packages map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"go.mod": "module example.com/engine\n\ngo 1.26\n\nrequire " + slidebench.Module + " v0.0.0\n\nreplace " + slidebench.Module + " => " + root + "\n"}
	for folder, text := range packages {
		files[folder+"/x.go"] = text
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lookup reads a package's flags.
func lookup(t *testing.T, text string) guest.Lookup {
	t.Helper()
	l, err := guest.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A package of another module is proved as a technique, under its name, and its module is left as it was, whatever the user's -mod. Files in C are
// proved by every compiler that is here, whole and in make check in part, beside a package in Go and without any. What is wrong, crashes or does not compile is told.
func TestGuest(t *testing.T) {
	tiertest.Slow(t)
	tiertest.Lightly(t)
	t.Setenv("GOFLAGS", "-mod=mod")
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command: ", err)
	}
	dir := module(t, map[string]string{"attacks": walker, "wrong": strings.Replace(walker, "if a |= b; occ&b != 0 {", "if a |= b; occ&b != 0 || b == 1<<27 {", 1)})
	right, bad := lookup(t, "mine=./attacks"), lookup(t, "other=./wrong")
	for _, l := range []*guest.Lookup{&right, &bad} {
		l.Rook, l.Bishop, l.Both, l.OccFirst, l.Bytes = "RookAttacks", "BishopAttacks", "Pair", true, 77
	}
	says := map[string]string{"mine": "ok  mine\n", "other": "bishop on a1 is wrong"}
	var files []guest.File
	if found, _ := host("c").Here(); len(found) > 0 {
		const functions = ":rook_attacks,bishop_attacks"
		files = []guest.File{
			file(t, dir, "mine=mine.c"+functions, inC),
			file(t, dir, "alone.c"+functions, inC),
			file(t, dir, "single.h"+functions, strings.Replace(inC, "static int ready;", "extern int ready;\n#ifdef SINGLE_IMPLEMENTATION\nint ready;\n#endif", 1)),
			file(t, dir, "part=part.h:,bishop_attacks", inC),
			file(t, dir, "wrong.c"+functions, strings.Replace(inC, ">> (8 * r + f) & 1)", ">> (8 * r + f) & 1 || 8 * r + f == 27)", 1)),
			file(t, dir, "crash.c"+functions, strings.Replace(inC, "return ready", "if (sq == 63) *(volatile int *)8 = 1; return ready", 1)),
			file(t, dir, "late.c"+functions, strings.Replace(inC, "return ready", "return nothing", 1)),
		}
		for name, said := range map[string]string{"alone": "ok  alone (c-", "single": "ok  single (c-", "part": "ok  part (c-", "wrong": "bishop on a1 is wrong",
			"crash": "on h8 ends the program: SIGSEGV", "late": "nothing"} {
			says[name] = said
		}
	}
	for i := range files {
		files[i].Flags, files[i].Standard, files[i].Notes = []string{"-DX=1", "-I" + filepath.Join(dir, "include")}, "gnu17", []string{"c-gcc: inlined"}
	}
	tree, err := guest.New(t.Context(), t.TempDir(), dir, guest.Guests{Lookups: []guest.Lookup{right, bad}, Files: files}, "")
	if err != nil || tree.Source != root(t) {
		t.Fatal(tree, err)
	}
	program, err := tree.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), source.Variable+"="+tree.Root)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for name, says := range says {
		if !tiertest.Minutes() && slices.Contains([]string{"alone", "part", "wrong", "late"}, name) {
			continue
		}
		out, err := run("verify", "--technique", name)
		if right := strings.HasPrefix(says, "ok"); right != (err == nil) || !strings.Contains(out, says) {
			t.Errorf("%s: %v: %.600s", name, err, out)
		}
	}
	if out, err := run("list", "--format", "csv"); err != nil || !strings.Contains(out, "\nmine,guest,its own repository,") {
		t.Errorf("%v: the list has no mine:\n%.2000s", err, out)
	}
	if text, err := os.ReadFile(filepath.Join(tree.Root, "internal", "techniques", "facts", "guests.go")); err != nil || files != nil && (strings.Contains(string(text), dir) ||
		!strings.Contains(string(text), `Source: "example.com/engine/attacks; mine.c compiled by -std=gnu17 -DX=1 -Iinclude; c-gcc: inlined"`) || !strings.Contains(string(text), `Source: "part.h compiled by`)) {
		t.Errorf("a record would keep %v, %s", err, text)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 3+len(files) {
		t.Errorf("the module has %v, %v", left, err)
	}
	if files == nil {
		tiertest.Need(t, "gcc", errors.New("no gcc or clang on Linux"))
	}
}

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
func InitTables() {}
func InitFor(n int) {}
`,
	})
	alone := t.TempDir()
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
		{dir, lookup(t, "mine=./late"), "undefined: nothing"},
	} {
		_, err := guest.NewProver(t.Context(), t.TempDir(), c.dir, c.l, root(t))
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", c.l, err, c.says)
		}
	}
}

// root returns the root of this source tree.
func root(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// Lookups are asked where they are: in a command without a module, in folders that only their own module can import, in a workspace that replaces a module, as
// methods, as generic functions, and with types that are not exported or come from other packages under other names. Nothing is written there. What fills their tables is called in its order.
func TestAsked(t *testing.T) {
	tiertest.Slow(t)
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
	command := module(t, map[string]string{"set": "package set\n\ntype Board uint64\n", ".": slider("main", "import \"old.org/engine/set\"\n\nvar _ set.Board\n\ntype square int8\n\ntype bitboard uint64\n\nfunc main() { panic(0) }", "") + tables})
	for name, text := range map[string]string{"x_test.go": "package main\n", "y_test.go": "package main_test\n", "z.go": "//go:build ignore\n\npackage other\n"} {
		if err := os.WriteFile(filepath.Join(command, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(command, "go.mod")); err != nil {
		t.Fatal(err)
	}
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
		{command, guest.Lookup{Pattern: ".", Rook: "(&board{bitboard(OCC)}).slide(square(SQ), 12, 32, 21, 23)", Init: "initSecond(3); InitFirst"}, "rook on a1 is wrong"},
		{command, guest.Lookup{Pattern: ".", Rook: "(&board{bitboard(OCC)}).slide(square(SQ), 12, 32, 21, 23)"}, "--init names the functions that fill tables; the package has InitFirst\n"},
		{folders, guest.Lookup{Pattern: "./v2/internal/x/internal/attacks", Rook: "rookOf", Bishop: "bishopOf(SQ, OCC)", Both: "rookOf(Square(1*SQ), set.Bitboard(OCC)), bishopOf(SQ, OCC)"}, ""},
		{folders, guest.Lookup{Pattern: "./v2/internal/x/internal/attacks", Rook: "rookOf", Bishop: "bishopOf"}, "queen on a1 is wrong"},
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

// slider returns a package whose bishops on c2 run a body before their answer, or instead of one.
func slider(name, declared, body string) string {
	return "package " + name + "\n\n" + declared + `

func slide(sq int, occ uint64, steps ...int) (a uint64) {
	for _, s := range steps {
		for f, r := sq%8+s%10-2, sq/8+s/10-2; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+s%10-2, r+s/10-2 {
			if a |= 1 << (8*r + f); occ>>(8*r+f)&1 != 0 {
				break
			}
		}
	}
	return a
}

func Rook(sq int, occ uint64) uint64 { return slide(sq, occ, 12, 32, 21, 23) }

func Bishop(sq int, occ uint64) uint64 {
	if sq == 10 {
		` + body + `
	}
	return slide(sq, occ, 11, 13, 31, 33)
}
`
}

// A package is proved in a process of its own. Whatever ends it, or lets it hang, is told with the question, or with what comes before all questions.
func TestProver(t *testing.T) {
	tiertest.Long(t)
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	child.Patience.Begin, child.Patience.Question = 5*time.Second, 4*time.Second
	cases := map[string]struct{ declared, body, says string }{
		"right":      {"", "", ""},
		"wrong":      {"", "return 0", "technique mine: bishop on c2 is wrong\n"},
		"panics":     {"", `panic("boom")`, "bishop on c2 panics\n"},
		"recovers":   {"", `defer func() { recover() }(); panic("boom")`, "bishop on c2 is wrong\n"},
		"goroutine":  {"", `go panic("boom"); select {}`, "bishop on c2 ends the program: panic: boom\n"},
		"exits":      {`import "os"`, "os.Exit(0)", "bishop on c2 ends the program: exit status 0\n"},
		"goexit":     {`import "runtime"`, "runtime.Goexit()", "bishop on c2 ends the program: fatal error: the lookup ends its goroutine"},
		"deep":       {"", "return Bishop(sq, occ^1) + 1", "bishop on c2 ends the program: fatal error: stack overflow\n"},
		"hangs":      {`import "time"`, "time.Sleep(time.Hour)", "bishop on c2 has no answer within 4s\n"},
		"memo":       {"var memo = map[uint64]uint64{}", "", "fatal error: concurrent map writes\nit does so only while other goroutines ask"},
		"building":   {`func Build() error { return error(nil).(interface{ Error() string; Why() error }).Why() }`, "", "Build of package example.com/engine/building ends the program: panic: "},
		"starting":   {`var tables = func() int { panic("no tables") }()`, "", "what package example.com/engine/starting does at first (its variables, init, and what it imports) ends the program: panic: no tables"},
		"neverready": {"import \"time\"\n\nvar tables = func() int {\ntime.Sleep(time.Hour)\nreturn 0\n}()", "", "what package example.com/engine/neverready does at first (its variables, init, and what it imports) does not end within 5s"},
	}
	packages := map[string]string{}
	for name, c := range cases {
		packages[name] = slider(name, c.declared, c.body)
	}
	packages["memo"] = strings.Replace(packages["memo"], "	return slide(sq, occ, 11", "	memo[occ&63] = occ\n	return slide(sq, occ, 11", 1)
	dir := module(t, packages)
	for name, c := range cases {
		if name == "memo" && runtime.GOMAXPROCS(0) == 1 {
			continue
		}
		p, err := guest.NewProver(t.Context(), t.TempDir(), dir, lookup(t, "mine=./"+name), "")
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		p.Progress = func(done, _ int) { last = done }
		err = p.Prove(t.Context(), 1)
		if wrong := (*language.Wrong)(nil); c.says == "" != (err == nil) || err != nil && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q (%d squares done)", name, err, c.says, last)
		}
		if strings.Contains(c.says, "bishop on c2 ") && (err == nil || !strings.Contains(err.Error(), "\noccupancy           wanted")) {
			t.Errorf("%s: no picture of the question in %v", name, err)
		}
	}
}

// The variables of a package, and of others of its module, are measured; what lies in the heap is not.
func TestData(t *testing.T) {
	tiertest.Slow(t)
	dir := module(t, map[string]string{
		"attacks": slider("attacks", "import \"example.com/engine/tables\"\nvar own [1000]uint64\nvar heap = make([]uint64, 5000)", "own[occ&1]++; tables.All[occ&3]++; heap[7]++"),
		"tables":  "package tables\n\nvar All [2000]uint64\n",
	})
	p, err := guest.NewProver(t.Context(), t.TempDir(), dir, lookup(t, "./attacks"), "")
	if err != nil {
		t.Fatal(err)
	}
	if n := p.Data(); runtime.GOOS == "linux" && (n < 8*3000 || n > 8*3000+200) {
		t.Errorf("%d bytes, want 24000 and a little", n)
	}
}

// A program that was built from a checkout finds it for lookups in C, wherever it runs, and says so if it is gone.
func TestOwnSource(t *testing.T) {
	tiertest.Slow(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	alone := t.TempDir()
	for dir, says := range map[string]string{root: "", filepath.Join(alone, "gone"): "this slidebench was built from " + filepath.Join(alone, "gone") + ", which is gone (--checkout says where it is)"} {
		restore := guest.SetBuiltFrom(dir)
		from, err := guest.Source(t.Context(), alone, "")
		restore()
		_, file, _, _ := runtime.Caller(0)
		if says == "" || filepath.IsAbs(file) { // without -trimpath the compiler records the checkout, too
			if err != nil || from != root {
				t.Errorf("%s: %s, %v", dir, from, err)
			}
		} else if err == nil || err.Error() != says {
			t.Errorf("%s: %v, want %q", dir, err, says)
		}
	}
}

func TestParse(t *testing.T) {
	for text, name := range map[string]string{"./attacks": "attacks", "mine=./attacks": "mine", "example.com/x/Sliders": "sliders", "a1=x": "a1"} {
		if l, err := guest.Parse(text); err != nil || l.Name != name {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	for _, text := range []string{"", ".", "Mine=./attacks", "my-own=./attacks", "1=./attacks", "mine=", "magic=./attacks", "noop=./attacks", "./my-attacks"} {
		if l, err := guest.Parse(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", text, l, err)
		}
	}
}

// inC answers as walker does, in C, after its tables are filled.
const inC = `#include <stdint.h>
static int ready;
static uint64_t slide(uint64_t occ, int sq, int diagonal) {
	static const int steps[8][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
	uint64_t attacks = 0;
	for (int i = 4 * diagonal; i < 4 * diagonal + 4; i++)
		for (int f = sq % 8 + steps[i][0], r = sq / 8 + steps[i][1]; f >= 0 && f < 8 && r >= 0 && r < 8; f += steps[i][0], r += steps[i][1]) {
			attacks |= 1ULL << (8 * r + f);
			if (occ >> (8 * r + f) & 1)
				break;
		}
	return ready ? attacks : 0;
}
void init_attacks(void) { ready = 1; }
uint64_t rook_attacks(uint64_t occ, unsigned sq) { return slide(occ, (int)sq, 0); }
uint64_t bishop_attacks (uint64_t occ, unsigned sq) { return slide(occ, (int)sq, 1); }
int main(void) { return 0; }
`

// host returns a language that takes source files.
func host(word string) language.Host { return language.Named(word).(language.Host) }

// file writes a file in C beside a module, and reads the flag that names it.
func file(t *testing.T, dir, flag, text string) guest.File {
	t.Helper()
	f, err := guest.ParseFile(flag, language.Guest{})
	if err != nil {
		t.Fatal(err)
	}
	f.OccFirst, f.Init = true, "init_attacks"
	if err := os.WriteFile(filepath.Join(dir, f.Path), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestParseFile(t *testing.T) {
	for text, want := range map[string]language.Guest{
		"attacks.c:r,b":          {Name: "attacks", Path: "attacks.c", Rook: "r", Bishop: "b"},
		"mine=../x/a-b.h:r,b,q1": {Name: "mine", Path: "../x/a-b.h", Rook: "r", Bishop: "b", Queen: "q1"},
		"mine=a.c:,,q":           {Name: "mine", Path: "a.c", Queen: "q"},
		"a.hpp:e::at<R, 1>,e::b": {Name: "a", Path: "a.hpp", Rook: "e::at<R, 1>", Bishop: "e::b"},
		"a.c:f(OCC,SQ),b":        {Name: "a", Path: "a.c", Rook: "f(OCC,SQ)", Bishop: "b"},
	} {
		if f, err := guest.ParseFile(text, language.Guest{}); err != nil || !reflect.DeepEqual(f.Guest, want) {
			t.Errorf("%s: %+v, %v", text, f, err)
		}
	}
	for _, text := range []string{"", "attacks.c", "attacks.c:", "attacks.c:,", "attacks.c:r,b,q,x", "attacks.c:1r", "attacks.c:r;b", "attacks.txt:r", "attacks.c:e::r", "attacks.cpp:f(sq", "a-b.c:r", "magic.c:r", "Mine=a.c:r"} {
		if f, err := guest.ParseFile(text, language.Guest{}); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
	}
	dir := t.TempDir()
	for flag, says := range map[string]string{"mine=nowhere.c:r": "there is no file nowhere.c", "mine=here.c:r": "there is no file lib/*.c"} {
		f, err := guest.ParseFile(flag, language.Guest{Sources: []string{"lib/*.c"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "here.c"), []byte("int rook_attacks(void);\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := guest.Alone(t.TempDir(), dir, []guest.File{f}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

// A further language takes a file and gives a copy by what its one folder says.
func TestFurtherLanguage(t *testing.T) {
	stub, dir, root := host(stubtest.Build.Language), t.TempDir(), t.TempDir()
	f, err := guest.ParseFile("mine=a.stub:rook", language.Guest{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a.stub")
	if err := os.WriteFile(path, []byte("rook()"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := guest.Alone(root, dir, []guest.File{f}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"guest/mine/mine.stubbed": path + " rook 6", "guest/mine/mine.go": "// Package mine stands for lookups in Stub.\n", "board/board.h": "//"} {
		if text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name))); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s is %.60q, %v, want %q", name, text, err, want)
		}
	}
	c, err := stub.(language.Copier).Copy(&techniques.Entry{Facts: facts.Facts{Name: "noop"}}, language.CopyOptions{})
	if err != nil || len(c.Files) != 1 || c.Files[0].Name != "noop.stub" {
		t.Errorf("the copy is %v, %v", c, err)
	}
}

// A version that cannot be had is refused with the reason of the go command.
func TestDownload(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOMODCACHE", t.TempDir())
	if _, err := guest.Download(t.Context(), "v0.0.1"); err == nil || !strings.Contains(err.Error(), "disabled by GOPROXY=off") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want that GOPROXY is off, in one line", err)
	}
}
