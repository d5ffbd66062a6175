package pages

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Each run is compared with the run alone: an equal run keeps its ranks, and a run with one far slower technique does not.
func TestWriteBeside(t *testing.T) {
	dir := t.TempDir()
	run := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Machine: "m"}
	near := run
	near.Machine += results.Beside
	far := near
	far.Cost = map[string]float64{"pext": 30}
	writeFiles(t, dir, map[string]string{"alone.txt": run.String(), "alone-again.txt": run.String(), "beside-additions.txt": near.String(), "beside-loads.txt": far.String()})
	pattern := filepath.Join(dir, "*.txt")
	page := wants(t, writeBeside, pattern, "**m**", "| alone again | ", "| beside additions | ", " | 1.00 | 0 of ", " | 0.0 points | 0.0 points |\n")
	if row := rowOf(page, "beside loads"); row == "" || rowOf(page, "alone again") == row {
		t.Errorf("no difference where pext is slower:\n%s", page)
	}
	refuses(t, writeBeside, filepath.Join(dir, "beside*.txt"), "no run alone")
	wants(t, writeBeside, filepath.Join(dir, "*.csv"), "`make beside` measures them")
}

// Searches beside neighbours are compared with those of the machine's newest run.
func TestWriteCrowd(t *testing.T) {
	dir := t.TempDir()
	run := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Machine: "m", Engine: true}
	far := run
	far.Cost = map[string]float64{"pext": 30}
	crowd := filepath.Join(dir, "crowd")
	writeFiles(t, crowd, map[string]string{"loads.txt": run.String()})
	refuses(t, writeCrowd, filepath.Join(crowd, "*.txt"), "no other run")
	writeFiles(t, dir, map[string]string{"2026-01-01T000000Z-0123456789ab.txt": far.String(), "2026-01-02T000000Z-0123456789ab.txt": run.String()})
	wants(t, writeCrowd, filepath.Join(crowd, "*.txt"), "**m**", "| loads | ", " | 1 | 21 of 21 | 1.00 | 0 of ")
}

// rowOf returns the rest of a table's row that begins with a name.
func rowOf(page, name string) string {
	_, rest, _ := strings.Cut(page, "\n| "+name+" | ")
	row, _, _ := strings.Cut(rest, "\n")
	return row
}
