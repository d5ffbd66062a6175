package superpiece

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The form without vectors is right on some squares, and in make check on all.
func TestThreats(t *testing.T) {
	var orders [64]Order
	for sq := range orders {
		orders[sq] = OrderOf(sq)
	}
	squares := uint64(0x0100_4000_0810_0280) // h1 and a8, b2 and g6, e3, and d4: from corners to the centre
	if tiertest.Minutes() {
		squares = ^uint64(0)
	}
	if err := conform.CheckThreatsOn(func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
		Threats(&orders[sq], men, sq, before, after, d)
	}, squares, 1); err != nil {
		t.Error(err)
	}
}
