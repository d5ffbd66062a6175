package gather

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that a batch for a
// piece reads for a question, in order. Every question reads all masks, factors and places.
//
//slidebench:tables 64*3*8+rookTable+32, 64*3*8+bishopTable+32, 2*64*3*8+rookTable+bishopTable+32
//slidebench:tables-without 64*3*8+rookTable, 64*3*8+bishopTable, 2*64*3*8+rookTable+bishopTable
//slidebench:reads 3*64*8+32, 3*64*8+32 | shared
//slidebench:reads-without 3*64*8, 3*64*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	whole := func(words unsafe.Pointer) { visit(words, unsafe.Sizeof(rookMasks)) }
	constantly := func() {
		if hasAVX512 {
			visit(unsafe.Pointer(&constants), unsafe.Sizeof(constants))
		}
	}
	if p != board.Bishop {
		constantly()
		whole(unsafe.Pointer(&rookMasks))
		whole(unsafe.Pointer(&rookFactors))
		whole(unsafe.Pointer(&rookPlaces))
		word := &rookTable[rookIndex(sq, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Rook {
		constantly()
		whole(unsafe.Pointer(&bishopMasks))
		whole(unsafe.Pointer(&bishopFactors))
		whole(unsafe.Pointer(&bishopPlaces))
		word := &bishopTable[bishopIndex(sq, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
}
