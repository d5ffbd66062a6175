package incremental

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for
// a piece reads, in order. What keeps a State up to date is read when pieces move, and not here.
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	h := half(sq, occ)
	read := func(offset *uint32, word *uint64) {
		visit(unsafe.Pointer(offset), unsafe.Sizeof(*offset))
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Bishop {
		read(&rookOffsets[sq&63], &rookTable[rookIndex(sq, h)])
	}
	if p != board.Rook {
		read(&bishopOffsets[sq&63], &bishopTable[bishopIndex(sq, h)])
	}
}
