package conform

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
)

func BenchmarkCheckThreats(b *testing.B) {
	for b.Loop() {
		if err := CheckThreats(func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
			c := Change{*men, uint8(sq), before, after}
			c.list(d)
		}, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckDeltas(b *testing.B) {
	for b.Loop() {
		n := 0
		if err := CheckDeltas(func(m *DeltaMove, d *board.Delta) { n++; m.list(d) }, 1); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n), "moves")
	}
}

// The exam's own lists, for changes and for moves, are the difference of all threats before and after.
func TestRightDeltas(t *testing.T) {
	n := 0
	right := func(q deltaQuestion) bool {
		var d board.Delta
		q.list(&d)
		before, after := q.boards()
		if d.Sum() != sumBetween(&before, &after) {
			t.Fatalf("%v: %v", q, d.All())
		}
		n++
		return true
	}
	i := 0
	movesOf(1, func(m *DeltaMove) bool {
		i++
		return i%20 != 0 || right(m)
	})
	step, every := 9, 599 // squares of a diagonal, for all ranks and files; one question in so many, a prime as kinds of questions recur
	if tiertest.Minutes() {
		step, every = 1, 4999
	}
	for sq := 0; sq < 64; sq += step {
		i := 0
		changesOf(sq, 1, func(c *Change) bool {
			i++
			return i%every != 0 || right(c)
		})
	}
}

// The questions about one square have every set of blockers on its lines, every man in every place from which he sees the square or is seen, and every two men on both sides
// of it, at all distances: each with a man who is put, and one who is taken.
func TestChangesAreComplete(t *testing.T) {
	const sq = 20 // e3: all lines have squares on both sides
	type pair struct{ one, other board.Man }
	rook, bishop := [2]map[uint64]bool{{}, {}}, [2]map[uint64]bool{{}, {}}
	// By the kind of change (0: a man is taken, 1: put) and another square, the man who is taken or put, and the man there; and by two other squares, the men there.
	seen, through := map[[2]int]map[pair]bool{}, map[[2]int]map[pair]bool{}
	note := func(m map[[2]int]map[pair]bool, key [2]int, men pair) {
		if m[key] == nil {
			m[key] = map[pair]bool{}
		}
		m[key][men] = true
	}
	changesOf(sq, 1, func(c *Change) bool {
		for i, own := range [...]board.Man{c.Before, c.After} {
			if own == board.NoMan || c.Before != board.NoMan && c.After != board.NoMan {
				continue
			}
			occ := c.Men.Occ()
			rook[i][occ&board.Lines(board.Rook, sq)], bishop[i][occ&board.Lines(board.Bishop, sq)] = true, true
			near, steps := nearest(&c.Men, sq)
			for d, other := range near {
				if steps[d] == 0 {
					continue
				}
				note(seen, [2]int{i, other}, pair{own, c.Men[other]})
				if back := d ^ 1; steps[back] != 0 {
					note(through, [2]int{64*i + other, near[back]}, pair{c.Men[other], c.Men[near[back]]}) // 64*i: one number for kind and square
				}
			}
			for _, other := range knights[sq] {
				if c.Men[other] != board.NoMan {
					note(seen, [2]int{i, int(other)}, pair{own, c.Men[other]})
				}
			}
		}
		return true
	})
	for i := range 2 {
		if r, b := len(rook[i]), len(bishop[i]); r != 1<<14 || b != 1<<11 {
			t.Errorf("%d and %d sets of blockers (want %d and %d)", r, b, 1<<14, 1<<11)
		}
	}
	complete := func(name string, m map[[2]int]map[pair]bool, want int) {
		for key, pairs := range m {
			if len(pairs) != 12*12 {
				t.Errorf("%s %v: %d pairs of men (want all)", name, key, len(pairs))
			}
		}
		if len(m) != want {
			t.Errorf("%s: %d (want %d)", name, len(m), want)
		}
	}
	complete("squares that see or are seen", seen, 2*(14+11+8)) // two kinds of change; on the lines of a rook and of a bishop, and a knight's
	// On the file 2 squares below and 5 above, on the rank 4 and 3, on the diagonals 2 and 3, and 2 and 4: for two kinds of change, and from both ends.
	complete("squares on both sides", through, 2*2*(2*5+4*3+2*3+2*4))
}

// The moves are legal, and have hundreds of everything that a fault may be about.
func TestMovesAreMany(t *testing.T) {
	seen := map[string]int{}
	// opened counts the rays that a move opens on a square that it empties.
	opened := func(m *DeltaMove, sq int) {
		after := m.After()
		for _, threat := range after.Threats() {
			if between(threat.From(), threat.To())>>sq&1 == 0 {
				continue
			}
			name := "ray opened, " + m.kind()
			if m.Special == EnPassant {
				switch {
				case threat.From()>>3 == threat.To()>>3:
					name += " on a rank"
				case threat.From()&7 == threat.To()&7:
					name += " on a file"
				default:
					name += " on a diagonal"
				}
			}
			seen[name]++
		}
	}
	n := 0
	movesOf(2, func(m *DeltaMove) bool {
		if !m.legal() {
			t.Fatalf("%s: %v is not legal", m.FEN(), m)
		}
		seen[m.kind()]++
		if m.Special == Castling {
			king, rook := m.Castled()
			for _, overlap := range [...]struct {
				what string
				is   bool
			}{{"king goes to the rook's square", king == m.To}, {"rook goes to the king's square", rook == m.From}, {"king stays", king == m.From}, {"rook stays", rook == m.To},
				{"castling as in chess", !m.Chess960()}} {
				if overlap.is {
					seen[overlap.what]++
				}
			}
		}
		if n++; n%4 == 0 {
			opened(m, m.From)
			if m.Special == EnPassant {
				opened(m, m.passed())
			}
		}
		return n < 100_000
	})
	for _, want := range []string{
		"quiet moves", "captures", "promotions", "promotions with a capture", "castling", "captures in passing",
		"king goes to the rook's square", "rook goes to the king's square", "king stays", "rook stays", "castling as in chess",
		"ray opened, quiet moves", "ray opened, captures", "ray opened, promotions", "ray opened, promotions with a capture",
		"ray opened, captures in passing on a rank", "ray opened, captures in passing on a file", "ray opened, captures in passing on a diagonal",
	} {
		if seen[want] < 300 {
			t.Errorf("%s: %d (want 300)", want, seen[want])
		}
	}
}
