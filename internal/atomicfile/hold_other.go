//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicfile

import (
	"errors"
	"os"
)

// locks says whether Held locks files. It is false on Windows, too, where a file that is held open cannot be replaced.
const locks = false

// hold returns an error: this system has no flock.
func hold(*os.File) (owner string, err error) { return "", errors.New("this system has no flock") }
