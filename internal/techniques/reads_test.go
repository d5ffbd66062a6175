package techniques_test

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// reads is the method Reads of an entry, or a wrong one.
type reads func(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr))

// read is a place in memory that a lookup reads.
type read struct {
	address unsafe.Pointer
	bytes   uintptr
}

func (r reads) list(p board.Piece, sq int, occ uint64) (list []read) {
	r(p, sq, occ, func(address unsafe.Pointer, bytes uintptr) { list = append(list, read{address, bytes}) })
	return list
}

// boards returns occupancies for which the lookups of a piece on sq read all that they can ever read: the subsets of the
// mask for the attacks, and every pattern of a rank for tables with a part per rank.
func boards(p board.Piece, sq int) []uint64 {
	occs := slices.Collect(board.Subsets(board.Mask(p, sq)))
	for rank := range uint64(256) {
		occs = append(occs, rank*0x0101010101010101)
	}
	return occs
}

// shape is what the tables of a technique have to look like through the eyes of its lookups, for rook and bishop. Its package says
// it, as readTables reads it.
type shape struct {
	facts   [2]int // bytes that lead to the attacks: masks, factors, offsets, rows
	shared  bool   // subsets with the same attacks may share a word
	lines   bool   // there are no words of attacks: these are computed from lines
	still   bool   // what is read does not depend on the occupancy
	alike   bool   // nor on the piece, or only on which parts of alike things are read
	vectors bool   // nor on the square: it is a few constants, and lines are computed from squares
	overlay int    // bytes of a slot from which the attacks of several squares are extracted; 0 if it holds just attacks
	whole   bool   // the attacks of a rook or a bishop are those of a queen within lines, which she does without
	apart   bool   // a bishop has sets of its own, which a queen does without
	tail    bool   // the last read is of a constant, or of what others read too, so that nothing can be said of it by itself
	numbers bool   // a byte, the number of a slot, is read before it
	// answer makes the attacks of what is read; for techniques that combine words, none of which need be the answer.
	answer func(p board.Piece, sq int, occ uint64, list []read) uint64
}

// combines reports whether there is no single word that is, or holds, the attacks.
func (s shape) combines() bool { return s.lines || s.vectors || s.answer != nil }

// wordsOf returns all words of 8 bytes in a list of reads.
func wordsOf(list []read) (words []uint64) {
	for _, r := range list {
		words = append(words, unsafe.Slice((*uint64)(r.address), r.bytes/8)...)
	}
	return words
}

// What attacks may be made of.

// xored returns the exclusive or of all words: rays, and what blockers hide of them.
func xored(_ board.Piece, _ int, _ uint64, list []read) (attacks uint64) {
	for _, word := range wordsOf(list) {
		attacks ^= word
	}
	return attacks
}

// spread returns the last word, or where the last read has 16 bits, these on the squares of the piece's lines, the lowest bit on the lowest square.
// Of no reads it returns none, which no question is answered with.
func spread(p board.Piece, sq int, _ uint64, list []read) (attacks uint64) {
	if len(list) == 0 {
		return 0
	}
	last := list[len(list)-1]
	if last.bytes == 8 {
		return *(*uint64)(last.address)
	}
	slot := *(*uint16)(last.address)
	for t := range board.Squares(board.Lines(p, sq)) {
		attacks |= uint64(slot&1) << t
		slot >>= 1
	}
	return attacks
}

// ored returns the union of all words: the attacks within each line.
func ored(_ board.Piece, _ int, _ uint64, list []read) (attacks uint64) {
	for _, word := range wordsOf(list) {
		attacks |= word
	}
	return attacks
}

// last returns the last n reads of a word or a byte as numbers, 0 for what is not there.
func last(list []read, n int) []uint64 {
	list = slices.DeleteFunc(slices.Clone(list), func(r read) bool { return r.bytes > 8 })
	numbers := make([]uint64, n)
	for i, r := range list[max(0, len(list)-n):] {
		if r.bytes == 1 {
			numbers[i] = uint64(*(*uint8)(r.address))
		} else {
			numbers[i] = *(*uint64)(r.address)
		}
	}
	return numbers
}

// lastOne returns the last word.
func lastOne(_ board.Piece, _ int, _ uint64, list []read) uint64 { return last(list, 1)[0] }

// second returns the second read, a word; 0 for none.
func second(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	if len(list) < 2 || list[1].bytes != 8 {
		return 0
	}
	return *(*uint64)(list[1].address)
}

// lastTwo returns the union of the last two words: the attacks within two lines.
func lastTwo(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	slots := last(list, 2)
	return slots[0] | slots[1]
}

// filledUp cuts the piece's lines out of the last two words, whose ranks are all alike, or for a file, those of the a-file.
func filledUp(p board.Piece, sq int, _ uint64, list []read) uint64 {
	slots := last(list, 2)
	if p == board.Rook {
		return slots[0]&(0xff<<(sq&56)) | slots[1]<<(sq&7)
	}
	return slots[0]&diagonalOf(sq) | slots[1]&antidiagonalOf(sq)
}

// onAllFiles cuts the piece's lines out of the last two words, whose files are all alike. A rook has a byte in place of one, the
// attacks within its rank.
func onAllFiles(p board.Piece, sq int, _ uint64, list []read) uint64 {
	slots := last(list, 2)
	if p == board.Rook {
		return slots[0]<<(sq&56) | slots[1]&(0x0101010101010101<<(sq&7))
	}
	return slots[0]&diagonalOf(sq) | slots[1]&antidiagonalOf(sq)
}

// oneRank spreads the last two bytes, attacks within a rank, over the piece's lines. A file's squares stand in its byte from the top.
func oneRank(p board.Piece, sq int, _ uint64, list []read) (attacks uint64) {
	const everywhere = 0x0101010101010101
	slots := last(list, 2)
	if p == board.Bishop {
		return slots[0]*everywhere&diagonalOf(sq) | slots[1]*everywhere&antidiagonalOf(sq)
	}
	for rank := range 8 {
		attacks |= slots[1] >> (7 - rank) & 1 << (8*rank + sq&7)
	}
	return attacks | slots[0]<<(sq&56)
}

func diagonalOf(sq int) uint64 {
	return board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq)
}
func antidiagonalOf(sq int) uint64 {
	return board.Ray(board.NorthWest, sq) | board.Ray(board.SouthEast, sq)
}

// covered returns what of the attacks is in some word: in lines, of which all attacks are parts.
func covered(p board.Piece, sq int, occ uint64, list []read) uint64 {
	return board.Walk(p, sq, occ) & ored(p, sq, occ, list)
}

// anded returns the intersection of all words: what is possible by the content of each rank, and the lines.
func anded(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	attacks := ^uint64(0)
	for _, word := range wordsOf(list) {
		attacks &= word
	}
	return attacks
}

// walked follows those of the square's rays that are among the words.
func walked(p board.Piece, sq int, occ uint64, list []read) (attacks uint64) {
	words := wordsOf(list)
	for _, d := range board.Directions(p) {
		if ray := board.Ray(d, sq); ray != 0 && slices.Contains(words, ray) {
			attacks |= ray & board.Walk(p, sq, occ)
		}
	}
	return attacks
}

// mirrored does so with the rays and their images on the mirrored board, and adds the attacks within the rank, a byte.
func mirrored(p board.Piece, sq int, occ uint64, list []read) (attacks uint64) {
	words := wordsOf(list)
	for _, d := range board.Directions(p) {
		ray := board.Ray(d, sq)
		if slices.Contains(words, ray) || slices.Contains(words, bits.ReverseBytes64(ray)) {
			attacks |= ray & board.Walk(p, sq, occ)
		}
	}
	for _, r := range list {
		if r.bytes == 1 {
			attacks |= uint64(*(*uint8)(r.address)) << (sq & 56)
		}
	}
	return attacks
}

// unhidden takes the words behind the first entry, of lines and mask, away from the lines.
func unhidden(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	words := wordsOf(list)
	if len(words) < 2 || list[0].bytes != 16 {
		return 0
	}
	return words[0] &^ ored(0, 0, 0, list[1:])
}

// reversedLanes works like the GFNI forms of gfni and gfnisimd: x - b, and the same from the other side, in each of four lines. The
// first read is the square's entry: the lines, b, and b with its bits reversed. The others are the constants that reverse a lane:
// an order of bytes for each half of a register, and a matrix of bits for each lane. Package gfni has one order and one matrix.
func reversedLanes(p board.Piece, _ int, occ uint64, list []read) (attacks uint64) {
	if len(list) == 0 || list[0].bytes != 6*8 {
		return 0
	}
	entry, constants := wordsOf(list[:1]), wordsOf(list[1:])
	if len(constants) == 3 {
		order, matrix := constants[:2], constants[2]
		constants = slices.Concat(order, order, []uint64{matrix, matrix, matrix, matrix})
	}
	if len(constants) != 8 {
		return 0
	}
	for lane := int(p); lane < 4; lane += 2 { // rank, diagonal, file, anti-diagonal
		// The order of a half moves 16 bytes. A lane is 8 of them, and is moved within itself.
		order, shift := constants[lane], 8*uint64(lane%2)
		reverse := func(x uint64) (reversed uint64) {
			for i := range 8 {
				from := order>>(8*i)&0xff - shift
				reversed |= affine(constants[4+lane], uint8(x>>(8*from))) << (8 * i)
			}
			return reversed
		}
		line, b, reversed := entry[lane], entry[4], entry[5]
		x := occ & line
		attacks |= ((x - b) ^ reverse(reverse(x)-reversed)) & line
	}
	return attacks
}

// affine is VGF2P8AFFINEQB with the constant 0: bit i of the product is the parity of the byte and row 7-i of the matrix.
func affine(matrix uint64, x uint8) (product uint64) {
	for i := range 8 {
		product |= uint64(bits.OnesCount8(uint8(matrix>>(8*(7-i)))&x)&1) << i
	}
	return product
}

// seen returns those squares of the lines, the first word, between which and the slider all is empty: the other words, in the
// order of the squares.
func seen(_ board.Piece, _ int, occ uint64, list []read) (attacks uint64) {
	words := wordsOf(list)
	if len(words) == 0 || len(words) != 1+bits.OnesCount64(words[0]) {
		return 0
	}
	for t := range board.Squares(words[0]) {
		if words = words[1:]; occ&words[0] == 0 {
			attacks |= 1 << t
		}
	}
	return attacks
}

// checkReads asks all questions that reads may depend on, and returns an error where a technique's lookups cannot read what r
// says.
func checkReads(e *techniques.Entry, want shape, r reads) error {
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		facts, words := map[uintptr]uintptr{}, map[uintptr]uintptr{} // bytes by address
		subsets := 0
		for sq := range 64 {
			subsets += 1 << bits.OnesCount64(board.Mask(p, sq))
			told := newTold()
			for _, occ := range boards(p, sq) {
				list := r.list(p, sq, occ)
				if err := answered(want, p, sq, occ, list, told); err != nil {
					return fmt.Errorf("%v on %s, occupancy %#x: %w", p, board.SquareName(sq), occ, err)
				}
				for _, word := range [...]bool{!want.combines(), want.numbers} {
					if word {
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
		if got != want.facts[p] {
			return fmt.Errorf("%v: %d bytes lead to the attacks, want %d", p, got, want.facts[p])
		}
		switch n := len(words); {
		case want.combines(), want.overlay > 0:
		case n > subsets, n < subsets/2, n < subsets && !want.shared:
			return fmt.Errorf("%v: %d words of attacks for %d subsets", p, n, subsets)
		}
		slots, err := sum(words)
		if err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
		if got += slots; got > e.TableBytes(p) {
			return fmt.Errorf("%v: lookups read %d bytes, the tables have %d", p, got, e.TableBytes(p))
		}
	}
	return nil
}

// answered reports whether the attacks are in what a lookup reads. In most techniques the last word read is the answer.
// Where attacks are computed from lines, these lines must be read, or for a rook instead of its rank a byte with the attacks there.
// Where they are extracted, see told. Of constants nothing can be said.
func answered(want shape, p board.Piece, sq int, occ uint64, list []read, told *told) error {
	attacks := board.Walk(p, sq, occ)
	if want.overlay > 0 {
		return told.extract(want, p, sq, attacks, list)
	}
	if want.answer != nil {
		if got := want.answer(p, sq, occ, list); got != attacks {
			return fmt.Errorf("what is read makes %#x, the attacks are %#x", got, attacks)
		}
		return nil
	}
	if want.vectors {
		return nil
	}
	if !want.lines {
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

// told is what the slots of a square told so far.
type told struct {
	rotations uint64            // by which slots of 64 bits may have to be rotated to show the attacks on the square's lines
	attacks   map[uint16]uint64 // by content of slots of 16 bits
}

func newTold() *told { return &told{^uint64(0), map[uint16]uint64{}} }

// extract reports whether the last read can be what the attacks are extracted from: a word that shows them, but for adjacent
// squares, when it is rotated by the same number of bits as the square's other words; or 16 bits that always mean the same.
func (t *told) extract(want shape, p board.Piece, sq int, attacks uint64, list []read) error {
	if len(list) == 0 {
		return fmt.Errorf("nothing is read")
	}
	last := list[len(list)-1]
	if int(last.bytes) != want.overlay {
		return fmt.Errorf("the last read has %d bytes, want %d", last.bytes, want.overlay)
	}
	if want.numbers && (len(list) < 2 || list[len(list)-2].bytes != 1) {
		return fmt.Errorf("no number is read before the slot")
	}
	if want.overlay == 2 {
		slot := *(*uint16)(last.address)
		if before, ok := t.attacks[slot]; ok && before != attacks {
			return fmt.Errorf("the slot's content %#x means %#x, and before meant %#x", slot, attacks, before)
		}
		t.attacks[slot] = attacks
		return nil
	}
	word, known := *(*uint64)(last.address), board.Lines(p, sq)&^board.Walk(p, sq, ^uint64(0))
	for k := range board.Squares(t.rotations) {
		if (bits.RotateLeft64(word, k)^attacks)&known != 0 {
			t.rotations &^= 1 << k
		}
	}
	if t.rotations == 0 {
		return fmt.Errorf("the word %#x does not show the attacks %#x in any rotation that others were shown in", word, attacks)
	}
	return nil
}

// sum returns how many bytes the reads cover between them. Two lookups may read the same thing, but not parts of it.
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

func TestReads(t *testing.T) {
	tiertest.Slow(t)
	for _, e := range asked(t) {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			want := tablesOf(t, e).shape
			if e.TableBytes(board.Queen) == 0 {
				if list := reads(e.Reads).list(board.Queen, 0, 0); len(list) != 0 {
					t.Errorf("%d reads without tables", len(list))
				}
				return
			}
			if want.facts == [2]int{} {
				t.Fatalf("%s/reads.go wants func Reads, and above it a line //slidebench:reads ROOK, BISHOP | WORDS (see techniques/tables_test.go)", e.Folder())
			}
			if err := checkReads(e, want, e.Reads); err != nil {
				t.Errorf("%s/reads.go: %v", e.Folder(), err)
			}
			for sq := range 64 {
				occ := uint64(sq) * 0x9e3779b97f4a7c15
				r := reads(e.Reads)
				queen, both := r.list(board.Queen, sq, occ), r.list(board.Rook, sq, occ)
				if !want.apart {
					both = append(both, r.list(board.Bishop, sq, occ)...)
				}
				if want.combines() {
					// One computation for all lines may read what two of them share once, and constants that they do without.
					missing := slices.DeleteFunc(both, func(r read) bool {
						word := func() uint64 { return *(*uint64)(r.address) }
						if want.whole && r.bytes == 8 && (word() == board.Lines(board.Rook, sq) || word() == board.Lines(board.Bishop, sq)) {
							return true
						}
						return slices.ContainsFunc(queen, func(q read) bool {
							return uintptr(q.address) <= uintptr(r.address) && uintptr(r.address)+r.bytes <= uintptr(q.address)+q.bytes
						})
					})
					if len(missing) > 0 {
						t.Errorf("queen on %s, occupancy %#x: reads %v, and not %v", board.SquareName(sq), occ, queen, missing)
					}
					continue
				}
				if !slices.Equal(queen, both) {
					t.Errorf("queen on %s, occupancy %#x: reads %v, want those of rook and bishop: %v", board.SquareName(sq), occ, queen, both)
				}
			}
		})
	}
}

// Wrong reads do not pass for right ones.
func TestReadsFaults(t *testing.T) {
	tiertest.Slow(t)
	// change makes reads wrong: it may change their list for every question.
	change := func(edit func(list []read) []read) func(r reads) reads {
		return func(r reads) reads {
			return func(p board.Piece, sq int, occ uint64, visit func(unsafe.Pointer, uintptr)) {
				for _, x := range edit(r.list(p, sq, occ)) {
					visit(x.address, x.bytes)
				}
			}
		}
	}
	faults := map[string]func(r reads) reads{
		"nothing":                change(func([]read) []read { return nil }),
		"without the first":      change(func(list []read) []read { return list[1:] }),
		"without the last":       change(func(list []read) []read { return list[:len(list)-1] }),
		"first a byte too long":  change(func(list []read) []read { list[0].bytes++; return list }),
		"first a byte too short": change(func(list []read) []read { list[0].bytes--; return list }),
		"last a word too far": change(func(list []read) []read {
			last := &list[len(list)-1]
			last.address = unsafe.Add(last.address, last.bytes)
			return list
		}),
		"of another square": func(r reads) reads {
			return func(p board.Piece, sq int, occ uint64, visit func(unsafe.Pointer, uintptr)) { r(p, sq^1, occ, visit) }
		},
		"of the other piece": func(r reads) reads {
			return func(p board.Piece, sq int, occ uint64, visit func(unsafe.Pointer, uintptr)) { r(p^1, sq, occ, visit) }
		},
		"of an empty board": func(r reads) reads {
			return func(p board.Piece, sq int, occ uint64, visit func(unsafe.Pointer, uintptr)) { r(p, sq, 0, visit) }
		},
	}
	for _, e := range asked(t) {
		if e.TableBytes(board.Queen) == 0 {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			shape := tablesOf(t, e).shape
			if shape.facts == [2]int{} {
				t.SkipNow() // TestReads says so
			}
			for name, fault := range faults {
				if shape.still && name == "of an empty board" || shape.alike && name == "of the other piece" ||
					shape.tail && (name == "without the last" || name == "last a word too far") ||
					shape.vectors && (name == "of another square" || name == "last a word too far") {
					continue // no fault there, or none that can be told
				}
				if checkReads(e, shape, fault(e.Reads)) == nil {
					t.Errorf("%s: not noticed", name)
				}
			}
		})
	}
}
