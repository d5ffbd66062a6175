package factors

import (
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// Span describes the slots that an entry uses.
type Span struct {
	First, Last int // lowest and highest slot
	Used        int // different slots
}

// Len returns the number of slots from the first to the last, used or not.
func (s Span) Len() int { return s.Last - s.First + 1 }

// Spans returns the spans of the entries.
func (s *Set) Spans() []Span {
	spans := make([]Span, len(s.Entries))
	for i := range s.Entries {
		slots := map[int]bool{}
		s.Entries[i].slots(func(slot int) { slots[slot] = true })
		all := slices.Collect(maps.Keys(slots))
		spans[i] = Span{slices.Min(all), slices.Max(all), len(all)}
	}
	return spans
}

// Words returns the length of the table: one more than the highest slot that a relevant subset reaches.
func (s *Set) Words() int {
	words := 0
	for i := range s.Entries {
		s.Entries[i].slots(func(slot int) { words = max(words, slot+1) })
	}
	return words
}

// Used returns the number of slots of the table that a relevant subset reaches.
func (s *Set) Used() int {
	used := map[int]bool{}
	for i := range s.Entries {
		s.Entries[i].slots(func(slot int) { used[slot] = true })
	}
	return len(used)
}

// slots calls visit with the slot of every relevant subset.
func (e *Entry) slots(visit func(slot int)) {
	slot := e.lookup()
	for sub := range e.subsets() {
		visit(slot(sub))
	}
}

// subsets returns the relevant subsets of the entry's square.
func (e *Entry) subsets() iter.Seq[uint64] { return board.Subsets(board.Mask(e.Piece, e.Square)) }

// AttackSets numbers the attack sets of a piece on a square, from 0, and returns the number of every relevant subset, in the order of board.Subsets.
func AttackSets(p board.Piece, sq int) []uint8 {
	// A number has a digit for each ray: how many squares of the ray are free. A rook in the centre has the most attack sets: 3*4*3*4 = 144.
	mask := board.Mask(p, sq)
	var rays [4]uint64
	for i, d := range board.Directions(p) {
		rays[i] = board.Ray(d, sq) & mask
	}
	numbers := make([]uint8, 0, 1<<bits.OnesCount64(mask))
	for sub := range board.Subsets(mask) {
		number := 0
		for _, ray := range rays {
			number = number*(bits.OnesCount64(ray)+1) + free(ray, sub, sq)
		}
		numbers = append(numbers, uint8(number))
	}
	return numbers
}

// free returns how many squares of a ray from sq lie before the first blocker of sub.
func free(ray, sub uint64, sq int) int {
	blockers := ray & sub
	if ray>>sq != 0 { // the ray goes up, to squares with higher numbers
		// The first blocker is the lowest; without blockers, the subtraction sets all bits.
		return bits.OnesCount64(ray & (blockers&-blockers - 1))
	}
	// Downward, the first blocker is the highest.
	return bits.OnesCount64(ray >> bits.Len64(blockers))
}

// Table returns the table of the set. The error is a *Collision if two answers need the same slot, and an *Outside if a slot
// would lie before the table.
//
// Table looks up every relevant subset of every entry, which proves the set, and looks it up again with noise on squares that
// must not matter. The noise cannot find fault with the set, because a key does not depend on it: it tests this package's keys.
func (s *Set) Table() ([]uint64, error) {
	size := s.Words()
	words, known := make([]uint64, size), make([]uint64, size) // by slot: the word, and the bits that entries have stored so far
	for i := range s.Entries {
		e := &s.Entries[i]
		mask := board.Mask(e.Piece, e.Square)
		noise := rand.New(rand.NewPCG(uint64(e.Piece), uint64(e.Square)))
		lookup := e.lookup()
		word, knows := e.store(s.Content)
		for sub := range e.subsets() {
			w := word(sub)
			for _, occ := range [...]uint64{sub, sub | noise.Uint64()&^mask} {
				slot := lookup(occ)
				if slot < 0 {
					return nil, &Outside{slot, *e, occ & mask}
				}
				if (words[slot]^w)&known[slot]&knows != 0 {
					return nil, s.collision(e, occ, slot)
				}
				words[slot] |= w
				known[slot] |= knows
			}
		}
	}
	return words, nil
}

// Verify returns the error of Table.
func (s *Set) Verify() error {
	_, err := s.Table()
	return err
}

// Collision is the error of a set in which two questions with different answers share a slot.
type Collision struct {
	Slot     int
	Entries  [2]Entry
	Subsets  [2]uint64
	Disagree uint64 // the bits of the slot that differ between the two answers
}

// Error names the squares and the slot in its first line, and draws the subsets and their attacks.
func (c *Collision) Error() string {
	who := c.Entries[0].String()
	if c.Entries[0] != c.Entries[1] {
		who += fmt.Sprintf(" and %v", &c.Entries[1])
	}
	text := fmt.Sprintf("%s: slot %d needs two answers", who, c.Slot)
	for i, e := range c.Entries {
		text += fmt.Sprintf("\nfor %v with the subset\n%sand the attacks\n%s", &e,
			board.Picture(c.Subsets[i]), board.Picture(board.Walk(e.Piece, e.Square, c.Subsets[i])))
	}
	return text
}

// Outside is the error of a set in which a slot lies before the table.
type Outside struct {
	Slot   int // below 0
	Entry  Entry
	Subset uint64
}

// Error names the square and the slot in its first line, and draws the subset.
func (o *Outside) Error() string {
	return fmt.Sprintf("%v: slot %d lies before the table\n%s", &o.Entry, o.Slot, board.Picture(o.Subset))
}

// collision returns the collision of e's occupancy with an earlier question for the same slot. The question exists: a bit that
// disagrees is known to e and in the slot, where an earlier question stored it with its present value.
func (s *Set) collision(e *Entry, occ uint64, slot int) *Collision {
	word, known := e.store(s.Content)
	sub := occ & board.Mask(e.Piece, e.Square)
	for i := range s.Entries {
		other := &s.Entries[i]
		theirs, theyKnow := other.store(s.Content)
		lookup := other.lookup()
		for earlier := range other.subsets() {
			disagree := (word(occ) ^ theirs(earlier)) & known & theyKnow
			if disagree != 0 && lookup(earlier) == slot {
				return &Collision{slot, [2]Entry{*other, *e}, [2]uint64{earlier, sub}, disagree}
			}
		}
	}
	panic("factors: a slot is known that no subset looks up")
}
