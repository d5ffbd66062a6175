// Command engine plays an engine where nothing else is: engine bench counts nodes, and engine lines answers slidebench verify --command, in the wire form that
// internal/child describes.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/slidebench/slidebench/board"
)

func main() {
	if os.Args[1] == "bench" {
		nodes, occ := 0, uint64(1)
		for ; nodes < 1_000_000; nodes++ { // any work that takes a while
			occ = occ*0x9e3779b97f4a7c15 + board.Walk(board.Rook, nodes%64, occ)
		}
		fmt.Println(1_000_000, "nodes")
		return
	}
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	fmt.Println("ready")
	for {
		var piece string
		var count, square int
		var occ uint64
		if _, err := fmt.Fscanln(in, &piece, &count); err != nil {
			return
		}
		of := map[string]board.Piece{"rook": board.Rook, "bishop": board.Bishop}[piece]
		for range count {
			fmt.Fscanf(in, "%d %x\n", &square, &occ)
			fmt.Fprintf(out, "%x\n", board.Walk(of, square, occ))
		}
		out.Flush()
	}
}
