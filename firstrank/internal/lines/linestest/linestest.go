// Package linestest holds the shared parts of the tests of this family's techniques.
package linestest

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// WrongDiagonals returns faults of the lines of a bishop on sq.
func WrongDiagonals(sq int, lines ...*uint64) (faults []conform.Fault) {
	for _, line := range lines {
		faults = append(faults, conform.FlippedBits("wrong line", sq+1, line)...) // not on the own file, where nothing is attacked
		faults = append(faults, conform.WrongLength("line", board.Bishop, sq, line)...)
	}
	return faults
}

// WrongSlots returns faults of slots that serve all squares of a set.
func WrongSlots[T uint8 | uint64](sq int, slots []T, squares uint64) (faults []conform.Fault) {
	for i := sq & 7; i < len(slots); i += 13 {
		faults = append(faults, conform.FlippedBits("wrong slot", sq+i, &slots[i])...)
	}
	return conform.Everywhere(squares, faults)
}
