package pages

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
)

// The tables of each machine stand under its name, apart from what is above.
func TestTwinTablesNameMachines(t *testing.T) {
	root := t.TempDir()
	const raw = "2026-01-01T000000Z-0123456789ab.txt"
	inC := resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}}.String()
	writeFiles(t, root, map[string]string{
		"a-machine/" + raw: inC, "b-machine/" + raw: inC, "c-machine/" + raw: resultstest.Run{Levels: []string{"v3"}}.String(),
	})
	text := wants(t, writeTwins, filepath.Join(root, "*", "*.txt"))
	if !strings.HasPrefix(text, "**a-machine**\n\n| Go : C, GOAMD64=v3 |") || !strings.Contains(text, ").\n\n**b-machine**\n\n| Go : C, GOAMD64=v3 |") ||
		strings.Contains(text, "c-machine") {
		t.Errorf("got\n%s", text)
	}
}

// Of a run in both languages the values are gcc's against Go's highest level, round by round, with the noise of the table in C.
func TestTwinsOfARun(t *testing.T) {
	run := resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}, Rounds: 7}
	root := t.TempDir()
	writeFiles(t, root, map[string]string{"a-machine/x.txt": run.String()})
	m := readMachines(filepath.Join(root, "*", "*.txt"))[0]
	u := report.Use{Piece: board.Queen, Mode: "throughput"}
	if m.inC.C() != "c-gcc" || m.inGo.GOAMD64() != "v3" {
		t.Fatalf("%v against %v", m.inC, m.inGo)
	}
	inGo, noiseInGo := m.timesInGo("pext", u)
	inC, noise := m.timesInC("pext", u)
	x := m.file.Table(m.inGo, u.Piece, u.Mode, grid.DefaultCorpus).Find("pext").Values
	y := m.file.Table(m.inC, u.Piece, u.Mode, grid.DefaultCorpus).Find("pext").Values
	if len(x) != 7 || !slices.Equal(inGo, x) || !slices.Equal(inC, y) || !(noise > 0) || noise == noiseInGo {
		t.Errorf("%v and %v with noise of %v and %v, want %v and %v", inGo, inC, noiseInGo, noise, x, y)
	}
	var ratios []float64
	for i := range x {
		ratios = append(ratios, x[i]/y[i])
	}
	if got, want := m.goOverC("pext", u), stats.Median(ratios); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
