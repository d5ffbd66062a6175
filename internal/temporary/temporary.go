// Package temporary makes folders for temporary files, and removes those of processes that were killed.
//
// A folder is locked for as long as its process lives: the system takes the lock away when the process ends, however that ends. So nobody needs to know whether
// a process still lives, which its number does not tell, as it may be another one's by now, or be of another container that shares the folder above.
package temporary

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// names matches the names of folders, as Folder makes them. A user may well have a slidebench-results or slidebench-2026-11 beside them. Older versions
// locked none of theirs, slidebench and a number.
var names = regexp.MustCompile(`^slidebench-[0-9]+-[0-9]+\.tmp$`)

// locks holds the locks of this process's folders.
var locks sync.Map

// Folder makes a folder, which Remove removes. Its name has the number of the process, for people.
func Folder() (string, error) {
	for range 10 {
		path, err := os.MkdirTemp("", fmt.Sprintf("slidebench-%d-*.tmp", os.Getpid()))
		if err != nil {
			return "", err
		}
		if lock, err := lock(path); err == nil {
			locks.Store(path, lock)
			return path, nil
		} else if !errors.Is(err, errSwept) {
			return path, nil // without locks here, no process sweeps the folder
		}
	}
	return "", fmt.Errorf("the folders made in %s are swept away at once", os.TempDir())
}

// errSwept: another process has locked a new folder, or removed it already.
var errSwept = errors.New("swept")

// Remove removes a folder. Programs that were killed a moment ago may still write there.
func Remove(path string) error {
	err := os.RemoveAll(path)
	for range 20 {
		if err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
		err = os.RemoveAll(path)
	}
	if lock, found := locks.LoadAndDelete(path); found {
		lock.(*os.File).Close()
	}
	return err
}

// Sweep removes the folders of this user's processes that have ended without removing them.
func Sweep() {
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		if !names.MatchString(e.Name()) {
			continue
		}
		path := filepath.Join(os.TempDir(), e.Name())
		if lock, err := lock(path); err == nil {
			_ = os.RemoveAll(path)
			lock.Close()
		}
	}
}
