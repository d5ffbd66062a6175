package wrong

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Each fault gives a wrong answer, and the walk without a fault gives none.
func TestFaults(t *testing.T) {
	if err := conform.Check(Find(""), 1); err != nil {
		t.Error(err)
	}
	for _, f := range Faults {
		if m := (*conform.Mistake)(nil); !errors.As(conform.Check(f, 1), &m) {
			t.Errorf("%s is not found", f.Name)
		}
	}
}

// page has a section for each of Faults, below text written by hand.
const page = "../../../docs/when-wrong.md"

var update = flag.Bool("update", false, "write docs/when-wrong.md anew")

// The page shows how each fault looks to the proof and in perft.
func TestPage(t *testing.T) {
	tiertest.Long(t)
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const threats = "\n## Threats\n" // the section by hand
	intro, _, found := strings.Cut(string(old), "\n\n## ")
	_, byHand, has := strings.Cut(string(old), threats)
	if !found || !has {
		t.Fatal("no section")
	}
	program := bound(t)
	want := intro + "\n"
	for _, f := range Faults {
		want += section(t, program, f)
	}
	want += threats + byHand
	switch {
	case *update:
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	case string(old) != want:
		t.Errorf("%s differs (go test ./internal/lab/wrong -update writes it anew)", page)
	}
}

// section returns a fault's section of the page: its text, the first line of the proof's diagnosis, perft, and a picture of a wrong answer.
func section(t *testing.T, program string, f Fault) string {
	var m *conform.Mistake
	if !errors.As(conform.Prove(f, 1), &m) {
		t.Errorf("%s is not found", f.Name)
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n%s", f.Title, f.Why)
	if f.Seen != "" {
		fmt.Fprintf(&b, " Seen: %s.", f.Seen)
	}
	diagnosis := "No diagnosis"
	if m.Diagnosis != "" {
		first, _, _ := strings.Cut(m.Diagnosis, "\n")
		_, diagnosis, _ = strings.Cut(first, ": ") // behind "diagnosis" or "diagnosis of rook"
		diagnosis = strconv.Quote(diagnosis)
	}
	fmt.Fprintf(&b, "\n\n* `%s`: %s.\n* perft: %s.\n\n```text\n%s```\n", f.Name, diagnosis, perft(t, program, f), picture(m))
	return b.String()
}

// picture shows a wrong answer: R, B or Q the slider, o another piece, x attacked, + wrongly attacked, - wrongly not attacked, X, P and M the same on a piece.
func picture(m *conform.Mistake) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			sq := rank*8 + file
			has := func(set uint64) bool { return set>>sq&1 != 0 }
			marks := ".x+-" // in neither set, in both, in Got alone, in Want alone
			if has(m.Occ) {
				marks = "oXPM"
			}
			i := map[[2]bool]int{{true, true}: 1, {false, true}: 2, {true, false}: 3}[[2]bool{has(m.Want), has(m.Got)}]
			if sq == m.Square {
				b.WriteString(strings.ToUpper(m.Piece.String()[:1]))
			} else {
				b.WriteByte(marks[i])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// suite has two positions that many programs are tested by, each with its known counts of leaves by depth, in the form of slidebench perft --suite.
const suite = `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281 ;D5 4865609
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862 ;D4 4085603
`

// wrongCount matches the message of perft about a wrong count.
var wrongCount = regexp.MustCompile(`: depth (\d+): want (\d+) leaves, got (\d+)\n$`)

// perft says, for each position of suite, at which depth the fault first changes the count, and to which number.
func perft(t *testing.T, program string, f Fault) string {
	var says []string
	names := []string{"start", "Kiwipete"}
	for i, line := range strings.Split(strings.TrimSpace(suite), "\n") {
		file := filepath.Join(t.TempDir(), "x.epd")
		if err := os.WriteFile(file, []byte(line+"\n"), 0o666); err != nil {
			t.Error(err)
		}
		cmd := exec.Command(program, "perft", "--suite", file)
		cmd.Env = append(os.Environ(), "WRONG="+f.Name)
		var talk bytes.Buffer
		cmd.Stderr = &talk
		err := cmd.Run()
		wrong := wrongCount.FindStringSubmatch(talk.String())
		switch {
		case err == nil:
			depth := line[strings.LastIndex(line, ";D")+2:] // it begins with the depth, a digit
			says = append(says, fmt.Sprintf("%s right to depth %s", names[i], depth[:1]))
		case wrong == nil:
			t.Errorf("%s: %v: %s", f.Name, err, talk.String())
		default:
			says = append(says, fmt.Sprintf("%s %s (%s/%s)", names[i], wrong[1], wrong[3], wrong[2]))
		}
	}
	return strings.Join(says, ", ")
}

// bound builds the program with an engine that asks package wrong. The engine's file sliders.go asks fancymagic; package wrong has all functions that it asks, so the file
// need only name the other package.
func bound(t *testing.T) string {
	const sliders = "../../../internal/engine/sliders/sliders.go"
	folder := t.TempDir()
	source, err := os.ReadFile(sliders)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("slidebench/fancymagic", "slidebench/internal/lab/wrong", "fancymagic.", "wrong.").Replace(string(source))
	replaced, overlayFile := filepath.Join(folder, "sliders.go"), filepath.Join(folder, "overlay.json")
	path, err := filepath.Abs(sliders)
	if err != nil {
		t.Fatal(err)
	}
	overlay, _ := json.Marshal(map[string]any{"Replace": map[string]string{path: replaced}})
	for name, text := range map[string][]byte{replaced: []byte(text), overlayFile: overlay} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(folder, "slidebench.exe") // Windows starts no program without this ending
	if out, err := exec.Command("go", "build", "-overlay", overlayFile, "-o", program, "../../../cmd/slidebench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// The command of the page finds the fault that it names.
func TestCommand(t *testing.T) {
	tiertest.Long(t)
	for _, f := range Faults[:2] { // two show that WRONG counts
		cmd := exec.Command("go", "run", "./cmd/slidebench", "verify", "--package", "./internal/lab/wrong")
		cmd.Dir, cmd.Env = "../../..", append(os.Environ(), "WRONG="+f.Name)
		out, err := cmd.CombinedOutput()
		if !strings.Contains(string(out), " is wrong") || !strings.HasSuffix(string(out), "exit status 1\n") {
			t.Errorf("%s: %v\n%s", f.Name, err, out)
		}
	}
}
