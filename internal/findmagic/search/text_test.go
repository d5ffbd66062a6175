package search_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/search"
)

// Parse names the damaged line. The text begins with line 2: see firstLine.
func TestParseNamesTheDamage(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 1, Pieces: []board.Piece{board.Bishop}, Squares: []int{0, 1}}
	good := string(tried(t, p, 1, 100).Text())
	lines := strings.SplitAfter(good, "\n") // the last is empty
	for _, c := range []struct{ damaged, want string }{
		{strings.Replace(good, "--form white", "--form grey", 1), `line 2: unknown form "grey"`},
		{strings.Replace(good, "--form white", "--from white", 1), `line 2: "--from white" (want --form and its value)`},
		{strings.Replace(good, "--layout fancy", "--layout fixed", 1), "line 9: a fixed set is packed as a whole"},
		{strings.Replace(good, "--shard 0/1", "--shard 1/1", 1), `line 9: not a shard: "1/1"`},
		{strings.Replace(good, "bishop a1", "bishop b1", 1), `line 10: "bishop b1 tried 100 then `},
		{strings.Replace(good, "tried 100", "tried -5", 1), `line 10: "bishop a1 tried -5 then `},
		{strings.Replace(good, "tried 100", "tried 1e2", 1), `line 10: "bishop a1 tried 1e2 then `},
		{strings.Replace(good, "then ", "then x", 1), `line 10: "bishop a1 tried 100 then x`},
		{strings.Replace(good, "bishop a1 tried 100", "bishop a1 found 100", 1), `line 10: "bishop a1 found 100 then `},
		{good + "rook a1\n", `line 12: "rook a1" (want no more lines)`},
		{strings.TrimSuffix(good, lines[len(lines)-2]), "line 11: no more lines (want one for bishop b1)"},
		{"--form white\n", "line 3: no more lines (want 8 parameters)"},
		{"", "line 3: no more lines (want 8 parameters)"}, // counts as one empty line
	} {
		if _, err := search.Parse([]byte(c.damaged)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	// Undamaged, the text is that of the parsed search.
	if again, err := search.Parse([]byte(good)); err != nil || string(again.Text()) != good {
		t.Errorf("comes back as %v, %v", again, err)
	}
}

func TestResumeRefusesOtherParameters(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 1, Pieces: []board.Piece{board.Bishop}, Squares: []int{0, 1}}
	s := begun(t, p)
	for _, flag := range []string{"form=black", "layout=plain", "generator=ranks", "seed=2", "piece=rook", "square=a1", "bits=12", "shard=0/2"} {
		other, err := flagged(p, flag)
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(flag, "=")
		_, err = search.Resume(other, s.Text())
		if err == nil || !strings.Contains(err.Error(), "--"+name+" ") || !strings.Contains(err.Error(), "(want "+value+")") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	if _, err := search.Resume(p, s.Text()); err != nil {
		t.Error(err)
	}
}
