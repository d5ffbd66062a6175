package pages

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Machines with builds in C, and only these, have the ratios of Go to C over all rounds.
func TestTwins(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"a-machine/x.txt": resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}, Rounds: 7}.String(),
		"b-machine/x.txt": resultstest.Run{Levels: []string{"v3"}}.String(),
	})
	pattern := filepath.Join(root, "*", "*.txt")
	m := readMachines(pattern)[0]
	if m.inC.Built.String() != "c-gcc" || m.inGo.Built.String() != "v3" {
		t.Fatalf("%v against %v", m.inC, m.inGo)
	}
	u := twinUses[0]
	x := m.file.Table(m.inGo, u.Piece, u.Mode, grid.DefaultCorpus).Find("pext").Values
	y := m.file.Table(m.inC, u.Piece, u.Mode, grid.DefaultCorpus).Find("pext").Values
	if text := wants(t, writeTwins, pattern, fmt.Sprintf("| `pext` | %.2f | ", stats.Ratio(x, y).Median)); strings.Contains(text, "b-machine") || len(x) != 7 {
		t.Errorf("got\n%s", text)
	}
}
