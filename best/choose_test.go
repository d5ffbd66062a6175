package best

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/pext/pdep"
	"github.com/slidebench/slidebench/pext/slowpext"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// A feature set's words lead to the picks of the package comment.
func TestPicksWith(t *testing.T) {
	for _, c := range []struct{ about, features, batch string }{
		{"Zen 4, Ice Lake", "bmi2+avx2+avx512+gfni", "obstructionavx512"},
		{"Zen 3, Haswell", "bmi2+avx2", "obstructionavx2"},
		{"Zen 2", "slowpext+avx2", "obstructionavx2"},
		{"BMI2 of which a hypervisor shows no AVX2", "bmi2", "pdep"},
		{"the same with slow PEXT", "slowpext", "quintessence"},
		{"Ivy Bridge", "baseline", "quintessence"},
		{"what is not amd64", "asimd", "quintessence"},
	} {
		got := map[Use]string{}
		for _, p := range PicksWith(func(feature string) bool { return slices.Contains(strings.Split(c.features, "+"), feature) }) {
			if p.Why == "" || got[p.Use] != "" {
				t.Errorf("%s: %v is no reason, or not the only one", c.about, p)
			}
			got[p.Use] = p.Technique
		}
		want := map[Use]string{One: "quintessence", Pair: "quintessence", Batch: c.batch}
		if !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", c.about, got, want)
		}
	}
}

// What the processor says reaches the choice, and PEXT only where it is fast.
func TestHere(t *testing.T) {
	f := here()
	if f.avx2 != (obstructionavx2.Available() == nil) || f.avx512 != (obstructionavx512.Available() == nil) {
		t.Errorf("got %+v, which is not what the techniques say", f)
	}
	if want := !f.avx2 && pdep.Available() == nil && slowpext.Detect().Slow == false; f.pext != want {
		t.Errorf("PEXT is wanted: %v, want %v", f.pext, want)
	}
}

// The features of the processor lead to the same picks as their words.
func TestPicks(t *testing.T) {
	has := map[string]bool{
		"avx512": obstructionavx512.Available() == nil, "avx2": obstructionavx2.Available() == nil,
		"bmi2": pdep.Available() == nil && !slowpext.Detect().Slow,
	}
	if got, want := PicksWith(func(feature string) bool { return has[feature] }), Picks(); !slices.Equal(got, want) {
		t.Errorf("with %v: got %v, want %v", has, got, want)
	}
}

// Whatever may be picked on some machine answers right on this one, be it by software, and has a size.
func TestWhatMayBePicked(t *testing.T) {
	var names []string
	for bits := range 8 {
		for _, p := range choose(features{bits&1 != 0, bits&2 != 0, bits&4 != 0}) {
			names = append(names, p.Technique)
			if p.Use == Batch && batches[p.Technique].rook == nil {
				t.Errorf("nothing is known of %s", p.Technique)
			}
		}
	}
	slices.Sort(names)
	for name, k := range batches {
		if !slices.Contains(names, name) {
			t.Errorf("%s is never picked", name)
		}
		if testing.Short() && name != "quintessence" {
			continue // proved in its own package
		}
		t.Run(name, func(t *testing.T) {
			techniquestest.RunBatch(t, techniquestest.BatchFuncs{RookFunc: k.rook, BishopFunc: k.bishop, QueenFunc: k.queen, BothFunc: k.both}, techniquestest.AnySquare)
		})
	}
}

func TestBatchTableBytes(t *testing.T) {
	for _, p := range board.Pieces {
		if got, want := BatchTableBytes(p), batches[batchPick().Technique].tableBytes(p); got != want {
			t.Errorf("%v: %d bytes, want %d", p, got, want)
		}
	}
}
