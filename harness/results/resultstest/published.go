package resultstest

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/tracked"
)

// Published reports whether a raw file that git tracks under a folder of results has a value of a technique. What a technique may
// lack before is a C twin and a test of what its package comment draws.
func Published(folder, technique string) bool {
	files, err := tracked.Glob(filepath.Join(folder, "*", "*.txt*"))
	if err != nil {
		return false
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil {
			text, err = results.Plain(text)
		}
		if err == nil && bytes.Contains(text, []byte("/technique="+technique+"/")) {
			return true
		}
	}
	return false
}
