package guest_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// walker is a package of right lookups in an unusual style: with its own names and types, and the occupancy first. Its other functions are no lookups.
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

// module makes a module that requires this one, with packages by their folders. Tests in other files use it, walker, lookup and root, too.
func module(t *testing.T, packages map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	files := map[string]string{"go.mod": "module example.com/engine\n\ngo 1.26\n\nrequire " + slidebench.Module + " v0.0.0\n\nreplace " + slidebench.Module + " => " + root(t) + "\n"}
	for folder, text := range packages { // a file each
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

// lookup reads the flag --package.
func lookup(t *testing.T, text string) guest.Lookup {
	t.Helper()
	l, err := guest.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A package of another module is proved as a technique, under its name, and its module is left as it was, whatever the user's -mod. Files in C are proved by every
// compiler that is here, beside a package in Go and without any. Errors say which lookup is wrong or crashes, and which file does not compile.
func TestGuest(t *testing.T) {
	tiertest.Slow(t)
	tiertest.Lightly(t)
	t.Setenv("GOFLAGS", "-mod=mod")
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command: ", err)
	}
	// Wrong lookups see a piece on d4, the square 27.
	dir := module(t, map[string]string{"attacks": walker, "wrong": strings.Replace(walker, "if a |= b; occ&b != 0 {", "if a |= b; occ&b != 0 || b == 1<<27 {", 1)})
	right, bad := lookup(t, "mine=./attacks"), lookup(t, "other=./wrong")
	for _, l := range []*guest.Lookup{&right, &bad} {
		l.Rook, l.Bishop, l.Both, l.OccFirst, l.Bytes = "RookAttacks", "BishopAttacks", "Pair", true, 77
	}
	outputs := map[string]string{"mine": "ok  mine\n", "other": "bishop on a1 is wrong"} // of verify, by technique
	var files []guest.File
	if found, _ := host("c").Here(); len(found) > 0 {
		const functions = ":rook_attacks,bishop_attacks"
		files = []guest.File{
			file(t, dir, "mine=mine.c"+functions, inC), // beside the package
			file(t, dir, "alone.c"+functions, inC),
			// A header that defines its variables only in one file.
			file(t, dir, "single.h"+functions, strings.Replace(inC, "static int ready;", "extern int ready;\n#ifdef SINGLE_IMPLEMENTATION\nint ready;\n#endif", 1)),
			file(t, dir, "part=part.h:,bishop_attacks", inC), // without a rook
			// The first sees a piece on d4, the second crashes on h8, and the third does not compile.
			file(t, dir, "wrong.c"+functions, strings.Replace(inC, ">> (8 * r + f) & 1)", ">> (8 * r + f) & 1 || 8 * r + f == 27)", 1)),
			file(t, dir, "crash.c"+functions, strings.Replace(inC, "return ready", "if (sq == 63) *(volatile int *)8 = 1; return ready", 1)),
			file(t, dir, "late.c"+functions, strings.Replace(inC, "return ready", "return nothing", 1)),
		}
		for name, said := range map[string]string{"alone": "ok  alone (c-", "single": "ok  single (c-", "part": "ok  part (c-", "wrong": "bishop on a1 is wrong",
			"crash": "on h8 ends the program: SIGSEGV", "late": "nothing"} {
			outputs[name] = said
		}
	}
	for i := range files { // which the record names, below
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
	for name, says := range outputs {
		if !tiertest.Minutes() && slices.Contains([]string{"alone", "part", "wrong", "late"}, name) {
			continue
		}
		out, err := run("verify", "--technique", name)
		if proved := strings.HasPrefix(says, "ok"); proved != (err == nil) || !strings.Contains(out, says) {
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
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 3+len(files) { // go.mod and the two packages
		t.Errorf("the module has %v, %v", left, err)
	}
	if files == nil {
		tiertest.Need(t, "gcc", errors.New("no gcc or clang on Linux"))
	}
}

// root returns the root of this source tree.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A program that was built from a checkout finds it for lookups in C, wherever it runs, and says so if it is gone.
func TestOwnSource(t *testing.T) {
	tiertest.Slow(t)
	checkout, alone := root(t), t.TempDir()
	for dir, says := range map[string]string{checkout: "", filepath.Join(alone, "gone"): "this slidebench was built from " + filepath.Join(alone, "gone") + ", which is gone (--checkout says where it is)"} {
		restore := guest.SetBuiltFrom(dir)
		from, err := guest.Source(t.Context(), alone, "")
		restore()
		_, file, _, _ := runtime.Caller(0)
		if says == "" || filepath.IsAbs(file) { // without -trimpath the compiler records the checkout, too
			if err != nil || from != checkout {
				t.Errorf("%s: %s, %v", dir, from, err)
			}
		} else if err == nil || err.Error() != says {
			t.Errorf("%s: %v, want %q", dir, err, says)
		}
	}
}

// Lookups may be in a package of this module itself: the tree, and the prover, have the file that is added to it.
func TestOwnPackage(t *testing.T) {
	tiertest.Slow(t)
	here := lookup(t, "mine=./pext/paired")
	if _, err := guest.New(t.Context(), t.TempDir(), root(t), guest.Guests{Lookups: []guest.Lookup{here}}, ""); err != nil {
		t.Error("a tree:", err)
	}
	if _, err := guest.NewProver(t.Context(), t.TempDir(), root(t), here, ""); err != nil {
		t.Error("a prover:", err)
	}
}

// A package has the name before "=", or its folder's. It must be a good name that no technique has.
func TestParse(t *testing.T) {
	for text, name := range map[string]string{"./attacks": "attacks", "mine=./attacks": "mine", "example.com/x/Sliders": "sliders", "a1=x": "a1"} {
		if l, err := guest.Parse(text); err != nil || l.Name != name {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	for _, text := range []string{"", ".", "Mine=./attacks", "my-own=./attacks", "1=./attacks", "mine=", "magic=./attacks", "noop=./attacks" /* a control */, "./my-attacks"} {
		if l, err := guest.Parse(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", text, l, err)
		}
	}
}

// inC answers as walker does, in C, after its tables are filled. Like a file of a user's, it may have a main of its own, and a blank before parentheses.
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

// A version that cannot be had is refused with the reason of the go command.
func TestDownload(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOMODCACHE", t.TempDir())
	if _, err := guest.Download(t.Context(), "v0.0.1"); err == nil || !strings.Contains(err.Error(), "disabled by GOPROXY=off") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want that GOPROXY is off, in one line", err)
	}
}

// A program that measures says how large guests' tables are, whatever the guests print. Techniques that it does not list are left out of the catalogue: the tree may be of
// another version.
func TestAsk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	defer techniques.SetGuests(nil)
	program := filepath.Join(t.TempDir(), "measure")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho printed before main\necho '[{\"name\": \"mine\", \"pieceBytes\": [1, 2, 3]}, {\"name\": \"fancymagic\"}]'\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	tree := &guest.Tree{Guests: []techniques.Guest{{Facts: facts.Facts{Name: "mine", Family: facts.Guest}}}}
	if err := tree.Ask(t.Context(), build.Build{}, program); err != nil || tree.Guests[0].Bytes != [3]int{1, 2, 3} {
		t.Errorf("%v, %v", tree.Guests[0].Bytes, err)
	}
	if all := techniques.Catalogue(); len(all) != 2 || all[0].Name != "mine" || all[1].Name != "fancymagic" {
		t.Errorf("%d techniques", len(all))
	}
	tree.Guests[0].Name = "other"
	if err := tree.Ask(t.Context(), build.Build{}, program); err == nil || err.Error() != "the program that measures has no other" {
		t.Errorf("%v", err)
	}
}
