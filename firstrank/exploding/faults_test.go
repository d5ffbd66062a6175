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
					conform.WrongSet("rank", p, sq, &s.rank), conform.WrongSet("squares next on the rank", p, sq, &s.nearRank),
					conform.WrongSet("file", p, sq, &s.file), conform.WrongSet("squares next on the file", p, sq, &s.nearFile),
				)
			}
			s := &bishopStarts[sq]
			return append(conform.WrongSet("lines", p, sq, &s.lines), conform.WrongSet("next squares", p, sq, &s.near)...)
		},
	})
}
