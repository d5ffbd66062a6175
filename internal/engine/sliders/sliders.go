// Package sliders answers the engine's questions about sliders. It forwards to fancymagic; a build with an overlay has the engine
// ask another technique itself.
package sliders

import "github.com/slidebench/slidebench/fancymagic"

// Technique is the name of the technique that this package forwards to.
const Technique = "fancymagic"

// Sets reports whether Rooks and Bishops answer for all sliders of a set at once.
const Sets = false

// Rook returns the attacks of a rook on sq.
func Rook(sq int, occ uint64) uint64 { return fancymagic.Rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq.
func Bishop(sq int, occ uint64) uint64 { return fancymagic.Bishop(sq, occ) }

// Queen returns the attacks of a queen on sq.
func Queen(sq int, occ uint64) uint64 { return fancymagic.Queen(sq, occ) }

// RookMoves returns the squares to which a rook on sq may go: its attacks without own, the pieces of its side. A technique may leave squares of
// own in: whoever asks takes them out.
func RookMoves(sq int, own, occ uint64) uint64 { return Rook(sq, occ) }

// BishopMoves does for a bishop what RookMoves does for a rook.
func BishopMoves(sq int, own, occ uint64) uint64 { return Bishop(sq, occ) }

// QueenMoves does for a queen what RookMoves does for a rook.
func QueenMoves(sq int, own, occ uint64) uint64 { return Queen(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) { return Rook(sq, occ), Bishop(sq, occ) }

// Rooks returns what all rooks of a set attack, if Sets.
func Rooks(set, occ uint64) uint64 { return 0 }

// Bishops returns what all bishops of a set attack, if Sets.
func Bishops(set, occ uint64) uint64 { return 0 }
