package grid

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

// Controls and the second row of the reference take no part in rankings.
func TestRanked(t *testing.T) {
	for name, want := range map[string]bool{"pext": true, "fancymagic": true, "fancymagic-again": false, "walk": false, "picked": false, Twice: false} {
		if got := OfRow(name).Ranked(); got != want {
			t.Errorf("%s ranked: %v", name, got)
		}
	}
}

// ParseName reads the names that Cell.String writes, with the keys in any order and with the suffix of go test.
func TestParseName(t *testing.T) {
	const name = "BenchmarkAttacks/technique=pext/piece=rook/mode=throughput/corpus=random16"
	want := Cell{Technique: "pext", Piece: board.Rook, Mode: "throughput", Corpus: "random16"}
	for _, s := range []string{name, name + "-8", "Attacks/corpus=random16/mode=throughput/piece=rook/technique=pext"} {
		if got, err := ParseName(s); got != want || err != nil {
			t.Errorf("%s: got %+v, %v", s, got, err)
		}
	}
	if want.String() != name {
		t.Errorf("got %s", want)
	}
	const again = "BenchmarkAttacks/technique=magic-again/piece=rook/mode=throughput/corpus=random16"
	want.Technique, want.AA = "magic", true
	if got, err := ParseName(again); got != want || err != nil || want.String() != again || want.Row() != "magic-again" || want.Ranked() {
		t.Errorf("%s: got %+v, %v, which is row %s (ranked: %v)", again, got, err, want.Row(), want.Ranked())
	}
}
