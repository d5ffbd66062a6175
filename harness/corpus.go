// Package harness asks the questions: it makes the corpora, compares all techniques with each other, measures them, and
// guards against regressions.
package harness

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
)

// Corpora lists the corpora that are measured unless others are asked for. The first one is the default.
var Corpora = []string{results.DefaultCorpus, "random4", "random32"}

// NewCorpus makes n questions. The name "random16" stands for squares drawn evenly and occupancies in which each of the 64
// squares, the slider's own included, is occupied with probability 16/64, so that there are 16 pieces on average; any
// number from 0 to 64 may stand in its place. Name, n and seed determine the questions.
func NewCorpus(name string, n int, seed uint64) (techniques.Questions, error) {
	digits, ok := strings.CutPrefix(name, "random")
	pieces, err := strconv.ParseUint(digits, 10, 8)
	if !ok || err != nil || pieces > 64 || name != fmt.Sprintf("random%d", pieces) {
		return techniques.Questions{}, fmt.Errorf("unknown corpus %q (want random0 to random64; usual are %s)",
			name, strings.Join(Corpora, ", "))
	}
	if n < 1 {
		return techniques.Questions{}, fmt.Errorf("a corpus of %d questions (want at least 1)", n)
	}
	rng := rand.New(rand.NewPCG(seed, pieces))
	q := techniques.Questions{Squares: make([]uint8, n), Occs: make([]uint64, n)}
	for i := range n {
		q.Squares[i] = uint8(rng.UintN(64))
		q.Occs[i] = occupancy(rng, pieces)
	}
	return q, nil
}

// occupancy returns a set in which each square is a member with probability pieces/64.
//
// Six random words are six random digits for each square; a square is a member if its number is below pieces. Digits are
// compared from the lowest to the highest, and a higher one that differs overrules what the lower ones said: where
// pieces has a one, a random zero makes the number smaller; where it has a zero, a random one makes it larger.
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

// Digest identifies a corpus: it is 16 hexadecimal digits of a hash over all questions in their order.
func Digest(q techniques.Questions) string {
	h := fnv.New64a()
	h.Write(q.Squares)
	h.Write(words(q.Occs))
	return fmt.Sprintf("%016x", h.Sum64())
}

// answers returns a technique's answers in their order.
func answers(q techniques.Questions, lookup func(sq int, occ uint64) uint64) []uint64 {
	attacks := make([]uint64, len(q.Occs))
	for i, occ := range q.Occs {
		attacks[i] = lookup(int(q.Squares[i]), occ)
	}
	return attacks
}

func words(w []uint64) []byte {
	b := make([]byte, 0, 8*len(w))
	for _, x := range w {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}
