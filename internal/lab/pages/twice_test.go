package pages

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Two runs are compared by the size of tables, and one or three are no pair.
func TestTwiceTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "twice")
	one := resultstest.Run{Levels: []string{"v3"}, Seed: 1}
	two := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Cost: map[string]float64{"pext": 30}}
	writeFiles(t, dir, map[string]string{"1.txt": one.String(), "2.txt": one.String()})
	pattern := filepath.Join(dir, "*.txt")
	wants(t, writeTwice, pattern, "| all cells | ", "(100.0 %) | 0.0 % | 0.0 % |\n", "at least 1.000 in each")
	writeFiles(t, dir, map[string]string{"2.txt": two.String()})
	other := wants(t, writeTwice, pattern, "| all cells | ")
	for _, row := range strings.Split(other, "\n") {
		if strings.HasPrefix(row, "| all cells | ") && (strings.Contains(row, "(100.0 %)") || strings.HasSuffix(row, " 0.0 % |")) {
			t.Errorf("pext is slower in the second run, and the cells are the same: %s", row)
		}
	}
	if strings.Contains(other, "at least 1.000") {
		t.Errorf("pext has another place, and tau is the same:\n%s", other)
	}
	writeFiles(t, dir, map[string]string{"3.txt": one.String()})
	refuses(t, writeTwice, pattern, "want two runs")
	wants(t, writeTwice, filepath.Join(dir, "*.csv"), "`make twice` measures them")
}
