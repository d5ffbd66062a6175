// Command engine says how many squares each slider of a position attacks:
//
//	engine 'r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R'
package main

import (
	"fmt"
	"math/bits"
	"os"
	"strings"

	"example.com/engine/attacks"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: engine 'the first field of a FEN'")
		os.Exit(2)
	}
	pieces := map[attacks.Square]rune{}
	var occ attacks.Bitboard
	rank, file := 7, 0
	for _, c := range os.Args[1] {
		switch {
		case c == '/':
			rank, file = rank-1, 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case strings.ContainsRune("pnbrqkPNBRQK", c) && rank >= 0 && file < 8:
			sq := attacks.Square(8*rank + file)
			pieces[sq] = c
			occ |= 1 << sq
			file++
		default:
			fmt.Fprintf(os.Stderr, "engine: %q is no position\n", os.Args[1])
			os.Exit(2)
		}
	}
	for sq := range attacks.Square(64) {
		var attacked attacks.Bitboard
		if piece := pieces[sq] | 0x20; piece == 'r' || piece == 'q' { // | 0x20: in lower case
			attacked |= attacks.Rook(sq, occ)
		}
		if piece := pieces[sq] | 0x20; piece == 'b' || piece == 'q' {
			attacked |= attacks.Bishop(sq, occ)
		}
		if attacked != 0 {
			fmt.Printf("%c on %c%d attacks %d squares\n", pieces[sq], 'a'+sq&7, 1+sq>>3, bits.OnesCount64(uint64(attacked)))
		}
	}
}
