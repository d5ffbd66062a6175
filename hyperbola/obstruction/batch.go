package obstruction

import "github.com/slidebench/slidebench/board"

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	board.EqualLengths("obstruction", len(dst), len(occ), len(sq))
	for i := range sq {
		dst[i] = Rook(int(sq[i]), occ[i])
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	board.EqualLengths("obstruction", len(dst), len(occ), len(sq))
	for i := range sq {
		dst[i] = Bishop(int(sq[i]), occ[i])
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	board.EqualLengths("obstruction", len(dst), len(occ), len(sq))
	for i := range sq {
		dst[i] = Queen(int(sq[i]), occ[i])
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	board.EqualLengths("obstruction", len(rook), len(occ), len(sq))
	board.EqualLengths("obstruction", len(bishop), len(occ), len(sq))
	for i := range sq {
		sq, occ := int(sq[i]), occ[i]
		rook[i], bishop[i] = Rook(sq, occ), Bishop(sq, occ)
	}
}
