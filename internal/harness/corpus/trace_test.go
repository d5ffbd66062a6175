package corpus

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// written returns questions as WriteTrace writes them.
func written(t *testing.T, questions []Question) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTrace(&b, questions); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawnQuestions returns n questions drawn at random.
func drawnQuestions(n int) (questions []Question) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range n {
		questions = append(questions, Question{board.Pieces[rng.IntN(3)], uint8(rng.IntN(64)), rng.Uint64()})
	}
	return questions
}

// ReadTrace reads the questions that WriteTrace wrote.
func TestTraceRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		questions := drawnQuestions(n)
		if got, err := ReadTrace(bytes.NewReader(written(t, questions))); err != nil || !slices.Equal(got, questions) {
			t.Errorf("%d questions come back as %d others, %v", n, len(got), err)
		}
	}
}

// Reading a trace that is cut short or damaged anywhere is an error.
func TestBadTraces(t *testing.T) {
	whole := written(t, drawnQuestions(50))
	read := func(what string, text []byte) {
		t.Helper()
		if got, err := ReadTrace(bytes.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "bad trace: ") || got != nil {
			t.Errorf("%s: %d questions, %v", what, len(got), err)
		}
	}
	for n := range whole {
		read("cut short", whole[:n])
		if n < 10 {
			continue // gzip's header, of which only the magic bytes and flags matter
		}
		damaged := bytes.Clone(whole)
		damaged[n] ^= 0x55
		read("damaged", damaged)
	}
	read("followed by something", append(bytes.Clone(whole), "more"...))
	read("text", []byte(games))
	read("about no piece", written(t, []Question{{board.Queen + 1, 0, 0}}))
	if err := WriteTrace(full{}, drawnQuestions(1)); err == nil {
		t.Error("a full disk: no error")
	}
}

// full is a writer that cannot write.
type full struct{}

// Write returns an error.
func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// The committed trace has TraceLength questions about each piece, which ForPiece asks in their order, and begins again after the last.
func TestCommittedTrace(t *testing.T) {
	all, err := Trace()
	if err != nil {
		t.Fatal(err)
	}
	var counts [len(board.Pieces)]int
	var squares [64]int
	for _, q := range all {
		counts[q.Piece]++
		squares[q.Square]++
	}
	for _, p := range board.Pieces {
		if counts[p] != TraceLength {
			t.Errorf("%d questions about a %v, want %d", counts[p], p, TraceLength)
		}
		// The first ones, and from the beginning again after the last.
		const more = 100
		q, err := ForPiece("trace", p, TraceLength+more, 1)
		if err != nil || len(q.Occs) != TraceLength+more {
			t.Fatalf("%v: %d questions, %v", p, len(q.Occs), err)
		}
		own := slices.DeleteFunc(slices.Clone(all), func(q Question) bool { return q.Piece != p })
		for i := range q.Occs {
			if want := own[i%TraceLength]; q.Occs[i] != want.Occ || q.Squares[i] != want.Square {
				t.Fatalf("%v: question %d is %d under %#x, want %+v", p, i, q.Squares[i], q.Occs[i], want)
			}
		}
	}
	if least := slices.Min(squares[:]); least == 0 {
		t.Errorf("a square is never asked about: %v", squares)
	}
}
