package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// A file's positions serve for single questions and for the engine, and another content of the file has another digest.
func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my games (1).pgn")
	save := func(text string) error {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return Load(path)
	}
	if err := save("1. e4 e5 2. Nf3 Nc6 *"); err != nil {
		t.Fatal(err)
	}
	name := FileName(path)
	if name != "file:my_games__1_" || !Serves(name, Random) || !Serves(name, Games) || Serves(name, Sliders) || Serves("file:other", Random) {
		t.Errorf("%s: it serves other kinds than questions and positions", name)
	}
	q, err := ForPiece(name, board.Rook, 500, 1)
	if err != nil || len(q.Occs) != 500 {
		t.Fatal(err)
	}
	for i, occ := range q.Occs {
		if occ>>q.Squares[i]&1 == 0 {
			t.Fatalf("question %d: square %d of %#x", i, q.Squares[i], occ)
		}
	}
	p, err := NewPositions(name, 1)
	if err != nil || len(p.List) != positionsInCorpus || p.Depth != fileDepth {
		t.Errorf("%d positions, depth %d, %v", len(p.List), p.Depth, err)
	}
	first, err := Digest(name, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := save("1. d4 *"); err != nil {
		t.Fatal(err)
	}
	if second, _ := Digest(name, 1, 1); second == first {
		t.Error("other positions have the same digest")
	}
	for text, says := range map[string]string{
		"": "no positions", "k7/8/1Q6/8/8/8/8/4K3 b - -": "no position has a legal move",
	} {
		if err := save(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
