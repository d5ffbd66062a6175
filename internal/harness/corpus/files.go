package corpus

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/engine/pgn"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/input"
)

// FilePrefix begins the name of a file's corpus. Users name the file by this prefix and the file's path.
const FilePrefix = "file:"

// largestFile is the largest number of bytes of a file of positions.
const largestFile = 64 << 20

// files holds the positions of all loaded files, by the names of their corpora.
var files struct {
	sync.Mutex
	positions map[string][]position.Position
}

// FileName returns the name of a file's corpus: FilePrefix and the file's name without extension, with _ for characters that names in benchmarks lack.
func FileName(path string) string {
	base := filepath.Base(path)
	return FilePrefix + strings.Map(func(c rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_", c) {
			return c
		}
		return '_'
	}, strings.TrimSuffix(base, filepath.Ext(base)))
}

// Load reads a file of positions, in FEN, EPD or PGN, and keeps the positions under the name of the file's corpus.
func Load(path string) error {
	text, err := input.ReadFound(path, largestFile)
	if err != nil {
		return fmt.Errorf("corpus %s%s: %w", FilePrefix, path, err)
	}
	all, err := pgn.Positions(string(text))
	if err != nil {
		return fmt.Errorf("corpus %s%s: %w", FilePrefix, path, err)
	}
	if !slices.ContainsFunc(all, func(p position.Position) bool { return len(referee.Legal(&p)) > 0 }) {
		return fmt.Errorf("corpus %s%s: no position has a legal move", FilePrefix, path)
	}
	files.Lock()
	defer files.Unlock()
	if files.positions == nil {
		files.positions = map[string][]position.Position{}
	}
	files.positions[FileName(path)] = all
	return nil
}

// loaded returns the positions of a loaded file by the name of its corpus, and whether there is such a file.
func loaded(name string) (all []position.Position, isFile bool) {
	files.Lock()
	defer files.Unlock()
	all, isFile = files.positions[name]
	return all, isFile
}

// Serves reports whether a corpus can be asked as one of a kind. A file serves three kinds: as single questions, as positions for the engine, and as deltas of moves.
func Serves(name string, kind Kind) bool {
	if _, isFile := loaded(name); isFile {
		return kind == Random || kind == Games || kind == Deltas
	}
	return KindOf(name) == kind
}
