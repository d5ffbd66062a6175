package mini

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.PlantFaults(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, Reads)
}
