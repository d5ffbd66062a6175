package softpext

import (
	"fmt"
	"math/bits"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return append(wrongSquares(p, sq, &e.squares), conform.OffByOne("wrong offset", &e.offset)...)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}

// wrongSquares returns faults of the relevant squares in the form in which software extracts them.
func wrongSquares(p board.Piece, sq int, squares *compress.Mask) []conform.Fault {
	words := (*[7]uint64)(unsafe.Pointer(squares)) // the mask, then the bits that move by 1, 2, 4, ..., 32
	faults := conform.WrongMasks(p, sq, func(square int) { *squares = compress.New(words[0] ^ 1<<square) })
	for i := range words[1:] {
		moves := &words[1+i]
		faults = append(faults, conform.Wrong("move left out", fmt.Sprintf("of step %d", i), moves, *moves&(*moves-1)))
	}
	return append(faults, conform.FlippedBits("wrong moves", sq, &words[1+sq%6])...)
}
