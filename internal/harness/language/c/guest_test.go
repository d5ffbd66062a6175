package c

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// walks is a lookup in C++ that walks with the steps of a rook or a bishop.
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

// prints is a guest that writes to standard output and reads from standard input before main and at its end.
const prints = `#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <unistd.h>
static struct Loud { Loud() { std::cout << "ok\n" << std::flush; } ~Loud() { std::cout << "bye\n"; } } loud;
__attribute__((constructor)) static void early() { printf("ready\n"); fflush(stdout); if (write(1, "error ", 6) < 0) abort(); }
static void late() { puts("late"); }
void fill() { char line[9]; if (fgets(line, 9, stdin) || read(0, line, 9)) abort(); puts("ok"); fflush(stdout); atexit(late); close(1); }
`

// brought is a guest in the style of an engine, with the words that its error has to hold unless it is right.
type brought struct {
	text    string // of the file NAME, with the lookups
	further string // of NAME_further, which text needs: a source of the guest or, where words are expected, missing
	beyond  string // of NAME_beyond, which further needs; "" for none
	guest   language.Guest
	crate   map[string]string // files of a crate in place of text
	says    string            // part of the error; "": the guest is right
}

// guestsInCpp are guests by what is special about each: "free" has plain functions; "templates" an overloaded template for a piece and a class of squares; "members" static
// functions with the occupancy first, in a class that only casts convert; "objects" an object's functions, one of them private. "generic" and "constant" are expressions. The proof asks from all squares, among them 10, which is c2, and about the occupancy 2, a man on b1 alone.
// Names in position and several are names of this program, too: position_init, generation, knight_attacks and T.
var guestsInCpp = map[string]brought{
	"free":      {text: "#include <cstdint>" + walks + "uint64_t rook(int sq, uint64_t occ) { return walk(0, sq, occ); }\nuint64_t bishop(int sq, uint64_t occ) { return walk(1, sq, occ); }\nint main() {}", guest: language.Guest{Rook: "rook", Bishop: "bishop"}},
	"templates": {text: "#include <cstdint>\nnamespace eng {" + walks + "enum class Square : int {};\nenum Piece { ROOK, BISHOP };\ntemplate <Piece P> uint64_t attacks(Square s, const uint64_t &occ) { return walk(P, int(s), occ); }\n" + "enum Color { WHITE };\ntemplate <Piece P> uint64_t attacks(Square, Color) { return 0; } }", guest: language.Guest{Rook: "eng::attacks<eng::ROOK>", Bishop: "eng::attacks<eng::BISHOP>"}},
	"members":   {text: "#include <cstdint>" + walks + "struct Board { uint64_t v; explicit constexpr Board(uint64_t x) : v(x) {} explicit operator uint64_t() const { return v; } };\nstruct Attacks { static Board rook(Board occ, unsigned sq) { return Board(walk(0, int(sq), occ.v)); } static Board bishop(Board occ, unsigned sq) { return Board(walk(1, int(sq), occ.v)); } };", guest: language.Guest{Rook: "Attacks::rook", Bishop: "Attacks::bishop", OccFirst: true}},
	"objects":   {text: "#include <cstdint>" + walks + "class Generator { uint64_t ready; uint64_t rook(int sq, uint64_t occ) { return ready & walk(0, sq, occ); }\npublic:\nuint64_t bishop(int sq, uint64_t occ) { return ready & walk(1, sq, occ); }\nvoid fill() { ready = ~UINT64_C(0); } } generate;", guest: language.Guest{Rook: "generate.rook", Bishop: "generate.bishop", Init: "generate.fill", Flags: []string{"-fno-access-control"}}},
	// The flag that objects has is missing here.
	"private":  {text: "#include <cstdint>\nclass Generator { uint64_t rook(int sq, uint64_t occ) { return occ << sq; } } generate;", guest: language.Guest{Rook: "generate.rook(SQ, OCC)"}, says: "(--flags -fno-access-control"},
	"position": {text: "#include <cstdint>" + walks + "static uint64_t filled[2];\nvoid position_init() { filled[0] = ~UINT64_C(0); }\nstruct More { static void position() { filled[1] = ~UINT64_C(0); } };\nuint64_t position_rook(int sq, uint64_t occ) { return walk(0, sq, occ) & filled[0]; }\nuint64_t position_bishop(int sq, uint64_t occ) { return walk(1, sq, occ) & filled[1]; }", guest: language.Guest{Rook: "position_rook", Bishop: "position_bishop", Init: "position_init, More::position"}},
	"generic":  {text: "#include <cstdint>" + walks + "enum Piece { ROOK = 3, BISHOP };\nstruct Square { int v; };\nuint64_t attacks(Piece p, uint64_t occ, Square s) { return walk(p - 3, s.v, occ); }", guest: language.Guest{Rook: "attacks(ROOK, OCC, Square{SQ})", Bishop: "attacks(BISHOP, OCC, Square{SQ})"}},
	"constant": {text: "#include <array>\n#include <cstdint>" + walks + "constexpr auto filled = [] { std::array<std::array<uint64_t, 64>, 2> t{}; for (int p = 0; p < 2; p++) for (int sq = 0; sq < 64; sq++) t[p][sq] = walk(p, sq, 0); return t; }();", guest: language.Guest{Rook: "walk(0, SQ, OCC) & filled[0][SQ]", Bishop: "walk(1, SQ, OCC) & filled[1][SQ]", Standard: "c++17"}},
	// Its file is linked with a second one; nothing defines unknown, which only a function that no lookup needs calls.
	"several": {text: "#include <cstdint>\nuint64_t walk(int, int, uint64_t);\nextern uint64_t generation, knight_attacks[64];\nvoid fill(), unknown();\nvoid unneeded() { unknown(); }\n#define T 5\n#ifdef WANTED\nuint64_t both(int p, int sq, uint64_t occ) { return walk(p, sq, occ) & generation; }\n#endif", further: "#include <cstdint>" + strings.ReplaceAll(walks, "constexpr uint64_t", "uint64_t") + "uint64_t generation, knight_attacks[64];\nvoid fill() { generation = ~UINT64_C(0); }\nint main() {}", guest: language.Guest{Rook: "both(0, SQ, OCC)", Bishop: "both(1, SQ, OCC)", Init: "fill", Flags: []string{"-DWANTED"}}},
	// Its file needs a second one, which the user has not named and which needs a third: the error advises both.
	"missing": {text: "#include <cstdint>\nuint64_t elsewhere(int, int, uint64_t);\n", further: "#include <cstdint>\nuint64_t beyond();\nuint64_t elsewhere(int p, int sq, uint64_t occ) { return beyond(); }", beyond: "namespace other { extern int elsewhere; }\nunsigned long beyond() { return 0; }", guest: language.Guest{Rook: "elsewhere(0, SQ, OCC)", Bishop: "elsewhere(1, SQ, OCC)"}, says: "missing_beyond.cpp)"},
	"prints":  {text: prints + walks + "uint64_t rook(int sq, uint64_t occ) { if (occ == 2) std::cout << \"asked\" << std::endl; return walk(0, sq, occ); }", guest: language.Guest{Rook: "rook", Init: "fill"}},
	// The only definition is that of a specialized template in a file that the user has not named, or inline there, which helps nobody, or nowhere.
	"specific": {text: "#include <cstdint>\nenum Piece { ROOK };\ntemplate <Piece P> uint64_t attacks(int sq, uint64_t occ);\ntemplate <> uint64_t attacks<ROOK>(int sq, uint64_t occ);", further: "#include <cstdint>\nenum Piece { ROOK };\ntemplate <Piece P> uint64_t attacks(int sq, uint64_t occ);\ntemplate <> uint64_t attacks<ROOK>(int sq, uint64_t occ) { return occ << sq; }", guest: language.Guest{Rook: "attacks<ROOK>"}, says: "specific_further.cpp)"},
	"inline":   {text: "#include <cstdint>\nuint64_t kept(int sq, uint64_t occ);", further: "#include <cstdint>\ninline uint64_t kept(int sq, uint64_t occ) { return occ << sq; }", guest: language.Guest{Rook: "kept"}, says: "inline_further.cpp; then undefined: kept(int, unsigned long), which /"},
	"nowhere":  {text: "#include <cstdint>\nextern uint64_t unsaid;", guest: language.Guest{Rook: "unsaid << SQ & OCC"}, says: "undefined: unsaid (none of 1 sources below /"},
	// From here on, guests end the program, do not compile, answer wrong, or do not come to an end.
	"quits":     {text: "#include <cstdio>\n#include <cstdlib>\nvoid fill() { puts(\"no network\"); exit(3); }", guest: language.Guest{Rook: "SQ + OCC", Init: "fill"}, says: "it says: no network"},
	"syntax":    {text: "#include <cstdint>\nuint64_t rook(int sq, uint64_t occ) { return sq +; }", guest: language.Guest{Rook: "rook"}, says: "syntax.cpp:2:"},
	"misspelt":  {text: "", guest: language.Guest{Rook: "nobody(SQ)"}, says: "--rook:1:"},
	"unfit":     {text: "struct Odd {}; Odd rook(Odd, Odd, Odd);", guest: language.Guest{Rook: "rook"}, says: "a lookup takes no square and occupancy: want an expression"},
	"wrong":     {text: "#include <cstdint>" + walks, guest: language.Guest{Rook: "walk(0, SQ, OCC | 2)", Bishop: "walk(1, SQ, OCC)"}, says: "rook on "},
	"hangs":     {text: "#include <cstdint>" + walks + "struct Slow { static uint64_t rook(int sq, uint64_t occ) { while (sq == 10) __asm__ volatile(\"\"); return walk(0, sq, occ); } };", guest: language.Guest{Rook: "Slow::rook"}, says: "rook on c2 has no answer within 5s"},
	"deep":      {text: "#include <cstdint>" + walks + "uint64_t rook(int sq, uint64_t occ) { volatile uint64_t here[64] = {occ}; return sq == 10 ? rook(sq, here[0]) + here[0] : walk(0, sq, occ); }", guest: language.Guest{Rook: "rook"}, says: "it says: stack overflow"},
	"allocates": {text: "#include <cstdint>" + walks + "uint64_t *volatile kept;\nuint64_t rook(int sq, uint64_t occ) { while (sq == 10) kept = new uint64_t[1 << 26]; return walk(0, sq, occ); }", guest: language.Guest{Rook: "rook"}, says: "it says: std::bad_alloc"},
	"aborts":    {text: "#include <cstdint>\n#include <stdexcept>\ninline uint64_t rook(int sq, uint64_t occ) { if (sq == 10) throw std::runtime_error(\"no\"); return occ; }" + walks, guest: language.Guest{Rook: "rook(SQ, walk(0, SQ, OCC))", Bishop: "walk(1, SQ, OCC)"}, says: "rook on c2 ends the program: SIGABRT"},
}

// Guests in C++ in the styles of engines are proved, and the error about a wrong one shows the fault in the guest's own words. Guests may have names of this program, too.
func TestGuestsInCpp(t *testing.T) {
	tiertest.Long(t)
	found, missing := inCpp{dialectCpp}.Here()
	if len(found) == 0 {
		tiertest.Need(t, "g++", missing)
	}
	for name, c := range guestsInCpp {
		notes, err := c.prove(t, inCpp{dialectCpp}, found[0], name, ".cpp")
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

// Objects and static libraries are linked with a guest's loops. The error about an object without code, which only the linker would compile (-flto), names it.
func TestGuestsWithObjects(t *testing.T) {
	tiertest.Long(t)
	here, _ := unitsHere(t, dialectCpp, "g++")
	folder := t.TempDir()
	put(t, filepath.Join(folder, "walk.cpp"), "#include <cstdint>"+strings.ReplaceAll(walks, "constexpr uint64_t", "uint64_t"))
	run := func(command ...string) {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	driver := dialectCpp.driver(here.Build.Compiler)
	run(driver, "-c", "walk.cpp", "-o", "walk.o")
	run("ar", "rcs", "libwalk.a", "walk.o")
	cases := []struct{ object, says string }{{"walk.o", ""}, {"libwalk.a", ""}}
	if here.Build.Compiler == "gcc" {
		run(driver, "-flto", "-c", "walk.cpp", "-o", "late.o")
		cases = append(cases, struct{ object, says string }{"late.o", "late.o has no code"})
	}
	for _, c := range cases {
		b := brought{text: "#include <cstdint>\nuint64_t walk(int, int, uint64_t);\n", guest: language.Guest{Rook: "walk(0, SQ, OCC)", Bishop: "walk(1, SQ, OCC)", Objects: []string{filepath.Join(folder, c.object)}}}
		notes, err := b.prove(t, inCpp{dialectCpp}, here.Build, "mine", ".cpp")
		switch {
		case c.says == "" && (err != nil || len(notes) != 1 || !strings.Contains(notes[0], "calls walk(int, int, unsigned long)")):
			t.Errorf("%s: %q, %v", c.object, notes, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v, want %q", c.object, err, c.says)
		}
	}
}

// prove proves the guest in a source tree of its own, and returns the notes on it. Its files have the name and the extension.
func (c brought) prove(t *testing.T, host language.Host, b build.Build, name, extension string) (notes []string, err error) {
	t.Helper()
	tiertest.Lightly(t)
	sources, tree, g := t.TempDir(), t.TempDir(), c.guest
	g.Name, g.Path = name, filepath.Join(sources, name+extension)
	put(t, g.Path, c.text)
	for path, text := range c.crate {
		put(t, filepath.Join(sources, path), text)
	}
	if c.crate != nil {
		g.Path = filepath.Join(sources, cmp.Or(c.guest.Path, manifest))
		defer func() { checkFiles(t, sources, len(c.crate)+1) }() // with the empty file of text
	}
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
	for _, shared := range host.Guests().Shared {
		header, err := os.ReadFile(filepath.Join(root, shared))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(tree, shared), string(header))
	}
	forward := filepath.Join(tree, "guest", name, name+host.Guests().Extension)
	put(t, forward, string(host.Guests().Forward(g, []byte(c.text))))
	put(t, forward+".json", string(text))
	_, err = host.Prove(t.Context(), tree, []build.Build{b}, []string{name}, 1, language.Reporter{Logf: t.Logf, Note: func(_, note string) { notes = append(notes, note) }})
	return notes, err
}

// checkFiles reports a folder whose number of files is not the number that it had.
func checkFiles(t *testing.T, folder string, had int) {
	t.Helper()
	var files []string
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) != had {
		t.Errorf("%d files, %v: %q", had, err, files)
	}
}

// rustWalks is a lookup in Rust that walks with the steps of a rook or a bishop.
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

// guestsInRust are guests by what is special about each: files, and from program on crates. The first has a wrong rook. "lazy" fills its table at the first question, "bits" has
// instructions of the processor where the build may use them, and "featured" needs a flag and an older edition. "binary" is a program whose file is not src/main.rs.
var guestsInRust = map[string]brought{
	"free":     {text: rustWalks + "#[inline(always)] pub fn rook(sq: usize, occ: u64) -> u64 { occ + sq as u64 }\npub unsafe fn bishop(sq: usize, occ: u64) -> u64 { walk(1, sq, occ) }", guest: language.Guest{Rook: "rook", Bishop: "bishop"}, says: "rook on "},
	"members":  {text: rustWalks + "#[derive(Clone, Copy)] pub struct Square(u8);\nimpl From<u8> for Square { fn from(x: u8) -> Self { Square(x) } }\npub struct Bitboard(pub u64);\npub struct Attacks;\nimpl Attacks { pub fn slide<const P: usize>(occ: Bitboard, s: Square) -> Bitboard { Bitboard(walk(P, s.0 as usize, occ.0)) } }", guest: language.Guest{Rook: "Attacks::slide::<0>(Bitboard(OCC), Square::from(SQ)).0", Bishop: "Attacks::slide::<1>(Bitboard(OCC), SQ.into()).0"}},
	"traits":   {text: rustWalks + "pub trait Slider { const P: usize; fn from(&self, occ: u64) -> u64; }\nmacro_rules! sliders { ($($name:ident $p:literal),*) => { $(pub struct $name(pub u8); impl Slider for $name { const P: usize = $p; fn from(&self, occ: u64) -> u64 { walk(Self::P, self.0.into(), occ) } })* } }\nsliders!(Rook 0, Bishop 1);\npub fn attacks<S: Slider>(slider: S, occ: u64) -> u64 { slider.from(occ) }", guest: language.Guest{Rook: "attacks(Rook(SQ), OCC)", Bishop: "Slider::from(&Bishop(SQ), OCC)"}},
	"filled":   {text: rustWalks + "pub static mut READY: u64 = 0;\npub fn fill() { unsafe { READY = !0 } }\npub unsafe fn rook(occ: u64, sq: u32) -> u64 { READY & walk(0, sq as usize, occ) }", guest: language.Guest{Rook: "rook", Init: "fill", OccFirst: true}},
	"constant": {text: rustWalks + "const fn all() -> [u64; 64] { let mut t = [0; 64]; let mut i = 0; while i < 64 { t[i] = !(1 << i); i += 1; } t }\nconst NOT: [u64; 64] = all();\npub fn rook(sq: usize, occ: u64) -> u64 { walk(0, sq, occ) & NOT[sq] }", guest: language.Guest{Rook: "rook"}},
	"lazy":     {text: rustWalks + "static T: std::sync::Once = std::sync::Once::new();\nstatic mut FILLED: Vec<u64> = Vec::new();\npub fn rook(sq: usize, occ: u64) -> u64 { unsafe { T.call_once(|| FILLED = (0..64).map(|s| walk(0, s, 0)).collect()); FILLED[sq] & walk(0, sq, occ) } }", guest: language.Guest{Rook: "rook"}},
	"bits":     {text: rustWalks + "#[cfg(target_feature = \"bmi2\")] fn all(x: u64) -> u64 { unsafe { std::arch::x86_64::_pext_u64(x, !0) } }\n#[cfg(not(target_feature = \"bmi2\"))] fn all(x: u64) -> u64 { x }\npub fn rook(sq: i32, occ: u64) -> u64 { all(walk(0, sq as usize, all(occ))) }", guest: language.Guest{Rook: "rook"}},
	"prints":   {text: rustWalks + "pub fn fill() { println!(\"ok\"); print!(\"error\"); std::io::stdin().read_line(&mut String::new()).unwrap(); }\npub fn rook(sq: usize, occ: u64) -> u64 { if occ == 2 { println!(\"asked\") } walk(0, sq, occ) }", guest: language.Guest{Rook: "rook", Init: "fill"}},
	"featured": {text: "#![allow(dead_code)]\n#[cfg(wanted)]" + rustWalks, guest: language.Guest{Queen: "walk(0, SQ as usize, OCC) | walk(1, SQ.into(), OCC)", Flags: []string{"--cfg=wanted"}, Standard: "2018"}},
	"syntax":   {text: "pub fn rook(sq: u8, occ: u64) -> u64 {\n    sq +\n}", guest: language.Guest{Rook: "rook"}, says: "syntax.rs:3:1: error: "},
	"misspelt": {text: "", guest: language.Guest{Rook: "nobody(SQ)"}, says: "--rook:"},
	"private":  {text: "fn rook(_: u8, occ: u64) -> u64 { occ }", guest: language.Guest{Rook: "rook"}, says: "`rook` is private"},
	"unfit":    {text: "pub struct Odd;\npub fn rook(_: Odd, _: Odd) -> Odd { Odd }", guest: language.Guest{Rook: "rook"}, says: "(want an expression"},
	"narrow":   {text: rustWalks, guest: language.Guest{Rook: "walk(0, SQ, OCC)"}, says: "(SQ is a u8 and OCC a u64"},
	"part":     {text: "use crate::board::Square;", guest: language.Guest{Rook: "rook"}, says: "want its Cargo.toml"},
	"wrong":    {text: rustWalks, guest: language.Guest{Rook: "walk(0, SQ.into(), OCC | 2)", Bishop: "walk(1, SQ.into(), OCC)"}, says: "rook on "},
	"panics":   {text: rustWalks + "pub fn rook(sq: usize, occ: u64) -> u64 { let t = [!0u64; 10]; t[sq] & walk(0, sq, occ) }", guest: language.Guest{Rook: "rook"}, says: "it says: index out of bounds: the len is 10 but the index is 10 at /"},
	"deep":     {text: "pub fn rook(sq: usize, occ: u64) -> u64 { let t = [occ; 64]; rook(std::hint::black_box(&t)[sq] as usize & 63, occ) + 1 }", guest: language.Guest{Rook: "rook"}, says: "it says: stack overflow"},
	"hungry":   {text: "pub fn rook(_: usize, occ: u64) -> u64 { let mut v = Vec::new(); loop { v.push(vec![occ; 1 << 28]); if v[0][0] != occ { return occ } } }", guest: language.Guest{Rook: "rook"}, says: "it says: memory allocation of 2147483648 bytes failed"},
	"program": {crate: map[string]string{"Cargo.toml": "[package]\nname = \"my-engine\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[features]\nwanted = []\n", "src/main.rs": "#![forbid(unsafe_code)]\nmod attacks;\nfn main() { println!(\"{}\", attacks::rook(0, 0)); }\n#[cfg(feature = \"wanted\")]\nfn queen(sq: usize, occ: u64) -> u64 { attacks::rook(sq, occ) | attacks::bishop(sq, occ) }",
		"src/attacks.rs": "mod steps;\npub fn rook(sq: usize, occ: u64) -> u64 { steps::walk(0, sq, occ) }\npub(crate) fn bishop(sq: usize, occ: u64) -> u64 { crate::attacks::steps::walk(1, sq, occ) }", "src/attacks/steps.rs": rustWalks},
		guest: language.Guest{Rook: "attacks::rook", Bishop: "my_engine::attacks::bishop(SQ.into(), OCC)", Queen: "queen", Flags: []string{"--features=wanted"}}},
	"library": {crate: map[string]string{"Cargo.toml": "[package]\nname = \"moves\"\nversion = \"1.0.0\"\nedition = \"2018\"\n[lib]\nname = \"sliding\"\n", "build.rs": "fn main() { let all: Vec<u64> = (0..64).map(|i| !(1u64 << i)).collect(); std::fs::write(std::path::Path::new(&std::env::var(\"OUT_DIR\").unwrap()).join(\"t.rs\"), format!(\"{:?}\", all)).unwrap(); }",
		"src/lib.rs": "#![no_std]\n#![deny(missing_docs)]\nstatic NOT: [u64; 64] = include!(concat!(env!(\"OUT_DIR\"), \"/t.rs\"));\ninclude!(\"../more/steps.in\");\nfn rook(sq: usize, occ: u64) -> u64 { walk(0, sq, occ) & NOT[sq] }", "more/steps.in": rustWalks, "Cargo.lock": "version = 3\n[[package]]\nname = \"moves\"\nversion = \"1.0.0\"\n"},
		guest: language.Guest{Rook: "sliding::rook"}},
	"vendored": {crate: map[string]string{"deep/engine/Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[dependencies]\ntiny = \"1\"\n[dev-dependencies]\nslidebench-has-none = \"1\"\n", "deep/engine/src/lib.rs": rustWalks + "pub fn rook(sq: usize, occ: u64) -> u64 { tiny::same(walk(0, sq, occ)) }",
		".cargo/config.toml": "[source.crates-io]\nreplace-with = \"vendored\"\n[source.vendored]\ndirectory = \"vendor\"\n", "vendor/tiny/Cargo.toml": "[package]\nname = \"tiny\"\nversion = \"1.0.0\"\n", "vendor/tiny/src/lib.rs": "pub fn same(x: u64) -> u64 { x }", "vendor/tiny/.cargo-checksum.json": "{\"files\":{}}"},
		guest: language.Guest{Path: "deep/engine/Cargo.toml", Rook: "rook"}},
	"binary": {crate: map[string]string{"Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\nedition = \"2021\"\n", "src/bin/other.rs": "fn main() {}\n" + rustWalks},
		guest: language.Guest{Rook: "walk(0, SQ.into(), OCC)", Bishop: "other::walk(1, SQ.into(), OCC)"}},
	"broken":    {crate: map[string]string{"Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\n", "src/lib.rs": "mod a;", "src/a.rs": "\nfn rook("}, guest: language.Guest{Rook: "a::rook"}, says: "/src/a.rs:2:"},
	"workspace": {crate: map[string]string{"Cargo.toml": "[workspace]\nmembers = [\"one\"]\n", "one/Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\n", "one/src/lib.rs": ""}, guest: language.Guest{Rook: "rook"}, says: "is a workspace (want the file of one of its crates: /"},
	"needy":     {crate: map[string]string{"Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\n[dependencies]\nslidebench-has-none = \"1\"\n", "src/lib.rs": ""}, guest: language.Guest{Rook: "rook"}, says: "cargo fetch"},
	"member":    {crate: map[string]string{"Cargo.toml": "[workspace]\nmembers = [\"one\"]\n", "one/Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\n", "one/src/lib.rs": "mod a;", "one/src/a.rs": "\nfn rook("}, guest: language.Guest{Path: "one/Cargo.toml", Rook: "a::rook"}, says: "1/one/src/a.rs:2:"},
	"versions":  {crate: map[string]string{"Cargo.toml": "[package]\nname = \"b\"\nversion = \"1.0.0\"\n[dependencies]\nc = { path = \"c\", version = \"2\" }\n", "src/lib.rs": "", "c/Cargo.toml": "[package]\nname = \"c\"\nversion = \"1.0.0\"\n", "c/src/lib.rs": ""}, guest: language.Guest{Rook: "rook"}, says: "; candidate versions found which didn't match: 1.0.0; "},
}

// Guests in Rust in the styles of engines are proved, and the error about a wrong one shows the fault in the guest's own words. Nothing is written beside a crate's files.
func TestGuestsInRust(t *testing.T) {
	tiertest.Long(t)
	found, missing := inRust{dialectRust}.Here()
	if len(found) == 0 {
		tiertest.Need(t, "rustc", missing)
	}
	_, missing = exec.LookPath("cargo")
	for name, c := range guestsInRust {
		t.Run(name, func(t *testing.T) {
			if c.crate != nil {
				tiertest.Need(t, "cargo", missing)
			}
			notes, err := c.prove(t, inRust{dialectRust}, found[0], name, ".rs")
			switch {
			case c.says == "" && err != nil:
				t.Error(err)
			case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
				t.Errorf("%v, want %q", err, c.says)
			case c.says == "" && len(notes) != 1, name == "free" && !slices.Equal(notes, []string{"rust: inlined"}):
				t.Errorf("%q", notes)
			}
		})
	}
}
