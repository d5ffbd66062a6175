package results_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
)

// A compressed raw file reads like the plain one, with the same circumstances, and a damaged one is an error.
func TestCompressed(t *testing.T) {
	plain := []byte(resultstest.Run{Levels: []string{"v3"}}.String())
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(plain)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.txt")
	damaged := bytes.Clone(b.Bytes())
	damaged[len(damaged)-5] ^= 1 // of the checksum
	for name, text := range map[string][]byte{"x.txt": plain, "x.txt.gz": b.Bytes(), "cut.txt.gz": b.Bytes()[:b.Len()/2],
		"damaged.txt.gz": damaged, "head.txt.gz": b.Bytes()[:2], "x.json": []byte(`{"commit": "0123456789ab", "finished": "2026-01-01T00:00:00Z"}`)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := results.Read(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	got.Name = want.Name
	if !reflect.DeepEqual(got, want) || want.Commit == "" {
		t.Errorf("compressed it reads otherwise, of commits %q and %q", got.Commit, want.Commit)
	}
	for _, name := range []string{"cut", "damaged", "head"} {
		if _, err := results.Read(filepath.Join(dir, name+".txt.gz")); err == nil {
			t.Errorf("%s.txt.gz is read", name)
		}
	}
}
