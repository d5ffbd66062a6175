package exploding

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				s := &rookStarts[sq]
				return slices.Concat(
					wrong(p, sq, "rank", &s.rank), wrong(p, sq, "squares next on the rank", &s.nearRank),
					wrong(p, sq, "file", &s.file), wrong(p, sq, "squares next on the file", &s.nearFile),
				)
			}
			s := &bishopStarts[sq]
			return append(wrong(p, sq, "lines", &s.lines), wrong(p, sq, "next squares", &s.near)...)
		},
	})
}

func wrong(p board.Piece, sq int, what string, squares *uint64) []conform.Fault {
	faults := conform.FlippedBits("wrong "+what, sq, squares)
	for _, ray := range conform.WrongRays(p, sq, *squares) {
		faults = append(faults, conform.Wrong("ray too short or too long in "+what, "", squares, ray))
	}
	return faults
}
