package fancymagic_test

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic"
)

// Every technique's package has these functions, and TableBytes says what their tables cost.
func Example() {
	e4, err := board.ParseSquare("e4")
	if err != nil {
		panic(err)
	}
	occ := board.MustParse(`
		. . . . . . . .
		. x . . . . . .
		. . . . . . . .
		. . . . . x . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . x .
		. x . . . . . .`)
	fmt.Print(board.Picture(fancymagic.Bishop(e4, occ)))
	fmt.Println(fancymagic.TableBytes(board.Queen), "bytes")
	// Output:
	// . . . . . . . .
	// . x . . . . . .
	// . . x . . . . .
	// . . . x . x . .
	// . . . . . . . .
	// . . . x . x . .
	// . . x . . . x .
	// . x . . . . . .
	// 865280 bytes
}
