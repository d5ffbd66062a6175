package hashmap

import (
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var (
	entries = [...]*[64]entry{&rookEntries, &bishopEntries}
	tables  = [...][]slot{rookTable[:], bishopTable[:]}
)

// slots returns the slots of a piece on a square.
func slots(p board.Piece, sq int) []slot {
	e := &entries[p][sq]
	return tables[p][e.offset:][:1<<(64-e.shift)]
}

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, func() error {
		for p := range entries {
			for sq := range 64 {
				if keys := 1 << bits.OnesCount64(board.Mask(board.Piece(p), sq)); 1<<(64-entries[p][sq].shift) < keys {
					return errors.New("too few slots, in which fill would look for a free one for ever")
				}
			}
		}
		return fill()
	})
}

// Every subset has a slot, as many slots are free, and lookups look at as few slots as the package comment says.
func TestProbes(t *testing.T) {
	var keys, probes [2]int
	for p := range probes {
		for sq := range 64 {
			e, used := &entries[p][sq], 0
			for i, s := range slots(board.Piece(p), sq) {
				if s.attacks != 0 {
					used++
					probes[p] += 1 + int((uint64(i)-e.first(s.key))&(^uint64(0)>>e.shift)) // around the end
				}
			}
			if len(slots(board.Piece(p), sq)) != 2*used {
				t.Errorf("%v on %s: %d slots for %d keys",
					board.Piece(p), board.SquareName(sq), len(slots(board.Piece(p), sq)), used)
			}
			keys[p] += used
		}
	}
	if keys != [2]int{rookSlots / 2, bishopSlots / 2} {
		t.Errorf("%d keys", keys)
	}
	got := fmt.Sprintf("%.2f %.2f", float64(probes[0])/float64(keys[0]), float64(probes[1])/float64(keys[1]))
	if want := "1.60 1.47"; got != want {
		t.Errorf("rooks and bishops look at %s slots on average, want %s", got, want)
	}
}

// A key that two subsets with different attacks have is an error that shows the attacks wanted and those found.
func TestTakenKey(t *testing.T) {
	var table [2]slot
	err := fillSquare(board.Rook, 0, &entry{mask: 0, shift: 63}, table[:]) // without a mask all keys are 0; one bit numbers two slots
	sub := board.Mask(board.Rook, 0) & -board.Mask(board.Rook, 0)
	want := fmt.Sprintf("rook on a1: the key of subset %#x is taken, for other attacks\nwanted\n%sfound\n%s",
		sub, board.Picture(board.Walk(board.Rook, 0, sub)), board.Picture(board.Walk(board.Rook, 0, 0)))
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
