// Package state keeps the state of a long search of findmagic in a file, so that the search can be killed at any moment and resumed.
//
// A state is a text after a first line. The line names the kind of search, the version of the format, and the text's checksum:
//
//	# findmagic search, version 1, sha256 9f86d081884c7d65...
//
// In files of magics the line is a comment: a state whose text is a file of magics can be read as one. States are
// written whole (see [atomicfile]), and a text with another checksum is not loaded.
//
// A [Keeper] is the loop around a search: it saves every two seconds, when the time is up, when the process is asked to
// stop, and at the end.
package state

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"github.com/slidebench/slidebench/internal/input"
)

// version is the version of the first line and of the texts of all kinds. It is raised when older states can no longer be read.
const version = 1

// withHead returns a state's file: the first line, and the text. The kind, one word, is the kind of search that can resume from it.
func withHead(kind string, text []byte) []byte {
	return append(fmt.Appendf(nil, "# findmagic %s, version %d, sha256 %x\n", kind, version, sha256.Sum256(text)), text...)
}

// firstLine has the groups kind, version and checksum.
var firstLine = regexp.MustCompile(`^# findmagic (\S+), version (\d+), sha256 ([0-9a-f]{64})$`)

// Load returns the text of a state. The error says what is damaged, and in which line, or that the state is of another kind
// or version. It is [fs.ErrNotExist], wrapped, if there is no file.
func Load(path, kind string) ([]byte, error) {
	file, err := input.ReadFound(path, input.Most)
	if err != nil {
		return nil, err
	}
	text, err := Parse(file, kind)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// Parse returns the text of a state from its file.
func Parse(file []byte, kind string) ([]byte, error) {
	line, text, _ := strings.Cut(string(file), "\n")
	found := firstLine.FindStringSubmatch(line)
	switch {
	case found == nil:
		return nil, fmt.Errorf("line 1: %.40q, want the first line of a state", line)
	case found[1] != kind:
		return nil, fmt.Errorf("line 1: the state of a %s, want that of a %s", found[1], kind)
	case found[2] != fmt.Sprint(version):
		return nil, fmt.Errorf("line 1: version %s, want %d", found[2], version)
	case found[3] != fmt.Sprintf("%x", sha256.Sum256([]byte(text))):
		return nil, fmt.Errorf("line 1: the checksum is not that of the %d lines after it: they are damaged, or not all there",
			strings.Count(text, "\n"))
	}
	return []byte(text), nil
}
