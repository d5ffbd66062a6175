package verify

import (
	"errors"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
)

// faulty is a technique that is wrong on exactly one board per square.
type faulty struct{ *techniques.Entry }

const faultyBoard = 0x0000001818000000

func (f faulty) Bishop(sq int, occ uint64) uint64 {
	if sq == 36 && occ&board.Lines(board.Bishop, 36) == faultyBoard&board.Lines(board.Bishop, 36) {
		return 0
	}
	return f.Entry.Bishop(sq, occ)
}

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
	if last != total || total != 129 {
		t.Errorf("progress ends at %d of %d, want 129 of 129", last, total)
	}

	err = Verify(append(workload.Candidates(all), workload.Candidate{Name: "faulty", Technique: faulty{all[0]}}), 1, count)
	var wrong *Wrong
	if !errors.As(err, &wrong) || wrong.Technique != "faulty" || wrong.Piece != board.Bishop || wrong.Square != 36 {
		t.Fatalf("got %v, want the bishop on e5 of faulty", err)
	}
	for _, part := range []string{"technique faulty: bishop on e5", "occupancy", "wanted", "got", ". . . x . x . ."} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error lacks %q:\n%v", part, err)
		}
	}
}

// sly is right wherever the conformance suite looks, to show that techniques are compared with each other as well.
type sly struct {
	*techniques.Entry
	lie *bool
}

func (s sly) Rook(sq int, occ uint64) uint64 {
	if *s.lie && sq == 10 {
		return 1
	}
	return s.Entry.Rook(sq, occ)
}

func TestCrossCheckFindsWhoIsWrong(t *testing.T) {
	all, _ := techniques.Find("magic", "pext")
	lie := true
	liar := workload.Candidate{Name: "sly", Technique: sly{all[0], &lie}}
	for _, candidates := range [][]workload.Candidate{{workload.Candidates(all)[0], liar}, {liar, workload.Candidates(all)[1]}} {
		var wrong *Wrong
		if err := crossCheck(candidates, 1); !errors.As(err, &wrong) || wrong.Technique != "sly" {
			t.Errorf("got %v, want sly's mistake", err)
		}
	}
}
