package ctwin

import (
	"fmt"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// unrolled returns the text of unrolled.h, which c/classical.h includes: for rook and bishop a switch over the squares. The case of a
// square tests, for all squares of its rays except the first, whether a piece stands before them.
func unrolled() []byte {
	var b strings.Builder
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		fmt.Fprintf(&b, "static __attribute__((noinline)) uint64_t unrolled_%v(int sq, uint64_t occ) {\n", p)
		fmt.Fprint(&b, "\tuint64_t attacks = 0;\n\tswitch (sq) {\n")
		for sq := range 64 {
			always := board.Walk(p, sq, ^uint64(0))
			fmt.Fprintf(&b, "\tcase %d:\n\t\tattacks = %#xu;\n", sq, always)
			for _, d := range board.Directions(p) {
				ray := board.Ray(d, sq)
				for s := range board.Squares(ray &^ always) {
					fmt.Fprintf(&b, "\t\tif (!(occ & %#xu)) attacks |= %#xu;\n", ray&^board.Ray(d, s)&^(1<<s), uint64(1)<<s)
				}
			}
			fmt.Fprintf(&b, "\t\tbreak;\n")
		}
		fmt.Fprintf(&b, "\t}\n\treturn attacks;\n}\n")
	}
	return []byte(b.String())
}
