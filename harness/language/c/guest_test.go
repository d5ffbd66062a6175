package c

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// walks is a lookup by walking, whose steps are a rook's or a bishop's.
const walks = `
constexpr int steps[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
constexpr uint64_t walk(int piece, int sq, uint64_t occ) {
	uint64_t a = 0;
	for (auto &d : steps[piece])
		for (int r = sq / 8 + d[0], f = sq % 8 + d[1]; r >= 0 && r < 8 && f >= 0 && f < 8; r += d[0], f += d[1]) {
			a |= UINT64_C(1) << (8 * r + f);
			if (occ >> (8 * r + f) & 1)
				break;
		}
	return a;
}
`

// brought is a guest in the style of an engine, with what is said of it where that is not that it is right.
type brought struct {
	text, further, beyond string
	guest                 language.Guest
	says                  string
}

var guestsInCpp = map[string]brought{
	"free":      {text: "#include <cstdint>" + walks + "uint64_t rook(int sq, uint64_t occ) { return walk(0, sq, occ); }\nuint64_t bishop(int sq, uint64_t occ) { return walk(1, sq, occ); }\nint main() {}", guest: language.Guest{Rook: "rook", Bishop: "bishop"}},
	"templates": {text: "#include <cstdint>\nnamespace eng {" + walks + "enum class Square : int {};\nenum Piece { ROOK, BISHOP };\ntemplate <Piece P> uint64_t attacks(Square s, const uint64_t &occ) { return walk(P, int(s), occ); }\n" + "enum Color { WHITE };\ntemplate <Piece P> uint64_t attacks(Square, Color) { return 0; } }", guest: language.Guest{Rook: "eng::attacks<eng::ROOK>", Bishop: "eng::attacks<eng::BISHOP>"}},
	"members":   {text: "#include <cstdint>" + walks + "struct Board { uint64_t v; explicit constexpr Board(uint64_t x) : v(x) {} explicit operator uint64_t() const { return v; } };\nstruct Attacks { static Board rook(Board occ, unsigned sq) { return Board(walk(0, int(sq), occ.v)); } static Board bishop(Board occ, unsigned sq) { return Board(walk(1, int(sq), occ.v)); } };", guest: language.Guest{Rook: "Attacks::rook", Bishop: "Attacks::bishop", OccFirst: true}},
	"generic":   {text: "#include <cstdint>" + walks + "enum Piece { ROOK = 3, BISHOP };\nstruct Square { int v; };\nuint64_t attacks(Piece p, uint64_t occ, Square s) { return walk(p - 3, s.v, occ); }", guest: language.Guest{Rook: "attacks(ROOK, OCC, Square{SQ})", Bishop: "attacks(BISHOP, OCC, Square{SQ})"}},
	"constant":  {text: "#include <array>\n#include <cstdint>" + walks + "constexpr auto filled = [] { std::array<std::array<uint64_t, 64>, 2> t{}; for (int p = 0; p < 2; p++) for (int sq = 0; sq < 64; sq++) t[p][sq] = walk(p, sq, 0); return t; }();", guest: language.Guest{Rook: "walk(0, SQ, OCC) & filled[0][SQ]", Bishop: "walk(1, SQ, OCC) & filled[1][SQ]", Standard: "c++17"}},
	"several":   {text: "#include <cstdint>\nuint64_t walk(int, int, uint64_t);\nextern uint64_t generation, knight_attacks[64];\nvoid fill(), unknown();\nvoid unneeded() { unknown(); }\n#define T 5\n#ifdef WANTED\nuint64_t both(int p, int sq, uint64_t occ) { return walk(p, sq, occ) & generation; }\n#endif", further: "#include <cstdint>" + strings.ReplaceAll(walks, "constexpr uint64_t", "uint64_t") + "uint64_t generation, knight_attacks[64];\nvoid fill() { generation = ~UINT64_C(0); }\nint main() {}", guest: language.Guest{Rook: "both(0, SQ, OCC)", Bishop: "both(1, SQ, OCC)", Init: "fill", Flags: []string{"-DWANTED"}}},
	"missing":   {text: "#include <cstdint>\nuint64_t elsewhere(int, int, uint64_t);\n", further: "#include <cstdint>\nuint64_t beyond();\nuint64_t elsewhere(int p, int sq, uint64_t occ) { return beyond(); }", beyond: "namespace other { extern int elsewhere; }\nunsigned long beyond() { return 0; }", guest: language.Guest{Rook: "elsewhere(0, SQ, OCC)", Bishop: "elsewhere(1, SQ, OCC)"}, says: "missing_beyond.cpp)"},
	"syntax":    {text: "#include <cstdint>\nuint64_t rook(int sq, uint64_t occ) { return sq +; }", guest: language.Guest{Rook: "rook"}, says: "syntax.cpp:2:"},
	"misspelt":  {text: "", guest: language.Guest{Rook: "nobody(SQ)"}, says: "--rook:1:"},
	"unfit":     {text: "struct Odd {}; Odd rook(Odd, Odd, Odd);", guest: language.Guest{Rook: "rook"}, says: "a lookup takes no square and occupancy (want an expression"},
	"wrong":     {text: "#include <cstdint>" + walks, guest: language.Guest{Rook: "walk(0, SQ, OCC | 2)", Bishop: "walk(1, SQ, OCC)"}, says: "rook on "},
	"aborts":    {text: "#include <cstdint>\n#include <stdexcept>\ninline uint64_t rook(int sq, uint64_t occ) { if (sq == 10) throw std::runtime_error(\"no\"); return occ; }" + walks, guest: language.Guest{Rook: "rook(SQ, walk(0, SQ, OCC))", Bishop: "walk(1, SQ, OCC)"}, says: "rook on c2 ends the program: SIGABRT"},
}

// C++ as engines have it is proved, and what is wrong with it is told in its own words. Names in guests are their own, even where this program has them.
func TestGuestsInCpp(t *testing.T) {
	tiertest.Long(t)
	found, missing := inCpp{plusPlus}.Here()
	if len(found) == 0 {
		techniquestest.Need(t, "g++", missing)
	}
	for name, c := range guestsInCpp {
		notes, err := c.prove(t, inCpp{plusPlus}, found[0], name, ".cpp")
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v, want %q", name, err, c.says)
		case name == "free" && !slices.Equal(notes, []string{found[0].String() + ": inlined"}):
			t.Errorf("%s: %q", name, notes)
		case name == "several" && (len(notes) != 1 || !strings.Contains(notes[0], "calls walk(int, int, unsigned long)")):
			t.Errorf("%s: %q", name, notes)
		}
	}
}

// prove proves the guest in a source tree of its own, and returns what is noted of it.
func (c brought) prove(t *testing.T, host language.Host, b build.Build, name, extension string) (notes []string, err error) {
	t.Helper()
	sources, tree, g := t.TempDir(), t.TempDir(), c.guest
	g.Name, g.Path = name, filepath.Join(sources, name+extension)
	put(t, g.Path, c.text)
	if further := filepath.Join(sources, name+"_further"+extension); c.further != "" {
		put(t, further, c.further)
		if c.says == "" {
			g.Sources = []string{further}
		}
	}
	if c.beyond != "" {
		put(t, filepath.Join(sources, name+"_beyond"+extension), c.beyond)
	}
	text, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	board, err := os.ReadFile(filepath.Join(root, "board", "board.h"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(tree, "board", "board.h"), string(board))
	forward := filepath.Join(tree, "guest", name, name+host.Guests().Extension)
	put(t, forward, string(host.Guests().Forward(g, []byte(c.text))))
	put(t, forward+".json", string(text))
	_, err = host.Prove(t.Context(), tree, []build.Build{b}, []string{name}, 1, language.Talk{Tell: t.Logf, Note: func(_, note string) { notes = append(notes, note) }})
	return notes, err
}

// rustWalks is a lookup by walking, whose steps are a rook's or a bishop's.
const rustWalks = `
pub fn walk(p: usize, sq: usize, occ: u64) -> u64 {
    let mut attacks = 0;
    for (f, r) in [[(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (-1, 1), (1, -1), (-1, -1)]][p] {
        let (mut x, mut y) = (sq as i32 % 8 + f, sq as i32 / 8 + r);
        while (0..8).contains(&x) && (0..8).contains(&y) {
            attacks |= 1u64 << (8 * y + x);
            if occ >> (8 * y + x) & 1 != 0 {
                break;
            }
            x += f;
            y += r;
        }
    }
    attacks
}
`

var guestsInRust = map[string]brought{
	"free":     {text: rustWalks + "#[inline(always)] pub fn rook(sq: usize, occ: u64) -> u64 { walk(0, sq, occ) }\npub fn bishop(sq: usize, occ: u64) -> u64 { walk(1, sq, occ) }", guest: language.Guest{Rook: "rook", Bishop: "bishop"}},
	"members":  {text: rustWalks + "#[derive(Clone, Copy)] pub struct Square(u8);\nimpl From<u8> for Square { fn from(x: u8) -> Self { Square(x) } }\npub struct Bitboard(pub u64);\npub struct Attacks;\nimpl Attacks { pub fn slide<const P: usize>(occ: Bitboard, s: Square) -> Bitboard { Bitboard(walk(P, s.0 as usize, occ.0)) } }", guest: language.Guest{Rook: "Attacks::slide::<0>(Bitboard(OCC), Square::from(SQ)).0", Bishop: "Attacks::slide::<1>(Bitboard(OCC), SQ.into()).0"}},
	"filled":   {text: rustWalks + "pub static mut READY: u64 = 0;\npub fn fill() { unsafe { READY = !0 } }\npub fn rook(occ: u64, sq: u32) -> u64 { unsafe { READY & walk(0, sq as usize, occ) } }", guest: language.Guest{Rook: "rook", Init: "fill", OccFirst: true}},
	"featured": {text: "#![allow(dead_code)]\n#[cfg(wanted)]" + rustWalks, guest: language.Guest{Queen: "walk(0, SQ as usize, OCC) | walk(1, SQ.into(), OCC)", Flags: []string{"--cfg", "wanted"}, Standard: "2018"}},
	"syntax":   {text: "pub fn rook(sq: u8, occ: u64) -> u64 {\n    sq +\n}", guest: language.Guest{Rook: "rook"}, says: "syntax.rs:3:1: error: "},
	"misspelt": {text: "", guest: language.Guest{Rook: "nobody(SQ)"}, says: "--rook:"},
	"private":  {text: "fn rook(_: u8, occ: u64) -> u64 { occ }", guest: language.Guest{Rook: "rook"}, says: "`rook` is private"},
	"unfit":    {text: "pub struct Odd;\npub fn rook(_: Odd, _: Odd) -> Odd { Odd }", guest: language.Guest{Rook: "rook"}, says: "(want an expression"},
	"wrong":    {text: rustWalks, guest: language.Guest{Rook: "walk(0, SQ.into(), OCC | 2)", Bishop: "walk(1, SQ.into(), OCC)"}, says: "rook on "},
	"panics":   {text: rustWalks + "pub fn rook(sq: usize, occ: u64) -> u64 { let t = [!0u64; 10]; t[sq] & walk(0, sq, occ) }", guest: language.Guest{Rook: "rook"}, says: "it says: index out of bounds: the len is 10 but the index is 10 at /"},
}

// Rust as engines have it is proved, and what is wrong with it is told in its own words.
func TestGuestsInRust(t *testing.T) {
	tiertest.Long(t)
	found, missing := inRust{rust}.Here()
	if len(found) == 0 {
		techniquestest.Need(t, "rustc", missing)
	}
	for name, c := range guestsInRust {
		notes, err := c.prove(t, inRust{rust}, found[0], name, ".rs")
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v, want %q", name, err, c.says)
		case c.says == "" && len(notes) != 1:
			t.Errorf("%s: %q", name, notes)
		}
	}
}
