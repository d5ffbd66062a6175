// Package movemask is PMOVMSKB bishops, or the packed move mask: the SSE2 instruction that gathers the highest bit of each byte
// makes the index of a line. The squares of a file, a diagonal or an antidiagonal stand in different bytes; one comparison makes
// the bytes that tell which squares of a bishop's two lines are occupied.
//
//	k             PMOVMSKB(bytes of (occ & line) == bytes of line) >> 1 & 63
//	diagonals     V[rank][k] & line                           line: without the slider's own square
//	file          V[rank][PMOVMSKB(occ << (7 - file)) >> 1 & 63] & file
//	rank          R[occ >> (8*rank + 1) & 63][file] << (8*rank)
//
// A blocker stops a slider on a diagonal at the same rank as on a file: so the attacks within a file, drawn on every file and cut
// down to the diagonal, are the attacks within the diagonal. A byte without a square of the line equals the masked occupancy and
// counts as occupied, which makes no difference beyond the line's ends and on the slider's own square. A bishop on c4, with its
// diagonal blocked on b3 and e6:
//
//	occ & line         equal bytes        V[rank][k]         V[rank][k] & line
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . x . . .    x x x x x x x x    x x x x x x x x    . . . . x . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .    . . . . . . . .
//	. x . . . . . .    x x x x x x x x    x x x x x x x x    . x . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .    . . . . . . . .
//
// A rank lies within one byte, and has a small table of its own. A shift takes a file to the h-file, the highest bits of the
// bytes.
//
// The lookup is assembly, which Go does not inline, with SSE2, which every amd64 processor has. Elsewhere and with the build tag
// purego, arithmetic on all bytes of a word finds the same indices.
//
// Cost: a call; for a bishop one load of two lines, an AND, a comparison and PMOVMSKB for both indices, and two lookups with an
// AND each. It multiplies nothing. V has 4 KiB, a bishop's lines 1 KiB, R 512 bytes.
//
// When: other data need the first-level cache, as with package fillup, whose multiplications it replaces.
//
// People: the form for bishops is in [cpw-simd], which names neither author nor date. Files are built here after its hint.
package movemask

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
)

// tables holds all tables together, so that the assembly needs one address. It takes their offsets from this type.
type tables struct {
	diagonals [64]diagonalPair
	ranks     [64][8]uint8  // the attacks within the first rank, by its inner squares b to g and the slider's file
	onFiles   [8][64]uint64 // the attacks within a file, on every file, by the slider's rank and the inner squares
}

// diagonalPair holds the two lines of a bishop, without the square itself.
type diagonalPair struct{ diagonal, antidiagonal uint64 }

var all tables

func init() { scaffold.AtStart("movemask", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	all = tables{}
	for sq := range all.diagonals {
		all.diagonals[sq] = diagonalPair{lines.Diagonal.Squares(sq), lines.Antidiagonal.Squares(sq)}
	}
	all.ranks = board.RankAttacks()
	for rank := range all.onFiles {
		slots := &all.onFiles[rank]
		if err := lines.File.Fill(8*rank, slots[:], func(occ uint64) int { return fileIndex(8*rank, occ) }); err != nil {
			return err
		}
		for i := range slots {
			slots[i] *= 0xff // every file
		}
	}
	return nil
}

// inner gathers the highest bits of bytes 1 to 6, as PMOVMSKB and a shift do. The product has copies of the bits at
// distances that are multiples of 7, so that no two meet, and those of its highest byte are in order.
func inner(x uint64) int { return int(x&fileH>>7*0x0102040810204080>>57) & 63 }

// lineIndex returns which inner ranks of a line are occupied; a rank that the line does not cross counts as occupied.
func lineIndex(line, occ uint64) int {
	free := line &^ occ
	return inner(^(free&^fileH + ^uint64(fileH) | free)) // the sum reaches the highest bit of a byte unless free has none in it
}

// fileIndex returns the inner squares of a slider's file.
func fileIndex(sq int, occ uint64) int { return inner(occ << (sq&7 ^ 7)) }

// rankAt returns the address of the attacks of a slider on sq within its rank, moved to the first rank.
func rankAt(sq int, occ uint64) *uint8 { return &all.ranks[occ>>(sq&56+1)&63][sq&7] }

// softRook works like rook, without the instruction, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	return all.onFiles[sq>>3&7][fileIndex(sq, occ)]&(fileA<<(sq&7)) | uint64(*rankAt(sq, occ))<<(sq&56)
}

func softBishop(sq int, occ uint64) uint64 {
	d, slots := &all.diagonals[sq&63], &all.onFiles[sq>>3&7]
	return slots[lineIndex(d.diagonal, occ)]&d.diagonal | slots[lineIndex(d.antidiagonal, occ)]&d.antidiagonal
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq, for the price of one call.
func Both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) { return both(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	r, b := both(sq, occ)
	return r | b
}

func softBoth(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) {
	return softRook(sq, occ), softBishop(sq, occ)
}

// Available returns nil if the lookups use the instruction, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasSSE2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(all.onFiles)) + scaffold.BytesOf(p, unsafe.Sizeof(all.ranks), unsafe.Sizeof(all.diagonals))
}
