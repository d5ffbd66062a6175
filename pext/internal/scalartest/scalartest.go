// Package scalartest says which entries of package scalar's tables a question reads, for the tests of the techniques that have them.
package scalartest

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/pext/internal/scalar"
)

// Reads visits every table entry that a question about a piece reads, in order. If software, these are the software form's masks in place of the plain ones.
func Reads(t *scalar.Tables, p board.Piece, sq int, occ uint64, software bool, visit tablestest.Visit) {
	e, soft := &t.Entries[sq&63], &t.Soft[sq&63]
	if p != board.Bishop {
		if software {
			tablestest.Read(visit, &soft.RookMask)
			tablestest.Read(visit, &soft.RookLines)
		} else {
			tablestest.Read(visit, &e.Rook.Mask)
			tablestest.Read(visit, &e.Rook.Lines)
		}
		tablestest.Read(visit, &e.Rook.Offset)
		tablestest.Read(visit, t.RookSlot(sq, occ))
	}
	if p != board.Rook {
		if software {
			tablestest.Read(visit, &soft.BishopMask)
		} else {
			tablestest.Read(visit, &e.Bishop.Mask)
		}
		tablestest.Read(visit, &e.Bishop.Offset)
		tablestest.Read(visit, t.BishopWord(sq, occ))
	}
}
