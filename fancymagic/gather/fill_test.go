package gather

import (
	"testing"

	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, tablestest.InAllPlaces(techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}, Available), reads, setPlaces, fill)
}
