package verify

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Of a technique's mistakes, Verify reports the one on the lowest square, whichever is found first, and a mistake of its batches only if there is no other.
func TestVerifyTellsTheFirstMistake(t *testing.T) {
	tiertest.Slow(t)
	all, err := techniques.Find("fancymagic", "pext")
	if err != nil {
		t.Fatal(err)
	}
	right := workload.Candidates(all)
	fromC1 := right[0] // wrong for rooks from c1 on; its name stays fancymagic
	fromC1.Technique = conform.Funcs{BishopFunc: all[0].Bishop, RookFunc: func(sq int, occ uint64) uint64 {
		if sq >= 2 {
			return 0
		}
		return all[0].Rook(sq, occ)
	}}
	batches := right[1] // wrong in batches, for a queen on h8
	batches.Batcher = conform.BatchFuncs{
		RookFunc: right[1].Batcher.RookBatch, BishopFunc: right[1].Batcher.BishopBatch, BothFunc: right[1].Batcher.BothBatch,
		QueenFunc: func(dst, occ []uint64, sq []uint8) {
			right[1].Batcher.QueenBatch(dst, occ, sq)
			for i, s := range sq {
				if s&63 == 63 { // h8: the exam asks numbers above 63 as well, of which only the low six bits count
					dst[i] &^= board.Ray(board.West, 63)
				}
			}
		},
	}
	both := fromC1
	both.Name, both.Batcher = "both", batches.Batcher
	err = Verify([]workload.Candidate{right[0], fromC1, batches, both}, 1, func(int, int) {})
	if err == nil {
		t.Fatal("nothing is found")
	}
	var shown []string
	for line := range strings.Lines(err.Error()) {
		if strings.HasPrefix(line, "technique ") {
			shown = append(shown, strings.TrimSpace(line))
		}
	}
	want := []string{"technique fancymagic: rook on c1 is wrong", "technique pext: queen on h8 is wrong (QueenBatch, question ", "technique both: rook on c1 is wrong"}
	if len(shown) != len(want) {
		t.Fatalf("shown %q, want %q", shown, want)
	}
	for i := range want {
		if !strings.HasPrefix(shown[i], want[i]) {
			t.Errorf("shown %q, want %q", shown[i], want[i])
		}
	}
}

// A hanging lookup ends the proof, with an error that names its technique.
func TestVerifyEndsWithoutAnswers(t *testing.T) {
	defer func(before time.Duration) { patience = before }(patience)
	patience = time.Second
	all, err := techniques.Find("fancymagic", "pext")
	if err != nil {
		t.Fatal(err)
	}
	candidates, never := workload.Candidates(all), make(chan bool)
	defer close(never)
	candidates[1].Technique = conform.Funcs{BishopFunc: all[1].Bishop, QueenFunc: all[1].Queen, RookFunc: func(sq int, occ uint64) uint64 {
		<-never
		return 0
	}}
	if err := Verify(candidates, 1, func(int, int) {}); err == nil || !strings.HasPrefix(err.Error(), "technique pext: no answer within ") {
		t.Error(err)
	}
}

// Verify also proves sets and states.
func TestVerifyAsksForSetsAndStates(t *testing.T) {
	tiertest.Slow(t)
	all, err := techniques.Find("fancymagic", "koggestone")
	if err != nil {
		t.Fatal(err)
	}
	right := all[1].Setter()
	wrong := conform.SetFuncs{RooksFunc: right.Rooks, BishopsFunc: right.Rooks, QueensFunc: right.Queens} // bishops answer like rooks
	candidate := func(name string, sets conform.Setter, state error) workload.Candidate {
		return workload.Candidate{Name: name, Technique: all[0], Setter: sets, StateCheck: func(uint64) error { return state }}
	}
	last, total := 0, 0
	err = Verify([]workload.Candidate{
		candidate("right", right, nil), candidate("sets", wrong, nil), candidate("state", right, errors.New("it remembers a piece that is gone")),
	}, 1, func(done, of int) { last, total = done, of })
	if err == nil || last != total || total != 3*(64+2) { // for each technique all squares, its sets and its state
		t.Fatalf("%d of %d parts done, want 198; %v", last, total, err)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "technique sets: bishops are wrong\n") || !strings.HasSuffix(text, "technique state: it remembers a piece that is gone") ||
		strings.Contains(text, "technique right") {
		t.Errorf("got %v", err)
	}
}

// A technique that is wrong on one board of one square is found.
func TestVerifyNamesTheWrongTechnique(t *testing.T) {
	tiertest.Slow(t)
	all, err := techniques.Find("magic", "pext")
	if err != nil {
		t.Fatal(err)
	}
	last, total := 0, 0
	count := func(done, of int) { last, total = done, of }
	if err := Verify(workload.Candidates(all), 1, count); err != nil {
		t.Fatal(err)
	}
	if last != total || total != 2*64+1 { // all squares of both, and the batches of pext
		t.Errorf("progress ends at %d of %d, want 129 of 129", last, total)
	}

	const oneBoard = 0x0000001818000000 // d4, e4, d5 and e5
	faulty := conform.Funcs{RookFunc: all[0].Rook, BishopFunc: func(sq int, occ uint64) uint64 {
		if line := board.Lines(board.Bishop, 36); sq == 36 && occ&line == oneBoard&line {
			return 0
		}
		return all[0].Bishop(sq, occ)
	}}
	err = Verify(append(workload.Candidates(all), workload.Candidate{Name: "faulty", Technique: faulty}), 1, count)
	var wrong *WrongAnswer
	if !errors.As(err, &wrong) || wrong.Technique != "faulty" || wrong.Piece != board.Bishop || wrong.Square != 36 {
		t.Fatalf("got %v, want the bishop on e5 of faulty", err)
	}
	for _, part := range []string{"technique faulty: bishop on e5", "occupancy", "wanted", "got", ". . . x . x . ."} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error lacks %q:\n%v", part, err)
		}
	}
}

// A technique that is wrong only beyond the conformance suite's questions is found by comparison with the others.
func TestCrossCheckFindsWhoIsWrong(t *testing.T) {
	tiertest.Slow(t)
	all, _ := techniques.Find("magic", "pext")
	var lies atomic.Bool
	liar := workload.Candidate{Name: "liar", Technique: conform.Funcs{BishopFunc: all[0].Bishop, RookFunc: func(sq int, occ uint64) uint64 {
		if sq == 10 && lies.Load() {
			return 1
		}
		return all[0].Rook(sq, occ)
	}}}
	// It lies once the last part of the suite has ended.
	err := Verify(append(workload.Candidates(all), liar), 1, func(done, total int) { lies.Store(done == total) })
	for _, err := range []error{err, crossCheck([]workload.Candidate{liar, workload.Candidates(all)[1]}, 1)} {
		var wrong *WrongAnswer
		if !errors.As(err, &wrong) || wrong.Technique != "liar" {
			t.Errorf("got %v, want the liar's mistake", err)
		}
	}
}
