package pages

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
)

const lineBytes = 64

// lineCounts holds, for each piece and each number of questions, how many cache lines of tables are touched.
type lineCounts [len(board.Pieces)][]int

// countLines asks a technique the questions of a corpus, and counts the distinct lines that its lookups read up to each of
// the given numbers of questions, which ascend. It returns how many arrays each piece's lookups read, too.
func countLines(e *techniques.Entry, q techniques.Questions, sizes []int) (counts lineCounts, arrayCounts [len(board.Pieces)]int) {
	asked := []board.Piece{board.Rook, board.Bishop}
	if !readsBoth(e, q) {
		asked = append(asked, board.Queen)
	}
	arrays := findArrays(e, asked)
	var n [len(board.Pieces)]int
	for i, occ := range q.Occs {
		for _, p := range asked {
			k := 0
			e.Reads(p, int(q.Squares[i]), occ, func(address unsafe.Pointer, bytes uintptr) {
				a := arrays[p][k]
				k++
				offset := uintptr(address) - a.start
				for line := offset / lineBytes; line <= (offset+bytes-1)/lineBytes; line++ {
					if a.touched[line] == 0 && len(asked) == 2 {
						n[board.Queen]++ // she reads what either of them reads
					}
					if a.touched[line]>>p&1 == 0 {
						n[p]++
						a.touched[line] |= 1 << p
					}
				}
			})
		}
		if slices.Contains(sizes, i+1) {
			for p := range counts {
				counts[p] = append(counts[p], n[p])
			}
		}
	}
	if len(asked) == 2 {
		arrays[board.Queen] = slices.Concat(arrays[board.Rook], arrays[board.Bishop])
	}
	for p, of := range arrays {
		distinct := map[*array]bool{}
		for _, a := range of {
			distinct[a] = true
		}
		arrayCounts[p] = len(distinct)
	}
	return counts, arrayCounts
}

// readsBoth reports whether a queen's lookup reads the same words as a rook's and then a bishop's.
func readsBoth(e *techniques.Entry, q techniques.Questions) bool {
	list := func(i int, pieces ...board.Piece) (addresses []unsafe.Pointer) {
		for _, p := range pieces {
			e.Reads(p, int(q.Squares[i]), q.Occs[i], func(address unsafe.Pointer, _ uintptr) { addresses = append(addresses, address) })
		}
		return addresses
	}
	const enough = 100
	for i := range min(enough, len(q.Occs)) {
		if !slices.Equal(list(i, board.Queen), list(i, board.Rook, board.Bishop)) {
			return false
		}
	}
	return true
}

// array is the memory of a table, or of several that lie interleaved.
type array struct {
	start, end uintptr
	touched    []uint8 // for each line: a bit for each piece
}

// findArrays returns, for each piece, the array of every read of its lookups. It asks all questions that tables can
// depend on: all addresses of the k-th read of a lookup are one array, and two reads whose addresses overlap share one.
// Where the number of reads depends on the question, the last ones are all from one array.
//
// Lines are counted from the start of each array. In memory an array may also start in the middle of a line, since the
// linker aligns to 32 bytes; that would change counts by a little, from one build of one and the same source to another.
func findArrays(e *techniques.Entry, pieces []board.Piece) (arrays [len(board.Pieces)][]*array) {
	ask := func(p board.Piece, sq int, occ uint64) {
		k := 0
		e.Reads(p, sq, occ, func(address unsafe.Pointer, bytes uintptr) {
			start, end := uintptr(address), uintptr(address)+bytes
			if k == len(arrays[p]) {
				arrays[p] = append(arrays[p], &array{start: start, end: end})
			}
			a := arrays[p][k]
			a.start, a.end = min(a.start, start), max(a.end, end)
			k++
		})
	}
	for sq := range 64 {
		for _, p := range pieces {
			for _, of := range []board.Piece{board.Rook, board.Bishop} {
				for sub := range board.Subsets(board.Mask(of, sq)) {
					ask(p, sq, sub)
				}
			}
			for rank := range uint64(256) { // tables with a part per rank
				ask(p, sq, rank*0x0101010101010101)
			}
		}
	}

	var order []**array
	for p := range arrays {
		for k := range arrays[p] {
			order = append(order, &arrays[p][k])
		}
	}
	slices.SortStableFunc(order, func(a, b **array) int { return cmp.Compare((*a).start, (*b).start) })
	for i := 1; i < len(order); i++ {
		before, a := *order[i-1], *order[i]
		if a.start < before.end {
			before.end = max(before.end, a.end)
			*order[i] = before
		}
	}
	for _, a := range order {
		(*a).touched = make([]uint8, ((*a).end-(*a).start+lineBytes-1)/lineBytes)
	}
	return arrays
}
