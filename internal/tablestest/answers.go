package tablestest

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// wordsOf returns all words of 8 bytes in a list of reads.
func wordsOf(list []read) (words []uint64) {
	for _, r := range list {
		words = append(words, unsafe.Slice((*uint64)(r.address), r.bytes/8)...)
	}
	return words
}

// The exported functions are values of Shape.Answer: each makes the attacks of the words that a lookup reads.

// Xored returns the exclusive or of all words: rays, and the parts of rays that blockers hide.
func Xored(_ board.Piece, _ int, _ uint64, list []read) (attacks uint64) {
	for _, word := range wordsOf(list) {
		attacks ^= word
	}
	return attacks
}

// Spread returns the last word. If the last read has 16 bits, it puts these on the squares of the piece's lines, the lowest bit on the lowest square. Without reads it
// returns the empty set, which is no answer to any question.
func Spread(p board.Piece, sq int, _ uint64, list []read) (attacks uint64) {
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

// Ored returns the union of all words: the attacks within each line.
func Ored(_ board.Piece, _ int, _ uint64, list []read) (attacks uint64) {
	for _, word := range wordsOf(list) {
		attacks |= word
	}
	return attacks
}

// last returns the last n reads of a word or a byte as numbers, 0 for missing ones.
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

// LastOne returns the last word.
func LastOne(_ board.Piece, _ int, _ uint64, list []read) uint64 { return last(list, 1)[0] }

// Second returns the second read, a word; 0 if there is none.
func Second(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	if len(list) < 2 || list[1].bytes != 8 {
		return 0
	}
	return *(*uint64)(list[1].address)
}

// LastTwo returns the union of the last two words: the attacks within two lines.
func LastTwo(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	slots := last(list, 2)
	return slots[0] | slots[1]
}

// FilledUp cuts the piece's lines out of the last two words: in the first all ranks are alike; for a file, the second has the attacks on the a-file.
func FilledUp(p board.Piece, sq int, _ uint64, list []read) uint64 {
	slots := last(list, 2)
	if p == board.Rook {
		return slots[0]&(0xff<<(sq&56)) | slots[1]<<(sq&7)
	}
	return slots[0]&diagonalOf(sq) | slots[1]&antidiagonalOf(sq)
}

// OnAllFiles cuts the piece's lines out of the last two words, in which all files are alike. For a rook the first is instead a byte with the attacks within its rank.
func OnAllFiles(p board.Piece, sq int, _ uint64, list []read) uint64 {
	slots := last(list, 2)
	if p == board.Rook {
		return slots[0]<<(sq&56) | slots[1]&(0x0101010101010101<<(sq&7))
	}
	return slots[0]&diagonalOf(sq) | slots[1]&antidiagonalOf(sq)
}

// OneRank spreads the last two bytes, which are attacks within a rank, over the piece's lines. A file's byte has its squares from the top.
func OneRank(p board.Piece, sq int, _ uint64, list []read) (attacks uint64) {
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

// Covered returns the walk's attacks within the union of all words. The words are lines, which contain all attacks if they are right.
func Covered(p board.Piece, sq int, occ uint64, list []read) uint64 {
	return board.Walk(p, sq, occ) & Ored(p, sq, occ, list)
}

// Anded returns the intersection of all words: each has the squares that the content of one rank lets through, or the lines.
func Anded(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	attacks := ^uint64(0)
	for _, word := range wordsOf(list) {
		attacks &= word
	}
	return attacks
}

// Walked returns the walk's attacks along those of the square's rays that are among the words.
func Walked(p board.Piece, sq int, occ uint64, list []read) (attacks uint64) {
	words := wordsOf(list)
	for _, d := range board.Directions(p) {
		if ray := board.Ray(d, sq); ray != 0 && slices.Contains(words, ray) {
			attacks |= ray & board.Walk(p, sq, occ)
		}
	}
	return attacks
}

// Mirrored returns the walk's attacks along those of the square's rays that are among the words, as they are or mirrored, and adds a byte, the attacks within the rank.
func Mirrored(p board.Piece, sq int, occ uint64, list []read) (attacks uint64) {
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

// Unhidden returns the first entry's lines without all further words, which are the squares that blockers hide.
func Unhidden(_ board.Piece, _ int, _ uint64, list []read) uint64 {
	words := wordsOf(list)
	if len(words) < 2 || list[0].bytes != 16 {
		return 0
	}
	return words[0] &^ Ored(0, 0, 0, list[1:]) // Ored uses the list alone
}

// ReversedLanes computes attacks like the GFNI forms of gfni and gfnisimd: x - b, and the same from the other side, in each of four lines. The first read is the square's
// entry: the lines, b, and b with its bits reversed. The others are constants that reverse a lane: an order of bytes for each half of a register, and a matrix of bits
// for each lane. Package gfni has one order and one matrix.
func ReversedLanes(p board.Piece, _ int, occ uint64, list []read) (attacks uint64) {
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
	for lane := int(p); lane < 4; lane += 2 { // lanes: rank, diagonal, file, anti-diagonal; a rook has the even ones
		// The order of a half moves 16 bytes, the 8 bytes of a lane within that lane.
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

// affine computes the instruction VGF2P8AFFINEQB with the constant 0: bit i of the product is the parity of the byte ANDed with row 7-i of the matrix.
func affine(matrix uint64, x uint8) (product uint64) {
	for i := range 8 {
		product |= uint64(bits.OnesCount8(uint8(matrix>>(8*(7-i)))&x)&1) << i
	}
	return product
}

// Seen returns the squares of the lines, the first word, that the slider sees: each further word has the squares between it and one of them, in the order of the squares,
// and must be empty.
func Seen(_ board.Piece, _ int, occ uint64, list []read) (attacks uint64) {
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
