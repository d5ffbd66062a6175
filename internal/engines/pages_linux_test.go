package engines

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// resident returns how many pages of a file are in memory.
func resident(t *testing.T, path string) (pages int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	mapped, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(mapped)
	in := make([]byte, len(mapped)/os.Getpagesize())
	if _, _, err := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&mapped[0])), uintptr(len(mapped)), uintptr(unsafe.Pointer(&in[0]))); err != 0 {
		t.Fatal(err)
	}
	for _, page := range in {
		pages += int(page & 1) // the other bits are reserved: mincore(2)
	}
	return pages
}

// A round forgets the files that commands name, even if they were just written. A word that names no file is ignored.
func TestForget(t *testing.T) {
	folder := t.TempDir()
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		t.Fatal(err)
	}
	if disks := []int64{unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC}; !slices.Contains(disks, int64(s.Type)) {
		t.Skipf("a file system of type %#x may keep its files in memory only", s.Type)
	}
	engine := filepath.Join(folder, "engine")
	if err := os.WriteFile(engine, make([]byte, 64*os.Getpagesize()), 0o700); err != nil {
		t.Fatal(err)
	}
	if n := resident(t, engine); n != 64 {
		t.Fatalf("%d of 64 pages are in memory after they were written", n)
	}
	m := Match{Programs: []Program{{"gone", "./gone"}, {"engine", engine + " bench"}}}
	if m.forget(); resident(t, engine) != 0 {
		t.Errorf("%d pages are still in memory", resident(t, engine))
	}
}
