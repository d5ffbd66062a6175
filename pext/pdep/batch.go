package pdep

import (
	"github.com/slidebench/slidebench/internal/scaffold"
)

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("pdep", len(dst), len(occ), len(sq))
	rookBatch(dst, occ, sq)
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("pdep", len(dst), len(occ), len(sq))
	bishopBatch(dst, occ, sq)
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("pdep", len(dst), len(occ), len(sq))
	queenBatch(dst, occ, sq)
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("pdep", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("pdep", len(bishop), len(occ), len(sq))
	bothBatch(rook, bishop, occ, sq)
}

// The software forms, for equal lengths: they work like rookBatch and so on, without the instructions.

func softRookBatch(dst, occ []uint64, sq []uint8)   { scaffold.Each(dst, occ, sq, softRook) }
func softBishopBatch(dst, occ []uint64, sq []uint8) { scaffold.Each(dst, occ, sq, softBishop) }
func softQueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.Each(dst, occ, sq, func(sq int, occ uint64) uint64 { return softRook(sq, occ) | softBishop(sq, occ) })
}

func softBothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EachBoth(rook, bishop, occ, sq, softBoth)
}
