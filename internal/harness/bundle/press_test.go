package bundle

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The tests of cmd/slidebench pack and open whole bundles.

// Programs are unpacked as they were packed. Further layouts of a program take at most half of the first layout's bytes, and the first program of another
// level takes fewer bytes than without a dictionary. If it nearly equals that of the earlier level, so do its further layouts, and they have the earlier level's as
// their dictionaries.
func TestLayoutsAreDifferences(t *testing.T) {
	tiertest.Slow(t)
	folder := t.TempDir()
	var data bytes.Buffer
	b := Bundle{folder: t.TempDir()}
	var texts [][][]byte
	var earlier *differing
	const prints, encodes = "import \"fmt\"\n\nfunc main() { fmt.Println(1) }\n", "import \"encoding/json\"\n\nfunc main() { json.Marshal(1) }\n"
	for i, of := range build.Must("v1", "v2", "v3") { // v1 and v2 have equal programs here, and v3 has another
		body := []string{prints, prints, encodes}[i]
		if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte("package main\n\n"+body), 0o666); err != nil {
			t.Fatal(err)
		}
		d, p := differing{earlier: earlier, to: &data}, packed{Build: of}
		for layout := 1; layout <= []int{3, 2, 2}[i]; layout++ {
			d.add(&p, linked(t, folder, layout))
		}
		texts, earlier = append(texts, d.texts), &d
		b.Builds = append(b.Builds, p)
	}
	if err := os.WriteFile(filepath.Join(b.folder, dataFile), data.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for i := range b.Builds {
		p := &b.Builds[i]
		for layout := 1; layout <= len(p.Programs); layout++ {
			if again, err := b.program(p, layout); err != nil || !bytes.Equal(again, texts[i][layout-1]) {
				t.Errorf("%v, layout %d: %v", p.Build, layout, err)
			}
			// Of v1, whose first layout has no dictionary, further layouts take at most half of the first's bytes, as was measured on this platform.
			if s := p.Programs[layout-1]; i == 0 && layout > 1 && runtime.GOOS == "linux" && runtime.GOARCH == "amd64" && 2*s.Size > p.Programs[0].Size {
				t.Errorf("%v, layout %d takes %d bytes, the first %d", p.Build, layout, s.Size, p.Programs[0].Size)
			}
		}
	}
	if near := b.Builds[1].Programs; near[0].Base != "v1" || near[1].Base != "v1" {
		t.Errorf("equal programs of v2 have other dictionaries than those of v1: %+v", near)
	}
	if s, alone := b.Builds[2].Programs[0], len(pressed(texts[2][0], nil)); s.Base != "v2" || s.Size >= int64(alone) || b.Builds[2].Programs[1].Base != firstLayout {
		t.Errorf("the first program of v3 takes %d bytes of %d alone: %+v", s.Size, alone, b.Builds[2].Programs)
	}
}

// linked builds the program in a folder with a layout and returns its text.
func linked(t *testing.T, folder string, layout int) []byte {
	t.Helper()
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
	return text
}

// Archives can be unpacked: for Windows a zip, for Linux a compressed tar.
func TestArchives(t *testing.T) {
	const text = "measures"
	archive := func(os string) []byte {
		packed, err := (&plan{Options: Options{Target: language.Target{OS: os, Arch: "amd64"}}}).archive([]file{{"program", []byte(text)}})
		if err != nil || !Is(packed) {
			t.Fatalf("%s: %.8q, %v", os, packed, err)
		}
		return packed
	}
	packed := archive("windows")
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	in, err := z.Open("slidebench-windows-amd64/program")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(in); err != nil || string(got) != text {
		t.Errorf("zip: %q, %v", got, err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(archive("linux")))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(unpacked)
	header, err := r.Next()
	if err != nil || header.Name != "slidebench-linux-amd64/program" {
		t.Fatal(header, err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != text {
		t.Errorf("tar: %q, %v", got, err)
	}
}
