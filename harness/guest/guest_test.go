package guest_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/harness/guest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// walker is a package with names, types and an order of its own.
const walker = `package attacks

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

func Of[T any](occ Bitboard, sq T) Bitboard { return 0 }
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

// A package of another module is proved as a technique, under its name, and its module is left as it was.
func TestGuest(t *testing.T) {
	tiertest.Slow(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command: ", err)
	}
	wrong := strings.Replace(walker, "if a |= b; occ&b != 0 {", "if a |= b; occ&b != 0 || b == 1<<27 {", 1)
	dir := module(t, map[string]string{"attacks": walker, "wrong": wrong})
	right, bad := lookup(t, "mine=./attacks"), lookup(t, "other=./wrong")
	for _, l := range []*guest.Lookup{&right, &bad} {
		l.Rook, l.Bishop, l.Both, l.OccFirst, l.Bytes = "RookAttacks", "BishopAttacks", "Pair", true, 77
	}
	temp := t.TempDir()
	tree, err := guest.New(t.Context(), temp, dir, []guest.Lookup{right, bad})
	if err != nil {
		t.Fatal(err)
	}
	program, err := tree.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("verify", "--technique", "mine"); err != nil || !strings.Contains(out, "ok  mine") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := run("verify", "--technique", "other"); err == nil || !strings.Contains(out, "other") {
		t.Errorf("a wrong lookup is proved right: %s", out)
	}
	if out, err := run("list", "--format", "csv"); err != nil || !strings.Contains(out, "\nmine,guest,its own repository,") {
		t.Errorf("%v: the list has no mine:\n%.2000s", err, out)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 3 {
		t.Errorf("the module has %v, %v", left, err)
	}
}

// What cannot be timed is refused in one line that says why.
func TestRefused(t *testing.T) {
	tiertest.Slow(t)
	dir := module(t, map[string]string{
		"attacks": walker, "main": "package main\n\nfunc main() {}\n", "internal/x": walker, "broken": "package broken\n\nfunc Rook(\n",
		"empty": "package empty\n", "late": "package late\n\nfunc Rook(sq int, occ uint64) uint64 { return nothing }\n",
	})
	alone := t.TempDir()
	for _, c := range []struct {
		dir  string
		l    guest.Lookup
		says string
	}{
		{alone, lookup(t, "mine=./attacks"), "is in no Go module"},
		{dir, lookup(t, "mine=./nowhere"), "package ./nowhere: "},
		{dir, lookup(t, "mine=./main"), "is a command, which nothing can import"},
		{dir, lookup(t, "mine=./internal/x"), "is internal to its module"},
		{dir, lookup(t, "mine=./broken"), "syntax error"},
		{dir, lookup(t, "mine=./empty"), "has no function Rook, Bishop or Queen"},
		{dir, lookup(t, "mine=./..."), "packages (want one)"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "Rooky"}, "has no function Rook, Bishop or Queen"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks", Bishop: "Bishopy"}, "has no function Bishopy"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "One"}, "One is func(occ Bitboard) Bitboard (want"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "hidden"}, "want an exported function"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "Pair"}, "Pair has 2 results (want 1)"},
		{dir, guest.Lookup{Name: "mine", Pattern: "./attacks", Rook: "RookAttacks", Both: "RookAttacks"}, "RookAttacks has 1 results (want 2)"},
		{dir, lookup(t, "mine=./late"), "undefined: nothing"},
	} {
		_, err := guest.New(context.Background(), t.TempDir(), c.dir, []guest.Lookup{c.l})
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", c.l, err, c.says)
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
