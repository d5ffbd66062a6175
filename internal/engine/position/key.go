package position

import "math/bits"

// keys are Zobrist's: a random number for each piece of a color on a square, for each rook that may castle, for each square of a capture in
// passing, and for Black's turn.
var (
	pieceKeys                   [2][Pieces][64]uint64
	castlingKeys, enPassantKeys [64]uint64
	blackKey                    uint64
)

// Random returns the n-th random number: the finalizer of Sebastiano Vigna's SplitMix64 [splitmix].
func Random(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// init numbers the keys; the C engine draws the same ones.
func init() {
	n := uint64(0)
	next := func() uint64 { n++; return Random(n) }
	for c := range pieceKeys {
		for piece := range pieceKeys[c] {
			for sq := range 64 {
				pieceKeys[c][piece][sq] = next()
			}
		}
	}
	for sq := range 64 {
		castlingKeys[sq], enPassantKeys[sq] = next(), next()
	}
	blackKey = next()
}

// Key returns the position's Zobrist key: equal for equal positions, and hardly ever for others.
func (p *Position) Key() (key uint64) {
	for c := range p.Colors {
		for piece := range p.Types {
			for set := p.Types[piece] & p.Colors[c]; set != 0; set &= set - 1 {
				key ^= pieceKeys[c][piece][bits.TrailingZeros64(set)&63]
			}
		}
	}
	return key ^ p.stateKey()
}

// stateKey is the part of the key that is not about pieces.
func (p *Position) stateKey() (key uint64) {
	for set := p.Castling; set != 0; set &= set - 1 {
		key ^= castlingKeys[bits.TrailingZeros64(set)&63]
	}
	if p.EnPassant != 0 {
		key ^= enPassantKeys[bits.TrailingZeros64(p.EnPassant)&63]
	}
	if p.Turn == Black {
		key ^= blackKey
	}
	return key
}

// KeyAfter returns the key of the position after a move, which p.Make has written there, from the key of p.
func (p *Position) KeyAfter(key uint64, m Move, after *Position) uint64 {
	us := p.Turn & 1
	own, their := &pieceKeys[us], &pieceKeys[us^1]
	key ^= p.stateKey() ^ after.stateKey()
	if m.IsCastling() {
		king, rook := m.Castled()
		return key ^ own[King][m.From()] ^ own[King][king&63] ^ own[Rook][m.To()] ^ own[Rook][rook&63]
	}
	piece := m.Piece() % Pieces
	key ^= own[piece][m.From()]
	if m.Promotion() != Pawn {
		piece = m.Promotion() % Pieces
	}
	key ^= own[piece][m.To()]
	switch {
	case m.IsEnPassant():
		key ^= their[Pawn][(m.To()-Forward(us))&63]
	case p.Colors[us^1]>>m.To()&1 != 0:
		key ^= their[p.At(m.To())%Pieces][m.To()]
	}
	return key
}
