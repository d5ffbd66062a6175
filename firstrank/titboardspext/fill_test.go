package titboardspext

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	techniquestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, Reads, place, fill)
}
