// Package search finds magics for command findmagic; package pack makes their tables short.
//
// A magic is good when no two subsets of a square's mask with different attacks get the same index. Two subsets with
// the same attacks may share an index: these constructive collisions let a table be smaller than the number of subsets.
// Nobody knows a formula for good magics, so they are guessed and tried: candidates with few bits set are good far
// more often, because a product by a sparse magic is a sum of few shifted copies of the subset, whose bits then arrive
// among the highest without many carries.
//
// Everything is drawn from generators seeded by (seed, piece, square), and a number of tries bounds a search: the
// same seed finds the same magics on every machine, with any number of threads, and each square can be found again
// alone. A time limit only stops a search early. [Params] describes the wanted magics, and [Search] finds them.
package search

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// Tries is the default number of candidates for a square. With seed 1 the hardest square of a fancy set, a rook on f8, takes two million.
const Tries = 100_000_000

// ErrExhausted is the error of a search that has used up its tries.
var ErrExhausted = errors.New("no magic found")

// Target is a rook or a bishop on a square, for which a magic is wanted.
type Target struct {
	Piece  board.Piece
	Square int // a1 = 0
}

// String names the piece and the square, as in "rook a1".
func (t Target) String() string { return fmt.Sprintf("%v %s", t.Piece, board.SquareName(t.Square)) }

// compare orders targets by piece and square.
func (t Target) compare(u Target) int {
	return cmp.Or(cmp.Compare(t.Piece, u.Piece), cmp.Compare(t.Square, u.Square))
}

// hunt is the search for one magic.
type hunt struct {
	Target
	bits int // of an index
	// maker, unless nil, makes a magic with n index bits in place of trying random candidates: those are hopeless for a square of Dense
	// with a bit fewer than the mask.
	maker   func(piece board.Piece, sq, n int, rng *rand.PCG, tries int) (factor uint64, tried int, ok bool)
	stream  stream // the candidates not tried yet; with maker, the state of its generator
	tried   int    // candidates, or tries of maker
	found   bool
	factor  uint64     // if found
	running bool       // a thread works on it
	q       *questions // nil before the first try, with maker, and once a magic is found
}

// Search is a search for the magics of some squares. Its methods may be called while it runs.
type Search struct {
	params Params
	mutex  sync.Mutex
	hunts  []hunt // by piece and square
}

// New returns a search that has tried nothing yet. The error says why there is no search for the params.
func New(p Params) (*Search, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &Search{params: p}
	for _, t := range p.targets() {
		h := hunt{Target: t, bits: p.bits(t), stream: newStream(p.Generator, p.Seed, p.Form, t.Piece, t.Square)}
		switch {
		case p.Layout == Dense && dense[t.Piece]>>t.Square&1 != 0:
			h.maker = denseFactor
		case p.Generator == Places:
			h.maker = placedFactor
		}
		s.hunts = append(s.hunts, h)
	}
	return s, nil
}

// After a slice, a thread reports its progress, looks whether it should stop, and takes the square with the fewest tries.
const (
	slice     = 1 << 16 // candidates
	batch     = 1 << 7  // candidates drawn at once
	makeSlice = 1 << 12 // slice of hunt.maker, whose tries take longer
)

// Run tries candidates in a number of threads. It ends when every magic is found; when each square without a magic has had
// so many tries, those of earlier calls included, with the error [ErrExhausted], wrapped; or when the context is done, with its cause.
//
// Run advances all squares without a magic evenly, so that it finds the easy magics soon. A later call, also with more
// tries, continues with the next candidates.
func (s *Search) Run(ctx context.Context, threads, tries int) error {
	var wait sync.WaitGroup
	for range threads {
		wait.Go(func() {
			var t trial
			for ctx.Err() == nil {
				h := s.take(tries)
				if h == nil {
					return
				}
				work := *h // a copy, because Progress and Text read h meanwhile
				if work.maker != nil {
					work.tryMake()
				} else {
					work.try(&t, min(slice, tries-work.tried))
				}
				s.mutex.Lock()
				*h = work
				h.running = false
				s.mutex.Unlock()
			}
		})
	}
	wait.Wait()
	missing := s.Missing()
	if len(missing) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%w for %s, %v form, in %d tries", ErrExhausted, Names(missing), s.params.Form, tries)
}

// take returns a hunt for a thread: the hunt with the fewest tries, or nil if none is left.
func (s *Search) take(tries int) *hunt {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var next *hunt
	for i := range s.hunts {
		h := &s.hunts[i]
		if !h.found && !h.running && h.tried < tries && (next == nil || h.tried < next.tried) {
			next = h
		}
	}
	if next == nil {
		return nil
	}
	next.running = true
	if next.q == nil && next.maker == nil {
		next.q = newQuestions(s.params.Form, next.Piece, next.Square)
	}
	return next
}

// try tries a number of candidates, or fewer if it finds a magic.
func (h *hunt) try(t *trial, tries int) {
	var candidates [batch]uint64
	var numbers [batch]uint8
	screen := newScreen(h.q, h.bits)
	for tries > 0 {
		drawn := candidates[:min(batch, tries)]
		h.stream.fill(drawn)
		left := screen.sift(drawn, &numbers)
		for i, factor := range drawn[:left] {
			if screen.blind(factor) {
				continue
			}
			if t.place(h.q, factor, h.bits) == len(h.q.keys) {
				h.found, h.factor, h.q = true, factor, nil
				h.tried += int(numbers[i]) + 1
				return
			}
		}
		h.tried += len(drawn)
		tries -= len(drawn)
	}
}

// tryMake calls maker for a slice of tries. The slice is always whole, even if fewer tries are left, so that an interrupted search finds the same magics.
func (h *hunt) tryMake() {
	rng := rand.NewPCG(h.stream.hi, h.stream.lo)
	factor, tried, ok := h.maker(h.Piece, h.Square, h.bits, rng, makeSlice)
	h.tried += tried
	if ok {
		h.found, h.factor = true, factor
		return
	}
	// A PCG shows its state only in this encoding: "pcg:" and the two words.
	text, err := rng.MarshalBinary()
	if err != nil {
		panic(err) // a PCG never returns an error
	}
	text = bytes.TrimPrefix(text, []byte("pcg:"))
	h.stream.hi, h.stream.lo = binary.BigEndian.Uint64(text), binary.BigEndian.Uint64(text[8:])
}

// Missing returns the squares whose magics are not found yet.
func (s *Search) Missing() []Target {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var missing []Target
	for i := range s.hunts {
		if !s.hunts[i].found {
			missing = append(missing, s.hunts[i].Target)
		}
	}
	return missing
}

// Names lists targets: "rook a1, f8; bishop c3".
func Names(targets []Target) string {
	var b strings.Builder
	for i, t := range targets {
		switch {
		case i == 0:
			fmt.Fprint(&b, t)
		case t.Piece == targets[i-1].Piece:
			fmt.Fprintf(&b, ", %s", board.SquareName(t.Square))
		default:
			fmt.Fprintf(&b, "; %v", t)
		}
	}
	return b.String()
}

// Progress says how far a search has come.
type Progress struct {
	Targets, Found int
	Tried          int // candidates, for all squares together
}

// Progress returns the progress of the search.
func (s *Search) Progress() Progress {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	p := Progress{Targets: len(s.hunts)}
	for i := range s.hunts {
		h := &s.hunts[i]
		p.Tried += h.tried
		if h.found {
			p.Found++
		}
	}
	return p
}

// Set returns the set of the magics found so far. Their ranges of slots lie end to end.
func (s *Search) Set() *factors.Set {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	set := &factors.Set{}
	offset := 0
	for i := range s.hunts {
		h := &s.hunts[i]
		if !h.found {
			continue
		}
		set.Entries = append(set.Entries, factors.Entry{
			Piece: h.Piece, Square: h.Square, Form: s.params.Form,
			Factor: h.factor, Shift: s.params.Form.Width() - h.bits, Offset: offset,
		})
		offset += 1 << h.bits
	}
	return set
}

// FindSet finds a whole set from a seed, in one thread. (Package pack makes sets of the layout Fixed.) The set's
// source is the command that finds it again. The error is ErrExhausted, wrapped, if a square's tries are used up, or the
// cause of the context.
func FindSet(ctx context.Context, form factors.Form, layout Layout, seed uint64) (*factors.Set, error) {
	p := Params{Form: form, Layout: layout, Seed: seed}
	s, err := New(p)
	if err != nil {
		return nil, err
	}
	if err := s.Run(ctx, 1, Tries); err != nil {
		return nil, err
	}
	set := s.Set()
	set.Source = []string{p.Command()}
	return set, nil
}
