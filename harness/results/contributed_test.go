package results_test

import (
	"testing"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/internal/tracked"
)

// Every raw file under results/ that git tracks is one that a reader can rely on.
func TestContributed(t *testing.T) {
	tiertest.Slow(t)
	files, err := tracked.Glob("../../results/*/*.txt*")
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
