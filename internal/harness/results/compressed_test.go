package results_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// A compressed raw file, whose lines stand in another order, reads like the plain one, with the same circumstances, and a damaged one is an error.
func TestCompressed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.txt")
	write(t, path, resultstest.Run{Levels: []string{"v3", "c-gcc"}, Lacks: func(c grid.Cell, level string, round int) bool {
		return round == 1 && c.Technique == "pext"
	}}.String())
	write(t, filepath.Join(dir, "x.json"), `{"commit": "0123456789ab", "finished": "2026-01-01T00:00:00Z"}`)
	want, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := results.Compress(path); err != nil {
		t.Fatal(err)
	}
	got, err := results.Read(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	got.Name = want.Name
	if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", *want) || want.Commit == "" || want.Missing == "" {
		t.Errorf("compressed it reads otherwise, of commits %q and %q", got.Commit, want.Commit)
	}
	text, err := os.ReadFile(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 2 {
		t.Errorf("there are %q, %v; want the raw file and its record, compressed", left, err)
	}
	damaged := []byte(string(text))
	damaged[len(damaged)-5] ^= 1 // the checksum's last byte, before four of the length
	// The first two bytes say that a file is compressed.
	for name, text := range map[string][]byte{"cut": text[:len(text)/2], "damaged": damaged, "head": text[:2]} {
		write(t, filepath.Join(dir, name+".txt.gz"), string(text))
		path := filepath.Join(dir, name+".txt.gz")
		want := fmt.Sprintf("cannot read result file %q: the compressed file is cut short or damaged (copy it again from where it came from)", path)
		if _, err := results.Read(path); err == nil || err.Error() != want {
			t.Errorf("%s.txt.gz: %v, want %s", name, err, want)
		}
	}
}
