package techniques_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// Whatever is wrong in a table is found. A package that has a faults_test.go plants its faults itself, also before its slots are filled.
func TestFaults(t *testing.T) {
	for _, e := range asked(t) {
		_, err := os.Stat(filepath.Join("..", e.Folder(), "faults_test.go"))
		switch {
		case err == nil:
		case e.Family == "best": // it reads what another technique reads
		case e.TableBytes(board.Queen) == 0:
			t.Logf("%s: there are no tables, what it computes with stands in its code", e.Name)
		default:
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				techniquestest.PlantFaults(t, inAllForms(e), e.Reads)
			})
		}
	}
}

// inAllForms returns a technique with the answers of all lookups of an entry: where they differ, it returns what none can be.
func inAllForms(e *techniques.Entry) conform.Technique {
	agreed := func(a, b, c uint64) uint64 {
		if a != b || b != c {
			return ^uint64(0)
		}
		return a
	}
	return conform.Funcs{
		RookFunc: func(sq int, occ uint64) uint64 {
			both, _ := e.Both(sq, occ)
			return agreed(e.Rook(sq, occ), both, e.Queen(sq, occ)&board.Lines(board.Rook, sq))
		},
		BishopFunc: func(sq int, occ uint64) uint64 {
			_, both := e.Both(sq, occ)
			return agreed(e.Bishop(sq, occ), both, e.Queen(sq, occ)&board.Lines(board.Bishop, sq))
		},
	}
}
