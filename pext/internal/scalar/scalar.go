// Package scalar has the tables for questions that a batch answers beside its vectors: rooks as in package pdep, whose slots of 16 bits keep
// 205 KiB where words take 800, and bishops as in package pext, whose words are only 41 KiB and need no PDEP.
package scalar

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// Tables are the tables of one technique. Its assembly relies on the layout: entries, then the rooks' slots, then the bishops' words.
type Tables struct {
	Entries [64]Entry
	Rooks   [board.RookSubsets]uint16
	Bishops [board.BishopSubsets]uint64

	// Read by the software form only.
	Soft [64]Soft
}

// Entry holds a square's data: 32 bytes for each piece, so that neither straddles a cache line.
type Entry struct {
	Rook   struct{ Mask, Lines, Offset, _ uint64 }
	Bishop struct{ Mask, Offset, _, _ uint64 }
}

// Soft holds further data for the software form.
type Soft struct{ RookMask, RookLines, BishopMask compress.Mask }

// Place sets the entries: each square's table begins where its predecessor's ends.
func (t *Tables) Place() {
	rooks, bishops := uint64(0), uint64(0)
	for sq := range t.Entries {
		rook, lines, bishop := board.Mask(board.Rook, sq), board.Lines(board.Rook, sq), board.Mask(board.Bishop, sq)
		e := &t.Entries[sq]
		e.Rook.Mask, e.Rook.Lines, e.Rook.Offset = rook, lines, rooks
		e.Bishop.Mask, e.Bishop.Offset = bishop, bishops
		t.Soft[sq] = Soft{compress.New(rook), compress.New(lines), compress.New(bishop)}
		rooks += 1 << bits.OnesCount64(rook)
		bishops += 1 << bits.OnesCount64(bishop)
	}
}

// Fill fills the tables by the software forms of the instructions. An error names a square and two subsets that need one slot for different
// attacks.
func (t *Tables) Fill() error {
	rooks, bishops := scaffold.NewOverlay(t.Rooks[:]), scaffold.NewOverlay(t.Bishops[:])
	for sq := range 64 {
		lines := &t.Soft[sq].RookLines
		store := func(attacks uint64) uint16 { return uint16(lines.Extract(attacks)) }
		if err := rooks.Fill(board.Rook, sq, store(^uint64(0)), func(occ uint64) int { return t.rookIndex(sq, occ) }, store); err != nil {
			return err
		}
		same := func(attacks uint64) uint64 { return attacks }
		if err := bishops.Fill(board.Bishop, sq, ^uint64(0), func(occ uint64) int { return t.bishopIndex(sq, occ) }, same); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tables) rookIndex(sq int, occ uint64) int {
	return int(t.Entries[sq&63].Rook.Offset + t.Soft[sq&63].RookMask.Extract(occ))
}

func (t *Tables) bishopIndex(sq int, occ uint64) int {
	return int(t.Entries[sq&63].Bishop.Offset + t.Soft[sq&63].BishopMask.Extract(occ))
}

// RookSlot returns the slot that a rook's question reads.
func (t *Tables) RookSlot(sq int, occ uint64) *uint16 { return &t.Rooks[t.rookIndex(sq, occ)] }

// BishopWord returns the word that a bishop's question reads.
func (t *Tables) BishopWord(sq int, occ uint64) *uint64 { return &t.Bishops[t.bishopIndex(sq, occ)] }

// Rook answers without the instructions.
func (t *Tables) Rook(sq int, occ uint64) uint64 {
	return t.Soft[sq&63].RookLines.Expand(uint64(*t.RookSlot(sq, occ)))
}

// Bishop answers without the instructions.
func (t *Tables) Bishop(sq int, occ uint64) uint64 { return *t.BishopWord(sq, occ) }

// RookBatch, BishopBatch, QueenBatch and BothBatch answer slices of one length without the instructions.

func (t *Tables) RookBatch(dst, occ []uint64, sq []uint8)   { scaffold.Each(dst, occ, sq, t.Rook) }
func (t *Tables) BishopBatch(dst, occ []uint64, sq []uint8) { scaffold.Each(dst, occ, sq, t.Bishop) }
func (t *Tables) QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.Each(dst, occ, sq, func(sq int, occ uint64) uint64 { return t.Rook(sq, occ) | t.Bishop(sq, occ) })
}

func (t *Tables) BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EachBoth(rook, bishop, occ, sq, func(sq int, occ uint64) (uint64, uint64) { return t.Rook(sq, occ), t.Bishop(sq, occ) })
}

// Bytes returns the size of the arrays that questions about a piece read; if software, with those of the software form.
func (t *Tables) Bytes(p board.Piece, software bool) int {
	const move = 7 * 8 // the size of a compress.Mask: the mask, and its bits that move in each of six steps
	rook, bishop := len(t.Rooks)*2, len(t.Bishops)*8
	if software {
		rook, bishop = rook+64*2*move, bishop+64*move // a rook's lines, too, have a compress.Mask
	}
	entries := len(t.Entries) * 64
	switch p {
	case board.Rook:
		return entries + rook
	case board.Bishop:
		return entries + bishop
	}
	return entries + rook + bishop
}
