package conform_test

import (
	"errors"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// call is a question with the piece that it is about.
type call struct {
	piece board.Piece
	sq    int
	occ   uint64
}

func (c call) right() uint64 { return conform.Walk(c.piece, c.sq, c.occ) }

// entry is a place of a cache.
type entry struct {
	call
	filled bool
	answer uint64
	used   int // how often the answer was given again
}

// cache returns a lookup that keeps answers in a number of places. place says where that of a question stands, and same whether it is taken for the answer.
func cache(places int, place func(c call) int, same func(now call, kept *entry) bool) func(call) uint64 {
	entries := make([]entry, places)
	return func(c call) uint64 {
		e := &entries[place(c)]
		if e.filled && same(c, e) {
			e.used++
			return e.answer
		}
		*e = entry{call: c, filled: true, answer: c.right()}
		return e.answer
	}
}

// keyed compares questions by a number.
func keyed(key func(c call) uint64) func(now call, kept *entry) bool {
	return func(now call, kept *entry) bool { return key(now) == key(kept.call) }
}

// byOcc keeps an answer for each piece and square, and compares occupancies by a key.
func byOcc(key func(occ uint64) uint64) func(call) uint64 {
	return cache(3*64, ofSquare, func(now call, kept *entry) bool { return key(now.occ) == key(kept.occ) })
}

func ofSquare(c call) int  { return int(c.piece)*64 + c.sq }
func lastCall(c call) int  { return 0 }
func lastPiece(c call) int { return int(c.piece) }

const golden = 0x9e3779b97f4a7c15

// numbers packs the numbers of pieces on eight lines, four bits each: on a line, and on those that lie a step further each.
func numbers(occ, line uint64, step int) (packed uint64) {
	for i := range 8 {
		packed = packed<<4 | uint64(bits.OnesCount64(occ&(line<<(i*step))))
	}
	return packed
}

func sumOfSquares(occ uint64) (sum uint64) {
	for sq := range board.Squares(occ) {
		sum += uint64(sq)
	}
	return sum
}

func lowHalf(occ uint64) uint64 { return occ & 0xffffffff }

// caches are lookups that remember answers, and are wrong on boards in play.
func caches() map[string]func(call) uint64 {
	hash := func(c call) uint64 { return (c.occ ^ uint64(c.sq)*golden) * 0xd6e8feb86659fd93 }
	return map[string]func(call) uint64{
		"low half":                         byOcc(lowHalf),
		"high half":                        byOcc(func(occ uint64) uint64 { return occ >> 32 }),
		"62 bits":                          byOcc(func(occ uint64) uint64 { return occ << 2 }),
		"without e4":                       byOcc(func(occ uint64) uint64 { return occ &^ (1 << 28) }),
		"double":                           byOcc(func(occ uint64) uint64 { return uint64(float64(occ >> 1)) }),
		"float":                            byOcc(func(occ uint64) uint64 { return uint64(float32(occ >> 1)) }),
		"inner 36 squares":                 byOcc(func(occ uint64) uint64 { return occ & 0x003c3c3c3c3c3c00 }),
		"dark squares":                     byOcc(func(occ uint64) uint64 { return occ & 0xaa55aa55aa55aa55 }),
		"light squares":                    byOcc(func(occ uint64) uint64 { return occ &^ 0xaa55aa55aa55aa55 }),
		"count":                            byOcc(func(occ uint64) uint64 { return uint64(bits.OnesCount64(occ)) }),
		"parity":                           byOcc(func(occ uint64) uint64 { return uint64(bits.OnesCount64(occ) & 1) }),
		"counts of ranks":                  byOcc(func(occ uint64) uint64 { return numbers(occ, 0xff, 8) }),
		"counts of files":                  byOcc(func(occ uint64) uint64 { return numbers(occ, 0x0101010101010101, 1) }),
		"fold to 32":                       byOcc(func(occ uint64) uint64 { return lowHalf(occ ^ occ>>32) }),
		"fold to 16":                       byOcc(func(occ uint64) uint64 { return (occ ^ occ>>16 ^ occ>>32 ^ occ>>48) & 0xffff }),
		"sum of halves":                    byOcc(func(occ uint64) uint64 { return lowHalf(occ) + occ>>32 }),
		"sum of squares":                   byOcc(sumOfSquares),
		"xor of mirrored halves":           byOcc(func(occ uint64) uint64 { return occ ^ bits.ReverseBytes64(occ) }),
		"modulo 2^31-1":                    byOcc(func(occ uint64) uint64 { return occ % (1<<31 - 1) }),
		"modulo 4093":                      byOcc(func(occ uint64) uint64 { return occ % 4093 }),
		"hash of 12 bits":                  byOcc(func(occ uint64) uint64 { return occ * golden >> 52 }),
		"own rank":                         cache(3*64, ofSquare, keyed(func(c call) uint64 { return c.occ & (0xff << (c.sq &^ 7)) })),
		"own file":                         cache(3*64, ofSquare, keyed(func(c call) uint64 { return c.occ & (0x0101010101010101 << (c.sq & 7)) })),
		"a rook's lines":                   cache(3*64, ofSquare, keyed(func(c call) uint64 { return c.occ & board.Mask(board.Rook, c.sq) })),
		"one direction missing":            cache(3*64, ofSquare, keyed(func(c call) uint64 { return c.occ &^ board.Ray(board.North, c.sq) })),
		"piece forgotten":                  cache(64, func(c call) int { return c.sq }, keyed(func(c call) uint64 { return c.occ })),
		"piece of the last call forgotten": cache(1, lastCall, func(now call, kept *entry) bool { return now.sq == kept.sq && now.occ == kept.occ }),
		"rook after queen": cache(1, lastCall, func(now call, kept *entry) bool {
			return now.sq == kept.sq && now.occ == kept.occ && (now.piece == kept.piece || now.piece == board.Rook && kept.piece == board.Queen)
		}),
		"queen after bishop": cache(1, lastCall, func(now call, kept *entry) bool {
			return now.sq == kept.sq && now.occ == kept.occ && (now.piece == kept.piece || now.piece == board.Queen && kept.piece == board.Bishop)
		}),
		"square forgotten":        cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ })),
		"square's rank forgotten": cache(3*8, func(c call) int { return int(c.piece)*8 + c.sq&7 }, keyed(func(c call) uint64 { return c.occ })),
		"square of five bits":     cache(3*32, func(c call) int { return int(c.piece)*32 + c.sq&31 }, keyed(func(c call) uint64 { return c.occ })),
		"neighbours are one":      cache(3, lastPiece, func(now call, kept *entry) bool { return now.occ == kept.occ && now.sq|1 == kept.sq|1 }),
		"occ ^ sq":                cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ ^ uint64(c.sq) })),
		"occ + sq":                cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ + uint64(c.sq) })),
		"occ << 6 | sq":           cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ<<6 | uint64(c.sq) })),
		"occ ^ sq << 58":          cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ ^ uint64(c.sq)<<58 })),
		"the slider taken off":    cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ &^ (1 << c.sq) })),
		"the slider put on":       cache(3, lastPiece, keyed(func(c call) uint64 { return c.occ | 1<<c.sq })),
		"4,096 places, 32 bits of occ ^ sq": cache(3*4096, func(c call) int { return int(c.piece)<<12 | int(hash(c)>>52) },
			keyed(func(c call) uint64 { return lowHalf(c.occ ^ uint64(c.sq)*golden) })),
		"4,096 places by low bits": cache(3*4096, func(c call) int { return int(c.piece)<<12 | int(c.occ^uint64(c.sq)<<6)&4095 },
			keyed(func(c call) uint64 { return lowHalf(c.occ>>12 ^ uint64(c.sq)<<20) })),
		"4,096 places, 16 bits of a hash": cache(3*4096, func(c call) int { return int(c.piece)<<12 | int(hash(c)>>52) },
			keyed(func(c call) uint64 { return hash(c) >> 36 & 0xffff })),
		"two last squares": func() func(call) uint64 {
			var kept [3][2]entry
			return func(c call) uint64 {
				last := &kept[c.piece]
				for i, e := range last {
					if e.filled && e.sq == c.sq && lowHalf(e.occ) == lowHalf(c.occ) {
						return last[i].answer
					}
				}
				if last[0].sq != c.sq {
					last[1] = last[0]
				}
				last[0] = entry{call: c, filled: true, answer: c.right()}
				return last[0].answer
			}
		}(),
		"last call, low half": cache(1, lastCall, func(now call, kept *entry) bool {
			return now.piece == kept.piece && now.sq == kept.sq && lowHalf(now.occ) == lowHalf(kept.occ)
		}),
		"kept for two calls": cache(3*64, ofSquare, func(_ call, kept *entry) bool { return kept.used < 1 }),
		"kept for 50 calls, low half": cache(3*64, ofSquare, func(now call, kept *entry) bool {
			return now.occ == kept.occ || kept.used < 50 && lowHalf(now.occ) == lowHalf(kept.occ)
		}),
		"captures alone are noticed": cache(3*64, ofSquare, func(now call, kept *entry) bool {
			return bits.OnesCount64(now.occ) >= bits.OnesCount64(kept.occ) && bits.OnesCount64(now.occ) <= bits.OnesCount64(kept.occ)+1
		}),
		"captures are not noticed": cache(3*64, ofSquare, func(now call, kept *entry) bool {
			return now.occ == kept.occ || now.occ&^kept.occ == 0 && bits.OnesCount64(kept.occ&^now.occ) == 1
		}),
		"moves are not noticed": cache(3*64, ofSquare, func(now call, kept *entry) bool {
			return now.occ == kept.occ || bits.OnesCount64(now.occ&^kept.occ) == 1 && bits.OnesCount64(kept.occ&^now.occ) == 1
		}),
		"one changed square up to c8 is not noticed among 13 men or more": cache(3*64, ofSquare, func(now call, kept *entry) bool {
			changed := now.occ ^ kept.occ
			return changed&(changed-1) == 0 && changed>>59 == 0 && bits.OnesCount64(now.occ) > 12
		}),
		"own square": cache(3*64, ofSquare, keyed(func(c call) uint64 { return c.occ >> c.sq & 1 })),
		"from the second call on": func() func(call) uint64 {
			kept, calls := byOcc(lowHalf), 0
			return func(c call) uint64 {
				if calls++; calls < 2 {
					return c.right()
				}
				return kept(c)
			}
		}(),
		"from the 1,000th call on": func() func(call) uint64 {
			kept, calls := byOcc(lowHalf), 0
			return func(c call) uint64 {
				if calls++; calls < 1000 {
					return c.right()
				}
				return kept(c)
			}
		}(),
	}
}

// asTechnique asks a lookup for rooks and bishops, for queens alone, or for both at once.
func asTechnique(form string, lookup func(call) uint64) conform.Technique {
	of := func(p board.Piece) func(int, uint64) uint64 {
		return func(sq int, occ uint64) uint64 { return lookup(call{p, sq, occ}) }
	}
	switch form {
	case "queen":
		return conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: of(board.Queen)}
	case "both":
		return withBoth(func(sq int, occ uint64) (uint64, uint64) { return lookup(call{board.Rook, sq, occ}), bishop(sq, occ) })
	}
	return conform.Funcs{RookFunc: of(board.Rook), BishopFunc: of(board.Bishop), QueenFunc: of(board.Queen)}
}

// Answers that are remembered for too long are found, whichever method remembers them.
func TestRemembered(t *testing.T) {
	var exams []*conform.Exam
	for sq := 0; sq < 64; sq += 10 {
		exams = append(exams, conform.NewExam(sq, uint64(sq)))
	}
	for _, form := range []string{"each", "queen", "both"} {
		for name, lookup := range caches() {
			if form != "each" && (strings.Contains(name, "piece") || strings.Contains(name, "after")) || form == "both" && name == "a rook's lines" {
				continue // these are right if one piece alone asks, and the rook's lines if that is a rook
			}
			var m *conform.Mistake
			for _, x := range exams {
				if errors.As(x.Check(asTechnique(form, lookup)), &m) {
					break
				}
			}
			if m == nil {
				t.Errorf("%s, %s: not found", form, name)
			}
		}
	}
}

// A mistake says that the question is answered right alone, and after which question it is wrong.
func TestRememberedIsTold(t *testing.T) {
	defer conform.SetLimits(time.Minute, time.Nanosecond)() // nothing is counted
	all := caches()
	for name, want := range map[string]string{ // squares and occupancies are those of the exams' seeds
		"low half":                          "diagnosis of rook: an answer is remembered: asked alone, this question is answered right; it is wrong after the rook on a1 with the occupancy 0x",
		"4,096 places, 32 bits of occ ^ sq": "diagnosis of rook: an answer is remembered: asked alone, this question is answered right; it is wrong after the rook on a1 with the occupancy 0x",
		"piece forgotten":                   "diagnosis of bishop: an answer is remembered: asked alone, this question is answered right; it is wrong after the rook on f2 with the occupancy 0x608022906028c54f\n",
		"square forgotten":                  "diagnosis of rook, bishop: the answer to the question before is kept where the occupancy is the same\nasked alone, this question is answered right; it is wrong after the rook on a1 with the occupancy 0x",
		"count":                             "asked alone, this question is answered right; it is wrong after the ",
	} {
		var m *conform.Mistake
		err := conform.Prove(asTechnique("each", all[name]), 10)
		if !errors.As(err, &m) || !strings.Contains(err.Error(), m.Diagnosis) || !strings.Contains(m.Diagnosis, want) || strings.Contains(err.Error(), "no piece can be taken off") {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// A lookup that answers slowly is not asked the many questions by which a large cache forgets.
func TestSlowIsAskedLess(t *testing.T) {
	wrong := func(p board.Piece, sq []uint8, occ []uint64) (attacks []uint64) {
		for i := range sq {
			attacks = append(attacks, board.Walk(p, int(sq[i]), occ[i])&^2)
		}
		return attacks
	}
	err := conform.NewExam(0, 1).CheckBulk(func(m conform.Method, q conform.Questions) (attacks, bishops []uint64, err error) {
		if m == conform.Both {
			return nil, nil, nil
		}
		return wrong(board.Piece(m), q.Squares, q.Occs), nil, nil
	})
	calls, most := 0, 0
	conform.Diagnose(err, func(p board.Piece, sq []uint8, occ []uint64) (answers []conform.Answer) {
		if calls++; calls <= 5 { // longer together than the half second after which a lookup is slow
			time.Sleep(150 * time.Millisecond)
		}
		most = max(most, len(sq))
		for _, a := range wrong(p, sq, occ) {
			answers = append(answers, conform.Answer{Attacks: a})
		}
		return answers
	})
	if calls <= 5 || most > 4096 {
		t.Errorf("%d questions at once, in %d calls", most, calls)
	}
}
