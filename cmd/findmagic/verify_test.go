package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/magic/search/factors"
)

// try runs a command, whose arguments have no spaces.
func try(args string) (code int, stdout, stderr string) { return tryIn(context.Background(), args) }

func tryIn(ctx context.Context, args string) (code int, stdout, stderr string) {
	var out, talk bytes.Buffer
	code = run(ctx, strings.Fields(args), &out, &talk)
	return code, out.String(), talk.String()
}

// fine runs a command that must succeed, and returns what it writes.
func fine(t *testing.T, args string) (stdout string) {
	t.Helper()
	code, stdout, stderr := try(args)
	if code != exitFine {
		t.Fatalf("%s: exit %d, %s", args, code, stderr)
	}
	return stdout
}

// refuses reports an error unless a command exits with status 2, one line that has want in it, and no result.
func refuses(t *testing.T, args, want string) {
	t.Helper()
	code, stdout, stderr := try(args)
	if code != exitFailed || stdout != "" || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%s: exit %d, %s%s; want 2, a line with %s", args, code, stdout, stderr, want)
	}
}

// temporary writes a file.
func temporary(t *testing.T, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Squares may be numbers or names, and factors decimal or hexadecimal.
func TestVerifySummary(t *testing.T) {
	file := temporary(t, "some.csv", `# found by hand
# content: overlay
piece,square,form,factor,shift,offset,rotation
rook,a1,white,0x0880008091204000,52,0,0
rook,1,white,18016666265067520,53,4096,3
bishop,h8,black,0x917fc4401fdfdc20,55,6000,0
`)
	const want = `form     white on 2 squares, black on 1 squares
content  overlay
squares  2 of 64 for rooks, 1 of 64 for bishops
proved   6208 relevant subsets, bare and with noise
table    6235 words, 48.7 KiB
in use   6194 words of the table, 99.3 %

rook: slots from the first to the last used
8     .     .     .     .     .     .     .     .
7     .     .     .     .     .     .     .     .
6     .     .     .     .     .     .     .     .
5     .     .     .     .     .     .     .     .
4     .     .     .     .     .     .     .     .
3     .     .     .     .     .     .     .     .
2     .     .     .     .     .     .     .     .
1  4096  2048     .     .     .     .     .     .
      a     b     c     d     e     f     g     h

bishop: slots from the first to the last used
8   .   .   .   .   .   .   .  66
7   .   .   .   .   .   .   .   .
6   .   .   .   .   .   .   .   .
5   .   .   .   .   .   .   .   .
4   .   .   .   .   .   .   .   .
3   .   .   .   .   .   .   .   .
2   .   .   .   .   .   .   .   .
1   .   .   .   .   .   .   .   .
    a   b   c   d   e   f   g   h
`
	if got := fine(t, "verify "+file); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

func TestVerifyAsksForTheForm(t *testing.T) {
	silent := temporary(t, "silent.csv", "piece,square,factor,shift,offset\nrook,a1,0x0880008091204000,52,0\n")
	said := temporary(t, "said.csv", "# form: black\npiece,square,factor,shift,offset\nrook,a1,0x0880008091204000,52,0\n")
	refuses(t, "verify "+silent, "line 2, column 1: form not said")
	fine(t, "verify "+silent+" --form white")
	refuses(t, "verify "+silent+" --form grey", `unknown form "grey" (want white, black, 32bit or torus)`)
	refuses(t, "verify "+said+" --form white", "line 1: form black, but a flag or an earlier line says white")
}

// A set that is wrong in one number is refuted, with the questions that show it. The rooks of a file share their slots
// here, so that there is no room for luck.
func TestVerifyRefutes(t *testing.T) {
	const good = ""
	for fault, plant := range map[string]func(e *factors.Entry){
		good:       func(*factors.Entry) {},
		"factor":   func(e *factors.Entry) { e.Factor ^= 1 << 30 },
		"shift":    func(e *factors.Entry) { e.Shift++ },
		"offset":   func(e *factors.Entry) { e.Offset++ },
		"rotation": func(e *factors.Entry) { e.Rotation ^= 1 },
		"form":     func(e *factors.Entry) { e.Form = factors.White },
	} {
		for _, rank := range []int{0, 3, 7} {
			s := &factors.Set{Content: factors.OverlayAdjacent}
			for sq := 1; sq < 64; sq += 8 {
				s.Entries = append(s.Entries, factors.Entry{
					Square: sq, Form: factors.Torus, Factor: 0x810000a048104081, Shift: 50, Rotation: (sq + 1) & 63,
				})
			}
			plant(&s.Entries[rank])
			var b bytes.Buffer
			if err := s.WriteCSV(&b); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := try("verify " + temporary(t, "set.csv", b.String()))
			if fault == good {
				if code != 0 || !strings.Contains(stdout, "squares  8 of 64 for rooks, 0 of 64 for bishops\n") {
					t.Errorf("the good set: exit %d\n%s%s", code, stdout, stderr)
				}
				continue
			}
			pictures := strings.Count(stderr, "\n. ") + strings.Count(stderr, "\nx ")
			if code != 1 || stdout != "" || !strings.Contains(stderr, "needs two answers\nfor a rook on b") || pictures != 4*8 {
				t.Errorf("%s of %v: exit %d\n%s%s", fault, &s.Entries[rank], code, stdout, stderr)
			}
		}
	}
}

// Package factors names all kinds of damage; the command adds the file.
func TestVerifyNamesTheDamage(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", "line 1: no header"},
		{"# form: white\npiece,square,factor,shift,offset\nrook,a1,1,52,1e3\n", `line 3, column 14: offset "1e3", want`},
		{`{"form": "white", "entries": [`, "line 1, column 31: unexpected end"},
	} {
		refuses(t, "verify "+temporary(t, "damaged", c.file), "/damaged: "+c.want)
	}
	refuses(t, "verify "+t.TempDir(), "")
}

// A state that is cut off at the end of a line is a smaller set, which would be good if there were no checksum.
func TestStatesAreWhole(t *testing.T) {
	text, err := os.ReadFile("../../blackmagic/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	cut := text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
	fine(t, "verify "+temporary(t, "whole.csv", string(cut[bytes.IndexByte(cut, '\n')+1:]))) // without the first line
	file := temporary(t, "cut.csv", string(cut))
	for _, args := range []string{"verify " + file, "export " + file, "pack --from " + file + " --state " + file + "x", "overlay --content overlay --from " + file} {
		refuses(t, args, "cut.csv: line 1: the checksum is not")
	}
}

// What may have no end is not read.
func TestOnlyFilesAreRead(t *testing.T) {
	if info, err := os.Stat("/dev/zero"); err != nil || info.Mode().IsRegular() {
		t.Skip("no /dev/zero")
	}
	refuses(t, "verify /dev/zero", "not a regular file or a pipe")
	long := temporary(t, "long.csv", "")
	if err := os.Truncate(long, 1<<40); err != nil {
		t.Skip(err)
	}
	refuses(t, "verify "+long, "long.csv: longer than 16777216 bytes")
}

// A wrong set is the same answer to whoever asks: exit 1, and both questions.
func TestWrongSetsAreTheAnswerNo(t *testing.T) {
	const header = "# form: white\npiece,square,factor,shift,offset\n"
	collides := temporary(t, "wrong.csv", header+"rook,a1,1,52,0\n")
	outside := temporary(t, "outside.csv", header+"rook,a1,0x0880008091204000,52,-9\n")
	for _, args := range []string{
		"verify " + collides, "export " + collides, "overlay --content overlay --from " + collides,
		"pack --form white --from " + collides + " --state " + filepath.Join(t.TempDir(), "x"),
		"verify " + outside, "export " + outside, "pack --form white --from " + outside + " --state " + filepath.Join(t.TempDir(), "x"),
	} {
		if code, stdout, stderr := try(args); code != exitNo || stdout != "" || strings.Count(stderr, "\n. ") < 7 {
			t.Errorf("%s: exit %d, %s%s", args, code, stdout, stderr)
		}
	}
	refuses(t, "overlay --content whole --from "+outside, "")
}

// Factors come from pipes and from standard input, too, and a state's checksum is tested there as well.
func TestVerifyReadsPipes(t *testing.T) {
	text, err := os.ReadFile("../../blackmagic/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	stdin := os.Stdin
	t.Cleanup(func() { os.Stdin = stdin })
	for _, c := range []struct {
		text string
		code int
		want string
	}{
		{string(text), exitFine, "in use   "},
		{string(text[:len(text)-1]), exitFailed, "-: line 1: the checksum is not"},
		{"", exitFailed, "-: line 1: no header"},
		{strings.Repeat("#\n", maxFile), exitFailed, "-: longer than"},
	} {
		for _, name := range []string{"-", "pipe"} {
			in, out, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				_, _ = out.WriteString(c.text) // fails where the command does not read all
				out.Close()
			}()
			os.Stdin = in
			if name == "pipe" {
				if name = fmt.Sprintf("/dev/fd/%d", in.Fd()); runtime.GOOS != "linux" {
					in.Close()
					continue
				}
			}
			code, stdout, stderr := try("verify " + name)
			if code != c.code || !strings.Contains(stdout+stderr, strings.TrimPrefix(c.want, "-")) {
				t.Errorf("%s: exit %d, %.300s%.300s; want %d, %s", name, code, stdout, stderr, c.code, c.want)
			}
			in.Close()
		}
	}
}

// The first line of a refutation names the squares.
func TestVerifyNamesTheSquaresFirst(t *testing.T) {
	const header = "# form: white\npiece,square,factor,shift,offset\n"
	const rook = "rook,a1,0x0880008091204000,52,"
	for _, c := range []struct{ set, want string }{
		{"rook,a1,1,52,0\n", ": a rook on a1: slot 0 needs two answers"},
		{rook + "0\nrook,b1,18016666265067520,53,100\n", ": a rook on a1 and a rook on b1: slot "},
		{rook + "-9\n", ": a rook on a1: slot -9 lies before the table"},
	} {
		_, _, stderr := try("verify " + temporary(t, "set.csv", header+c.set))
		if first, _, _ := strings.Cut(stderr, "\n"); !strings.Contains(first, c.want) {
			t.Errorf("%s: got %s, want %s", c.set, first, c.want)
		}
	}
}

// Offsets reach as far as tables of the widest indices do, end to end.
func TestVerifyWideOffsets(t *testing.T) {
	const header = "# form: white\npiece,square,factor,shift,offset\n"
	if out := fine(t, "verify "+temporary(t, "wide.csv", header+"rook,a1,0x0880008091204000,48,8323072\n")); !strings.Contains(out, "in use   4096 words") {
		t.Error(out)
	}
	refuses(t, "verify "+temporary(t, "beyond.csv", header+"rook,a1,0x0880008091204000,48,8388609\n"), `offset "8388609", want -8388608 to 8388608`)
}

// Grids are boards: a8 is the first cell, and numbers end below each other.
func TestGrid(t *testing.T) {
	var cells [64]string
	for sq := range cells {
		cells[sq] = fmt.Sprint(sq)
	}
	cells[0] = ""
	lines := strings.Split(grid(&cells), "\n")
	if lines[0] != "8  56  57  58  59  60  61  62  63" || lines[7] != "1   .   1   2   3   4   5   6   7" || lines[8] != "    a   b   c   d   e   f   g   h" {
		t.Errorf("\n%s", strings.Join(lines, "\n"))
	}
}
