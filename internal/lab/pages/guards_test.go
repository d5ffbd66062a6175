package pages

import (
	"path/filepath"
	"strings"
	"testing"
)

// Guards are counted by kind, with the exact limits of what they found and of what they blamed.
func TestGuardTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "machine")
	rows := "started,commit,rehearsal,technique,cells,rounds,seconds,disturbed,found,blamed,unmeasured\n"
	for range 10 {
		rows += "2026-11-24T20:00:00Z,abc,equal,,536,18,90,0.1,false,,0\n2026-11-24T20:00:00Z,abc,whole,magic,536,18,120,0.2,true,,0\n"
	}
	rows += "2026-11-24T20:00:00Z,abc,whole,pext,536,18,180,0.3,false,technique=rays,0\n"
	writeFiles(t, dir, map[string]string{"guards.csv": rows})
	got := wants(t, writeGuards, filepath.Join(dir, "guards.csv"),
		"| equal to base | 1 % | 10 | nothing to find | 0 of 10 (0 to 31 %) | 1m30s |\n",
		"takes 2 % longer | 1 % | 11 | 10 of 11 (59 to 100 %) | 1 of 11 (0 to 41 %) | 2m0s |\n")
	if strings.Contains(got, "that is named") {
		t.Errorf("a row of no guards:\n%s", got)
	}
	wants(t, writeGuards, filepath.Join(dir, "none.csv"), "`make rehearse` measures them")
	writeFiles(t, dir, map[string]string{"guards.csv": "found\n"}) // not the first line of such a file
	refuses(t, writeGuards, filepath.Join(dir, "guards.csv"), "guards.csv")
}
