package techniquestest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// State is what a technique keeps from move to move, to answer without an occupancy. A pointer to the technique's own type has
// these methods; values of that type are comparable, and two are equal if they are of the same occupancy, however it came about.
type State interface {
	Prepare(occ uint64)   // makes it the state of an occupancy, whatever it was of before
	Add(sq int)           // the square, empty before, becomes occupied
	Remove(sq int)        // the square, occupied before, becomes empty
	Rook(sq int) uint64   // attacks of a rook on sq, a1 = 0, h8 = 63
	Bishop(sq int) uint64 // attacks of a bishop on sq
	Queen(sq int) uint64  // attacks of a queen on sq
}

// RunState proves a technique that keeps a state of type S, and fails the test at the first mistake:
//
//	techniquestest.RunState[rotated.State](t)
func RunState[S comparable, P interface {
	*S
	State
}](t *testing.T) {
	t.Helper()
	if err := CheckState[S, P](1); err != nil {
		t.Fatal(err)
	}
}

// CheckState is RunState outside of a test. Moves are made and unmade on boards from empty to full, captures and moves of two pieces
// among them. After every square that changes, the state must equal one that is prepared anew, and after every move all
// answers, from every square, must be the walk's; of these, the first that is wrong is returned as a *Mistake. The seed chooses
// the moves.
func CheckState[S comparable, P interface {
	*S
	State
}](seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	var state, rebuilt S
	for _, pieces := range []int{1, 2, 8, 16, 24, 32, 48, 63} {
		var occ uint64
		for bits.OnesCount64(occ) < pieces {
			occ |= 1 << rng.UintN(64)
		}
		P(&state).Prepare(occ)
		flip := func(squares uint64) error {
			// The squares that become empty first, as a piece is taken off before it is put elsewhere.
			for _, part := range [...]uint64{squares & occ, squares &^ occ} {
				for sq := range board.Squares(part) {
					if occ ^= 1 << sq; occ>>sq&1 != 0 {
						P(&state).Add(sq)
					} else {
						P(&state).Remove(sq)
					}
					if P(&rebuilt).Prepare(occ); state != rebuilt {
						return fmt.Errorf("after a change of %s the state is not that of the occupancy %#016x\n%s",
							board.SquareName(sq), occ, board.Picture(occ))
					}
				}
			}
			return askState(P(&state), occ)
		}
		var made []uint64
		for range 64 {
			if len(made) > 0 && rng.UintN(3) == 0 {
				if err := flip(made[len(made)-1]); err != nil {
					return fmt.Errorf("unmaking a move: %w", err)
				}
				made = made[:len(made)-1]
				continue
			}
			// From one square to another: where that is occupied, it is captured and stays so. Now and then a second piece moves too.
			var squares uint64
			for range 1 + rng.UintN(8)/7 {
				if from := drawn(rng, occ&^squares); from != 0 {
					to := uint64(1) << rng.UintN(64)
					squares |= from | to&^occ
				}
			}
			made = append(made, squares)
			if err := flip(squares); err != nil {
				return err
			}
		}
		for len(made) > 0 {
			if err := flip(made[len(made)-1]); err != nil {
				return fmt.Errorf("unmaking a move: %w", err)
			}
			made = made[:len(made)-1]
		}
	}
	return nil
}

// drawn returns one member of a set, or the empty set for the empty one.
func drawn(rng *rand.Rand, set uint64) uint64 {
	if set == 0 {
		return 0
	}
	for range rng.IntN(bits.OnesCount64(set)) {
		set &= set - 1
	}
	return set & -set
}

// askState compares all answers of a state with the walk's.
func askState(s State, occ uint64) error {
	for sq := range 64 {
		for p, got := range [...]uint64{s.Rook(sq), s.Bishop(sq), s.Queen(sq)} {
			if want := board.Walk(board.Piece(p), sq, occ); got != want {
				return &Mistake{Piece: board.Piece(p), Square: sq, Occ: occ, Want: want, Got: got}
			}
		}
	}
	return nil
}
