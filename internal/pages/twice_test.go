package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/results/resultstest"
)

// Two runs are compared by table and by the size of tables, and one or three are no pair.
func TestTwiceTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "twice")
	one := resultstest.Run{Levels: []string{"v3"}, Seed: 1}
	two := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Cost: map[string]float64{"pext": 30}}
	writeFiles(t, dir, map[string]string{"1.txt": one.String(), "2.txt": one.String()})
	same, err := twiceTables(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"2.txt": two.String()})
	other, err := twiceTables(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(same, "| all cells | ") || !strings.Contains(same, "(100.0 %) | 0.0 % | 0.0 % |\n") || !strings.Contains(same, " | 1.000 | ") {
		t.Errorf("a run and itself:\n%s", same)
	}
	for _, row := range strings.Split(other, "\n") {
		if strings.HasPrefix(row, "| all cells | ") && (strings.Contains(row, "(100.0 %)") || strings.HasSuffix(row, " 0.0 % |")) {
			t.Errorf("pext is slower in the second run, and the cells are the same: %s", row)
		}
	}
	if strings.Count(other, " | 1.000 | ") >= strings.Count(same, " | 1.000 | ") {
		t.Errorf("pext has another place, and tau is the same:\n%s", other)
	}
	writeFiles(t, dir, map[string]string{"3.txt": one.String()})
	if _, err := twiceTables(filepath.Join(dir, "*.txt")); err == nil || !strings.Contains(err.Error(), "want two runs") {
		t.Errorf("three runs: %v", err)
	}
	if got, err := twiceTables(filepath.Join(dir, "*.csv")); err != nil || !strings.Contains(got, "`make twice` measures them") {
		t.Errorf("without files: %q, %v", got, err)
	}
}

// The odd and the even rounds of a run agree where its rounds do.
func TestWriteLayouts(t *testing.T) {
	for noise, all := range map[float64]bool{1e-6: true, 0.3: false} {
		dir := filepath.Join(t.TempDir(), "twice")
		run := resultstest.Run{Levels: []string{"v3"}, Noise: noise}.String()
		writeFiles(t, dir, map[string]string{"1.txt": run, "2.txt": run})
		text, err := twiceTables(filepath.Join(dir, "*.txt"))
		_, text, said := strings.Cut(text, "half as many each")
		if err != nil || !said || strings.Contains(text, "(100.0 %) are within 3 %") != all {
			t.Errorf("rounds that differ by %v: %q, %v", noise, text, err)
		}
	}
}
