package c

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Where a man leaves a board of a game, a program lists the threats by which the lists of all threats before and after differ.
func TestThreats(t *testing.T) {
	p := startRight(t)
	q, err := corpus.NewDeltas(corpus.UsualDeltas[0], 2000, 1)
	if err != nil {
		t.Fatal(err)
	}
	var changes []conform.Change
	for i := range q {
		from := q[i].Move.From()
		changes = append(changes, conform.Change{Men: q[i].Before.Men, Square: uint8(from), Before: q[i].Before.Men[from]})
	}
	answers, err := Code{p, "fancymagic"}.threats(changes)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range changes {
		after := c.Men
		after[c.Square] = board.NoMan
		if got, want := answers[i].Sum(), board.ThreatSum(c.Men.Threats())-board.ThreatSum(after.Threats()); got != want {
			t.Errorf("%v in %s: %v", &c, c.Men.FEN(), answers[i].All())
		}
	}
}

// A header's own function for threats is proved, for one square or for both of a quiet move: one that is wrong, or writes where it must not, is refused.
func TestWrongThreats(t *testing.T) {
	tiertest.Slow(t)
	const one, both = "fancymagic_threats(const uint8_t men[64], int sq,", "fancymagic_moved(const uint8_t men[64], int from, int to,"
	for _, c := range []struct{ function, body, says string }{ // make test has time for the first alone
		{both, "(void)men, (void)from, (void)to;", "threats of "},
		{one, "(void)men, (void)sq;", "threats of "},
		{one, "(void)men, (void)sq; for (int i = 0; i < 17; i++) d->list[d->n + i] = 1;", "it writes more than 16 entries behind the end of its list"},
		{one, "(void)men, (void)sq; if (d->n) d->list[0] = 1;", "it overwrites what is in the list already"},
		{one, "(void)men, (void)sq; d->n = -1;", "its list has a wrong length"},
		{one, "((uint8_t *)men)[sq ^ 1] = 0;", "it changes the board"},
	} {
		tree := planted(t, "fancymagic/fancymagic.h", "fancymagic/fancymagic.h", "#include \"../board/board.h\"\n", "#include \"../board/threats.h\"\n"+
			"static inline void "+c.function+" int before, int after, struct board_delta *d) {\n(void)before, (void)after, (void)d;\n"+c.body+"\n}\n")
		text, err := os.ReadFile(filepath.Join(root, "board", "threats.h"))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(tree, "board", "threats.h"), string(text))
		if err := provedWithEngine(t, tree); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v, want %q", c.function, c.body, err, c.says)
		}
		if !tiertest.Minutes() {
			break
		}
	}
}

// A state that is wrong after some changes is refused. Both headers get the fault that rays do not change, and further faults of their own.
func TestWrongThreatState(t *testing.T) {
	tiertest.Long(t)
	const included = "stateful/internal/reach/reach.h"
	reach, err := os.ReadFile(filepath.Join(root, included))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ header, old, new string }{
		{"wordboard", "wordboard_flip(s->attackers[color], number, beyond);", ""},                                                                                              // rays do not change
		{"wordboard", "wordboard_flip(s->attackers[color], number, attacks);\n\t\tword", "if (!after)\n\t\t\twordboard_flip(s->attackers[color], number, attacks);\n\t\tword"}, // attacks of a captured man stay
		{"wordboard", "s->places[sq] = (uint8_t)(after | number << 4);", "s->places[sq] = (uint8_t)((sq > 55 ? after ^ 1 : after) | number << 4);"},                            // another man stands on the eighth rank
		{"rowboard", "s->rows[color][number] ^= beyond;", ""},                                                                                                                  // rays do not change
		{"rowboard", "before && after ? 0 : s->sliders[color]", "s->sliders[color]"},                                                                                           // rays change on a capture
		{"rowboard", "s->sliders[color] &= (uint16_t)~(1u << number);", ""},                                                                                                    // the number of a slider who leaves stays a slider's
		{"rowboard", "s->taken[color] &= (uint16_t)~(1u << number);", ""},                                                                                                      // the number of a man who leaves stays taken
	} {
		header := "stateful/" + c.header + "/" + c.header + ".h"
		text, err := os.ReadFile(filepath.Join(root, header))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%s has no %q to plant a fault in", header, c.old)
		}
		tree := planted(t, "fancymagic/fancymagic.h", "", "", "") // for the board's headers
		put(t, filepath.Join(tree, header), strings.Replace(string(text), c.old, c.new, 1))
		put(t, filepath.Join(tree, included), string(reach))
		err = provedWithEngine(t, tree)
		if err == nil || !strings.Contains(err.Error(), "its state is another one") && !strings.Contains(err.Error(), "threats of ") {
			t.Errorf("%s, %s: %v", header, c.old, err)
		}
	}
}

// provedWithEngine adds the engine to a tree, compiles it, and proves what it has.
func provedWithEngine(t *testing.T, tree string) error {
	t.Helper()
	if err := os.CopyFS(filepath.Join(tree, "internal", "engine", "c"), os.DirFS(filepath.Join(root, "internal", "engine", "c"))); err != nil {
		t.Fatal(err)
	}
	b := anyBuild(t)
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		t.Fatal(err)
	}
	_, err = ProveAll(t.Context(), b, program, tree, NewExams(64, 1)) // a1 alone
	return err
}

// faultsOfDeltas are faults to plant in the deltas of the engine in Rust and in C: old text, and new.
var faultsOfDeltas = []struct{ inRust, inC [2]string }{
	{[2]string{"KNIGHT_ATTACKS[sq] & b.kind(KNIGHT) |", ""}, [2]string{"(knight_attacks[sq] & p->types[KNIGHT]) |", ""}},                                                                                             // attacks by knights are missing
	{[2]string{"if before != 0 && after != 0 {", "if before != 0 {"}, [2]string{"if (before && after)", "if (before)"}},                                                                                              // rays stay when a man leaves
	{[2]string{"if before != 0 && after != 0 {", "if false {"}, [2]string{"if (before && after)", "if (0)"}},                                                                                                         // rays change on a capture
	{[2]string{"if after != 0 { 0 } else { APPEARS };", "if after != 0 { APPEARS } else { 0 };"}, [2]string{"after ? 0 : BOARD_APPEARS", "after ? BOARD_APPEARS : 0"}},                                               // rays have the wrong sign
	{[2]string{"BEHIND[from][sq] & seen & victims", "BEHIND[from][sq] & seen & occ"}, [2]string{"(sees.rook | sees.bishop) & victims", "(sees.rook | sees.bishop) & occ"}},                                           // kings are victims, behind a man
	{[2]string{"occ & !b.kind(KING)", "occ"}, [2]string{"occ & ~p->types[KING]", "occ"}},                                                                                                                             // kings are victims
	{[2]string{"PAWN_ATTACKS[1][sq] & pawns & white", "PAWN_ATTACKS[0][sq] & pawns & white"}, [2]string{"pawn_attacks[BLACK][sq] & pawns & p->colors[WHITE]", "pawn_attacks[WHITE][sq] & pawns & p->colors[WHITE]"}}, // white pawns attack backwards
	{[2]string{"let captured = to ^ 8;", "let captured = to;"}, [2]string{"captured = to - forward(us)", "captured = to"}},                                                                                           // in passing, the victim is not the pawn that is taken
	{[2]string{"(from & 56 | 2, from & 56 | 3)", "(from & 56 | 1, from & 56 | 2)"}, [2]string{"delta_change(after, move_rook_to(m), BOARD_NO_MAN, rook, d);", ""}},                                                   // castling: in Rust to wrong squares, in C without the rook
	{[2]string{"promotion + PAWN | p.turn << COLOR", "promotion + PAWN"}, [2]string{"man_new(move_promotion(m), us)", "man_new(move_promotion(m), WHITE)"}},                                                          // black pawns become white men
	{[2]string{"self.n += 1;", "self.n += (to != 63) as i32;"}, [2]string{"lowest(attackers), man, sq) | sign);", "lowest(attackers), man, sq & ~(man == BOARD_KNIGHT && sq == 63)) | sign);"}},                      // rare: in Rust threats to h8 are missing, in C those to a white knight there have another square
	{[2]string{"self.men[sq] = after;", "if after != 0 { self.men[sq] = after; }"}, [2]string{"\tmailbox_set(b, sq, before, after);", "\tif (after)\n\t\tmailbox_set(b, sq, before, after);"}},                       // a man who leaves stays
	{[2]string{"let victim = BEHIND[from][sq] & seen & victims;", "let victim = (BEHIND[from][sq] & seen & victims).max(1);"}, // of none, as in Stockfish's pull request 6654
		[2]string{"if (victim)\n", "if (victim || (victim = 1))\n"}},
}

// The deltas of moves by the engine in Rust are right, change by change and in all modes of threats, in make test with the two techniques that compile fastest; in make check
// faults in it are found.
func TestDeltasInRust(t *testing.T) {
	tiertest.Slow(t)
	b, units := unitsHere(t, dialectRust, "rustc")
	b.Techniques = "koggestone,noop"
	if tiertest.Minutes() {
		b.Techniques = ""
	} else {
		units = units[:2] // for the number of proofs
	}
	exams := workload.Corpora{Questions: 40000, Seed: 1}
	proved, err := proveDeltas(t, b, root, &exams)
	t.Logf("%d proofs", proved)
	if err != nil || proved < 4*len(units) { // of 6 for each, 3 modes with 2 corpora: this processor may lack features of some
		t.Errorf("%d proofs, %v", proved, err)
	}
	for _, fault := range faultsOfDeltas {
		if tiertest.Minutes() {
			t.Run(fault.inRust[1], func(t *testing.T) { refused(t, b, deltasInRust, fault.inRust) })
		}
	}
}

// Faults in the deltas of the engine in C are found.
func TestFaultsOfDeltasInC(t *testing.T) {
	tiertest.Long(t)
	b := anyBuild(t)
	for _, fault := range faultsOfDeltas {
		t.Run(fault.inC[1], func(t *testing.T) {
			refused(t, b, func(root string) string { return filepath.Join(root, "internal", "engine", "c", "delta.h") }, fault.inC)
		})
	}
}

// refused plants a fault in a file of the engine's deltas, and reports if they are proved all the same. at returns the file's path in a tree.
func refused(t *testing.T, b Build, at func(root string) string, fault [2]string) {
	t.Helper()
	b.Techniques = "koggestone"
	right, err := os.ReadFile(at(root))
	if err != nil {
		t.Fatal(err)
	}
	tree := t.TempDir() // a program is compiled once for each tree
	for _, folder := range []string{"board", "internal/engine/c", "internal/engine/rust", "fill/koggestone"} {
		if err := os.CopyFS(filepath.Join(tree, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.Replace(string(right), fault[0], fault[1], 1)
	put(t, at(tree), text)
	exams := workload.Corpora{Questions: 40000, Seed: 1} // 10,000 moves, in which rare faults show
	if _, err := proveDeltas(t, b, tree, &exams); text == string(right) || err == nil {
		t.Errorf("%q in place of %q: %v", fault[1], fault[0], err)
	}
}

// proveDeltas compiles the units of a tree, among them koggestone, and returns how many of their cells it proves.
func proveDeltas(t *testing.T, b Build, tree string, exams *workload.Corpora) (proved int, err error) {
	t.Helper()
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		return 0, err
	}
	p, err := Start(t.Context(), program)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := waits(Code{p, "koggestone"}); err != nil {
		return 0, err
	}
	if tiertest.Minutes() {
		if err := conform.CheckThreatsBulk(Code{p, "koggestone"}.threats, 1); err != nil {
			return 0, err
		}
	}
	units, err := b.units(tree)
	for _, u := range units {
		for _, m := range mode.Deltas {
			for _, name := range corpus.UsualDeltas {
				cell := grid.Cell{Technique: u.Technique.Name, Piece: board.Queen, Mode: m, Corpus: name}
				if !b.has(u) || b.lacks(units, cell) != nil {
					continue
				}
				w, err := proveCell(exams, Code{Program: p, Name: u.Technique.Name}, cell)
				if err == nil {
					err = w.CheckSum(w.Do(0, 3) ^ w.Do(3, w.Units)) // in parts, as slices are timed
				}
				if err != nil {
					return proved, fmt.Errorf("%v: %w", cell, err)
				}
				proved++
			}
		}
	}
	return proved, err
}

// In mode threatslatency each move is made where the move before has led, and waits for its list.
func TestDeltasInTurn(t *testing.T) {
	if err := waits(Code{startRight(t), "fancymagic"}); err != nil {
		t.Error(err)
	}
}

// waits returns an error if the moves of mode threatslatency do not wait for each other. The program ORs the bits of a checksum that are in the mask into the next move: with
// the mask of a bit of the promotion, each checksum changes the move that follows.
func waits(c Code) error {
	q, err := corpus.NewDeltas(corpus.UsualDeltas[0], 1000, 1)
	if err != nil {
		return err
	}
	lost := slices.Clone(q) // moves that follow others, without their positions
	for i := range lost {
		if lost[i].Follows != 0 {
			lost[i].Before = position.Mailbox{}
		}
	}
	sum := func(m mode.Mode, q []position.Question) uint64 {
		loop, _ := c.DeltaKernel(m, workload.NewCorpus(q))
		return loop(0, len(q))
	}
	want := sum(mode.Threats, q)
	if got := sum(mode.ThreatsLatency, lost); got != want {
		return fmt.Errorf("moves in turn: %#x, want %#x: they do not go on from the position before", got, want)
	}
	if err := c.do("dependency_mask %x", 1<<15 /* as conform.DeltaMove.Packed */); err != nil {
		return err
	}
	alone, inTurn := sum(mode.Threats, q), sum(mode.ThreatsLatency, q)
	if alone != want || inTurn == want {
		return fmt.Errorf("with a mask: %#x alone and %#x in turn: the last checksum is not in the move", alone, inTurn)
	}
	return c.do("dependency_mask 0")
}
