package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// Questions are legal moves. A question that follows another begins with the position after that move, and in captures all moves are captures.
func TestNewDeltas(t *testing.T) {
	for _, name := range UsualDeltas {
		q, err := NewDeltas(name, 4000, 1) // each takes about four lookups
		if err != nil || len(q) != 1000 || KindOf(name) != Deltas || Serves(name, Random) {
			t.Fatalf("%s: %d questions, %v", name, len(q), err)
		}
		follow := checkDeltas(t, q)
		// Games are played in runs of up to 16 moves; captures are drawn, and follow none.
		if name == captures && follow > 0 || name != captures && follow < 800 { // at most 15 in 16 follow; where a game ends, fewer
			t.Errorf("%s: %d of %d questions follow the one before", name, follow, len(q))
		}
		for i := range q {
			if name == captures && !q[i].Move.IsCapture(&q[i].Before.Position) {
				t.Errorf("%v in %s is no capture", q[i].Move, q[i].Before.String())
			}
		}
		if again, _ := NewDeltas(name, 4000, 1); !slices.Equal(again, q) {
			t.Errorf("%s: other questions by the same seed", name)
		}
		if other, _ := NewDeltas(name, 4000, 2); slices.Equal(other, q) {
			t.Errorf("%s: the same questions by another seed", name)
		}
		if q, err := NewDeltas(name, 1, 1); err != nil || len(q) != 1 {
			t.Errorf("%s: %d questions, %v", name, len(q), err)
		}
	}
	for name, says := range map[string]string{"played3": `unknown corpus "played3" (want random0`, "random16": "unknown corpus"} {
		if _, err := NewDeltas(name, 10, 1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewDeltas(UsualDeltas[0], 0, 1); err == nil {
		t.Error("no questions are a corpus")
	}
}

// checkDeltas checks that questions are legal moves, and returns how many begin where the previous question's move leads.
func checkDeltas(t *testing.T, q []position.Question) (follow int) {
	t.Helper()
	for i := range q {
		before := q[i].Before.Position
		if !slices.Contains(referee.Legal(&before), q[i].Move) || q[i].Before != position.NewMailbox(&before) {
			t.Errorf("%v is no legal move in %s", q[i].Move, before.String())
		}
		if q[i].Follows == 0 {
			continue
		}
		follow++
		var after position.Position
		if q[i-1].Before.Make(q[i-1].Move, &after); after != before {
			t.Errorf("question %d does not follow the one before", i)
		}
	}
	return follow
}

// A file with a game gives the moves that were played; a file with other positions gives legal moves.
func TestDeltasOfFile(t *testing.T) {
	load := func(name, text string) []position.Question {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Load(path); err != nil {
			t.Fatal(err)
		}
		q, err := NewDeltas(FileName(path), 4000, 1)
		if err != nil || len(q) != 1000 || !Serves(FileName(path), Deltas) {
			t.Fatalf("%d questions, %v", len(q), err)
		}
		return q
	}
	seen := map[string]bool{}
	q := load("game.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *")
	if follow := checkDeltas(t, q); follow < 500 { // of 1000; runs begin at any of nine positions, so about 28 in 37 follow
		t.Errorf("%d moves follow", follow)
	}
	for _, one := range q {
		seen[one.Move.String()] = true
		if one.Before.Position == position.MustFEN(position.Start) && one.Move.String() != "e2e4" {
			t.Errorf("%v was not played", one.Move)
		}
	}
	if !seen["e2e4"] || !seen["d7c6"] {
		t.Errorf("moves %v", seen)
	}
	clear(seen)
	q = load("positions.epd", position.Start+"\n8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\nk7/8/1Q6/8/8/8/8/4K3 b - -\n")
	if follow := checkDeltas(t, q); follow > 0 {
		t.Errorf("%d moves follow", follow)
	}
	for _, one := range q {
		seen[one.Move.String()] = true
	}
	if len(seen) != 20+14-4 { // moves of the first and the second position, which share those of the pawns on e2 and g2; in the third black has none
		t.Errorf("%d moves", len(seen))
	}
}
