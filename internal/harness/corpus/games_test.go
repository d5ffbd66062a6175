package corpus

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// games.txt has the games that Play plays: at night all are played again, by day every 24th, in make short every 48th.
func TestGamesArePlayed(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(games, "\n"), "\n")
	if len(lines) != GamesPlayed {
		t.Errorf("%d games, want %d", len(lines), GamesPlayed)
	}
	step := 24
	switch {
	case tiertest.Nightly():
		step = 1
	case tiertest.Hurried():
		step = 48
	}
	for seed := 0; seed < len(lines); seed += step {
		if got := strings.Join(Play(referee, PlayedDepth, uint64(seed)), " "); got != lines[seed] {
			t.Errorf("game %d:\ngot  %s\nwant %s", seed, got, lines[seed])
		}
	}
}

// Games end where Play's comment says.
func TestEndsOfGames(t *testing.T) {
	ends := map[string]int{}
	all := played()
	for line := range strings.Lines(games) {
		n := len(strings.Fields(line))
		last, times := &all[n-1], 0
		for i := range all[:n] {
			if all[i].Key() == last.Key() {
				times++
			}
		}
		switch {
		case len(referee.Legal(last)) == 0:
			ends["over"]++
		case times == 3:
			ends["a third time"]++
		case n == 200:
			ends["200 moves"]++
		default:
			t.Errorf("a game ends after %d moves in %s", n, last)
		}
		all = all[n:]
	}
	if len(all) > 0 || len(ends) < 2 {
		t.Errorf("games end by %v, and %d positions are left", ends, len(all))
	}
}

// All positions of games are valid, and each stage has at least a thousand.
func TestPlayedPositions(t *testing.T) {
	for _, p := range played() {
		if again, err := position.ParseFEN(p.String()); again != p {
			t.Errorf("%s: %v", &p, err)
		}
	}
	if n := len(positionsOf(anyStage)); n != len(played()) {
		t.Errorf("%d positions of all stages, want %d", n, len(played()))
	}
	sum := 0
	for _, stage := range []string{opening, middlegame, endgame} {
		n := len(positionsOf(stage))
		if n < 1000 {
			t.Errorf("%d positions of stage %s", n, stage)
		}
		sum += n
	}
	if sum != len(played()) {
		t.Errorf("%d positions in three stages, want %d", sum, len(played()))
	}
}

// Positions have the number of pieces of their stage, a legal move, and the depth in the corpus's name.
func TestNewPositions(t *testing.T) {
	for name, want := range map[string]struct{ least, most, depth int }{
		"games1": {2, 32, 1}, "games6": {2, 32, 6}, "opening3": {28, 32, 3}, "middlegame2": {15, 27, 2}, "endgame4": {2, 14, 4},
	} {
		for seed := range uint64(20) {
			q, err := NewPositions(name, seed)
			if err != nil || q.Depth != want.depth || len(q.List) != positionsInCorpus {
				t.Fatalf("%s: %d positions, depth %d, %v", name, len(q.List), q.Depth, err)
			}
			for _, p := range q.List {
				if n := bits.OnesCount64(p.Occ()); n < want.least || n > want.most || len(referee.Legal(&p)) == 0 {
					t.Errorf("%s: %s has %d pieces and %d moves", name, &p, n, len(referee.Legal(&p)))
				}
			}
		}
	}
}

// Questions from games are about squares of kings and sliders, in positions of the named stage.
func TestQuestionsFromGames(t *testing.T) {
	boards := map[uint64]uint64{} // squares of kings and sliders, by occupancy
	for _, p := range played() {
		boards[p.Occ()] |= p.Types[position.King] | p.Types[position.Queen] | p.Types[position.Rook] | p.Types[position.Bishop]
	}
	for _, name := range []string{anyStage, opening, middlegame, endgame} {
		const n = 20_000
		q, err := ForPiece(name, board.Rook, n, 1)
		if err != nil || len(q.Squares) != n || len(q.Occs) != n {
			t.Fatalf("%s: %d questions, %v", name, len(q.Occs), err)
		}
		var squares [64]int
		for i, occ := range q.Occs {
			if boards[occ]>>q.Squares[i]&1 == 0 {
				t.Fatalf("%s: question %d is about %s under %#x", name, i, board.SquareName(int(q.Squares[i])), occ)
			}
			if pieces := bits.OnesCount64(occ); pieces < stages[name].least || pieces > stages[name].most {
				t.Errorf("%s: question %d has %d pieces", name, i, pieces)
			}
			squares[q.Squares[i]]++
		}
		// Rooks begin in corners, so some questions are about these, but they are never most.
		if corners := squares[0] + squares[7] + squares[56] + squares[63]; corners == 0 || corners > n/2 {
			t.Errorf("%s: %d of %d questions are about corners", name, corners, n)
		}
	}
}
