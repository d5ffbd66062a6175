package engine

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
)

// TestMakeDelta compares the deltas of all moves to some depth below positions with the threats before and after.
func TestMakeDelta(t *testing.T) {
	for _, fen := range []string{
		position.Start, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	} {
		p := position.MustFEN(fen)
		below(t, position.NewMailbox(&p), 3)
	}
}

func below(t *testing.T, p position.Mailbox, depth int) {
	for _, m := range Legal(&p.Position) {
		var (
			d     board.Delta
			after position.Mailbox
			want  position.Position
		)
		MakeDelta(&p, m, &after, &d)
		p.Make(m, &want)
		if after != position.NewMailbox(&want) {
			t.Fatalf("%s after %v: another position", p.String(), m)
		}
		if got, want := net(d.All()), difference(p.Men.Threats(), after.Men.Threats()); !slices.Equal(got, want) {
			t.Fatalf("%s after %v: %v, want %v", p.String(), m, got, want)
		}
		if depth > 1 {
			below(t, after, depth-1)
		}
	}
}

func difference(before, after []board.Threat) (d []board.Threat) {
	for _, t := range before {
		if !slices.Contains(after, t) {
			d = append(d, t)
		}
	}
	for _, t := range after {
		if !slices.Contains(before, t) {
			d = append(d, t|board.Appears)
		}
	}
	slices.Sort(d)
	return d
}

func net(list []board.Threat) (d []board.Threat) {
	for _, t := range list {
		if i := slices.Index(d, t^board.Appears); i >= 0 {
			d = slices.Delete(d, i, i+1)
		} else {
			d = append(d, t)
		}
	}
	slices.Sort(d)
	return d
}
