package gather

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	techniquestest.PlantBeforeFill(t, techniquestest.InAllPlaces(techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}), Reads, setPlaces, fill)
}
