// Package bitnetwork is a binary neural network: for every square on the slider's lines, a network says whether the
// square is attacked. Input, weights and neurons are bits, and 32 bytes of weights decide about one square.
//
//	input    = PEXT(occ, mask)                                       at most 12 bits, in two bytes
//	neuron i = popcount(byte i%2 of input ^ weights[sq][t][i]) < 4   32 of them for square t of the lines
//	output t = more than 16 of its neurons fire
//	attacks  = PDEP(outputs, lines)
//
// With bits for the numbers -1 and 1, the product of input and weight is an exclusive or, the sum of products is a count of bits,
// and the threshold of a neuron is a comparison with half of the bits. A square is attacked if all squares between it and the
// slider are empty; the other squares do not matter. But a weight cannot be 0, so each neuron depends on all bits of its byte,
// and other neurons outvote the bits that do not matter. A rook on d4 and its square d8; the letters in the middle are the bits
// of the input, a the lowest, and those on the right its 14 outputs:
//
//	between             input               outputs
//	. . . t . . . .     . . . . . . . .     . . . n . . . .
//	. . . x . . . .     . . . j . . . .     . . . m . . . .
//	. . . x . . . .     . . . i . . . .     . . . l . . . .
//	. . . x . . . .     . . . h . . . .     . . . k . . . .
//	. . . R . . . .     . c d R e f g .     d e f R g h i j
//	. . . . . . . .     . . . b . . . .     . . . c . . . .
//	. . . . . . . .     . . . a . . . .     . . . b . . . .
//	. . . . . . . .     . . . . . . . .     . . . a . . . .
//
// Only 203 of the 1,456 networks are different, because a network's task depends only on the number of relevant squares and on
// which of them lie between. Training flips random bits, and keeps flips that make the answers no worse; go generate repeats it
// in seconds.
//
// A shuffle (VPSHUFB) of a table with the number of bits in a nibble counts the bits of 32 bytes, so with AVX2 a network fits a
// register. The lookup is assembly, which Go does not inline. Without AVX2 and BMI2 and with the build tag purego, Go code counts
// the bits in words.
//
// Cost: a call, PEXT and PDEP, and for every square on the lines, 14 for a rook, 7 to 13 for a bishop, a round of the loop over
// 32 bytes of weights. The weights of rooks are 28 KiB, those of bishops 17.5.
//
// When: never for speed. It shows that networks can do it; one network does the work of one test in package classical/inbetween.
//
// People: Daniel Inführ, CCC, 10 February 2022: [infuehr-network]. His networks have this form; the weights are our own.
package bitnetwork

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

//go:generate go run ./internal/gen

// lesson describes the task of a network: its input is an index of a number of relevant squares, and it says whether the
// squares of a subset are all empty.
type lesson struct {
	squares int    // how many bits the input has
	between uint16 // the subset, as bits of the input
}

// network holds the weights of 32 neurons, a byte each, the first one in the lowest byte.
type network [4]uint64

// entry holds a square's data for a lookup: the index of its first network, and how many outputs it has. The assembly relies on this layout.
type entry struct{ mask, lines, first, outputs uint64 }

// soft holds further data for the software form.
type soft struct{ mask, lines compress.Mask }

// Sums of squares on the lines over the board.
const (
	rookNetworks   = 896
	bishopNetworks = 560
)

var (
	rookEntries, bishopEntries [64]entry
	rookWeights                [rookNetworks]network
	bishopWeights              [bishopNetworks]network

	// Read by the assembly only: the number of bits in a nibble, the mask of a nibble, and the threshold of a neuron.
	constants = struct{ count, nibble, threshold [16]uint8 }{
		[16]uint8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4},
		[16]uint8{15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15},
		[16]uint8{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
	}

	// Read by the software form only.
	rookSoft, bishopSoft [64]soft
)

func init() { scaffold.AtStart("bitnetwork", Build) }

// Build fills the tables. An error names a square for which there is no network.
func Build() error {
	if err := build(board.Rook, &rookEntries, rookWeights[:], &rookSoft); err != nil {
		return err
	}
	return build(board.Bishop, &bishopEntries, bishopWeights[:], &bishopSoft)
}

func build(p board.Piece, entries *[64]entry, weights []network, softs *[64]soft) error {
	first := 0
	for sq := range entries {
		mask, lines := board.Mask(p, sq), board.Lines(p, sq)
		entries[sq] = entry{mask, lines, uint64(first), uint64(bits.OnesCount64(lines))}
		softs[sq] = soft{compress.New(mask), compress.New(lines)}
		for t := range board.Squares(lines) {
			l := lesson{bits.OnesCount64(mask), uint16(softs[sq].mask.Extract(between(sq, t)))}
			network, ok := trained[l]
			if !ok {
				return fmt.Errorf("%v on %s: want a network for the lesson %v, to attack %s",
					p, board.SquareName(sq), l, board.SquareName(t))
			}
			weights[first] = network
			first++
		}
	}
	return nil
}

// between returns the squares between two squares of one line.
func between(sq, t int) (squares uint64) {
	for _, d := range board.Directions(board.Queen) {
		if ray := board.Ray(d, sq); ray>>t&1 != 0 {
			squares = ray &^ board.Ray(d, t) &^ (1 << t)
		}
	}
	return squares
}

// yes returns 1 if more than half of the neurons fire, and otherwise 0. All words of 16 bits hold the input.
func (n *network) yes(input uint64) uint64 {
	silent := 0
	for _, w := range n {
		// Count the bits in every byte, and add a number that makes counts of 4 and more set the highest bit.
		x := input ^ w
		x -= x >> 1 & 0x5555555555555555
		x = x&0x3333333333333333 + x>>2&0x3333333333333333
		x = (x + x>>4) & 0x0f0f0f0f0f0f0f0f
		silent += bits.OnesCount64((x + 0x7c7c7c7c7c7c7c7c) & 0x8080808080808080)
	}
	return uint64(silent-16) >> 63
}

// softAttacks is the lookup without the instructions.
func softAttacks(e *entry, s *soft, weights []network, occ uint64) uint64 {
	input := s.mask.Extract(occ) * 0x0001000100010001
	outputs := uint64(0)
	networks := weights[e.first:][:e.outputs]
	for t := range networks {
		outputs |= networks[t].yes(input) << (t & 63)
	}
	return s.lines.Expand(outputs)
}

// softRook works like rook, without the instructions, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	return softAttacks(&rookEntries[sq&63], &rookSoft[sq&63], rookWeights[:], occ)
}

func softBishop(sq int, occ uint64) uint64 {
	return softAttacks(&bishopEntries[sq&63], &bishopSoft[sq&63], bishopWeights[:], occ)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return rook(sq, occ) | bishop(sq, occ) }

// Available returns nil if the lookups use the instructions, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	rook := unsafe.Sizeof(rookEntries) + unsafe.Sizeof(rookWeights)
	bishop := unsafe.Sizeof(bishopEntries) + unsafe.Sizeof(bishopWeights)
	if hasAVX2 {
		return scaffold.BytesOf(p, rook, bishop) + int(unsafe.Sizeof(constants))
	}
	return scaffold.BytesOf(p, rook+unsafe.Sizeof(rookSoft), bishop+unsafe.Sizeof(bishopSoft))
}
