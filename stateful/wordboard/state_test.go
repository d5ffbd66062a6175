package wordboard

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// A State is as large as the package comment says, and the zero one is the empty board.
func TestZeroState(t *testing.T) {
	if got := unsafe.Sizeof(State{}); got != 2*16*8+64+2*16+2*8+2*2+2*2 { // attackers, places, squares, occ and kings, taken, and sliders
		t.Errorf("a State has %d bytes", got)
	}
	var zero, prepared State
	prepared.Prepare(&board.Men{27: board.ManRook})
	prepared.Prepare(&board.Men{})
	if zero != prepared {
		t.Error("the zero State is not that of the empty board")
	}
}

// Numbers of men who have left are used again: three times as many men come and go as there are numbers, and in the end all are free.
func TestNumbers(t *testing.T) {
	var s State
	var d board.Delta
	for range 3 * 16 {
		s.Threats(27, board.NoMan, board.ManRook, &d)
		s.Threats(27, board.ManRook, board.ManQueen|board.ManBlack, &d)
		s.Threats(27, board.ManQueen|board.ManBlack, board.NoMan, &d)
	}
	if s.taken != [2]uint16{} || s.sliders != [2]uint16{} || s.attackers != [2][16]uint64{} {
		t.Errorf("an empty board has %#v", s)
	}
}
