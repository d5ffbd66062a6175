package hybridavx2

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	techniquestest.PlantBeforeFill(t, techniquestest.InAllPlaces(batches), Reads, place, tables.Fill)
}

var batches = techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}
