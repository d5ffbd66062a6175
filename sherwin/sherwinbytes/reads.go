package sherwinbytes

import (
	"encoding/binary"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*8*256*4+rookTable, 64*6*64*2+bishopTable
//slidebench:reads 64*8*256*4, 64*6*64*2
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	var o [8]byte // the ranks, rank 1 first
	binary.LittleEndian.PutUint64(o[:], occ)
	if p != board.Bishop {
		for i := range rookRows[sq&63] {
			part := &rookRows[sq&63][i][o[i]]
			visit(unsafe.Pointer(part), unsafe.Sizeof(*part))
		}
		word := &rookTable[rookIndex(sq, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Rook {
		for i := range bishopRows[sq&63] {
			part := &bishopRows[sq&63][i][o[i+1]>>1&63]
			visit(unsafe.Pointer(part), unsafe.Sizeof(*part))
		}
		word := &bishopTable[bishopIndex(sq, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
}
