package c

import (
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// prepared is added to the example: functions that make the argument of its delta function from text, as engines do, by pointer or by value. It is C and C++.
const prepared = `
#include <stdio.h>
struct own { struct slidebench_position p; uint32_t move; };
static int square(const char *name) { return name[0] - 'a' + 8 * (name[1] - '1'); }
static void read_own(struct own *o, const char *fen, const char *move) {
	char passant[3];
	memset(o, 0, sizeof *o);
	for (int sq = 56; *fen != ' '; fen++) {
		const char *letters = ".PNBRQK..pnbrqk";
		if (*fen == '/') sq -= 16;
		else if (*fen <= '8') sq += *fen - '0';
		else o->p.men[sq++] = (uint8_t)(strchr(letters, *fen) - letters);
	}
	if (sscanf(fen + 3, "%*s %2s", passant) != 1) return; // behind the men: " w KQkq e3"
	int from = square(move), to = square(move + 2), kind = o->p.men[from] & 7, special = 0, promotion = 0;
	if (kind == BOARD_KING && (to - from == 2 || from - to == 2)) { special = SLIDEBENCH_CASTLING; to = to > from ? to + 1 : to - 2; } // castling goes to the rook
	if (kind == BOARD_PAWN && passant[0] != '-' && square(passant) == to) special = SLIDEBENCH_EN_PASSANT;
	if (move[4]) promotion = (int)(strchr(".nbrq", move[4]) - ".nbrq");
	o->move = (uint32_t)(from | to << 6 | promotion << 15 | special << 18); // as board/delta.h reads it
}
struct own *pointed(const char *fen, const char *move) {
	static struct own ring[SLIDEBENCH_SETUPS];
	static int next;
	struct own *o = &ring[next++ % SLIDEBENCH_SETUPS];
	read_own(o, fen, move);
	return o;
}
int of_pointed(struct own *o, uint32_t *threats) { return delta(&o->p, o->move, threats); }
struct own valued(const char *fen, const char *move) { struct own o; read_own(&o, fen, move); return o; }
int of_valued(struct own o, uint32_t *threats) { return delta(&o.p, o.move, threats); }
`

// preparedInCpp is added behind prepared: a class that cannot be copied, and owns memory.
const preparedInCpp = `
#include <memory>
#include <string_view>
namespace eng {
struct Position {
	std::unique_ptr<own> p;
	Position(std::string_view fen, std::string_view move) : p(new own) { read_own(p.get(), fen.data(), move.data()); }
	Position(const Position &) = delete;
};
Position setup(std::string_view fen, std::string_view move) { return Position(fen, move); }
template <int N> std::size_t delta(Position &p, uint32_t *threats) { return std::size_t(::delta(&p.p->p, p.p->move, threats)); }
}
`

// A delta function is proved that takes our position, or an argument that a function of the guest's own makes; the error about a wrong one has a picture of the move.
func TestGuestDeltas(t *testing.T) {
	tiertest.Slow(t)
	text, err := os.ReadFile("../../../../examples/c/threats.c")
	if err != nil {
		t.Fatal(err)
	}
	const last = "\treturn without(new, news, old, olds, BOARD_APPEARS, threats, n);"
	// wrong puts a statement behind the example's list of n threats.
	wrong := func(statement string) string {
		return strings.Replace(string(text), last, "\tn = without(new, news, old, olds, BOARD_APPEARS, threats, n);\n"+statement+"\n\treturn n;", 1)
	}
	direct := language.Guest{Threats: "delta"} // the example's function, which takes our position
	for i, c := range []struct {
		brought
		inCpp bool
	}{
		{brought: brought{text: string(text), guest: direct}},
		// One answer in ten thousand is wrong. The hash of the board and the move decides which, so that it is wrong when it is asked again, too.
		{brought: brought{text: wrong("uint64_t h = move; for (int i = 0; i < 64; i++) h = (h ^ before->men[i]) * UINT64_C(0x9e3779b97f4a7c15); if ((h >> 32) % 10000 == 0 && n) n--;"), guest: direct, says: " are wrong: 1 missing\nbefore              after               missing\n"}},
		{brought: brought{text: wrong("static int asked; if (++asked % 10000 == 0) n++, threats[n - 1] = 1;"), guest: direct, says: "they depend on the calls before, or on chance"}},
		// Square 10 is c2, and the list has room for 144 threats: board.MostThreats.
		{brought: brought{text: wrong("n = -5;"), guest: direct, says: "N is -5 (want 0 to 144)"}},
		{brought: brought{text: wrong("n = 1 << 30;"), guest: direct, says: "N is 1073741824 (want 0 to 144)"}},
		{brought: brought{text: wrong("if (from == 10) threats[144] = 1;"), guest: direct, says: ": the function ends the program: SIGSEGV, segmentation fault\n"}},
		{brought: brought{text: wrong("if (from == 10) threats[-1] = 1;"), guest: direct, says: ": the function writes before or behind the room for 144 threats\nbefore"}},
		{brought: brought{text: wrong("if (from == 10) ((uint8_t *)before->men)[to] = 0;"), guest: direct, says: ": the function writes to the position\n"}},
		{brought: brought{text: wrong("while (from == 10) __asm__ volatile(\"\");"), guest: direct, says: ": the function has no answer within 5s\n"}},
		{brought: brought{text: string(text), guest: language.Guest{Threats: "delt"}, says: "--threats:1:"}},
		{brought: brought{text: string(text) + prepared, guest: language.Guest{Threats: "of_pointed", Setup: "pointed"}}},
		{brought: brought{text: string(text) + prepared, guest: language.Guest{Threats: "of_valued", Setup: "valued"}}},
		// A threat too many for each promotion.
		{brought: brought{text: wrong("n += man == BOARD_PAWN && to > 55;") + prepared, guest: language.Guest{Threats: "of_valued", Setup: "valued"}, says: " are wrong: 1 too many\n"}},
		{inCpp: true, brought: brought{text: inCppToo(string(text)+prepared) + preparedInCpp, guest: language.Guest{Threats: "eng::delta<1>", Setup: "eng::setup"}}},
		{inCpp: true, brought: brought{text: inCppToo(string(text)), guest: direct}},
		{inCpp: true, brought: brought{text: inCppToo(wrong("n += man == BOARD_PAWN && to > 55;")+prepared) + preparedInCpp, guest: language.Guest{Threats: "eng::delta<1>", Setup: "eng::setup"}, says: " are wrong: 1 too many\n"}},
	} {
		if i != 1 && !tiertest.Minutes() { // make test has time for the rare fault alone, whose index is 1
			continue
		}
		host, extension := language.Host(inC{dialectC}), ".c"
		if c.inCpp {
			host, extension = inCpp{dialectCpp}, ".cpp"
		}
		found, missing := host.Here()
		if len(found) == 0 {
			tiertest.Need(t, host.About().Name, missing)
			continue
		}
		notes, err := c.prove(t, host, found[0], "mine", extension)
		switch {
		case c.says == "" && (err != nil || len(notes) != 1 || notes[0] != found[0].String()+": threats"):
			t.Errorf("%d: %v, %q", i, err, notes)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%d: %v, want %q", i, err, c.says)
		}
	}
}

// inCppToo returns the example in C++, which has no designators of arrays, and in which new is no name.
func inCppToo(text string) string {
	return strings.NewReplacer("moves[] = {[BOARD_KNIGHT]", "moves[] = {{}, {}, [BOARD_KNIGHT]", "[BOARD_KNIGHT] = ", "", "[BOARD_BISHOP] = ", "", "[BOARD_ROOK] = ", "", "[BOARD_QUEEN] = ", "", "[BOARD_KING] = ", "",
		" new[512]", " now[512]", " new,", " now,", "(new,", "(now,").Replace(text)
}
