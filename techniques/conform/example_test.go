package conform_test

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// A rook on a1 that does not see b1 is found out.
func ExampleCheckSquare() {
	wrong := conform.Funcs{
		RookFunc: func(sq int, occ uint64) uint64 {
			if sq == 0 {
				occ &^= 1 << 1 // b1
			}
			return board.Walk(board.Rook, sq, occ)
		},
		BishopFunc: func(sq int, occ uint64) uint64 { return board.Walk(board.Bishop, sq, occ) },
	}
	for _, name := range []string{"a1", "h8"} {
		sq, _ := board.ParseSquare(name)
		fmt.Println(name, "is right:", conform.CheckSquare(wrong, sq, 1) == nil)
	}
	// Output:
	// a1 is right: false
	// h8 is right: true
}
