package conform_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// asking is a question to a method. The methods have the numbers of the pieces; Both comes behind the queen.
type asking struct {
	method conform.Method
	sq     int
	occ    uint64
}

// attacks returns the right answer: one set, or for Both a rook's and a bishop's.
func (a asking) attacks() [2]uint64 {
	if a.method == conform.Both {
		return [2]uint64{rook(a.sq, a.occ), bishop(a.sq, a.occ)}
	}
	return [2]uint64{conform.Walk(board.Piece(a.method), a.sq, a.occ)}
}

// askings returns all questions of the exam of a square, in their order.
func askings(t *testing.T, sq int) (all []asking) {
	note := func(m conform.Method, lookup func(int, uint64) uint64) func(int, uint64) uint64 {
		return func(sq int, occ uint64) uint64 {
			all = append(all, asking{m, sq, occ})
			return lookup(sq, occ)
		}
	}
	both := note(conform.Both, rook)
	err := conform.NewExam(sq, uint64(sq)).Check(conform.BothFuncs{
		Funcs:    conform.Funcs{RookFunc: note(conform.Rook, rook), BishopFunc: note(conform.Bishop, bishop), QueenFunc: note(conform.Queen, queen)},
		BothFunc: func(sq int, occ uint64) (uint64, uint64) { return both(sq, occ), bishop(sq, occ) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The order of an exam's questions has every step of play, and the steps that are finite in full.
func TestExamOrder(t *testing.T) {
	step := 27 // a corner, the centre, and between them
	if tiertest.Minutes() {
		step = 1
	}
	for sq := 0; sq < 64; sq += step {
		type content struct { // a subset of full lines, and whether the slider's own square and others are occupied
			method     conform.Method
			subset     uint64
			own, noise bool
		}
		type change struct { // a square that changes, and the relevant subset before
			method         conform.Method
			subset, square uint64
		}
		type move struct { // which changes the answer
			method   conform.Method
			from, to int // 64: nowhere
		}
		contents, changes, moves := map[content]bool{}, map[change]bool{}, map[move]bool{}
		// A method and the square asked behind this one; and two methods that are asked the same question, one behind the other.
		squares, methods := map[[2]int]bool{}, map[[2]conform.Method]bool{}
		all, own := askings(t, sq), uint64(1)<<sq
		for i, now := range all {
			if now.method < conform.Queen && now.sq == sq {
				lines := board.Lines(board.Piece(now.method), sq)
				contents[content{now.method, now.occ & lines, now.occ&own != 0, now.occ&^(lines|own) != 0}] = true
			}
			if i == 0 {
				continue
			}
			before := all[i-1]
			if now.method != before.method {
				if now.sq == before.sq && now.occ == before.occ {
					methods[[2]conform.Method{before.method, now.method}] = true
				}
				continue
			}
			if now.sq != before.sq {
				if now.occ == before.occ && before.sq == sq {
					squares[[2]int{int(now.method), now.sq}] = true
				}
				continue
			}
			added, taken := now.occ&^before.occ, before.occ&^now.occ
			if now.sq != sq || added&(added-1) != 0 || taken&(taken-1) != 0 { // more than one square each
				continue
			}
			if mask := board.Mask(board.Piece(min(now.method, conform.Queen)), sq); now.method < conform.Queen && (added|taken)&^mask == 0 && added|taken != 0 && (added == 0) != (taken == 0) {
				changes[change{now.method, before.occ & mask, added | taken}] = true
			}
			if now.attacks() != before.attacks() {
				moves[move{now.method, bits.TrailingZeros64(taken), bits.TrailingZeros64(added)}] = true
			}
		}
		wantContents, wantChanges := 0, 0
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			n := bits.OnesCount64(board.Mask(p, sq))
			wantContents += 4 << bits.OnesCount64(board.Lines(p, sq))
			wantChanges += n << n
		}
		if len(contents) != wantContents {
			t.Errorf("%s: %d contents of lines, want %d", board.SquareName(sq), len(contents), wantContents)
		}
		if len(changes) != wantChanges {
			t.Errorf("%s: %d pairs of relevant subsets that differ in one square, want %d", board.SquareName(sq), len(changes), wantChanges)
		}
		for _, m := range []conform.Method{conform.Rook, conform.Bishop, conform.Queen, conform.Both} {
			relevant := board.Mask(board.Piece(min(m, conform.Queen)), sq)
			for from := range board.Squares(relevant) {
				for to := range 64 + 1 {
					if from != to && !(moves[move{m, from, to}] && moves[move{m, to, from}]) {
						t.Errorf("%s: %v is not asked about the move from %s to square %d and back", board.SquareName(sq), m, board.SquareName(from), to)
					}
				}
			}
			for other := range 64 {
				if other != sq && !squares[[2]int{int(m), other}] {
					t.Errorf("%s: %v is not asked about square %d behind it", board.SquareName(sq), m, other)
				}
			}
			for _, next := range []conform.Method{conform.Rook, conform.Bishop, conform.Queen, conform.Both} {
				if m != next && !methods[[2]conform.Method{m, next}] {
					t.Errorf("%s: %v is not asked at once what %v was", board.SquareName(sq), next, m)
				}
			}
		}
	}
}
