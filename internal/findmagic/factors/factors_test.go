package factors_test

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// read reads a set from a file of the repository.
func read(t testing.TB, path string) *factors.Set {
	t.Helper()
	text, err := os.ReadFile("../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return s
}

// In every form, relevant subsets with different attacks have different keys, and irrelevant squares change no key.
func TestKey(t *testing.T) {
	tiertest.Slow(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range []factors.Form{factors.White, factors.Black, factors.Bits32, factors.Torus} {
		for _, p := range pieces {
			for sq := range 64 {
				answers := map[uint64]uint64{} // by key
				mask := board.Mask(p, sq)
				for sub := range board.Subsets(mask) {
					key := f.Key(p, sq, sub)
					if noisy := f.Key(p, sq, sub|rng.Uint64()&^mask); noisy != key {
						t.Fatalf("%v, %v on %s: noise changes the key from %#x to %#x", f, p, board.SquareName(sq), key, noisy)
					}
					attacks := board.Walk(p, sq, sub)
					if other, taken := answers[key]; taken && other != attacks {
						t.Fatalf("%v, %v on %s: the key %#x has two answers", f, p, board.SquareName(sq), key)
					}
					answers[key] = attacks
				}
			}
		}
	}
}

// Rooks on different squares may share slots in the torus form, and so may bishops: those with the same key agree on every square of the
// turned board that is on the lines of both and adjacent to neither.
func TestTorusSquaresAgree(t *testing.T) {
	for _, p := range pieces {
		word, known := map[uint64]uint64{}, map[uint64]uint64{}
		for sq := range 64 {
			turn := factors.Torus.Turn(sq)
			knows := bits.RotateLeft64(factors.OverlayAdjacent.Known(p, sq), turn)
			for sub := range board.Subsets(board.Mask(p, sq)) {
				key := factors.Torus.Key(p, sq, sub)
				attacks := bits.RotateLeft64(board.Walk(p, sq, sub), turn) & knows
				if disagree := (word[key] ^ attacks) & known[key] & knows; disagree != 0 {
					t.Fatalf("the %v on %s disagrees about the key\n%son\n%s", p, board.SquareName(sq), board.Picture(key), board.Picture(disagree))
				}
				word[key] |= attacks
				known[key] |= knows
			}
		}
	}
}

// A part of a set, filled from the whole set, is complete and right, and its own entries are unchanged.
func TestFill(t *testing.T) {
	for _, path := range []string{"blackmagic/factors.csv", "fancymagic/overlay/factors.csv", "fancymagic/torus/factors.csv"} {
		whole := read(t, path)
		// Without the rooks on a1, b1 and c1, and with the bishops on a1 to f1 only, which follow the 64 rooks.
		part := &factors.Set{Content: whole.Content, Entries: append([]factors.Entry{}, whole.Entries[3:70]...)}
		if want := "rook a1, b1, c1; bishop g1, h1, a2, "; !strings.HasPrefix(part.Missing(), want) {
			t.Errorf("%s: missing %s, want %s", path, part.Missing(), want)
		}
		if err := part.Fill(whole); err != nil || !part.Complete() || part.Missing() != "" {
			t.Fatalf("%s: %v, missing %s", path, err, part.Missing())
		}
		if err := part.Verify(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if !reflect.DeepEqual(part.Entries[3:70], whole.Entries[3:70]) {
			t.Errorf("%s: what was there has changed", path)
		}
	}
	s := &factors.Set{}
	if s.Missing() != "all rooks; all bishops" {
		t.Errorf("missing %s", s.Missing())
	}
	// With the magic 1, every subset of the rook on a1 has the index 0.
	if err := s.Fill(&factors.Set{Entries: []factors.Entry{{Factor: 1, Shift: 52}}}); err == nil || len(s.Entries) != 0 {
		t.Errorf("a wrong set fills: %v", err)
	}
}
