// Package input reads whole files up to a limit, so that devices and huge files cannot fill the memory, nor pipes in a folder block the program.
package input

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
)

// Most is the usual limit for a text, in bytes. The largest published file has 5 MB.
const Most = 64 << 20

// reads is the number of reads in progress. Reading a pipe may block for ever.
var reads atomic.Int32

// Waiting reports whether a file is being read. An interrupted program then has to exit at once, as the read may block for ever.
func Waiting() bool { return reads.Load() > 0 }

// Read returns the bytes of a regular file or a pipe, and an error if there are more than most. Errors contain the path.
func Read(path string, most int64) ([]byte, error) { return read(path, most, fs.ModeNamedPipe, false) }

// ReadText is like Read, but unpacks a file that is compressed by gzip, as its first bytes say. The limit is that of the unpacked text.
func ReadText(path string, most int64) ([]byte, error) {
	return read(path, most, fs.ModeNamedPipe, true)
}

// ReadFound is like Read, but a pipe is an error, since perhaps no program ever writes to it: for files that no user named, or that have to be there for long.
func ReadFound(path string, most int64) ([]byte, error) { return read(path, most, 0, false) }

// CheckFound returns an error unless a path leads to a regular file.
func CheckFound(path string) error {
	_, err := regular(path, 0)
	return err
}

// regular returns the size of a file in bytes, and an error unless it is regular or of a further kind, also.
func regular(path string, also fs.FileMode) (size int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if kind := info.Mode().Type(); kind&^also != 0 {
		what := "not a regular file"
		if also != 0 {
			what += " or a pipe"
		}
		return 0, &fs.PathError{Op: "read", Path: path, Err: errors.New(what)}
	}
	return info.Size(), nil
}

// read reads a file that is regular or of the kind also, such as fs.ModeNamedPipe, and unpacks it if unpack is set and gzip has packed it.
func read(path string, most int64, also fs.FileMode, unpack bool) ([]byte, error) {
	size, err := regular(path, also)
	if err != nil {
		return nil, err
	}
	reads.Add(1)
	defer reads.Add(-1)
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := From(file, size, most, unpack)
	if _, known := errors.AsType[*fs.PathError](err); err != nil && !known {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, err
}

var errCut = errors.New("the compressed file is cut short or damaged (copy it again from where it came from)")

// From returns all bytes of r, unpacked from gzip if unpack is set, and an error if there are more than most. size is their expected number.
func From(r io.Reader, size, most int64, unpack bool) ([]byte, error) {
	reads.Add(1)
	defer reads.Add(-1)
	packed := false
	if unpack {
		ahead := bufio.NewReader(r)
		begin, _ := ahead.Peek(2)
		if r, packed = ahead, bytes.Equal(begin, []byte{0x1f, 0x8b}); packed { // gzip's magic number; a text of fewer bytes is not packed
			z, err := gzip.NewReader(ahead)
			if err != nil {
				return nil, errCut
			}
			r, size = z, 8*size // as texts like ours are packed; the buffer grows if it is too small
		}
	}
	text := bytes.NewBuffer(make([]byte, 0, min(size, most)+bytes.MinRead))
	n, err := text.ReadFrom(io.LimitReader(r, most+1))
	switch {
	case n > most:
		return nil, fmt.Errorf("longer than %d bytes", most)
	case err != nil && packed:
		return nil, errCut
	}
	return text.Bytes(), err
}
