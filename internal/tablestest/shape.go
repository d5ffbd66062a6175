package tablestest

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Visit is called with the address and the size in bytes of each part of a table that a lookup reads.
type Visit = func(address unsafe.Pointer, bytes uintptr)

// Read calls visit with the address and the size of the value that at points to.
func Read[T any](visit Visit, at *T) { visit(unsafe.Pointer(at), unsafe.Sizeof(*at)) }

// Reads visits every table entry that the lookup for a piece reads, in order.
type Reads func(p board.Piece, sq int, occ uint64, visit Visit)

// Shape describes the tables of a technique as its lookups read them. It is written by hand, so that TableBytes and Reads can be compared with it.
type Shape struct {
	Bytes   []int  // sizes of the tables of a rook and of a bishop, and of a queen if hers is not their sum
	Leading [2]int // distinct bytes that all lookups of a rook, and of a bishop, read before the word of attacks; with Lines, Vectors or Answer there is no such word, and all bytes count
	Shared  bool   // subsets with the same attacks may share a word
	Lines   bool   // no word holds attacks: lookups compute them from lines
	Still   bool   // the reads are the same for every occupancy
	Alike   bool   // the reads for a rook and a bishop are the same, or differ in nothing that a test sees: testWrongReads does not exchange them
	Vectors bool   // the reads show neither attacks nor lines, being constants, networks or permutations: no test sees of which square they are
	Overlay int    // bytes of a slot from which the attacks of several squares are extracted; 0 if a slot holds just attacks
	Whole   bool   // lookups of a rook and a bishop cut a queen's attacks by their lines, which her lookup does not read
	Apart   bool   // a bishop's lookup reads tables of its own, which a queen's does not read
	Tail    bool   // the last read is a constant, or an entry that other questions read too: testWrongReads cannot spoil it alone
	Numbers bool   // the number of a slot, a byte, is read before the slot
	// Answer computes the attacks from all reads, for techniques that combine words; nil for others.
	Answer func(p board.Piece, sq int, occ uint64, list []read) uint64
}

// combines reports whether no single word has the attacks, so that lookups combine several. Then Leading has the bytes of all reads; else the last read of a lookup, the
// attacks, is not in it, nor with Numbers the one before, the number of the attacks' slot.
func (s Shape) combines() bool { return s.Lines || s.Vectors || s.Answer != nil }

// Sums over all squares, to compute sizes of tables.
const (
	RookMasks       = 672 // relevant squares
	BishopMasks     = 364
	RookLines       = 896 // squares on lines
	BishopLines     = 560
	FileSubsets     = 8 * (2<<6 + 6<<5)     // sets of relevant squares of files: of six squares for the slider at either end, else of five
	DiagonalSubsets = 1664                  // sets of relevant squares of diagonals, and of anti-diagonals
	RookTable       = 8 * board.RookSubsets // bytes, with a word for each set of relevant squares
	BishopTable     = 8 * board.BishopSubsets
	Pointer         = int(unsafe.Sizeof(uintptr(0))) // bytes of an address
)

// read is a place in memory that a lookup reads.
type read struct {
	address unsafe.Pointer
	bytes   uintptr
}

func (r Reads) list(p board.Piece, sq int, occ uint64) (list []read) { // in order
	r(p, sq, occ, func(address unsafe.Pointer, bytes uintptr) { list = append(list, read{address, bytes}) })
	return list
}

// boards returns occupancies for which the lookups of a piece on sq read every entry that they can ever read: the subsets of the mask, and every pattern of a rank on all
// ranks, for tables with a part per rank.
func boards(p board.Piece, sq int) []uint64 {
	occs := slices.Collect(board.Subsets(board.Mask(p, sq)))
	for rank := range uint64(256) {
		occs = append(occs, rank*0x0101010101010101)
	}
	return occs
}

// checkReads compares reads, on all boards that they may depend on, with TableBytes and a Shape, and returns an error for reads that a technique's lookups cannot have.
func checkReads(tableBytes func(board.Piece) int, want Shape, r Reads) error {
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		facts, words := map[uintptr]uintptr{}, map[uintptr]uintptr{} // bytes by address
		subsets := 0
		for sq := range 64 {
			subsets += 1 << bits.OnesCount64(board.Mask(p, sq))
			seen := newSlotsSeen()
			for _, occ := range boards(p, sq) {
				list := r.list(p, sq, occ) // facts, then perhaps a slot's number, then perhaps the word of attacks
				if err := answered(want, p, sq, occ, list, seen); err != nil {
					return fmt.Errorf("%v on %s, occupancy %#x: %w", p, board.SquareName(sq), occ, err)
				}
				for _, isThere := range [...]bool{!want.combines(), want.Numbers} {
					if isThere { // from the end: the word, and its number
						last := list[len(list)-1]
						words[uintptr(last.address)] = last.bytes
						list = list[:len(list)-1]
					}
				}
				for _, fact := range list {
					facts[uintptr(fact.address)] = max(facts[uintptr(fact.address)], fact.bytes)
				}
			}
		}
		got, err := sum(facts)
		if err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
		if got != want.Leading[p] {
			return fmt.Errorf("%v: %d bytes lead to the attacks, want %d", p, got, want.Leading[p])
		}
		switch n := len(words); {
		case want.combines(), want.Overlay > 0: // there are no words of attacks, or they serve several squares: their number says nothing
		case n > subsets, n < subsets/2, n < subsets && !want.Shared: // sharing saves less than half
			return fmt.Errorf("%v: %d words of attacks for %d subsets", p, n, subsets)
		}
		slots, err := sum(words)
		if err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
		if got += slots; got > tableBytes(p) {
			return fmt.Errorf("%v: lookups read %d bytes, the tables have %d", p, got, tableBytes(p))
		}
	}
	return nil
}

// answered returns an error if the attacks cannot come from a lookup's reads. In most techniques the last word read must be the answer. If attacks are computed from
// lines, these lines must be read, or for a rook instead of its rank a byte with the attacks there. If they are extracted, slotsSeen decides. Constants cannot be
// checked.
func answered(want Shape, p board.Piece, sq int, occ uint64, list []read, seen *slotsSeen) error {
	attacks := board.Walk(p, sq, occ)
	if want.Overlay > 0 {
		return seen.extract(want, p, sq, attacks, list)
	}
	if want.Answer != nil {
		if got := want.Answer(p, sq, occ, list); got != attacks {
			return fmt.Errorf("what is read makes %#x, the attacks are %#x", got, attacks)
		}
		return nil
	}
	if want.Vectors {
		return nil
	}
	if !want.Lines {
		if len(list) == 0 {
			return fmt.Errorf("nothing is read")
		}
		last := list[len(list)-1]
		if last.bytes != 8 {
			return fmt.Errorf("the last read has %d bytes", last.bytes)
		}
		if word := *(*uint64)(last.address); word != attacks {
			return fmt.Errorf("the last word is %#x, the attacks are %#x", word, attacks)
		}
		return nil
	}
	lines := []uint64{diagonalOf(sq), antidiagonalOf(sq)}
	if p == board.Rook {
		rank := board.Ray(board.East, sq) | board.Ray(board.West, sq)
		lines = []uint64{board.Ray(board.North, sq) | board.Ray(board.South, sq), rank}
		// A table may hold the attacks within the rank in the rank's place.
		if slices.ContainsFunc(list, func(r read) bool {
			return r.bytes == 1 && uint64(*(*uint8)(r.address))<<(sq&56) == attacks&rank
		}) {
			lines = lines[:1]
		}
	}
	for _, line := range lines {
		if !slices.ContainsFunc(list, func(r read) bool {
			return r.bytes%8 == 0 && slices.Contains(unsafe.Slice((*uint64)(r.address), r.bytes/8), line)
		}) {
			return fmt.Errorf("the line %#x is in none of %d reads", line, len(list))
		}
	}
	return nil
}

// slotsSeen remembers the meaning of slots that serve several squares, as far as a square's reads have shown it.
type slotsSeen struct {
	rotations uint64            // the rotations still possible, bit k for one by k bits: it turns each 64-bit slot so far into the attacks on the square's lines
	attacks   map[uint16]uint64 // by the content of 16-bit slots
}

func newSlotsSeen() *slotsSeen { return &slotsSeen{^uint64(0), map[uint16]uint64{}} }

// extract returns an error unless the attacks can be extracted from the last read: a word that shows them, except on adjacent squares, when it is rotated by the same
// number of bits as the square's other words; or 16 bits that always mean the same.
func (s *slotsSeen) extract(want Shape, p board.Piece, sq int, attacks uint64, list []read) error {
	if len(list) == 0 {
		return fmt.Errorf("nothing is read")
	}
	last := list[len(list)-1]
	if int(last.bytes) != want.Overlay {
		return fmt.Errorf("the last read has %d bytes, want %d", last.bytes, want.Overlay)
	}
	if want.Numbers && (len(list) < 2 || list[len(list)-2].bytes != 1) {
		return fmt.Errorf("no number is read before the slot")
	}
	if want.Overlay == 2 {
		slot := *(*uint16)(last.address)
		if before, ok := s.attacks[slot]; ok && before != attacks {
			return fmt.Errorf("the slot's content %#x means %#x, and before meant %#x", slot, attacks, before)
		}
		s.attacks[slot] = attacks
		return nil
	}
	word, known := *(*uint64)(last.address), board.Lines(p, sq)&^board.Walk(p, sq, ^uint64(0)) // known: all but adjacent squares
	for k := range board.Squares(s.rotations) {
		if (bits.RotateLeft64(word, k)^attacks)&known != 0 {
			s.rotations &^= 1 << k
		}
	}
	if s.rotations == 0 {
		return fmt.Errorf("the word %#x does not show the attacks %#x in any rotation that others were shown in", word, attacks)
	}
	return nil
}

// sum returns how many bytes the reads cover together. Two lookups may read the same bytes, but not only parts of another's.
func sum(reads map[uintptr]uintptr) (bytes int, err error) {
	end := uintptr(0)
	for _, address := range slices.Sorted(maps.Keys(reads)) {
		if address < end {
			return 0, fmt.Errorf("a read of %d bytes begins within another one", reads[address])
		}
		end = address + reads[address]
		bytes += int(reads[address])
	}
	return bytes, nil
}
