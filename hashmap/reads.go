package hashmap

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for
// a piece reads, in order: the key of every slot on the way, and the attacks of the last one.
//
//slidebench:tables 64*16+2*102_400*16, 64*16+2*5_248*16
//slidebench:reads 64*16+102_400*8, 64*16+5_248*8
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	read := func(e *entry, table []slot) {
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		found, key := probe(e, table, occ), occ&e.mask
		for i := e.first(key); ; i = e.next(i) {
			s := &table[uint64(e.offset)+i]
			visit(unsafe.Pointer(&s.key), unsafe.Sizeof(s.key))
			if s == found {
				break
			}
		}
		visit(unsafe.Pointer(&found.attacks), unsafe.Sizeof(found.attacks))
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], bishopTable[:])
	}
}
