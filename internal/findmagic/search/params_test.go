package search_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
)

// flagged sets parameters as flags spell them: "form=black seed=2".
func flagged(p search.Params, flags string) (search.Params, error) {
	var err error
	for flag := range strings.FieldsSeq(flags) {
		name, value, _ := strings.Cut(flag, "=")
		err = errors.Join(err, p.Set(name, value))
	}
	return p, err
}

// The rows down to bits=13 have valid flags, which New refuses together. The others have flags that Set refuses.
func TestNewAndSetRefuse(t *testing.T) {
	for _, c := range []struct {
		flags, want string
	}{
		{"form=torus", "a torus magic belongs to all squares at once"},
		{"layout=fixed", "packed as a whole"},
		{"layout=dense form=black", "the dense layout has no black form"},
		{"generator=places form=black", "the generator places makes no magic of the black form (want white)"},
		{"generator=places layout=dense", "needs an index bit for each square of a mask"},
		{"generator=places bits=9", "9 index bits for rook a1 (want 12 to 12)"},
		{"layout=dense bits=9", "the dense layout has its own numbers of bits"},
		{"bits=5", "5 index bits for rook a1 (want 6 to 12)"},
		{"bits=13 square=e4", "13 index bits for rook e4 (want 8 to 12)"},
		{"form=grey", `unknown form "grey"`},
		{"layout=loose", `unknown layout "loose" (want plain, fancy, dense or fixed)`},
		{"generator=dice", `unknown generator "dice" (want sparse, ranks, xorshift32 or places)`},
		{"seed=-1", `not a seed: "-1" (want 0 to 18446744073709551615)`},
		{"piece=queen", `unknown piece "queen" (want rook, bishop or both)`},
		{"piece=knight", `unknown piece "knight"`},
		{"square=e9", `not a square: "e9"`},
		{"square=", `not a square: ""`},
		{"square=a1,b1,a1", `square a1 twice in "a1,b1,a1"`},
		{"bits=0", `not a number of index bits: "0" (want 1 to 12)`},
		{"bits=x", `not a number of index bits: "x"`},
		{"shard=2/2", `not a shard: "2/2" (want i/n with i from 0 to n-1)`},
		{"shard=-1/2", `not a shard: "-1/2"`},
		{"shard=1", `not a shard: "1"`},
		{"shard=0/0", `not a shard: "0/0"`},
		{"none=0", `unknown parameter "none"`},
	} {
		p, err := flagged(search.Params{}, c.flags)
		if err == nil {
			_, err = search.New(p)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.flags, err, c.want)
		}
	}
}

// Set restores params from their flags. The command leaves out defaults and the shard.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		p       search.Params
		command string
	}{
		{search.Params{}, "findmagic search --form white --layout plain --seed 0"},
		{search.Params{Form: factors.Bits32, Layout: search.Fancy, Seed: 1<<64 - 1}, "findmagic search --form 32bit --layout fancy --seed 18446744073709551615"},
		{search.Params{Generator: search.Ranks, Pieces: []board.Piece{board.Bishop}, Squares: []int{1, 63}, Bits: 9, Shard: 1, Shards: 3},
			"findmagic search --form white --layout plain --generator ranks --seed 0 --piece bishop --square b1,h8 --bits 9"},
	} {
		var p search.Params
		for _, f := range c.p.Flags() {
			if err := p.Set(f.Name, f.Value); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(p.Flags()) != fmt.Sprint(c.p.Flags()) {
			t.Errorf("%v comes back as %v", c.p.Flags(), p.Flags())
		}
		if got := p.Command(); got != c.command {
			t.Errorf("got %s, want %s", got, c.command)
		}
	}
}
