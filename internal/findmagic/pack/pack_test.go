package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// few are squares enough to overlap. Bishops alone are quick.
var (
	few     = []int{1, 36, 49, 54}
	bishops = []board.Piece{board.Bishop}
)

// packed returns what a packer of few squares finds.
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

var searches = []Options{
	{Form: factors.Black},
	{Form: factors.White},
	{Form: factors.Black, Variable: true},
	{Form: factors.White, Variable: true},
}

// A packed set is right, is as long as the packer says, no slot serves two squares, and its shifts are those asked for.
func TestPackedSetsAreRight(t *testing.T) {
	tiertest.Slow(t)
	for i, o := range searches {
		if testing.Short() && i%3 != 0 {
			continue // black fixed and white variable do
		}
		o.Squares, o.Seed = few[2:], 5
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

// Going on never makes the table longer, and more tries make it shorter, by day going on once and in make check four times.
func TestGoingOn(t *testing.T) {
	o, times := Options{Form: factors.Black, Pieces: bishops, Squares: few, Seed: 1}, 1
	if tiertest.Minutes() {
		times = 4
	}
	p := packed(t, o, &factors.Set{}, 0, 1)
	begin := p.Words()
	for range times {
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

// Stopped before all squares have a magic, a packer has what it found so far, and goes on from there.
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

func TestNewRefuses(t *testing.T) {
	good := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: few}, &factors.Set{}, 0, 0).Best()
	for _, c := range []struct {
		name  string
		spoil func(o *Options, s *factors.Set)
		want  string
	}{
		{"form", func(o *Options, _ *factors.Set) { o.Form = factors.White },
			"a bishop on b1 is of the black form (want white)"},
		{"form to pack", func(o *Options, _ *factors.Set) { o.Form = factors.Bits32 }, "cannot pack the 32bit form"},
		{"factor", func(_ *Options, s *factors.Set) { s.Entries[0].Factor = 0 }, "b1"},
		{"shift", func(_ *Options, s *factors.Set) { s.Entries[1].Shift--; s.Entries[1].Offset += 20000 }, "a bishop on e5 has the shift 54"},
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

// A magic whose slots are those of another one, further up, has the other's shape, and indices of its own.
func TestEqualShapes(t *testing.T) {
	s := newSquare(factors.Black, false, board.Rook, 3)
	const factor = 0xffdffd9db8ffffa0 // its highest bit adds the same to the products of all subsets
	shape, low := s.add(factor, 52)
	other, high := s.add(factor^1<<63, 52)
	if shape != other || low != shape.low || high != low+2048 {
		t.Errorf("lowest indices %d and %d, shapes %p and %p", low, high, shape, other)
	}
}

// A set in which two squares occupy one slot is not kept.
func TestKeepRefusesOverlaps(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: []int{1, 2}}, &factors.Set{}, 0, 0)
	was := p.lift(0)
	p.put(0, placed{was.shape, p.placed[1].place})
	defer func() {
		if recover() == nil {
			t.Error("it is kept")
		}
	}()
	p.keep()
}

// A refit leaves the table right, and in the end better.
func TestRefit(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: []int{1, 2, 18, 45, 49, 54}}, &factors.Set{}, 0, 0)
	cost := func() (sum float64) {
		for _, at := range p.placed {
			sum += p.costAt(at.shape, at.place)
		}
		return sum
	}
	begin := cost()
	for range 40 {
		before := cost()
		p.refit()
		if after := cost(); after > before {
			t.Fatalf("the places cost %v, before %v", after, before)
		}
		if err := apart(p.set()); err != nil {
			t.Fatal(err)
		}
	}
	if cost() == begin {
		t.Error("no refit was better")
	}
}

// try counts what a map counts, and a shape has the same slots. A white magic whose weights have both signs has a shape of two parts.
func TestTry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	halves := 0
	for range 400 {
		form := factors.Form(rng.IntN(2))
		piece, sq := board.Piece(rng.IntN(2)), rng.IntN(64)
		s := newSquare(form, true, piece, sq)
		factor, shift := rng.Uint64()&rng.Uint64(), s.shifts[rng.IntN(len(s.shifts))]
		if piece == board.Rook && sq < 56 && rng.IntN(2) == 0 {
			factor = s.random(rng, shift, reachOf(300, shift))
		}
		var others bitmap
		for i := range others {
			others[i] = rng.Uint64()
		}
		used := map[int]bool{}
		low, high, taken, total := maxSlots, 0, 0, 0
		o, ok := s.try(factor, shift, &others, weigh{bad: 1}, 1<<20)
		answers := map[[2]uint64]bool{}
		for sub := range board.Subsets(s.mask) {
			x := form.Index(form.Key(piece, sq, sub), factor, shift) % maxSlots
			if !used[x] {
				used[x] = true
				taken += others.bit(x)
				total += x
			}
			sum := (x + o.sunk) % (1 << (64 - shift))
			low, high = min(low, sum), max(high, sum)
			answers[[2]uint64{uint64(x), board.Walk(piece, sq, sub)}] = true
		}
		if !ok || o.used != len(used) || o.taken != taken || o.total != total || o.low > low+1 || o.high < high-1 ||
			(o.bad == 0) != (len(answers) == len(used)) {
			t.Fatalf("%v on %s, %v form, factor %#x >> %d: %+v, want %d used, %d taken, %d to %d, total %d",
				piece, board.SquareName(sq), form, factor, shift, o, len(used), taken, low, high, total)
		}
		sh := newShape(s, factor, shift)
		slots := sh.slots()
		for _, x := range slots {
			delete(used, sh.low+x)
		}
		if len(sh.parts) == 2 {
			halves++
		}
		if len(slots) != sh.used || len(used) > 0 || slots[len(slots)-1] != sh.span-1 {
			t.Fatalf("%v on %s, %v form, factor %#x >> %d: the shape %+v lacks %v", piece, board.SquareName(sq), form, factor, shift, sh, used)
		}
	}
	if halves < 20 {
		t.Errorf("%d shapes of two parts", halves)
	}
}

// The indices of a black magic whose weights are small do not run over the ends of the range.
func TestSettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 300 {
		s := newSquare(factors.Black, false, board.Rook, rng.IntN(56))
		factor := s.random(rng, s.shifts[0], reachOf(300, s.shifts[0]))
		up, down := s.reach(factor)
		bound := int((up+down)>>(s.shifts[0]-8)) + 2
		if bound > maxSlots/4 {
			continue
		}
		settled := s.settle(factor)
		o, _ := s.try(settled, s.shifts[0], nil, weigh{}, maxSlots)
		if span := o.high - o.low + 1; span > bound {
			t.Fatalf("%s, factor %#x: span %d, above %d", board.SquareName(s.sq), settled, span, bound)
		}
		for _, b := range s.relevant {
			if settled<<b != factor<<b {
				t.Fatalf("%s, factor %#x: the weight of %s is another with %#x",
					board.SquareName(s.sq), factor, board.SquareName(int(b)), settled)
			}
		}
	}
}

// Words far above the aim cost much, and squares find places there all the same.
func TestFarAboveTheAim(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: []int{1, 2}}, &factors.Set{}, 0, 0)
	p.words = 0
	for place := range p.table[:maxWords/64/2] {
		p.table[place] = ^uint64(0)
	}
	if at := p.lowest(p.squares[0].pool, 0, anyCost); at.shape == nil || at.place < maxWords/2 {
		t.Errorf("place %d", at.place)
	}
}

// A crowd holds the wide squares apart, in no more words than end to end, and a second search makes it no longer.
func TestCrowd(t *testing.T) {
	p, err := New(Options{Form: factors.White, Pieces: []board.Piece{board.Rook}, Squares: []int{0, 57, 58, 60}}, &factors.Set{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.begin(t.Context(), func() {}); err != nil {
		t.Fatal(err)
	}
	words, wide := 3*maxSlots, []int{1, 2, 3}
	for _, tries := range []int{100, 0} {
		crowded := p.crowd(t.Context(), tries)
		if got := slices.Sorted(maps.Keys(crowded)); !slices.Equal(got, wide) {
			t.Fatalf("the crowd has the squares %v, want %v", got, wide)
		}
		p.clear()
		first := maxWords
		for i, at := range crowded {
			p.put(i, at)
			first = min(first, at.place)
		}
		p.keep() // panics if they are not apart
		if p.words > words || first != 0 || apart(p.best) != nil {
			t.Errorf("%d tries: a table from %d to %d, want 0 to %d at most; %v", tries, first, p.words, words, apart(p.best))
		}
		words = p.words
	}
	if words > 2*maxSlots+slack {
		t.Errorf("a table of %d words: no two of three rooks share a range", words)
	}
}

// A table agrees with a set of numbers.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var table table
	occupied := map[int]bool{}
	fits := func(s *shape, place int) bool {
		return !slices.ContainsFunc(s.slots(), func(x int) bool { return occupied[place+x] })
	}
	for range 60 {
		s := &shape{}
		for at := range 1 + rng.IntN(2) {
			last := rng.IntN(300)
			s.add(400*at, 0, last, func(x int) bool { return x == 0 || x == last || rng.IntN(3) == 0 })
		}
		s.probe()
		from := rng.IntN(200)
		want := from
		for !fits(s, want) {
			want++
		}
		if got := table.first(s, from, 20000); got != want {
			t.Fatalf("first fits at %d, want %d", got, want)
		}
		for limit := max(0, want-20); limit <= want; limit++ {
			if got := table.first(s, from, limit); got != limit {
				t.Fatalf("below %d: %d", limit, got)
			}
		}
		table.toggle(s, want)
		for _, x := range s.slots() {
			occupied[want+x] = true
		}
		offset := rng.IntN(1200) - 200
		window, free := table.window(offset), 0
		for x := range maxSlots {
			taken := occupied[offset+x] || offset+x < 0
			if taken != (window.bit(x) == 1) {
				t.Fatalf("window from %d: slot %d", offset, x)
			}
			if x < 500 && !taken {
				free++
			}
		}
		if got := table.free(offset, 500); got != free {
			t.Fatalf("%d free from %d, want %d", got, offset, free)
		}
	}
	if place := table.first(&shape{parts: []part{{0, []uint64{1}}}}, 0, 3); place != 3 && occupied[place] {
		t.Errorf("place %d is occupied", place)
	}
}

// When a packer is stopped, it does not place the bishops first.
func TestStoppedBeforeCompletion(t *testing.T) {
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: few}, &factors.Set{}, 0, 0)
	p.lift(3)
	p.words = maxWords
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if p.complete(ctx); p.words != maxWords || p.placed[3].shape != nil {
		t.Error("completed a set after it was stopped")
	}
	if p.complete(t.Context()); p.words == maxWords {
		t.Error("did not complete a set")
	}
}

// An exchange in the stored set, with pools of some shapes.
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
