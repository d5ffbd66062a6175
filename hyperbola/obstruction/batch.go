package obstruction

import (
	"github.com/slidebench/slidebench/internal/scaffold"
)

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstruction", len(dst), len(occ), len(sq))
	scaffold.Each(dst, occ, sq, Rook)
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstruction", len(dst), len(occ), len(sq))
	scaffold.Each(dst, occ, sq, Bishop)
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstruction", len(dst), len(occ), len(sq))
	scaffold.Each(dst, occ, sq, Queen)
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstruction", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("obstruction", len(bishop), len(occ), len(sq))
	scaffold.EachBoth(rook, bishop, occ, sq, func(sq int, occ uint64) (uint64, uint64) { return Rook(sq, occ), Bishop(sq, occ) })
}
