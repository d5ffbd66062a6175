package corpus

import (
	"fmt"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/engine/pgn"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/input"
)

// FilePrefix begins the name of a corpus of the positions in a file, and where a file is named, its path follows.
const FilePrefix = "file:"

// largestFile is how many bytes a file of positions may have.
const largestFile = 64 << 20

// files are the positions of the files that were loaded, by the corpora's names.
var files struct {
	sync.Mutex
	positions map[string][]position.Position
}

// FileName returns the name of the corpus of a file: that of the file without its extension, every character that a benchmark's name should not
// have replaced.
func FileName(path string) string {
	base := filepath.Base(path)
	return FilePrefix + strings.Map(func(c rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_", c) {
			return c
		}
		return '_'
	}, strings.TrimSuffix(base, filepath.Ext(base)))
}

// Load reads a file of positions, in FEN, EPD or PGN, and makes them known under the name of its corpus.
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

// loaded returns the positions of a corpus of a file.
func loaded(name string) (all []position.Position, isFile bool) {
	files.Lock()
	defer files.Unlock()
	all, isFile = files.positions[name]
	return all, isFile
}

// Serves reports whether the corpus with a name is of a kind. Positions of a file are asked about in single questions, and given to the engine; so are their moves.
func Serves(name string, kind Kind) bool {
	if _, isFile := loaded(name); isFile {
		return kind == Random || kind == Games || kind == Deltas
	}
	return KindOf(name) == kind
}

// boards returns the positions of a stage of the games, or of a file.
func boards(name string) []position.Position {
	if all, isFile := loaded(name); isFile {
		return all
	}
	var list []position.Position
	for _, p := range played() {
		if n := bits.OnesCount64(p.Occ()); n >= stages[name].least && n <= stages[name].most {
			list = append(list, p)
		}
	}
	return list
}
