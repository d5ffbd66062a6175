// Package tablestest proves the tables of a technique, from the tests of its package: their size, which entries a lookup reads, and that a fault in any of them is
// noticed. The exam of answers is in techniques/techniquestest. It imports no technique, so that internal tests of all may import it.
package tablestest

import (
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Technique has the functions of a technique's package, nil for missing ones, and the function reads of its tests.
type Technique struct {
	Rook, Bishop, Queen func(sq int, occ uint64) uint64
	Both                func(sq int, occ uint64) (rook, bishop uint64)
	Batches             *conform.BatchFuncs
	Sets                *conform.SetFuncs
	Available           func() error
	TableBytes          func(board.Piece) int
	Reads               Reads

	Shape
	Without *Shape // the Shape of the software form, which answers if the processor lacks features; nil if it is the same
}

// Run proves the size of a technique's tables, the reads of its lookups, and that wrong reads and wrong entries are noticed. If the processor has the features that the
// technique needs, it also proves the software form, by TestTables of this program with the features hidden: the test that calls Run must have this name.
func Run(t *testing.T, x Technique) {
	if x.Available != nil && x.Available() != nil {
		if x.Without != nil {
			x.Shape = *x.Without
		}
	} else if x.Available != nil && os.Getenv(hidden) != "" {
		t.Fatal("features are hidden, and the technique has what it needs")
	}
	t.Run("Bytes", x.testBytes)
	t.Run("Reads", x.testReads)
	t.Run("WrongReads", x.testWrongReads)
	t.Run("Faults", x.testFaults)
	t.Run("SoftwareForm", x.testSoftwareForm)
}

// testBytes compares TableBytes with the Shape's sizes.
func (x *Technique) testBytes(t *testing.T) {
	if bits.UintSize != 64 {
		t.Skip("sizes are stated for 64-bit machines: pointers and alignment differ")
	}
	want := x.Bytes
	if len(want) == 2 {
		want = append(slices.Clone(want), want[0]+want[1])
	}
	if len(want) != 3 {
		t.Fatalf("Bytes has %d sizes (want those of a rook's tables, a bishop's, and where it is not their sum, a queen's)", len(want))
	}
	for _, p := range board.Pieces {
		if got := x.TableBytes(p); got != want[p] {
			t.Errorf("%v: TableBytes says %d, and Bytes %d: correct one", p, got, want[p])
		}
	}
}

// testReads compares the reads of all questions with TableBytes and the Shape, and a queen's reads with those of rook and bishop.
func (x *Technique) testReads(t *testing.T) {
	tiertest.Slow(t)
	if x.TableBytes(board.Queen) == 0 {
		if list := x.Reads.list(board.Queen, 0, 0); len(list) != 0 {
			t.Errorf("%d reads without tables", len(list))
		}
		return
	}
	if err := checkReads(x.TableBytes, x.Shape, x.Reads); err != nil {
		t.Error(err)
	}
	for sq := range 64 {
		occ := uint64(sq) * 0x9e3779b97f4a7c15 // any occupancies, another one for each square
		queen, both := x.Reads.list(board.Queen, sq, occ), x.Reads.list(board.Rook, sq, occ)
		if !x.Apart {
			both = append(both, x.Reads.list(board.Bishop, sq, occ)...)
		}
		if x.combines() {
			// A queen's lookup may read an entry for both pieces once, and further constants. So her reads need only contain theirs.
			missing := slices.DeleteFunc(both, func(r read) bool {
				word := func() uint64 { return *(*uint64)(r.address) }
				if x.Whole && r.bytes == 8 && (word() == board.Lines(board.Rook, sq) || word() == board.Lines(board.Bishop, sq)) {
					return true
				}
				return slices.ContainsFunc(queen, func(q read) bool {
					return uintptr(q.address) <= uintptr(r.address) && uintptr(r.address)+r.bytes <= uintptr(q.address)+q.bytes
				})
			})
			if len(missing) > 0 {
				t.Errorf("queen on %s, occupancy %#x: reads %v, and not %v", board.SquareName(sq), occ, queen, missing)
			}
			continue
		}
		if !slices.Equal(queen, both) {
			t.Errorf("queen on %s, occupancy %#x: reads %v, want those of rook and bishop: %v", board.SquareName(sq), occ, queen, both)
		}
	}
}

// testWrongReads checks that wrong reads do not pass for right ones.
func (x *Technique) testWrongReads(t *testing.T) {
	tiertest.Slow(t)
	if x.TableBytes(board.Queen) == 0 {
		t.Skip("there are no tables")
	}
	for name, wrong := range wrongReads(x.Reads) {
		if x.Still && name == "of an empty board" || x.Alike && name == "of the other piece" ||
			x.Tail && (name == "without the last" || name == "last a word too far") ||
			x.Vectors && (name == "of another square" || name == "last a word too far") {
			continue // these reads are right, or no test can see that they are wrong
		}
		if checkReads(x.TableBytes, x.Shape, wrong) == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// wrongReads returns reads with a fault each, by name.
func wrongReads(r Reads) map[string]Reads {
	// change makes reads wrong: it may change their list for every question.
	change := func(edit func(list []read) []read) Reads {
		return func(p board.Piece, sq int, occ uint64, visit Visit) {
			for _, x := range edit(r.list(p, sq, occ)) {
				visit(x.address, x.bytes)
			}
		}
	}
	return map[string]Reads{
		"nothing":                change(func([]read) []read { return nil }),
		"without the first":      change(func(list []read) []read { return list[1:] }),
		"without the last":       change(func(list []read) []read { return list[:len(list)-1] }),
		"first a byte too long":  change(func(list []read) []read { list[0].bytes++; return list }),
		"first a byte too short": change(func(list []read) []read { list[0].bytes--; return list }),
		"last a word too far": change(func(list []read) []read {
			last := &list[len(list)-1]
			last.address = unsafe.Add(last.address, last.bytes)
			return list
		}),
		"of another square":  func(p board.Piece, sq int, occ uint64, visit Visit) { r(p, sq^1, occ, visit) },
		"of the other piece": func(p board.Piece, sq int, occ uint64, visit Visit) { r(p^1, sq, occ, visit) },
		"of an empty board":  func(p board.Piece, sq int, _ uint64, visit Visit) { r(p, sq, 0, visit) },
	}
}

// testFaults checks that a fault in any table is found. PlantBeforeFill plants faults that come before slots are filled.
func (x *Technique) testFaults(t *testing.T) {
	switch {
	case x.TableBytes(board.Queen) == 0:
		t.Skip("there are no tables: what it computes with stands in its code")
	case x.Available == nil || tiertest.Minutes() || os.Getenv("SLIDEBENCH_PROVE") != "": // plant them, below
	default:
		if err := x.Available(); err != nil {
			t.Skipf("%v: its form in software has its faults planted where SLIDEBENCH_PROVE or SLIDEBENCH_CHECK is set", err)
		}
	}
	PlantFaults(t, x.inAllForms(), x.Reads)
}

// testSoftwareForm proves the form in software, which answers elsewhere, on a processor with the technique's features.
func (x *Technique) testSoftwareForm(t *testing.T) {
	switch {
	case x.Available == nil || x.Available() != nil:
		t.Skip("this is all that the technique has here")
	case level() > "v2": // v3 or v4: its assembly does not ask for features that the level has
		t.Skip("assembly has no software forms at GOAMD64=", level())
	}
	tiertest.Slow(t)
	names, err := feature.Hiding(runtime.GOARCH, feature.Axes(runtime.GOARCH))
	if err != nil {
		t.Fatal(err)
	}
	settings := os.Getenv("GODEBUG")
	for _, name := range names {
		settings += ",cpu." + name + "=off"
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^TestTables$", fmt.Sprintf("-test.short=%v", !tiertest.Minutes()))
	cmd.Env = append(os.Environ(), "GODEBUG="+settings, "SLIDEBENCH_PROVE=1", "SLIDEBENCH_REQUIRE=", hidden+"=1") // no feature is required, as they are hidden
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// hidden is the environment variable that is set for a program with hidden features.
const hidden = "SLIDEBENCH_HIDDEN"

// level returns the level of GOAMD64 that this program was built for, "" off amd64.
func level() string {
	build, _ := debug.ReadBuildInfo() // go test always adds it
	for _, s := range build.Settings {
		if s.Key == "GOAMD64" {
			return s.Value
		}
	}
	return ""
}

// allForms has all lookups that answer for a rook, and for a bishop.
type allForms [2][]func(sq int, occ uint64) uint64

func (f *allForms) Rook(sq int, occ uint64) uint64   { return agreed(f[board.Rook], sq, occ) }
func (f *allForms) Bishop(sq int, occ uint64) uint64 { return agreed(f[board.Bishop], sq, occ) }

// agreed returns the answer of all forms; if they differ, an impossible one.
func agreed(forms []func(sq int, occ uint64) uint64, sq int, occ uint64) uint64 {
	answer := forms[0](sq, occ)
	for _, form := range forms[1:] {
		if form(sq, occ) != answer {
			return ^uint64(0)
		}
	}
	return answer
}

// inAllForms returns a technique that compares the answers of all lookups, the queen's too, within a rook's or a bishop's lines: so nobody need ask for a queen.
func (x *Technique) inAllForms() conform.Technique {
	queen := x.Queen
	if queen == nil {
		queen = conform.One(x.Batches).Queen
	}
	var forms allForms
	for p := range forms {
		var lines [64]uint64
		for sq := range lines {
			lines[sq] = board.Lines(board.Piece(p), sq)
		}
		forms[p] = append(forms[p], func(sq int, occ uint64) uint64 { return queen(sq, occ) & lines[sq] })
		if x.Both != nil {
			forms[p] = append(forms[p], func(sq int, occ uint64) uint64 {
				rook, bishop := x.Both(sq, occ)
				return [...]uint64{rook, bishop}[p]
			})
		}
		if x.Sets != nil {
			set := [...]func(sliders, occ uint64) uint64{x.Sets.Rooks, x.Sets.Bishops}[p]
			forms[p] = append(forms[p], func(sq int, occ uint64) uint64 { return set(1<<sq, occ) })
		}
		if x.Rook != nil {
			forms[p] = append(forms[p], [...]func(sq int, occ uint64) uint64{x.Rook, x.Bishop}[p])
		}
		if x.Batches != nil {
			all := InAllPlaces(x.Batches, x.Available)
			forms[p] = append(forms[p], [...]func(sq int, occ uint64) uint64{all.Rook, all.Bishop}[p])
		}
	}
	return &forms
}
