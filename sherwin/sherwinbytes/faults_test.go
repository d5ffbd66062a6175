package sherwinbytes

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/sherwin/internal/rows/rowstest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return rowstest.RookParts(sq, &rookRows[sq])
			}
			return rowstest.BishopParts(sq, &bishopRows[sq])
		},
		Slots: rowstest.Slots(rookTable[:], bishopTable[:]),
	})
}
