package bundle

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Programs with other layouts come back as they were, and take half the room at most.
func TestLayoutsAreDifferences(t *testing.T) {
	tiertest.Slow(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	d := differing{to: &data}
	p := packed{Build: build.Build{}}
	var texts [][]byte
	for layout := 1; layout <= 3; layout++ {
		program := filepath.Join(folder, "program")
		cmd := process.Tool(context.Background(), source.Go(), "build", fmt.Sprintf("-ldflags=-s -w -randlayout=%d", layout), "-o", program, "main.go")
		cmd.Dir = folder
		if _, err := source.Output(cmd); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		d.add(&p, text)
		texts = append(texts, text)
	}
	b := Bundle{folder: t.TempDir(), Builds: []packed{p}}
	if err := os.WriteFile(filepath.Join(b.folder, dataFile), data.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if again, err := b.program(&p, i+1); err != nil || !bytes.Equal(again, text) {
			t.Errorf("layout %d: %v", i+1, err)
		}
		if s := p.Programs[i]; i > 0 && runtime.GOOS == "linux" && runtime.GOARCH == "amd64" && 2*s.Size > p.Programs[0].Size {
			t.Errorf("layout %d takes %d bytes, the first %d", i+1, s.Size, p.Programs[0].Size)
		}
	}
}
