package techniques_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// Whatever is wrong in a table is found. Faults before slots are filled are planted in the technique's own folder.
func TestFaults(t *testing.T) {
	for _, e := range asked(t) {
		switch {
		case e.Family == "best": // it reads what another technique reads
		case e.TableBytes(board.Queen) == 0:
			t.Logf("%s: there are no tables, what it computes with stands in its code", e.Name)
		default:
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := e.Available(); err != nil && !tiertest.Minutes() && os.Getenv("SLIDEBENCH_PROVE") == "" {
					t.Skipf("%v: its form in software has its faults planted where SLIDEBENCH_PROVE or SLIDEBENCH_CHECK is set", err)
				}
				techniquestest.PlantFaults(t, inAllForms(e), e.Reads)
			})
		}
	}
}

// Where the processor lacks what a technique is about, its software form answers in its place, and is proved like the technique: by this program
// with the features hidden.
func TestSoftwareForms(t *testing.T) {
	if os.Getenv(hidden) != "" {
		t.Skip("it runs with features hidden already")
	}
	tiertest.Slow(t)
	if level := machine.Detect().GOAMD64; level > "v2" {
		t.Skip("assembly has no software forms at GOAMD64=", level)
	}
	var names []string
	for _, e := range asked(t) {
		if len(e.Needs) > 0 && e.Family != "best" && e.Available() == nil {
			names = append(names, e.Name)
		}
	}
	if len(names) == 0 {
		t.Skip("all techniques are software forms here")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^(TestCatalogueConforms|TestBatchesConform|TestSetsConform|TestMovesConform|TestStatesConform|TestSquaresAreMasked|TestReads|TestFaults|TestHidden)$",
		fmt.Sprintf("-test.short=%v", !tiertest.Minutes()))
	t.Setenv("SLIDEBENCH_PROVE", "1")
	t.Setenv("SLIDEBENCH_TECHNIQUES", strings.Join(names, ","))
	t.Setenv("SLIDEBENCH_REQUIRE", "")
	t.Setenv(hidden, "1")
	if err := machine.Hide(machine.Features); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// hidden is set where the features of the processor are hidden.
const hidden = "SLIDEBENCH_HIDDEN"

// Hidden features are hidden, or what is proved of software forms would be about the instructions once more.
func TestHidden(t *testing.T) {
	if os.Getenv(hidden) == "" {
		t.Skip("nothing is hidden")
	}
	for _, e := range asked(t) {
		if e.Available() == nil {
			t.Errorf("%s has what it needs", e.Name)
		}
	}
}

// allForms are the lookups of an entry for a rook, and for a bishop.
type allForms [2][]func(sq int, occ uint64) uint64

func (f *allForms) Rook(sq int, occ uint64) uint64   { return agreed(f[board.Rook], sq, occ) }
func (f *allForms) Bishop(sq int, occ uint64) uint64 { return agreed(f[board.Bishop], sq, occ) }

// agreed returns the answer of all forms: where they differ, what none can be.
func agreed(forms []func(sq int, occ uint64) uint64, sq int, occ uint64) uint64 {
	answer := forms[0](sq, occ)
	for _, form := range forms[1:] {
		if form(sq, occ) != answer {
			return ^uint64(0)
		}
	}
	return answer
}

// inAllForms returns a technique with the answers of all lookups of an entry. The queen's are among them: nobody need ask for her.
func inAllForms(e *techniques.Entry) conform.Technique {
	var forms allForms
	for p := range forms {
		var lines [64]uint64
		for sq := range lines {
			lines[sq] = board.Lines(board.Piece(p), sq)
		}
		forms[p] = append(forms[p], func(sq int, occ uint64) uint64 { return e.Queen(sq, occ) & lines[sq] })
		if e.HasBoth() {
			forms[p] = append(forms[p], func(sq int, occ uint64) uint64 {
				rook, bishop := e.Both(sq, occ)
				return [...]uint64{rook, bishop}[p]
			})
		}
		if s := e.Setter(); s != nil {
			set := [...]func(sliders, occ uint64) uint64{s.Rooks, s.Bishops}[p]
			forms[p] = append(forms[p], func(sq int, occ uint64) uint64 { return set(1<<sq, occ) })
		}
		if !e.BatchOnly() {
			forms[p] = append(forms[p], [...]func(sq int, occ uint64) uint64{e.Rook, e.Bishop}[p])
		}
		if b := e.Batcher(); b != nil {
			all := techniquestest.InAllPlaces(b)
			forms[p] = append(forms[p], [...]func(sq int, occ uint64) uint64{all.Rook, all.Bishop}[p])
		}
	}
	return &forms
}
