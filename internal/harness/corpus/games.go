package corpus

import (
	"bufio"
	_ "embed"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/techniques"
)

//go:generate go run ./internal/play

// games has games of the engine against itself, one in each line. Moves are written as by position.Move.String.
//
//go:embed games.txt
var games string

// The stages of a game, by the number of pieces that are left.
const (
	opening    = "opening"    // 28 to 32
	middlegame = "middlegame" // 15 to 27
	endgame    = "endgame"    // 2 to 14
	anyStage   = "games"      // 2 to 32
)

// stages has the smallest and the largest number of pieces of each stage.
var stages = map[string]struct{ least, most int }{opening: {28, 32}, middlegame: {15, 27}, endgame: {2, 14}, anyStage: {2, 32}}

// played returns the positions after each move of all games, in order.
var played = sync.OnceValue(func() (all []position.Position) {
	lines := bufio.NewScanner(strings.NewReader(games))
	for lines.Scan() {
		p := position.MustFEN(position.Start)
		for _, name := range strings.Fields(lines.Text()) {
			legal := referee.Legal(&p)
			i := slices.IndexFunc(legal, func(m position.Move) bool { return m.String() == name })
			if i < 0 {
				panic(fmt.Sprintf("corpus: a game has the move %s in %s", name, p.String()))
			}
			var after position.Position
			p.Make(legal[i], &after)
			all, p = append(all, after), after
		}
	}
	return all
})

// positionsOf returns the positions of all games that belong to a stage, or those of a loaded file, by the name of the stage or of the file's corpus.
func positionsOf(name string) []position.Position {
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

// Positions is a corpus for modes of the engine.
type Positions struct {
	List  []position.Position
	Depth int // of perft and search
}

// positionsInCorpus is the number of positions in a corpus: few, because the engine does much in each.
const positionsInCorpus = 16

// fileDepth is the depth to which the engine searches positions of a file: the depth of the default corpus.
const fileDepth = 3

// NewPositions draws positions from games. "games3" stands for positions of all stages, and for depth 3; "opening3" and so on for those of a stage. The corpus of
// a file has its positions, and the depth of games3. Positions without legal moves are left out.
func NewPositions(name string, seed uint64) (Positions, error) {
	stage, depth := name, uint64(fileDepth)
	if _, isFile := loaded(name); !isFile {
		var err error
		if depth, err = parameter(name, Games, 1); err != nil { // 1: a number of questions, which does not matter here
			return Positions{}, err
		}
		stage = strings.TrimRight(name, "0123456789")
	}
	q := Positions{Depth: int(depth)}
	rng := rand.New(rand.NewPCG(seed, 1<<19)) // a stream that no other corpus has
	from := positionsOf(stage)
	for len(q.List) < positionsInCorpus { // ends, as stages have positions with legal moves, and Load refuses files without any
		if p := from[rng.IntN(len(from))]; len(referee.Legal(&p)) > 0 {
			q.List = append(q.List, p)
		}
	}
	return q, nil
}

// newFromGames makes n questions about drawn positions of a stage or a file: each asks from the square of a king or a slider, as engines do.
func newFromGames(stage string, n int, seed uint64) techniques.Questions {
	rng := rand.New(rand.NewPCG(seed, 1<<20)) // a stream that no other corpus has
	from := positionsOf(stage)
	q := techniques.Questions{Squares: make([]uint8, n), Occs: make([]uint64, n)}
	for i := range n {
		p := &from[rng.IntN(len(from))]
		asking := p.Occ() &^ (p.Types[position.Pawn] | p.Types[position.Knight]) // two at least: the kings
		for range rng.IntN(bits.OnesCount64(asking)) {
			asking &= asking - 1
		}
		q.Squares[i], q.Occs[i] = uint8(bits.TrailingZeros64(asking)), p.Occ()
	}
	return q
}

// games.txt has GamesPlayed games by Play, whose moves are searched to PlayedDepth, of the seeds 0, 1 and so on.
const (
	GamesPlayed = 96
	PlayedDepth = 4
)

// Play returns the moves of both sides in a game of the engine against itself: eight at random, then those that its search to a depth finds, until a side has no legal move,
// a position stands on the board for the third time, or 200 moves are made. After a change here, go generate makes another games.txt, and so other corpora.
func Play(e bound.Engine, depth int, seed uint64) (moves []string) {
	rng := rand.New(rand.NewPCG(seed, 1<<21)) // a stream that no corpus has
	p := position.MustFEN(position.Start)
	seen := map[uint64]int{}
	for len(moves) < 200 && seen[p.Key()] < 3 {
		legal := e.Legal(&p)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))] // which a search replaces after eight moves
		if len(moves) >= 8 {
			m = e.Search(&p, depth).Best
		}
		var after position.Position
		p.Make(m, &after)
		moves, p = append(moves, m.String()), after
		seen[p.Key()]++
	}
	return moves
}
