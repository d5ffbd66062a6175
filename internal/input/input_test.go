//go:build unix

package input_test

import (
	"bytes"
	"compress/gzip"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/input"
)

// zeros is an endless reader.
type zeros struct{}

// Read fills p with zeros.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// packed returns size zero bytes, compressed by gzip.
func packed(t *testing.T, size int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	chunk := make([]byte, 1<<20)
	for ; size > 0; size -= int64(len(chunk)) {
		if _, err := z.Write(chunk[:min(size, int64(len(chunk)))]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Paths that are no files, or files that are too long, are errors at once, in one line, and take at most eight times the memory of the limit.
func TestNoFiles(t *testing.T) {
	const most = 1 << 20
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(at("folder"), 0o777))
	must(os.Symlink("/dev/zero", at("device")))
	must(os.Symlink(at("nowhere"), at("dangling")))
	must(syscall.Mkfifo(at("fifo"), 0o666))
	socket, err := net.Listen("unix", at("socket"))
	must(err)
	defer socket.Close()
	must(os.WriteFile(at("sparse"), nil, 0o666))
	must(os.Truncate(at("sparse"), 20<<30))
	must(os.WriteFile(at("bomb.gz"), packed(t, 16<<20), 0o666))
	must(os.WriteFile(at("long"), make([]byte, most+1), 0o666))
	for name, want := range map[string]string{ // what the error says
		"folder": "not a regular file", "device": "not a regular file", "dangling": "no such file", "fifo": "not a regular file", "socket": "not a regular file",
		"sparse": "longer than 1048576 bytes", "bomb.gz": "longer than 1048576 bytes", "long": "longer than 1048576 bytes",
	} {
		for which, read := range map[string]func(string, int64) ([]byte, error){"found": input.ReadFound, "named": input.Read, "text": input.ReadText} {
			if name == "fifo" && which != "found" || name == "bomb.gz" && which != "text" {
				continue // a user may name a pipe, and the packed file is short
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := read(at(name), most)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), at(name)) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %s: %v, want %s", which, name, err, want)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 8*most {
				t.Errorf("%s, %s took %d bytes", which, name, took)
			}
		}
	}
	if input.Waiting() {
		t.Error("reads have not ended")
	}
}

// Reading a text takes little more memory than the text, packed or not.
func TestReadsInPlace(t *testing.T) {
	const size = 8 << 20
	for name, file := range map[string][]byte{"plain": make([]byte, size), "packed.gz": packed(t, size)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		text, err := input.ReadText(path, 64<<20)
		runtime.ReadMemStats(&after)
		// A buffer for the packed text begins too small and doubles, so that the old ones count, too.
		if most := map[bool]uint64{true: 4 * size, false: size * 5 / 4}[strings.HasSuffix(name, ".gz")]; err != nil || len(text) != size || after.TotalAlloc-before.TotalAlloc > most {
			t.Errorf("%s: %d bytes, %v, took %d", name, len(text), err, after.TotalAlloc-before.TotalAlloc)
		}
	}
}

// A pipe that a user names is read to its end or to the limit. Waiting is true while the pipe is silent.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	type answer struct {
		text []byte
		err  error
	}
	done := make(chan answer)
	go func() {
		text, err := input.ReadText(path, 64)
		done <- answer{text, err}
	}()
	for !input.Waiting() {
		time.Sleep(time.Millisecond)
	}
	if err := os.WriteFile(path, packed(t, 64), 0); err != nil {
		t.Fatal(err)
	}
	if got := <-done; len(got.text) != 64 || got.err != nil {
		t.Errorf("%d bytes, %v", len(got.text), got.err)
	}
	if _, err := input.From(zeros{}, 0, 1<<16, false); err == nil || !strings.Contains(err.Error(), "longer than 65536 bytes") {
		t.Errorf("an endless pipe: %v", err)
	}
}
