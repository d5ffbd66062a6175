// Package corpus makes the questions of a corpus from its name, their number and a seed: the same on every machine. Package workload asks them.
package corpus

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Usual lists the usual corpora of single questions. The first is the default.
var Usual = []string{grid.DefaultCorpus, "random4", "random32"}

// UsualSets lists the usual corpora of mode setwise. The first is the default.
var UsualSets = []string{grid.DefaultSets, "sliders1", "sliders4", "sliders8"}

// UsualReplays lists the usual corpora of mode incremental. All are the default.
var UsualReplays = []string{"replay1", "replay4", "replay16", "replay64"}

// UsualGames lists the usual corpora of modes of the engine. The first is the default.
var UsualGames = []string{grid.DefaultGames, "opening3", "middlegame3", "endgame3"}

// UsualNetGames lists the usual corpora of mode netsearch. The first is the default.
var UsualNetGames = []string{grid.DefaultNetGames, "opening4", "middlegame4", "endgame4"}

// GamesOf returns the usual corpora of a mode of the engine.
func GamesOf(m mode.Mode) []string {
	if m == mode.NetSearch {
		return UsualNetGames
	}
	return UsualGames
}

// UsualDeltas lists the corpora of modes of threats. The first is the default.
var UsualDeltas = []string{grid.DefaultDeltas, captures}

// UsualCrowds lists the usual corpora of mode pressure. The first is the default.
var UsualCrowds = []string{grid.DefaultCrowd, "crowd0", "crowd4", "crowd64", "crowd0+32", "crowd16+32"}

// Engines lists the corpora of single questions that come from the engine: the questions that it asks in a search, and boards of its games.
var Engines = []string{"trace", anyStage, opening, middlegame, endgame}

// ForPiece makes n questions of any corpus of single questions: of New, of Engines or of a file. Only in the corpus trace do they depend on the piece.
func ForPiece(name string, p board.Piece, n int, seed uint64) (techniques.Questions, error) {
	if _, isFile := loaded(name); !isFile && !slices.Contains(Engines, name) {
		return New(name, n, seed)
	}
	if err := notEmpty(n); err != nil {
		return techniques.Questions{}, err
	}
	if name == "trace" {
		return newTrace(p, n)
	}
	return newFromGames(name, n, seed), nil
}

// notEmpty returns an error for a corpus of less than one question.
func notEmpty(n int) error {
	if n < 1 {
		return fmt.Errorf("a corpus of %d questions (want at least 1)", n)
	}
	return nil
}

// New makes n questions. "random16" stands for squares drawn evenly and occupancies in which each of the 64 squares, the slider's own included, is occupied with
// probability 16/64; any number from 0 to 64 may stand in place of 16. Name, n and seed determine the questions.
func New(name string, n int, seed uint64) (techniques.Questions, error) {
	pieces, err := parameter(name, Random, n)
	if err != nil {
		return techniques.Questions{}, err
	}
	rng := rand.New(rand.NewPCG(seed, pieces))
	q := techniques.Questions{Squares: make([]uint8, n), Occs: make([]uint64, n)}
	for i := range n {
		q.Squares[i] = uint8(rng.UintN(64))
		q.Occs[i] = occupancy(rng, pieces)
	}
	return q, nil
}

// Kind is what a corpus consists of. The name of most corpora is their kind and a number, which limits bounds; see names for the others.
type Kind string

const (
	Random  Kind = "random"  // questions; the number is the mean of pieces on a board
	Sliders Kind = "sliders" // sets of sliders; the number is the mean of sliders in a set
	Replay  Kind = "replay"  // moves; the number is that of lookups after each move
	Games   Kind = "games"   // positions of games, or of a stage of games; the number is the depth to which the engine searches them
	Deltas  Kind = "deltas"  // positions, each with a move; see NewDeltas
	Crowd   Kind = "crowd"   // the questions of random16, and other data that crowd the caches; see ParsePressure
)

// limits has the smallest and the largest number in the names of kinds that are named so.
var limits = map[Kind]struct{ least, most uint64 }{Random: {0, 64}, Sliders: {1, 32}, Replay: {1, 1024}, Games: {1, 6}}

// names lists the possible names of corpora, for error messages.
func names() string {
	var ranges []string
	for _, kind := range []Kind{Random, Sliders, Replay, Games} {
		ranges = append(ranges, fmt.Sprintf("%[1]s%[2]d to %[1]s%[3]d", kind, limits[kind].least, limits[kind].most))
	}
	return strings.Join(ranges, ", ") + ", opening3 and so on, crowd0 to crowd1024, " + strings.Join(UsualDeltas, ", ") + ", " + strings.Join(Engines, ", ") + ", " + FilePrefix + "PATH"
}

// KindOf returns the kind that the words of a corpus's name say, "" for an unknown one. It does not check numbers: the functions that make corpora do.
func KindOf(name string) Kind {
	stem := strings.TrimRight(name, "0123456789")
	_, isStage := stages[stem]
	switch {
	case slices.Contains(Engines, name):
		return Random
	case slices.Contains(UsualDeltas, name):
		return Deltas
	case isStage:
		return Games
	case strings.HasPrefix(name, string(Crowd)):
		return Crowd
	}
	if _, known := limits[Kind(stem)]; known {
		return Kind(stem)
	}
	return ""
}

// parameter returns the number in a corpus's name, such as 16 in random16. It returns an error if the corpus is not of the kind, or n is less than 1.
func parameter(name string, kind Kind, n int) (uint64, error) {
	stem := strings.TrimRight(name, "0123456789")
	number, err := strconv.ParseUint(name[len(stem):], 10, 16)
	if err != nil || KindOf(name) != kind || number < limits[kind].least || number > limits[kind].most || name != fmt.Sprint(stem, number) { // the last: leading zeros
		return 0, fmt.Errorf("unknown corpus %q (want %s)", name, names())
	}
	return number, notEmpty(n)
}

// NewSets makes n sets for mode setwise. In "sliders2" the number of sliders of each set is drawn evenly from 0 to 4, so that a processor cannot predict the end
// of a loop over them, and then their squares. Occupancies are drawn as in random16, and the sliders are added.
func NewSets(name string, n int, seed uint64) (techniques.Sets, error) {
	mean, err := parameter(name, Sliders, n)
	if err != nil {
		return techniques.Sets{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 1<<16|mean)) // New has the streams 0 to 64
	q := techniques.Sets{Sliders: make([]uint64, n), Occs: make([]uint64, n)}
	for i := range n {
		for count := rng.IntN(2*int(mean) + 1); bits.OnesCount64(q.Sliders[i]) < count; { // count is at most 64, by limits
			q.Sliders[i] |= 1 << rng.UintN(64)
		}
		q.Occs[i] = occupancy(rng, 16) | q.Sliders[i]
	}
	return q, nil
}

// deepest is the largest number of moves of a replay that are made and not yet unmade.
const deepest = 40

// NewReplay makes moves for mode incremental. "replay4" stands for four lookups after each move, made or unmade, from squares drawn evenly. The moves are the
// same for every number of lookups: n/16 moves, made or unmade, rounded down to an even number, but at least 2. So "replay16" makes n lookups.
//
// The moves walk through a tree as a search does: from the squares of the initial position on, each step makes a further move or unmakes the last move.
// The moving piece is drawn from the occupied squares, its target from the squares that a queen or a knight would reach from there. So
// about two moves in five are captures, and the boards have all numbers of pieces from 32 down to about 12.
func NewReplay(name string, n int, seed uint64) (techniques.Replay, error) {
	lookups, err := parameter(name, Replay, n)
	if err != nil {
		return techniques.Replay{}, err
	}
	moves, squares := rand.New(rand.NewPCG(seed, 1<<17)), rand.New(rand.NewPCG(seed, 1<<18)) // streams that no other corpus has
	r := techniques.Replay{Occ: 0xffff00000000ffff, Lookups: int(lookups)}
	occ := r.Occ
	var made []techniques.Change
	for left := 2 * max(1, n/32); left > 0; left-- {
		var c techniques.Change
		if last := len(made) - 1; last+1 == left || last+1 == deepest || last >= 0 && moves.UintN(2) == 0 { // unmakes a move; in the end all are unmade
			c, made = techniques.Change{Off: made[last].On, On: made[last].Off}, made[:last]
		} else {
			c = drawMove(moves, occ)
			made = append(made, c)
		}
		r.Changes, occ = append(r.Changes, c), occ^(c.Off|c.On)
		for range lookups {
			r.Squares = append(r.Squares, uint8(squares.UintN(64)))
		}
	}
	return r, nil
}

// drawMove draws a move of a piece that goes like a queen or a knight; where it captures, its target stays occupied.
func drawMove(rng *rand.Rand, occ uint64) techniques.Change {
	member := func(set uint64) uint64 { // draws a square of a set
		for range rng.IntN(bits.OnesCount64(set)) {
			set &= set - 1
		}
		return set & -set
	}
	from := member(occ)
	sq := bits.TrailingZeros64(from)
	to := member(board.Walk(board.Queen, sq, occ) | knight(sq))
	return techniques.Change{Off: from, On: to &^ occ}
}

// knight returns the attacks of a knight on sq.
func knight(sq int) (attacks uint64) {
	for to := range 64 {
		if files, ranks := to&7-sq&7, to>>3-sq>>3; files*files+ranks*ranks == 5 { // one step along one axis, two along the other
			attacks |= 1 << to
		}
	}
	return attacks
}

// occupancy returns a set in which each square is a member with probability pieces/64.
//
// Six random words give each square a random number of six binary digits; a square with a number less than pieces is a member. The loop compares from the lowest
// digit up, and a higher digit overrules: where pieces has a one, a random zero makes the number smaller; where it has a zero, a random one makes it larger.
func occupancy(rng *rand.Rand, pieces uint64) (occ uint64) {
	if pieces == 64 {
		return ^uint64(0)
	}
	for digit := range 6 {
		random := rng.Uint64()
		if pieces>>digit&1 != 0 {
			occ |= ^random
		} else {
			occ &= ^random
		}
	}
	return occ
}

// referee is the engine, which lists the legal moves of a position.
var referee = engine.Bound()

// Digest returns the digest that identifies a corpus of any kind: 16 hexadecimal digits of a hash over all its questions in their order, or over a file's positions.
func Digest(name string, n int, seed uint64) (string, error) {
	if all, isFile := loaded(name); isFile {
		return digest(all), nil
	}
	switch KindOf(name) {
	case Sliders:
		q, err := NewSets(name, n, seed)
		return digest(q.Sliders, q.Occs), err
	case Replay:
		r, err := NewReplay(name, n, seed)
		return digest(r.Occ, uint64(r.Lookups), r.Changes, r.Squares), err
	case Games:
		q, err := NewPositions(name, seed)
		return digest(q.List, uint64(q.Depth)), err
	case Deltas:
		q, err := NewDeltas(name, n, seed)
		return digest(q), err
	case Crowd:
		p, err := ParsePressure(name)
		if err != nil {
			return "", err
		}
		q, err := New(grid.DefaultCorpus, n, seed)
		return digest(q.Squares, q.Occs, uint64(p.Lines), uint64(p.MiB), uint64(p.KiB)), err
	}
	if name == "trace" {
		var parts []any
		for _, p := range board.Pieces {
			q, err := ForPiece(name, p, n, seed)
			if err != nil {
				return "", err
			}
			parts = append(parts, q.Squares, q.Occs)
		}
		return digest(parts...), nil
	}
	q, err := ForPiece(name, board.Queen, n, seed)
	return digest(q.Squares, q.Occs), err
}

// digest returns 16 hexadecimal digits of a hash over numbers of fixed sizes and slices of such numbers.
func digest(parts ...any) string {
	h := fnv.New64a()
	for _, part := range parts {
		_ = binary.Write(h, binary.LittleEndian, part) // a hash takes everything
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Answers returns the answers of a lookup to all questions, in their order.
func Answers(q techniques.Questions, lookup func(sq int, occ uint64) uint64) []uint64 {
	attacks := make([]uint64, len(q.Occs))
	for i, occ := range q.Occs {
		attacks[i] = lookup(int(q.Squares[i]), occ)
	}
	return attacks
}
