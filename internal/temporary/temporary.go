// Package temporary makes folders for temporary files, and removes those of processes that were killed.
//
// A folder is locked as long as its process lives: the system takes the lock away when the process ends, however it ends. The number of a process would not
// show whether it still lives: it may be another process's by now, or belong to another container that shares the folder above.
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

// names matches the names of folders that Folder makes. It matches neither folders that users may make, such as slidebench-results or slidebench-2026-11,
// nor those of older versions, slidebench and a number, which are not locked.
var names = regexp.MustCompile(`^slidebench-[0-9]+-[0-9]+\.tmp$`)

// locks holds the locks of this process's folders, as *os.File by path.
var locks sync.Map

// Folder makes a locked folder for temporary files and returns its path. The process's number is in the name only for people. Remove removes the folder.
func Folder() (string, error) {
	for range 10 {
		path, err := os.MkdirTemp("", fmt.Sprintf("slidebench-%d-*.tmp", os.Getpid()))
		if err != nil {
			return "", err
		}
		if held, err := lock(path); err == nil {
			locks.Store(path, held)
			return path, nil
		} else if !errors.Is(err, errSwept) {
			return path, nil // where folders cannot be locked, no process sweeps them
		}
	}
	return "", fmt.Errorf("the folders made in %s are swept away at once", os.TempDir())
}

// errSwept is the error of lock if another process, in Sweep, has locked the folder or removed it already.
var errSwept = errors.New("swept")

// Remove removes a folder and unlocks it. It tries several times, as programs that were killed a moment ago may still write there.
func Remove(path string) error {
	err := os.RemoveAll(path)
	for range 20 {
		if err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
		err = os.RemoveAll(path)
	}
	if held, found := locks.LoadAndDelete(path); found {
		held.(*os.File).Close()
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
		if held, err := lock(path); err == nil {
			_ = os.RemoveAll(path)
			held.Close()
		}
	}
}
