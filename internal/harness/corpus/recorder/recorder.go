// Package recorder has the functions of a technique: they note each question, and have fancymagic answer it. Command record binds the engine to them.
package recorder

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic"
	"github.com/slidebench/slidebench/internal/harness/corpus"
)

// Asked has the questions noted so far. Pairs is the number of those that Both noted, as questions about a queen.
var (
	Asked []corpus.Question
	Pairs int
)

// note appends a question to Asked.
func note(p board.Piece, sq int, occ uint64) {
	Asked = append(Asked, corpus.Question{Piece: p, Square: uint8(sq), Occ: occ})
}

// Rook notes a question about a rook and answers it.
func Rook(sq int, occ uint64) uint64 {
	note(board.Rook, sq, occ)
	return fancymagic.Rook(sq, occ)
}

// Bishop notes a question about a bishop and answers it.
func Bishop(sq int, occ uint64) uint64 {
	note(board.Bishop, sq, occ)
	return fancymagic.Bishop(sq, occ)
}

// Queen notes a question about a queen and answers it.
func Queen(sq int, occ uint64) uint64 {
	note(board.Queen, sq, occ)
	return fancymagic.Queen(sq, occ)
}

// Both notes a question about a queen and returns the attacks of a rook and of a bishop.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	note(board.Queen, sq, occ)
	Pairs++
	return fancymagic.Rook(sq, occ), fancymagic.Bishop(sq, occ)
}
