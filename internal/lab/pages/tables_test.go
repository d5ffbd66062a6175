package pages

import (
	"path/filepath"
	"testing"
)

// Counts stand beside their differences from the first row, or are divided by the nodes.
func TestTablesOfCounts(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"caches.csv": "lookups,instructions,misses\nfirst,1000,200.5\nsecond,1020,199\n", "damaged.csv": "lookups,instructions\nfirst,many\n",
		"asked.csv": "mode,positions,nodes,pairs,rooks,bishops,queens\nsearch,4,1000,4040,1660,1500,630\n",
	})
	wants(t, writeCaches, filepath.Join(dir, "caches.csv"), "| `first` | 1000 | 200.5 |", "| `second` | 1020 (+2.0 %) | 199 (-1.5) |")
	wants(t, writeAsked, filepath.Join(dir, "asked.csv"), "| `search` | 4.04 | 1.66 | 1.50 | 0.63 | 250 |")
	refuses(t, writeCaches, filepath.Join(dir, "damaged.csv"), `"many"`)
}
