// Package linestest has all questions about single lines, for tests of formulas for one line.
package linestest

import (
	"iter"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
)

// Question is about one line through a square.
type Question struct {
	Square  int
	IsRank  bool
	Line    uint64 // without the square itself
	Occ     uint64 // a subset of the line
	Attacks uint64 // the answer: the squares of the line that a slider on the square attacks
}

// Questions yields every subset of every line of every square, so that formulas for one line can be compared.
func Questions() iter.Seq[Question] {
	return func(yield func(Question) bool) {
		for sq := range 64 {
			through := [...]uint64{lines.Rank(sq), lines.File(sq), lines.Diagonal(sq), lines.Antidiagonal(sq)}
			for i, line := range through {
				for occ := range board.Subsets(line) {
					if !yield(Question{sq, i == 0, line, occ, board.Walk(board.Queen, sq, occ) & line}) {
						return
					}
				}
			}
		}
	}
}
