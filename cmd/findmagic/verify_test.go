package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
)

// verify sums up what it has proved: 4,096 subsets for a1, 2,048 for b1 and 64 for h8. In the file, squares may be numbers or names, and magics decimal or hexadecimal.
// Every subset of the rooks has a slot of its own, from 0 to 6,143. The bishop uses 50 slots, from 6,169 to 6,234, the last of the table.
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

// A state cut off at the end of a line would be a good, smaller set: only its checksum shows the damage.
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

// verify reads no paths that may never end, such as devices, and no files far longer than a set.
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

// A wrong set gives exit status 1 in every command, with its square in the first line, and pictures of the questions, in which most lines begin with an empty square.
func TestWrongSetsAreTheAnswerNo(t *testing.T) {
	const header = "# form: white\npiece,square,factor,shift,offset\n"
	collides := temporary(t, "wrong.csv", header+"rook,a1,1,52,0\n")
	outside := temporary(t, "outside.csv", header+"rook,a1,0x0880008091204000,52,-9\n")
	for _, args := range []string{
		"verify " + collides, "export " + collides, "overlay --content overlay --from " + collides,
		"pack --form white --from " + collides + " --state " + filepath.Join(t.TempDir(), "x"),
		"verify " + outside, "export " + outside, "pack --form white --from " + outside + " --state " + filepath.Join(t.TempDir(), "x"),
	} {
		code, stdout, stderr := try(args)
		first, _, _ := strings.Cut(stderr, "\n")
		if code != cli.No || stdout != "" || strings.Count(stderr, "\n. ") < 7 || !strings.Contains(first, ": a rook on a1: slot ") {
			t.Errorf("%s: exit %d, %s%s", args, code, stdout, stderr)
		}
	}
	refuses(t, "overlay --content whole --from "+outside, "cannot be shared") // before the set is proved
}

// verify reads magics from pipes and standard input, and checks a state's checksum there, too.
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
		{string(text), cli.Fine, "in use   "},
		{string(text[:len(text)-1]), cli.Failed, "-: line 1: the checksum is not"},
		{"", cli.Failed, "-: line 1: no header"},
		{strings.Repeat("#\n", maxFile), cli.Failed, "-: longer than"},
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
			if code != c.code || !strings.Contains(stdout+stderr, strings.TrimPrefix(c.want, "-")) { // the name of the pipe takes the place of -
				t.Errorf("%s: exit %d, %.300s%.300s; want %d, %s", name, code, stdout, stderr, c.code, c.want)
			}
			in.Close()
		}
	}
}
