package main

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
)

const lineBytes = 64

// lines holds, for each piece and each number of questions, how many cache lines of tables are touched.
type lines [len(board.Pieces)][]int

// countLines asks a technique the questions of a corpus, and counts the distinct lines that its lookups read up to each of
// the given numbers of questions, which ascend.
//
// A queen's lookup reads what a rook's and then a bishop's reads, so one pass counts for all pieces.
func countLines(e *techniques.Entry, q techniques.Questions, sizes []int) (counts lines) {
	rookReads := 0
	e.Reads(board.Rook, 0, 0, func(unsafe.Pointer, uintptr) { rookReads++ })
	arrays := findArrays(e)
	var n [len(board.Pieces)]int
	for i, occ := range q.Occs {
		k := 0
		e.Reads(board.Queen, int(q.Squares[i]), occ, func(address unsafe.Pointer, bytes uintptr) {
			p, a := board.Rook, arrays[k]
			if k >= rookReads {
				p = board.Bishop
			}
			k++
			offset := uintptr(address) - a.start
			for line := offset / lineBytes; line <= (offset+bytes-1)/lineBytes; line++ {
				if a.touched[line] == 0 {
					n[board.Queen]++
				}
				if a.touched[line]>>p&1 == 0 {
					n[p]++
					a.touched[line] |= 1 << p
				}
			}
		})
		if slices.Contains(sizes, i+1) {
			for p := range counts {
				counts[p] = append(counts[p], n[p])
			}
		}
	}
	return counts
}

// array is the memory of a table, or of several that lie interleaved.
type array struct {
	start, end uintptr
	touched    []uint8 // for each line: bit 0 by rooks, bit 1 by bishops
}

// findArrays returns, for every read of a queen's lookup in their order, the array that it reads from. It asks all questions
// that tables can depend on: what the k-th read of a lookup can ever reach is one array, and the same one as another
// read's where the two reach into each other.
//
// Lines are counted from the start of each array. In memory an array may also start in the middle of a line, since the
// linker aligns to 32 bytes; that would change counts by a little, from one build of one and the same source to another.
func findArrays(e *techniques.Entry) []*array {
	var arrays []*array
	ask := func(sq int, occ uint64) {
		k := 0
		e.Reads(board.Queen, sq, occ, func(address unsafe.Pointer, bytes uintptr) {
			start, end := uintptr(address), uintptr(address)+bytes
			if k == len(arrays) {
				arrays = append(arrays, &array{start: start, end: end})
			}
			arrays[k].start, arrays[k].end = min(arrays[k].start, start), max(arrays[k].end, end)
			k++
		})
	}
	for sq := range 64 {
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			for sub := range board.Subsets(board.Mask(p, sq)) {
				ask(sq, sub)
			}
		}
		for rank := range uint64(256) { // tables with a part per rank
			ask(sq, rank*0x0101010101010101)
		}
	}

	order := make([]int, len(arrays))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(arrays[i].start, arrays[j].start) })
	for i := 1; i < len(order); i++ {
		before, a := arrays[order[i-1]], arrays[order[i]]
		if a.start < before.end {
			before.end = max(before.end, a.end)
			arrays[order[i]] = before
		}
	}
	for _, a := range arrays {
		a.touched = make([]uint8, (a.end-a.start+lineBytes-1)/lineBytes)
	}
	return arrays
}
