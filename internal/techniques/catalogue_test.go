package techniques_test

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The whole catalogue is proved here, with questions that all techniques share: the walk, which finds the answers, takes longer than
// most techniques. Technique folders test what is their own.

// A step of 5 squares visits every file and every rank, in 13 squares, and one of 19 visits a1, d3, g5 and b8.
const (
	fewer  = 5
	fewest = 19
)

// proofs returns steps for a sample: proofs take one square in so many, and one subset of the batches in so many. .ci/emulated sets SLIDEBENCH_EMULATED, for the slow
// Bochs; .ci/foreign sets SLIDEBENCH_FOREIGN, to emulated for QEMU and else to native.
func proofs() (squares, subsets int) {
	foreign := os.Getenv("SLIDEBENCH_FOREIGN")
	switch {
	case os.Getenv("SLIDEBENCH_EMULATED") != "" && testing.Short(): // the night proves the rest
		return fewest, 16
	case (foreign == "emulated" || os.Getenv(hidden) != "") && testing.Short():
		return fewer, 16
	case !testing.Short() || foreign == "native" || os.Getenv("SLIDEBENCH_PROVE") != "":
		return 1, 1
	}
	return fewest, 64 // enough to tell one technique or piece from another
}

// selected returns the techniques that SLIDEBENCH_TECHNIQUES names, or all. Tests of software forms, which set the variable, use it, too.
func selected(t testing.TB) []*techniques.Entry {
	t.Helper()
	var names []string
	if list := os.Getenv("SLIDEBENCH_TECHNIQUES"); list != "" {
		names = strings.Split(list, ",")
	}
	entries, err := techniques.Find(names...)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestCatalogueConforms(t *testing.T) {
	step, _ := proofs()
	all := append(selected(t), right()...)
	for sq := 0; sq < 64; sq += step {
		t.Run(board.SquareName(sq), func(t *testing.T) {
			t.Parallel()
			exam := conform.NewExam(sq, uint64(sq))
			for _, e := range all {
				if err := exam.Check(e.Lookups()); err != nil {
					t.Errorf("%s: %v", e.Name, err)
				}
			}
		})
	}
}

// right returns the controls that give right answers.
func right() []*techniques.Entry {
	return slices.DeleteFunc(techniques.Controls(), func(e *techniques.Entry) bool { return e.Name == "noop" || e.Name == "load" })
}

func TestBatchesConform(t *testing.T) {
	_, every := proofs()
	exam := conform.NewBatchExam(1, every)
	for _, e := range selected(t) {
		if e.Batcher() != nil {
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := exam.Check(e.Batcher()); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestSetsConform(t *testing.T) {
	for _, e := range selected(t) {
		if e.Setter() != nil {
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := conform.CheckSets(e.Setter(), 1); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestMovesConform(t *testing.T) {
	for _, e := range selected(t) {
		if e.Moves() != nil {
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := conform.CheckMoves(e.Moves(), 1); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// Threats are asked on one square in five, in make check on all: the slow truth's lists take most of the time.
func TestThreatsConform(t *testing.T) {
	squares := uint64(0)
	for sq := range 64 {
		if tiertest.Minutes() || os.Getenv("SLIDEBENCH_FOREIGN") != "" || sq%fewer == 0 {
			squares |= 1 << sq
		}
	}
	for _, e := range selected(t) {
		if e.Threats() != nil {
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := conform.CheckThreatsOn(e.Threats(), squares, 1); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestStatesConform(t *testing.T) {
	for _, e := range selected(t) {
		if check := e.StateCheck(); check != nil {
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := check(1); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// States that list threats are asked on a1 and d4, in make check on all squares.
func TestThreatStatesConform(t *testing.T) {
	squares := uint64(1<<0 | 1<<27)
	if tiertest.Minutes() {
		squares = ^uint64(0)
	}
	for _, e := range selected(t) {
		if check := e.ThreatStateCheck(); check != nil {
			e.Fill()
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				if err := check(squares, 1); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func FuzzCatalogue(f *testing.F) {
	entries := selected(f)
	for _, sq := range []byte{0, 7, 28, 56, 63} {
		f.Add(sq, uint64(0))
		f.Add(sq, ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, square byte, occ uint64) {
		for _, e := range entries {
			if err := conform.Ask(e, int(square&63), occ); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
	})
}

func FuzzBatches(f *testing.F) {
	entries := selected(f)
	f.Add(make([]byte, 9)) // a square and eight bytes of occupancy
	f.Add(bytes.Repeat([]byte("\x3f\x81\x00\xff\x10\x00\x3c\x00\x81"), 17))
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, e := range entries {
			if b := e.Batcher(); b != nil {
				if err := conform.AskBytes(b, input); err != nil {
					t.Errorf("%s: %v", e.Name, err)
				}
			}
		}
	})
}

// Build may be called again, and once more, and answers stay the same. This exam asks by an entry's methods, TestCatalogueConforms by its functions.
func TestBuildIsRepeatable(t *testing.T) {
	tiertest.Slow(t)
	for _, e := range append(techniques.Catalogue(), techniques.Controls()...) {
		before := e.Queen(28, 1<<44) // on e4, with a piece on e6
		for range 2 {
			if err := e.Build(); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
		if after := e.Queen(28, 1<<44); after != before {
			t.Errorf("%s: answer %#x before, %#x after", e.Name, before, after)
		}
	}
	for _, sq := range []int{0, 28, 61} { // a1, e4 and f8
		exam := conform.NewExam(sq, 1)
		for _, e := range techniques.Catalogue() {
			if err := exam.Check(e); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
	}
}

// Names fit benchmark names, flags and file names.
func TestFacts(t *testing.T) {
	word := regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	seen := map[string]bool{}
	for _, e := range append(techniques.Catalogue(), techniques.Controls()...) {
		if !word.MatchString(e.Name) || seen[e.Name] {
			t.Errorf("name %q is taken or not a word of lower-case letters and digits", e.Name)
		}
		seen[e.Name] = true
	}
	for _, e := range techniques.Catalogue() {
		for _, need := range e.Needs {
			if f, _ := feature.Find(need); !f.Axis {
				t.Errorf("%s needs %q, which is in no feature set", e.Name, need)
			}
		}
		if e.Family == "" || e.People == "" || e.Source == "" {
			t.Errorf("%s: wants family, people and source, has %q, %q, %q", e.Name, e.Family, e.People, e.Source)
		}
	}
}
