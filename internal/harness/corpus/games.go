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

// games are games of the engine against itself, one a line, in the moves' notation of position.Move.String.
//
//go:embed games.txt
var games string

// The stages of a game, by the number of pieces that are left.
const (
	opening    = "opening"    // 28 to 32
	middlegame = "middlegame" // 15 to 27
	endgame    = "endgame"    // 2 to 14
	anyStage   = "games"
)

var stages = map[string]struct{ least, most int }{opening: {28, 32}, middlegame: {15, 27}, endgame: {2, 14}, anyStage: {2, 32}}

// played has the positions of all games, in order.
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

// Positions is a corpus for modes of the engine.
type Positions struct {
	List  []position.Position
	Depth int // of perft and search
}

// positionsInCorpus are few, for the engine does much in each.
const positionsInCorpus = 16

// fileDepth is how deep the engine looks into positions of a file: as deep as in the default corpus.
const fileDepth = 3

// NewPositions draws positions from the games. The name "games3" stands for positions of all stages, and for depth 3; "opening3", "middlegame3" and
// "endgame3" for those with 28 to 32, 15 to 27, and 2 to 14 pieces. The corpus of a file has its positions, and the depth of games3. Positions
// without legal moves are left out.
func NewPositions(name string, seed uint64) (Positions, error) {
	stage, depth := name, uint64(fileDepth)
	if _, isFile := loaded(name); !isFile {
		var err error
		if depth, err = parameter(name, Games, 1); err != nil {
			return Positions{}, err
		}
		stage = strings.TrimRight(name, "0123456789")
	}
	q := Positions{Depth: int(depth)}
	rng := rand.New(rand.NewPCG(seed, 1<<19))
	from := boards(stage)
	for len(q.List) < positionsInCorpus {
		if p := from[rng.IntN(len(from))]; len(referee.Legal(&p)) > 0 {
			q.List = append(q.List, p)
		}
	}
	return q, nil
}

// newFromGames makes questions about positions of the games, drawn at random: the square is that of a king or a slider.
func newFromGames(stage string, n int, seed uint64) techniques.Questions {
	rng := rand.New(rand.NewPCG(seed, 1<<20))
	from := boards(stage)
	q := techniques.Questions{Squares: make([]uint8, n), Occs: make([]uint64, n)}
	for i := range n {
		p := &from[rng.IntN(len(from))]
		asking := p.Occ() &^ (p.Types[position.Pawn] | p.Types[position.Knight])
		for range rng.IntN(bits.OnesCount64(asking)) {
			asking &= asking - 1
		}
		q.Squares[i], q.Occs[i] = uint8(bits.TrailingZeros64(asking)), p.Occ()
	}
	return q
}

// How games.txt was made: so many games, searched to this depth, from seeds 0, 1 and so on.
const (
	GamesPlayed = 96
	PlayedDepth = 4
)

// Play plays a game of the engine against itself and returns its moves: eight drawn ones, and then those that a search finds, until
// the game is over, a position occurs a third time, or 200 moves are made.
func Play(e bound.Engine, depth int, seed uint64) (moves []string) {
	rng := rand.New(rand.NewPCG(seed, 1<<21))
	p := position.MustFEN(position.Start)
	seen := map[uint64]int{}
	for len(moves) < 200 && seen[p.Key()] < 3 {
		legal := e.Legal(&p)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
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
