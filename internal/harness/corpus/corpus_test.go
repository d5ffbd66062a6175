package corpus

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Boards have the number of pieces in the corpus's name on average, and all squares are drawn.
func TestCorpusDensity(t *testing.T) {
	const n = 20_000
	for _, c := range []struct {
		name   string
		pieces float64
	}{{"random0", 0}, {"random1", 1}, {"random4", 4}, {"random16", 16}, {"random21", 21}, {"random32", 32}, {"random63", 63}, {"random64", 64}} {
		q, err := New(c.name, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		var pieces int
		var squares [64]int
		for i, occ := range q.Occs {
			pieces += bits.OnesCount64(occ)
			squares[q.Squares[i]]++
		}
		// 0.15 is five standard errors of the mean for random32.
		if mean := float64(pieces) / n; mean < c.pieces-0.15 || mean > c.pieces+0.15 {
			t.Errorf("%s: %.3f pieces on average", c.name, mean)
		}
		if least := slices.Min(squares[:]); least < n/64/2 {
			t.Errorf("%s: a square was drawn %d times only", c.name, least)
		}
	}
}

// Name, number and seed determine a corpus, and any other of these gives another one. Published results contain some of these digests, so they must not change.
func TestCorporaAreDetermined(t *testing.T) {
	seen := map[string]string{}
	for _, c := range []struct {
		name      string
		questions int
		seed      uint64
		want      string // a digest in published results, which have 1<<16 questions and seed 1; "" for none
	}{
		{"random16", 1 << 16, 1, "e65893a43b11bae3"}, {"random16", 1000, 1, ""}, {"random16", 1001, 1, ""}, {"random16", 1000, 2, ""},
		{"random4", 1000, 1, ""},
		{"sliders2", 1 << 16, 1, "625a62809cca6d1c"}, {"sliders2", 1000, 1, ""}, {"sliders2", 1000, 2, ""}, {"sliders4", 1000, 1, ""},
		{"replay4", 1 << 16, 1, "f834d9748e1b5ba8"}, {"replay4", 1000, 1, ""}, {"replay4", 1000, 2, ""}, {"replay16", 1000, 1, ""},
		{"games3", 1000, 1, "d490b6f1fec92c1f"}, {"games3", 1000, 2, ""}, {"games2", 1000, 1, ""}, {"opening3", 1000, 1, ""}, {"middlegame3", 1000, 1, ""}, {"endgame3", 1000, 1, ""},
		{"games", 1 << 16, 1, "fb7c4dd3af1867c2"}, {"games", 1000, 1, ""}, {"games", 1000, 2, ""}, {"opening", 1000, 1, ""}, {"middlegame", 1000, 1, ""}, {"endgame", 1000, 1, ""},
		{"trace", 1 << 16, 1, "152d1e27ff7e8d06"}, {"trace", 1000, 1, ""},
		{"crowd16", 1 << 16, 1, "74a0850379f37003"}, {"crowd16", 1000, 1, ""}, {"crowd16", 1000, 2, ""}, {"crowd4", 1000, 1, ""}, {"crowd16of64", 1000, 1, ""}, {"crowd16+32", 1000, 1, ""},
	} {
		label := fmt.Sprint(c.name, " ", c.questions, " ", c.seed)
		got, err := Digest(c.name, c.questions, c.seed)
		if again, _ := Digest(c.name, c.questions, c.seed); err != nil || got != again {
			t.Errorf("%s: digests %s and %s, %v", label, got, again, err)
		}
		if c.want != "" && got != c.want {
			t.Errorf("%s: digest %s, want %s", label, got, c.want)
		}
		if other := seen[got]; other != "" {
			t.Errorf("%s and %s have one digest", label, other)
		}
		seen[got] = label
	}
}

// Sets have 0 to 6 sliders equally often in sliders3, on occupied squares, all squares equally often.
func TestSets(t *testing.T) {
	const n = 7000
	q, err := NewSets("sliders3", n, 1)
	if err != nil {
		t.Fatal(err)
	}
	var pieces int
	var counts [65]int // number of sets, by their number of sliders
	var squares [64]int
	for i, occ := range q.Occs {
		sliders := q.Sliders[i]
		if sliders&^occ != 0 {
			t.Fatalf("set %d: sliders %#x under %#x", i, sliders, occ)
		}
		counts[bits.OnesCount64(sliders)]++
		pieces += bits.OnesCount64(occ)
		for sq := range board.Squares(sliders) {
			squares[sq]++
		}
	}
	// The limits of 150 sets and 100 sliders are about five standard deviations.
	for count, got := range counts {
		if want := n / 7; count <= 6 && (got < want-150 || got > want+150) || count > 6 && got != 0 {
			t.Errorf("%d sets of %d sliders: %v", got, count, counts)
		}
	}
	if least, most := slices.Min(squares[:]), slices.Max(squares[:]); least < 3*n/64-100 || most > 3*n/64+100 {
		t.Errorf("a slider stood on a square %d to %d times, want about %d", least, most, 3*n/64)
	}
	if mean, want := float64(pieces)/n, 3+(64-3)*16.0/64; mean < want-0.2 || mean > want+0.2 {
		t.Errorf("%.2f pieces on average, want %.2f", mean, want)
	}
	if q, _ := NewSets("sliders32", n, 1); bits.OnesCount64(slices.MaxFunc(q.Sliders, func(a, b uint64) int {
		return bits.OnesCount64(a) - bits.OnesCount64(b)
	})) != 64 {
		t.Error("sliders32: no set of all squares")
	}
}

// A replay consists of moves, each of one piece to an empty square or with a capture. All are unmade in reverse order, so that the replay can be played again.
// They are the same for all numbers of lookups.
func TestReplay(t *testing.T) {
	first, err := NewReplay("replay1", 1<<16, 1)
	if err != nil {
		t.Fatal(err)
	}
	// Of n questions, n/16 changes are made, an even number, and at least 2.
	for _, c := range []struct{ lookups, n, changes int }{{1, 1 << 16, 4096}, {16, 1 << 16, 4096}, {64, 1 << 16, 4096}, {8, 1000, 62}, {64, 10, 2}, {1, 1, 2}} {
		name := fmt.Sprint(Replay, c.lookups)
		r, err := NewReplay(name, c.n, 1)
		if err != nil {
			t.Fatal(err)
		}
		if r.Lookups != c.lookups || len(r.Changes) != c.changes || len(r.Squares) != c.changes*c.lookups {
			t.Errorf("%s, %d questions: %d changes, %d lookups after each, %d in all", name, c.n, len(r.Changes), r.Lookups, len(r.Squares))
		}
		if c.changes == len(first.Changes) && !slices.Equal(r.Changes, first.Changes) {
			t.Errorf("%s: the moves are not those of replay1", name)
		}
		occ := r.Occ
		var made []techniques.Change
		var moves, captures int
		var pieces [65]int
		for i, change := range r.Changes {
			if change.Off&^occ != 0 || change.On&occ != 0 {
				t.Fatalf("%s, change %d: %+v under %#x", name, i, change, occ)
			}
			occ ^= change.Off | change.On
			pieces[bits.OnesCount64(occ)]++
			if last := len(made) - 1; last >= 0 && change == (techniques.Change{Off: made[last].On, On: made[last].Off}) {
				made = made[:last]
				continue
			}
			if bits.OnesCount64(change.Off) != 1 || bits.OnesCount64(change.On) > 1 {
				t.Fatalf("%s, change %d: %+v is no move", name, i, change)
			}
			moves++
			if change.On == 0 {
				captures++
			}
			made = append(made, change)
		}
		if len(made) != 0 || occ != r.Occ || moves != c.changes/2 {
			t.Errorf("%s: %d moves, %d of them not unmade, occupancy %#x in the end", name, moves, len(made), occ)
		}
		if c.changes < len(first.Changes) {
			continue // too few moves for the numbers below
		}
		// The numbers in NewReplay's comment are right.
		if captures < moves*36/100 || captures > moves*44/100 {
			t.Errorf("%s: %d captures in %d moves", name, captures, moves)
		}
		if slices.Contains(pieces[12:33], 0) || slices.Max(pieces[33:]) > 0 || slices.Max(pieces[:10]) > 0 {
			t.Errorf("%s: boards by their number of pieces: %v", name, pieces)
		}
	}
}

// Names that are not exactly those of a corpus are errors, and so are corpora without questions.
func TestUnknownCorpora(t *testing.T) {
	for _, bad := range []string{
		"", "random", "random65", "random-1", "random016", "random16 ", "randomly1",
		"sliders", "sliders0", "sliders33", "sliders02", "replay0", "replay1025", "replay-4", "set2",
		"games0", "games7", "games03", "games-3", "Games3", "games3 ", "opening0", "endgame9", "endgames3", "trace1", "traces", "crowd", "crowds16",
	} {
		if _, err := Digest(bad, 1, 0); err == nil || !strings.HasPrefix(err.Error(), "unknown corpus ") {
			t.Errorf("%q: got %v", bad, err)
		}
	}
	for _, name := range []string{"random16", "sliders2", "replay4", "trace", "games", "endgame", "crowd16"} {
		const want = "a corpus of 0 questions (want at least 1)"
		if _, err := Digest(name, 0, 1); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// A small corpus is the beginning of a larger corpus by the same seed.
func TestSmallCorporaBeginLargeOnes(t *testing.T) {
	large, _ := New("random16", 1<<12, 1)
	small, err := New("random16", 1<<10, 1)
	if err != nil || !slices.Equal(small.Occs, large.Occs[:1<<10]) || !slices.Equal(small.Squares, large.Squares[:1<<10]) {
		t.Errorf("%v: a small corpus is not the beginning of a large one", err)
	}
}
