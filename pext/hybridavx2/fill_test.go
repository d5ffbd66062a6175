package hybridavx2

import (
	"testing"

	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, tablestest.InAllPlaces(batches, Available), reads, place, tables.Fill)
}

var batches = techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}
