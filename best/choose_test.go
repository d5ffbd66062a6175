package best

import (
	"maps"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		about       string
		here        features
		pair, batch string
	}{
		{"Zen 4, Ice Lake", features{bmi2: true, avx2: true, avx512: true}, "dual", "obstructionavx512"},
		{"Zen 3, Haswell", features{bmi2: true, avx2: true}, "dual", "obstructionavx2"},
		{"Zen 2", features{bmi2: true, slowPEXT: true, avx2: true}, "dual", "obstructionavx2"},
		{"BMI2 of which a hypervisor shows no AVX2", features{bmi2: true}, "quintessence", "pdep"},
		{"the same with slow PEXT", features{bmi2: true, slowPEXT: true}, "quintessence", "quintessence"},
		{"Ivy Bridge, and what is not amd64", features{}, "quintessence", "quintessence"},
		{"BMI2 hidden, slow or not", features{avx2: true, slowPEXT: true}, "dual", "obstructionavx2"},
	} {
		got := map[Use]string{}
		for _, p := range choose(c.here) {
			if p.Why == "" || got[p.Use] != "" {
				t.Errorf("%s: %v is no reason, or not the only one", c.about, p)
			}
			got[p.Use] = p.Technique
		}
		want := map[Use]string{One: "quintessence", Pair: c.pair, Batch: c.batch}
		if !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", c.about, got, want)
		}
	}
}

// Whatever may be picked on some machine answers right on this one, be it by software, and has a size.
func TestWhatMayBePicked(t *testing.T) {
	var names []string
	for bits := range 16 {
		for _, p := range choose(features{bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0}) {
			names = append(names, p.Technique)
			if p.Use == Batch && batches[p.Technique].rook == nil || tableBytes[p.Technique] == nil {
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
			techniquestest.RunBatch(t, techniquestest.BatchFuncs{RookFunc: k.rook, BishopFunc: k.bishop, QueenFunc: k.queen, BothFunc: k.both})
		})
	}
}

// Both is one of two, whichever this machine picks; the other one is right, too.
func TestBothPairs(t *testing.T) {
	defer func(picked bool) { pairIsDual = picked }(pairIsDual)
	for _, pairIsDual = range []bool{false, true} {
		for sq := range 64 {
			for _, occ := range []uint64{0, ^uint64(0), 0x8142241818244281, 0x00ff00ff00ff00ff} {
				rook, bishop := Both(sq, occ)
				if rook != board.Walk(board.Rook, sq, occ) || bishop != board.Walk(board.Bishop, sq, occ) {
					t.Errorf("dual %v, square %d, occupancy %#x: %#x and %#x", pairIsDual, sq, occ, rook, bishop)
				}
			}
		}
	}
}

func TestTableBytesFor(t *testing.T) {
	for _, p := range board.Pieces {
		if TableBytesFor(One, p) != TableBytes(p) {
			t.Errorf("%v: %d bytes for one, %d in all", p, TableBytesFor(One, p), TableBytes(p))
		}
	}
	for _, p := range Picks() {
		if got, want := TableBytesFor(p.Use, board.Queen), tableBytes[p.Technique](board.Queen); got != want {
			t.Errorf("%v: %d bytes, want %d", p, got, want)
		}
	}
}
