// Package rowstest holds the shared parts of the tests of this family's techniques.
package rowstest

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/sherwin/internal/rows"
	"github.com/slidebench/slidebench/techniques/conform"
)

// RookParts returns faults of the row tables of a rook on sq.
func RookParts(sq int, table *[8][256]uint32) (faults []conform.Fault) {
	for i := sq % 4; i < len(table); i += 4 {
		file := 1 << (sq & 7)
		faults = append(faults, conform.FlippedBits("wrong row value", sq+i, &table[i][file])...)
		faults = append(faults, conform.FlippedBits("wrong row value", sq+i, &table[i][file|37*sq&255])...)
	}
	return append(faults, conform.WrongMasks(board.Rook, sq, func(square int) {
		row, bit := &table[square>>3], uint32(indexBit(board.Rook, sq, square))
		for v := range row {
			if v>>(square&7)&1 != 0 {
				row[v] ^= bit
			}
		}
	})...)
}

// BishopParts returns faults of the row tables of a bishop on sq.
func BishopParts(sq int, table *[6][64]uint16) (faults []conform.Fault) {
	for i := sq % 3; i < len(table); i += 3 {
		faults = append(faults, conform.FlippedBits("wrong row value", sq+i, &table[i][37*sq&63])...)
	}
	return append(faults, conform.WrongMasks(board.Bishop, sq, func(square int) {
		rank, file := square>>3-1, square&7-1
		if rank < 0 || rank > 5 || file < 0 || file > 5 {
			return // the rows have no place for an edge square
		}
		row, bit := &table[rank], uint16(indexBit(board.Bishop, sq, square))
		for v := range row {
			if v>>file&1 != 0 {
				row[v] ^= bit
			}
		}
	})...)
}

// indexBit returns the bit of the index that stands for a square in a mask, and for a square that is not in the mask, the
// bit that it would stand for if it were; it then has to share it.
func indexBit(p board.Piece, sq, square int) uint64 {
	set := uint64(1) << square
	return rows.Part(board.Mask(p, sq)|set, set)
}

// Slots returns what finds the slots of a piece on a square in the attack tables.
func Slots(rookTable, bishopTable []uint64) func(p board.Piece, sq int) []uint64 {
	tables := [...][]uint64{rookTable, bishopTable}
	bases := [...][64]uint64{rows.Bases(board.Rook), rows.Bases(board.Bishop)}
	return func(p board.Piece, sq int) []uint64 {
		return tables[p][bases[p][sq]:][:1<<bits.OnesCount64(board.Mask(p, sq))]
	}
}
