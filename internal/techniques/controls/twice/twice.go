// Package twice is the control that shows what share of an engine's time the lookups take: it asks fancymagic twice for every
// answer. The compiler cannot know that the second question is the same.
package twice

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic"
)

// nothing is 0, but a variable, so that the compiler cannot see that both questions are equal.
var nothing uint64

// Build fills fancymagic's tables.
func Build() error { return fancymagic.Build() }

// Rook returns the attacks of a rook on sq.
func Rook(sq int, occ uint64) uint64 {
	return fancymagic.Rook(sq, occ) | fancymagic.Rook(sq, occ|nothing)
}

// Bishop returns the attacks of a bishop on sq.
func Bishop(sq int, occ uint64) uint64 {
	return fancymagic.Bishop(sq, occ) | fancymagic.Bishop(sq, occ|nothing)
}

// Queen returns the attacks of a queen on sq.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of fancymagic's tables.
func TableBytes(p board.Piece) int { return fancymagic.TableBytes(p) }
