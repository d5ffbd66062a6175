package c

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// A program lists what the slow truth lists if men are taken from boards of games.
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
	for _, c := range []struct{ function, body, says string }{
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

// A state that is wrong after some changes is refused. Each of the two headers gets some of the faults, and both the fault of rays.
func TestWrongThreatState(t *testing.T) {
	tiertest.Long(t)
	const included = "stateful/internal/reach/reach.h"
	reach, err := os.ReadFile(filepath.Join(root, included))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ header, old, new string }{
		{"wordboard", "wordboard_flip(s->attackers[color], number, beyond);", ""}, // rays
		{"wordboard", "wordboard_flip(s->attackers[color], number, attacks);\n\t\tword", "if (!after)\n\t\t\twordboard_flip(s->attackers[color], number, attacks);\n\t\tword"},
		{"wordboard", "s->places[sq] = (uint8_t)(after | number << 4);", "s->places[sq] = (uint8_t)((sq > 55 ? after ^ 1 : after) | number << 4);"},
		{"rowboard", "s->rows[color][number] ^= beyond;", ""}, // rays
		{"rowboard", "before && after ? 0 : s->sliders[color]", "s->sliders[color]"},
		{"rowboard", "s->sliders[color] &= (uint16_t)~(1u << number);", ""},
		{"rowboard", "s->taken[color] &= (uint16_t)~(1u << number);", ""},
	} {
		header := "stateful/" + c.header + "/" + c.header + ".h"
		text, err := os.ReadFile(filepath.Join(root, header))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%s has no %q to plant a fault in", header, c.old)
		}
		tree := planted(t, "fancymagic/fancymagic.h", "", "", "")
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
	_, err = ProveAll(t.Context(), b, program, tree, NewExams(64, 1))
	return err
}
