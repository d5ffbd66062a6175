package ctwin

import (
	"bufio"
	"context"
	"encoding/binary"
	"math/bits"
	"os"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/techniques"
)

// fancymagicSeed is the seed that package fancymagic's factors are found with.
const fancymagicSeed = 1

var fancymagicSet = sync.OnceValues(func() (*factors.Set, error) {
	return search.FindSet(context.Background(), factors.White, search.Fancy, fancymagicSeed)
})

// writeTables writes the file that c/twin.c loads: the questions and then the contents of the tables of fancymagic, pext and
// quintessence, in the machine's byte order. Packages of techniques keep their tables to themselves, so they are made
// anew here; that no answer differs is checked before any is timed.
func writeTables(name string, q techniques.Questions) (err error) {
	set, err := fancymagicSet()
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(f)
	put := func(data any) {
		if err == nil {
			err = binary.Write(buffered, binary.NativeEndian, data)
		}
	}
	put(uint64(len(q.Occs)))
	put(q.Squares)
	put(q.Occs)
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		entries, table := fancymagicTables(p, set)
		put(entries)
		put(table)
	}
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		entries, table := pextTables(p)
		put(entries)
		put(table)
	}
	put(quintessenceTables())
	if err == nil {
		err = buffered.Flush()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

type fancymagicEntry struct{ Mask, Factor, Offset, Shift uint64 }

func fancymagicTables(p board.Piece, set *factors.Set) (entries [64]fancymagicEntry, table []uint64) {
	for sq := range entries {
		mask, factor := board.Mask(p, sq), set.Entry(p, sq).Factor
		n := bits.OnesCount64(mask)
		entries[sq] = fancymagicEntry{mask, factor, uint64(len(table)), uint64(64 - n)}
		words := make([]uint64, 1<<n)
		for sub := range board.Subsets(mask) {
			words[sub*factor>>(64-n)] = board.Walk(p, sq, sub)
		}
		table = append(table, words...)
	}
	return entries, table
}

type pextEntry struct{ Mask, Offset uint64 }

// pextTables relies on the order of board.Subsets, in which the subsets' PEXTs are 0, 1, 2, ...
func pextTables(p board.Piece) (entries [64]pextEntry, table []uint64) {
	for sq := range entries {
		mask := board.Mask(p, sq)
		entries[sq] = pextEntry{mask, uint64(len(table))}
		for sub := range board.Subsets(mask) {
			table = append(table, board.Walk(p, sq, sub))
		}
	}
	return entries, table
}

type quintessence struct {
	Files     [64]uint64
	Diagonals [64]struct{ Diagonal, Antidiagonal uint64 }
	Ranks     [64][8]uint8
}

func quintessenceTables() (t quintessence) {
	for sq := range 64 {
		t.Files[sq] = board.Ray(board.North, sq) | board.Ray(board.South, sq)
		t.Diagonals[sq].Diagonal = board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq)
		t.Diagonals[sq].Antidiagonal = board.Ray(board.NorthWest, sq) | board.Ray(board.SouthEast, sq)
	}
	const rank1 = 0xff
	for inner := range t.Ranks {
		for file := range t.Ranks[inner] {
			t.Ranks[inner][file] = uint8(board.Walk(board.Rook, file, uint64(inner)<<1) & rank1)
		}
	}
	return t
}
