package best_test

import (
	"fmt"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
)

// A rook on d4 sees what stands in its way, and nothing behind.
func ExampleRook() {
	d4, err := board.ParseSquare("d4")
	if err != nil {
		panic(err)
	}
	occ := board.MustParse(`
		. . . . . . . .
		. . . x . . . .
		. . . . . . . .
		. . . . . . . .
		. x . . . . x .
		. . . . . . . .
		. . . . . . . .
		. . . x . . . .`)
	fmt.Print(board.Picture(best.Rook(d4, occ)))
	// Output:
	// . . . . . . . .
	// . . . x . . . .
	// . . . x . . . .
	// . . . x . . . .
	// . x x . x x x .
	// . . . x . . . .
	// . . . x . . . .
	// . . . x . . . .
}

// A batch answers many questions in one call.
func ExampleQueenBatch() {
	squares, occs := []uint8{0, 63}, []uint64{0, 1}
	attacks := make([]uint64, len(occs))
	best.QueenBatch(attacks, occs, squares)
	for i, sq := range squares {
		fmt.Printf("%s %#016x\n", board.SquareName(int(sq)), attacks[i])
	}
	// Output:
	// a1 0x81412111090503fe
	// h8 0x7fc0a09088848281
}

func ExampleQueen() {
	sq, occ := 27, uint64(0) // d4, and an empty board
	fmt.Printf("%#x\n", best.Queen(sq, occ))
	// Output: 0x88492a1cf71c2a49
}
