package search

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// AllFiles is one group of all files: all rooks share a magic.
const AllFiles = "abcdefgh"

// torusTries is the number of candidates for a group of files. The search takes some thousands, if the group has a magic with the fewest bits that its products need.
const torusTries = 1_000_000

// FindTorus finds a magic in the torus form for the rooks of each group of files, and white magics of the layout Fancy
// for the bishops. Groups are written as in "ab,gh,c,d,e,f": every file is in one.
//
// The set's content is OverlayAdjacent. The slots of the groups lie end to end, and the slots of the bishops lie among them,
// from the first on: if all lookups turn the slider's square to h8, bishops and rooks use different bits of a slot. Package
// overlay then lets groups share slots.
//
// The error says what is wrong with the groups, or it is ErrExhausted, wrapped.
func FindTorus(groups string, seed uint64) (*factors.Set, error) {
	squares, err := parseGroups(groups)
	if err != nil {
		return nil, err
	}
	bishops, err := New(Params{Layout: Fancy, Seed: seed, Pieces: []board.Piece{board.Bishop}})
	if err != nil {
		return nil, err
	}
	if err := bishops.Run(context.Background(), 1, Tries); err != nil {
		return nil, err
	}
	set := bishops.Set()
	set.Content = factors.OverlayAdjacent
	offset := 0
	for _, group := range squares {
		keys := torusKeys(board.Rook, group)
		n := bits.Len(uint(torusProducts(keys) - 1))
		factor, _, err := findTorus(keys, n, seed, torusTries)
		if errors.Is(err, ErrExhausted) {
			n++ // with hardly a slot to spare, a group may need a further bit; few do
			factor, _, err = findTorus(keys, n, seed, torusTries)
		}
		if err != nil {
			return nil, err
		}
		for sq := range board.Squares(group) {
			set.Entries = append(set.Entries, factors.Entry{
				Piece: board.Rook, Square: sq, Form: factors.Torus, Factor: factor, Shift: 64 - n, Offset: offset,
			})
		}
		offset += 1 << n
	}
	for i := range set.Entries {
		e := &set.Entries[i]
		e.Rotation = -factors.Torus.Turn(e.Square) & 63 // turns a slot of the board with the slider on h8 back; for bishops, too
	}
	slices.SortFunc(set.Entries, factors.Compare)
	return set, nil
}

// parseGroups returns the squares of each group of files.
func parseGroups(groups string) ([]uint64, error) {
	const aFile = 0x0101010101010101
	squares := make([]uint64, 1)
	last, taken, ok := 0, uint64(0), true // last is the present group, taken the files of all groups so far
	for _, r := range groups {
		if r == ',' {
			ok = ok && squares[last] != 0
			squares, last = append(squares, 0), last+1
			continue
		}
		file := uint64(0) // stays 0 for another character, which is no less wrong than a file that is taken
		if r >= 'a' && r <= 'h' {
			file = aFile << (r - 'a')
		}
		ok = ok && file&^taken != 0
		squares[last] |= file
		taken |= file
	}
	if !ok || taken != ^uint64(0) || squares[last] == 0 {
		return nil, fmt.Errorf("not groups of files: %q (want every file from a to h in one group, as in ab,gh,c,d,e,f)", groups)
	}
	return squares, nil
}

// torusKey is a key of the torus form with the contents of its slot: word holds the turned attacks of all squares that have
// this key, and known the bits that any of these squares reads. Two keys may share a slot if they agree on the bits that both
// know.
type torusKey struct{ key, word, known uint64 }

// torusKeys returns the keys of a piece on some squares, each once, in the order of squares and subsets.
func torusKeys(piece board.Piece, squares uint64) []torusKey {
	var keys []torusKey
	places := map[uint64]int{}
	for sq := range board.Squares(squares) {
		turn := factors.Torus.Turn(sq)
		lines := factors.OverlayAdjacent.Known(piece, sq)
		known := bits.RotateLeft64(lines, turn)
		for sub := range board.Subsets(board.Mask(piece, sq)) {
			key := factors.Torus.Key(piece, sq, sub)
			word := bits.RotateLeft64(board.Walk(piece, sq, sub)&lines, turn)
			if i, ok := places[key]; ok {
				if (keys[i].word^word)&keys[i].known&known != 0 {
					panic(fmt.Sprintf("torus form: %ss on several squares disagree about the key %#x", piece, key))
				}
				keys[i].word |= word
				keys[i].known |= known
				continue
			}
			places[key] = len(keys)
			keys = append(keys, torusKey{key, word, known})
		}
	}
	return keys
}

// torusProducts returns the number of different products that rooks' keys have with the magics of findTorus. Products that differ by
// too little for an index count once: in a key, bits 56 to 63 weigh as much as bits 0 to 7 (see findTorus).
func torusProducts(keys []torusKey) int {
	rings := map[uint64]bool{}
	for _, k := range keys {
		rings[k.key&(1<<56-1)|k.key>>56] = true
	}
	return len(rings)
}

// findTorus finds a magic with n index bits in the torus form that serves all keys of some rooks, and returns the number of its
// tries. The error is ErrExhausted, wrapped, if the tries are used up.
//
// Rooks need magics of a special kind. The squares to the left of a rook are the bits from 62 down, those to the
// right the bits from 0 up, so that i squares to the right of one rook and 7-i to the left of another are 56 bits
// apart. If the highest byte of the magic equals its lowest byte, and the n bits below the highest byte are 0, then two
// squares 56 bits apart weigh the same, apart from a difference too small for n bits: the rank becomes a ring, as the file
// is a ring already. So the 36,800 keys of all rooks have 115 * 115 = 13,225 products. The lowest bit is set, so that the
// ring's squares lie on a lattice.
//
// For the bishops of all squares together, millions of tries found no magic of 14 bits.
//
// That all rooks may share one magic and one range of slots is ours: no source known.
func findTorus(keys []torusKey, n int, seed uint64, tries int) (factor uint64, tried int, err error) {
	rng := rand.New(rand.NewPCG(seed, uint64(board.Rook)))
	// The two keys that refute a magic may be similar or very different, so the keys are shuffled.
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	slots := make([]torusSlot, 1<<n)
	for tried = 1; tried <= tries; tried++ {
		factor = rng.Uint64() & rng.Uint64() & rng.Uint64()
		low := rng.Uint64()&0xff | 1
		factor = factor&(1<<(56-n)-1)&^0xff | low | low<<56
		if torusGood(slots, keys, factor, n, tried) {
			return factor, tried, nil
		}
	}
	return 0, tries, fmt.Errorf("%w for rooks, torus form, %d bits, in %d tries", ErrExhausted, n, tries)
}

// torusSlot is a slot with the contents of its keys so far, as in torusKey, and the try that wrote it. To a later try it is empty.
type torusSlot struct {
	try         int
	word, known uint64
}

// torusGood reports whether all keys find room. It moves a key that refutes the magic forward, where the next try meets it earlier.
func torusGood(slots []torusSlot, keys []torusKey, factor uint64, n, try int) bool {
	for i, k := range keys {
		slot := &slots[k.key*factor>>(64-n)]
		switch {
		case slot.try != try:
			*slot = torusSlot{try, k.word, k.known}
		case (slot.word^k.word)&slot.known&k.known != 0:
			keys[i], keys[i/2] = keys[i/2], keys[i]
			return false
		default:
			slot.word |= k.word
			slot.known |= k.known
		}
	}
	return true
}
