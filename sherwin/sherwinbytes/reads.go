package sherwinbytes

import (
	"encoding/binary"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8*256*4+rookTable, 64*6*64*2+bishopTable
//slidebench:reads 64*8*256*4, 64*6*64*2
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	var o [8]byte // the ranks, rank 1 first
	binary.LittleEndian.PutUint64(o[:], occ)
	if p != board.Bishop {
		for i := range rookRows[sq&63] {
			scaffold.Read(visit, &rookRows[sq&63][i][o[i]])
		}
		scaffold.Read(visit, &rookTable[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		for i := range bishopRows[sq&63] {
			scaffold.Read(visit, &bishopRows[sq&63][i][o[i+1]>>1&63])
		}
		scaffold.Read(visit, &bishopTable[bishopIndex(sq, occ)])
	}
}
