package results_test

import (
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/harness/results"
)

// Every raw file under results/ is one that a reader can rely on.
func TestContributed(t *testing.T) {
	files, err := filepath.Glob("../../results/*/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if err := results.Validate(path); err != nil {
			t.Error(err)
		}
	}
	if len(files) == 0 {
		t.Error("no raw files under results/")
	}
}
