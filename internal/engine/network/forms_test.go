package network

import (
	"math/rand/v2"
	"testing"
)

// drawn fills a slice with random numbers, or, if there are any in of, with some of these.
func drawn[T int8 | int16 | uint8](rng *rand.Rand, to []T, of ...T) {
	for i := range to {
		to[i] = T(rng.Uint32())
		if len(of) > 0 {
			to[i] = of[rng.IntN(len(of))]
		}
	}
}

// TestForms compares the vector forms with the portable ones, on any numbers and on the largest and smallest.
func TestForms(t *testing.T) {
	if !hasVectors {
		t.Skip(whyNot)
	}
	const some = 50 // rows to choose from
	rng := rand.New(rand.NewPCG(1, 1))
	squares, threats := make([]row, some), make([]threatRow, some)
	for i := range some {
		if i%2 == 0 {
			drawn(rng, squares[i][:])
			drawn(rng, threats[i][:])
		} else {
			drawn(rng, squares[i][:], -1<<15, 1<<15-1)
			drawn(rng, threats[i][:], -1<<7, 1<<7-1)
		}
	}
	list := func() (rows []uint32) {
		for range rng.IntN(6) {
			rows = append(rows, uint32(rng.IntN(some)))
		}
		return rows
	}
	var from, other, got, want Accumulator
	for round := range 100 {
		drawn(rng, from[:])
		drawn(rng, other[:])
		if round%3 == 0 { // sums around the limits of transform
			drawn(rng, from[:], -1<<15, -1, 0, 1, 255, 256, 1<<15-1)
			drawn(rng, other[:], 0, 0, 1, -1, -255, 255)
		}
		men, others := rows{list(), list()}, rows{list(), list()}
		softChange(&want, &from, squares, men, threats, others)
		if change(&got, &from, squares, men, threats, others); got != want {
			t.Fatalf("rows %v and %v: other sums", men, others)
		}
		got = from
		if change(&got, &got, squares, men, threats, others); got != want {
			t.Fatalf("rows %v and %v, in place: other sums", men, others)
		}
		softReplace(&want, &from, &other, &got)
		if replace(&got, &from, &other, &got); got != want {
			t.Fatal("other sums, less old ones and plus new ones")
		}
		var gotInputs, wantInputs [Width / 2]uint8
		wantLow, wantHigh := softTransform(&wantInputs, &from)
		if low, high := transform(&gotInputs, &from); gotInputs != wantInputs || low != wantLow || high != wantHigh {
			t.Fatalf("inputs %v, blocks %#x and %#x; want %v, %#x and %#x", gotInputs, low, high, wantInputs, wantLow, wantHigh)
		}
	}
	inputs, weights := make([]uint8, Width), make([]block, Width/blockInputs)
	for round := range 100 {
		var got, want [layerWidth]int32
		for i := range inputs {
			inputs[i] = uint8(rng.IntN(128))
			if round%3 == 0 { // the largest products, with the smallest and largest weights below
				inputs[i] = 127
			}
		}
		for i := range weights {
			for o := range weights[i] {
				drawn(rng, weights[i][o][:])
				if round%3 == 0 {
					drawn(rng, weights[i][o][:], -1<<7, 1<<7-1)
				}
			}
		}
		for o := range got {
			got[o] = rng.Int32()
		}
		want = got
		// One to four sets of blocks: a quarter of them, none, half, and the first and the last.
		blocks := []uint64{rng.Uint64() & rng.Uint64(), 0, rng.Uint64(), 1<<63 | 1}[:1+rng.IntN(4)]
		softLayer(&want, inputs, blocks, weights)
		if layer(&got, inputs, blocks, weights); got != want {
			t.Fatalf("blocks %#x: sums %v, want %v", blocks, got, want)
		}
	}
}
