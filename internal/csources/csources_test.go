package csources

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Definitions are names that other files of a program can use: a function's inside, declarations, and static names do not count. The map has the names by the text.
func TestDefinitionsIn(t *testing.T) {
	for text, want := range map[string]string{
		// Functions and variables of C.
		"int f(int a) { int b = 1; if (a) { g(); } return b; }\nint h(void);": "f",
		"uint64_t a, *b[64], c = 5;\nextern int d;\nextern int e = 1;":        "a b c e",
		"static int f() { return 1; }\nstatic int x;\ntypedef int y;":         "",
		// Namespaces, templates, and extern "C". Braces in strings and characters do not count.
		"namespace eng {\nnamespace { int n; }\nvoid Attacks::init() { }\n}\nint z[2] = {1, 2};":                                               "eng::n eng::Attacks::init z",
		"namespace a::b { int x{5}; } // namespace {\nint y;":                                                                                  "a::b::x y",
		"template <> inline uint64_t attacks<ROOK>(Square s, uint64_t occ) {\n\treturn 0;\n}":                                                  "attacks",
		"template<PieceType P, int N = 3> U64 slide(int s) { return P > s; }\ntemplate U64 slide<ROOK, 3>(int);\ntemplate <class T> struct X;": "slide slide",
		"template <> Magic Table<ROOK>::magics[64] = {{1}, {2}};":                                                                              "Table::magics",
		"extern \"C\" {\nint f() { return '{'; }\n}\nint g() { return \"}\\\"\"[0]; }":                                                         "f g",
		// Each branch of an #if begins with the same open braces.
		"#define BEGIN {\n#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n\treturn 1;\n}\nint g() { return 1'000; }": "f f g",
		"wchar_t f() { return L'{'; }\nint g() { return u8'}' + 0xFF'FF; }\nint x;":                                            "f g x",
		"int a; char *f = \"%\" PRIuPTR\"(\"; char8_t *g = u8R\"=(\")=\"; int h;":                                              "a f g h", // a raw string behind u8R alone
		"int a; '\n#ifdef A\nint f(int x) {\n#else\nint f(long x) {\n#endif\n}\nint g() {}":                                    "a f f g", // a stray quote
		// Types are no definitions, but variables behind them are; attributes, macros, constructors, operators, raw strings and lambdas.
		"struct Square { int v; int f() { return v; } } origin;\nenum Piece { ROOK };\nclass Board;\nstruct Pair twice(int x) { return x; }":                  "origin twice",
		"__attribute__((constructor)) void start() {}\nCONSTR(2) InitBitboards() {}\n[[nodiscard]] auto f(int x) noexcept(true) -> decltype(x) { return x; }": "start InitBitboards f",
		"Board::Board(int x) : side(x) { }\nbool Board::operator==(const Board &b) const { return true; }\nconst char *text = R\"(int no() { )\";":            "Board::Board text",
		"auto table = [](int x) { int y; return x; };\n#if 0\nint g() { }\n#endif\n/* int h() {} */":                                                          "table g",
		"} } int a; { { int b;": "a", // braces without their counterparts
		"U64 table[64][1 << BITS], other[N <= 4 ? 1 : 2];\nint big = 1 << 20;": "table other big",
	} {
		if got := strings.Join(definitionsIn(text), " "); got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

// put writes a file and its folders.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// repositoryOf writes files below a folder, and returns the repository of one of them.
func repositoryOf(t *testing.T, folder, guest string, files map[string]string) *Repository {
	t.Helper()
	for name, text := range files {
		put(t, filepath.Join(folder, name), text)
	}
	return Read(t.Context(), filepath.Join(folder, guest), t.Logf)
}

// Of several definitions, the one counts that agrees with most scopes of the linker's name, and among equals the nearest.
func TestDefinedBy(t *testing.T) {
	folder := t.TempDir()
	r := repositoryOf(t, folder, "src/attacks/a.h", map[string]string{
		".git/HEAD": "", "src/position.cpp": "void Position::init() {}\nvoid init() {}", "src/attacks/attacks.cpp": "namespace eng {\nvoid Attacks::init() {}\n}",
		"src/fast.cc": "template <> uint64_t attacks<ROOK>(Square, uint64_t) { return 1; }", "old/fast.cc": "template <> uint64_t attacks<ROOK>(Square, uint64_t) { return 1; }",
		".hidden/x.c": "int hidden;", "lib/fmt/include/fmt/format.h": "", "fmt/other.h": "",
	})
	for symbol, want := range map[string]string{
		"eng::Attacks::init()": "src/attacks/attacks.cpp", "Position::init()": "src/position.cpp", "init": "src/position.cpp", "Other::init()": "src/position.cpp", "hidden": "", "nobody": "",
		"unsigned long attacks<(PieceType)3>(Square, unsigned long)": "src/fast.cc old/fast.cc", "eng::(anonymous namespace)::Attacks::init()": "src/attacks/attacks.cpp", "vtable for Board": "",
	} {
		var paths []string
		for path := range strings.FieldsSeq(want) {
			paths = append(paths, filepath.Join(folder, path))
		}
		if got := r.DefinedBy(symbol); !slices.Equal(got, paths) {
			t.Errorf("%s: %q, want %q", symbol, got, paths)
		}
	}
	if got := r.Including("fmt/format.h"); !slices.Equal(got, []string{filepath.Join(folder, "lib/fmt/include")}) || r.Including("format.hpp") != nil {
		t.Errorf("fmt/format.h is in %q", got)
	}
}

// A repository is read once for all names, not above its root, and no longer than the context lasts. A home directory is no repository, even if it has a .git.
func TestManyNames(t *testing.T) {
	folder := t.TempDir()
	// Each of 1000 files defines a name and a use of it, among declarations of many names (uses) and static functions (filler), which define nothing for others.
	files, uses, filler := map[string]string{"above.c": "int above;", "engine/guest.c": ""}, "", strings.Repeat("static int spare(int x) { return x * (x + 1) / 2; } // spare\n", 20)
	for i := range 60 {
		uses += fmt.Sprintf("extern int name%d;\nint use%[1]d(void);\n", i)
	}
	for i := range 1000 {
		files[fmt.Sprintf("engine/part%d/file%d.c", i%10, i)] = fmt.Sprintf("%s%sint name%d;\nint use%[3]d(void) { return name%[3]d + name1; }\n", uses, filler, i)
	}
	began := time.Now()
	r := repositoryOf(t, folder, "engine/guest.c", files)
	took := time.Since(began)
	if r.Root != filepath.Join(folder, "engine") || r.Files != 1001 {
		t.Errorf("%d files below %s", r.Files, r.Root)
	}
	for i := range 60 {
		for _, name := range []string{fmt.Sprintf("name%d", i), fmt.Sprintf("use%d", i)} {
			if got := r.DefinedBy(name); !slices.Equal(got, []string{filepath.Join(folder, fmt.Sprintf("engine/part%d/file%d.c", i%10, i))}) {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
	if r.DefinedBy("above") != nil {
		t.Error("a file above the engine's folder is read")
	}
	t.Logf("written and read in %v, then asked for 120 names", took)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r := Read(over, filepath.Join(folder, "engine/guest.c"), t.Logf); r.Files > 0 {
		t.Errorf("%d files are read when nobody waits", r.Files)
	}
	home := filepath.Join(folder, "home")
	t.Setenv("HOME", home)
	put(t, filepath.Join(home, ".git", "HEAD"), "")
	if r := repositoryOf(t, home, "src/a.c", map[string]string{"src/a.c": "", "other/b.c": "int b;"}); r.Files != 1 || r.Root != filepath.Join(home, "src") {
		t.Errorf("%d files of a home directory, below %s", r.Files, r.Root)
	}
}
