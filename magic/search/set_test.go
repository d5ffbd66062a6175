package search_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search"
)

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// blackSet is the stored overlapped set.
func blackSet(t testing.TB) *search.Set {
	t.Helper()
	f, err := os.Open("../../blackmagic/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, _, err := search.ReadCSV(f, search.Black, search.Fixed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryFormAndLayoutFindsASetThatVerifies(t *testing.T) {
	for _, form := range []search.Form{search.White, search.Black, search.Bits32} {
		for _, layout := range []search.Layout{search.Plain, search.Fancy} {
			s, err := search.FindSet(form, layout, 7)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Verify(); err != nil {
				t.Errorf("%v %v: %v", form, layout, err)
			}
		}
	}
}

func TestStoredBlackSetVerifies(t *testing.T) {
	s := blackSet(t)
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
	if got := s.Words(); got != 103_531 {
		t.Errorf("%d words, want the 103531 of its birth certificate", got)
	}
}

func TestVerifyCatchesPlantedFaults(t *testing.T) {
	good := blackSet(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		plant func(e *search.Entry)
	}{
		{"flipped bit of a factor", func(e *search.Entry) { e.Factor ^= 1 << 40 }},
		{"factor 0", func(e *search.Entry) { e.Factor = 0 }},
		{"offset one too high", func(e *search.Entry) { e.Offset++ }},
		{"offset before the table", func(e *search.Entry) { e.Offset = -5000 }},
	} {
		for _, piece := range pieces {
			sq := rng.IntN(64)
			bad := *good
			c.plant(&bad.Entries[piece][sq])
			err := bad.Verify()
			if err == nil {
				t.Errorf("%s of the %v on %s: not noticed", c.name, piece, board.SquareName(sq))
			} else if !strings.Contains(err.Error(), board.SquareName(sq)) || strings.Count(err.Error(), ". .") == 0 {
				t.Errorf("%s: the error does not show the %v on %s:\n%v", c.name, piece, board.SquareName(sq), err)
			}
		}
	}
}

// One square found alone is the square of the whole set.
func TestFindSquareAgreesWithFindSet(t *testing.T) {
	s, err := search.FindSet(search.White, search.Fancy, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range pieces {
		for sq := 0; sq < 64; sq += 9 {
			factor, tried, err := search.FindSquare(search.White, search.Fancy, 3, piece, sq)
			if err != nil || tried < 1 || factor != s.Entries[piece][sq].Factor {
				t.Errorf("%v on %s: %#x after %d tries, %v; the set has %#x",
					piece, board.SquareName(sq), factor, tried, err, s.Entries[piece][sq].Factor)
			}
		}
	}
}

func TestFindGivesUp(t *testing.T) {
	// Four index bits cannot tell the 49 attack sets of a rook in a corner apart.
	factor, tried, err := search.Find(search.White, board.Rook, 0, 4, rand.NewPCG(1, 1), 1000)
	if !errors.Is(err, search.ErrExhausted) || tried != 1000 {
		t.Errorf("got %#x after %d tries, %v; want ErrExhausted after 1000", factor, tried, err)
	}
}

func BenchmarkFindSet(b *testing.B) {
	for _, c := range []struct {
		form   search.Form
		layout search.Layout
	}{
		{search.White, search.Plain}, {search.White, search.Fancy}, {search.Black, search.Plain}, {search.Black, search.Fancy},
		{search.Bits32, search.Plain}, {search.Bits32, search.Fancy}, {search.White, search.Fixed},
	} {
		b.Run("form="+c.form.String()+"/layout="+c.layout.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := search.FindSet(c.form, c.layout, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
