package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// few are b1, e5, b7 and g7: enough squares for a packed table. Tests with bishops alone are quick.
var (
	few     = []int{1, 36, 49, 54}
	bishops = []board.Piece{board.Bishop}
)

// packed returns a packer after a number of tries. It begins from a set, before which there were other tries.
func packed(t *testing.T, o Options, start *factors.Set, before, tries int) *Packer {
	t.Helper()
	p, err := New(o, start, before)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), tries, func() {}); err != nil {
		t.Fatal(err)
	}
	return p
}

// apart returns an error unless a set is right and no slot serves two squares.
func apart(set *factors.Set) error {
	sum := 0
	for _, s := range set.Spans() {
		sum += s.Used
	}
	if err := set.Verify(); err != nil || sum != set.Used() {
		return fmt.Errorf("the squares use %d slots, together %d; %v", sum, set.Used(), err)
	}
	return nil
}

// searches are the forms and shifts that can be packed.
var searches = []Options{
	{Form: factors.Black},
	{Form: factors.White},
	{Form: factors.Black, Variable: true},
	{Form: factors.White, Variable: true},
}

// A packed set is right, has the length that the packer says and the form and shifts of the options, and no slot serves two squares.
func TestPackedSetsAreRight(t *testing.T) {
	tiertest.Slow(t)
	for i, o := range searches {
		if testing.Short() && i%3 != 0 {
			continue // black fixed and white variable are enough
		}
		o.Squares, o.Seed = few[2:], 5 // rooks and bishops on b7 and g7
		p := packed(t, o, &factors.Set{}, 0, 4)
		set := p.Best()
		if len(set.Entries) != 4 || set.Words() != p.Words() {
			t.Errorf("%+v: %d entries, %d words, the packer says %d", o, len(set.Entries), set.Words(), p.Words())
		}
		for _, e := range set.Entries {
			if e.Form != o.Form {
				t.Errorf("%+v: %v is of the %v form", o, &e, e.Form)
			}
			if !o.Variable && e.Shift != fixedShift(e.Piece) {
				t.Errorf("%+v: %v has the shift %d", o, &e, e.Shift)
			}
		}
		if err := apart(set); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestSameSeedSameSet(t *testing.T) {
	tiertest.Slow(t)
	o := Options{Form: factors.Black, Pieces: bishops, Squares: few, Seed: 7}
	first, second := packed(t, o, &factors.Set{}, 0, 4), packed(t, o, &factors.Set{}, 0, 4)
	if !reflect.DeepEqual(first.Best(), second.Best()) {
		t.Error("the same seed found two sets")
	}
	o.Seed++
	if other := packed(t, o, &factors.Set{}, 0, 4); reflect.DeepEqual(first.Best(), other.Best()) {
		t.Error("two seeds found the same set")
	}
}

// A resumed search never makes the table longer, and with enough tries shorter.
func TestGoingOn(t *testing.T) {
	o, times := Options{Form: factors.Black, Pieces: bishops, Squares: few, Seed: 1}, 1
	if tiertest.Minutes() {
		times = 4
	}
	p := packed(t, o, &factors.Set{}, 0, 1)
	begin := p.Words()
	for range times {
		// Enough tries to end the opening, and 8 more.
		next := packed(t, o, p.Best(), p.Tries(), opening*len(few)+8)
		if next.Words() > p.Words() || next.Tries() != p.Tries()+opening*len(few)+8 {
			t.Fatalf("%d words after %d tries, then %d words after %d tries", p.Words(), p.Tries(), next.Words(), next.Tries())
		}
		p = next
	}
	if p.Words() == begin {
		t.Errorf("still %d words", begin)
	}
	if err := p.Best().Verify(); err != nil {
		t.Error(err)
	}
}

// Stopped before all squares have a magic, a packer has a set of the others, from which another packer goes on.
func TestStoppedAtTheBeginning(t *testing.T) {
	o := Options{Form: factors.Black, Pieces: bishops, Squares: few}
	p, err := New(o, &factors.Set{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	asked := errors.New("asked to stop")
	ctx, stop := context.WithCancelCause(t.Context())
	n := 0
	err = p.Run(ctx, -1, func() {
		if n++; n == 3 {
			stop(asked)
		}
	})
	part := p.Best()
	if !errors.Is(err, asked) || len(part.Entries) != 3 || part.Verify() != nil {
		t.Fatalf("%v, %d entries, %v", err, len(part.Entries), part.Verify())
	}
	if set := packed(t, o, part, 0, 0).Best(); len(set.Entries) != len(few) {
		t.Errorf("%d entries", len(set.Entries))
	}
}

// New refuses a form that cannot be packed, and sets that are wrong or not of the options. Entries 0 and 1 are the bishops on b1 and e5.
func TestNewRefuses(t *testing.T) {
	good := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: few}, &factors.Set{}, 0, 0).Best()
	for _, c := range []struct {
		name  string // of the value that spoil makes wrong
		spoil func(o *Options, s *factors.Set)
		want  string
	}{
		{"form", func(o *Options, _ *factors.Set) { o.Form = factors.White },
			"a bishop on b1 is of the black form (want white)"},
		{"form to pack", func(o *Options, _ *factors.Set) { o.Form = factors.Bits32 }, "cannot pack the 32bit form"},
		{"factor", func(_ *Options, s *factors.Set) { s.Entries[0].Factor = 0 }, "b1"},
		{"shift", func(_ *Options, s *factors.Set) {
			s.Entries[1].Shift--
			s.Entries[1].Offset += 20000 /* where it meets no other square */
		}, "a bishop on e5 has the shift 54"},
		{"place", func(_ *Options, s *factors.Set) { s.Entries[0].Offset = maxWords }, "above"},
	} {
		o := Options{Form: factors.Black, Pieces: bishops, Squares: few}
		s := *good
		s.Entries = slices.Clone(good.Entries)
		c.spoil(&o, &s)
		if _, err := New(o, &s, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// A single anneal finds no magic for a rook on h8, and the square is given up.
func TestNoFactor(t *testing.T) {
	defer func(n int) { maxAnneals = n }(maxAnneals)
	maxAnneals = 1
	p, err := New(Options{Form: factors.White, Squares: []int{63}, Pieces: []board.Piece{board.Rook}}, &factors.Set{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), 1, func() {}); !errors.Is(err, ErrExhausted) || !strings.Contains(err.Error(), "h8") {
		t.Errorf("got %v", err)
	}
}

// keep panics if two squares occupy one slot.
func TestKeepRefusesOverlaps(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: []int{1, 2}}, &factors.Set{}, 0, 0)
	was := p.lift(0)
	p.put(0, placed{was.shape, p.placed[1].place}) // the lowest slot of a shape is used, so both squares use this one
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	p.keep()
}

// Words far above the aim cost much, but if no lower slot is free, squares are placed there all the same.
func TestFarAboveTheAim(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: []int{1, 2}}, &factors.Set{}, 0, 0)
	p.words = 0                                  // the aim: every word is above it
	for place := range p.table[:maxWords/64/2] { // the lower half of the table is full
		p.table[place] = ^uint64(0)
	}
	if at := p.lowest(p.squares[0].pool, 0, anyCost); at.shape == nil || at.place < maxWords/2 {
		t.Errorf("place %d", at.place)
	}
}

// When its context is done, complete does not place the missing squares.
func TestStoppedBeforeCompletion(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: few}, &factors.Set{}, 0, 0)
	p.lift(3)          // the bishop on g7
	p.words = maxWords // so that any table is shorter
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if p.complete(ctx); p.words != maxWords || p.placed[3].shape != nil {
		t.Error("completed a set after it was stopped")
	}
	if p.complete(t.Context()); p.words == maxWords {
		t.Error("did not complete a set")
	}
}

// BenchmarkExchange times exchanges in the stored set of fixedshift, with a few shapes in each pool.
func BenchmarkExchange(b *testing.B) {
	text, err := os.ReadFile("../../../fixedshift/factors.csv")
	if err != nil {
		b.Fatal(err)
	}
	set, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		b.Fatal(err)
	}
	p, err := New(Options{Form: factors.White}, set, 0)
	if err != nil {
		b.Fatal(err)
	}
	p.liftHoled()
	for range 300 {
		p.addShapes(p.squares[p.any()])
	}
	for b.Loop() {
		p.exchange(cold)
	}
}
