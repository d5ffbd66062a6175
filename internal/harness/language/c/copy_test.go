package c

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// copied returns the text of a technique's copy in a language, with a name.
func copied(t *testing.T, l language.Copier, e *techniques.Entry, name string) string {
	t.Helper()
	c, err := l.Copy(e, language.CopyOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return string(c.Files[0].Text)
}

// put writes a file, and its folder.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A copy has the parts of the board's header that it uses, under the copy's names, and no other parts.
func TestCopyHasNothingElse(t *testing.T) {
	found, err := techniques.Find("fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	text := copied(t, inC{dialectC}, found[0], "attacks")
	for name, want := range map[string]bool{"attacks_board_walk(": true, "attacks_board_next(": true, "attacks_board_pack(": false, "attacks_board_rotate(": false,
		"attacks_board_pair": true, "fancymagic_": false, " board_": false} {
		if got := strings.Contains(text, name); got != want {
			t.Errorf("the header has %s: %v, want %v", name, got, want)
		}
	}
}

// Copies of headers are right, in make test one in twelve, in make check one in three and by night all, in a source tree that has nothing else for them to include. A copy names
// its struct of a pair itself; a macro puts this name in place of board_pair in the loops around the copy.
func TestCopies(t *testing.T) {
	tiertest.Slow(t)
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	board, err := os.ReadFile(filepath.Join(root, "board", "board.h"))
	if err != nil {
		t.Fatal(err)
	}
	const pair = "struct board_pair {\n\tuint64_t rook, bishop;\n};\n"
	b, tree, copies, every := anyBuild(t), t.TempDir(), 0, 12
	if tiertest.Minutes() {
		every = 3
	}
	if tiertest.Nightly() {
		every = 1
	}
	put(t, filepath.Join(tree, "board", "board.h"), strings.Replace(string(board), pair, "#ifndef board_pair\n"+pair+"#endif\n", 1))
	for i, u := range units {
		if u.Technique.Family == "" || i%every != 0 || b.lacksFeature(u.Technique) != nil || u.Technique.Available() != nil { // a copy is an error without its features
			continue
		}
		copies++
		text := copied(t, inC{dialectC}, u.Technique, u.Technique.Name)
		if u.lookups {
			text += "#define board_pair " + u.Technique.Name + "_board_pair\n"
		}
		put(t, filepath.Join(tree, headerOf(u.Technique)), text)
	}
	program := built(t, b, tree)
	n, err := ProveAll(t.Context(), b, program, tree, NewExams(21, 1))
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d of %d copies are right", n, copies)
	if n == 0 {
		t.Error("no copy is proved")
	}
}

// Headers and their copies compile without warnings as C99 and as C++17, and copies in C++ without C's casts, with and without the features of this processor and
// for arm64, all of them in one file. By day each compiler does so with the features of this processor or without.
func TestNoWarnings(t *testing.T) {
	tiertest.Slow(t)
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	var includes, implementations strings.Builder
	folder, board, copiesInCpp := t.TempDir(), "#include \"board/board.h\"\n", ""
	add := func(header, name, condition string) {
		fmt.Fprintf(&includes, "#if %s\n#include %q\n#endif\n", condition, header)
		fmt.Fprintf(&implementations, "#define %s\n", implementation(name))
	}
	for _, u := range units {
		condition := u.declares(t, root)
		add(headerOf(u.Technique), u.Technique.Name, "1")
		if u.Technique.Family != "" {
			name := "copied_" + u.Technique.Name
			put(t, filepath.Join(folder, name+".h"), copied(t, inC{dialectC}, u.Technique, name))
			add(name+".h", name, condition)
			put(t, filepath.Join(folder, name+".hpp"), copied(t, inCpp{dialectCpp}, u.Technique, "spaced_"+u.Technique.Name))
			copiesInCpp += fmt.Sprintf("#if %s\n#include \"%s.hpp\"\n#endif\n", condition, name)
		}
	}
	source, copies := filepath.Join(folder, "all.c"), filepath.Join(folder, "copies.cpp")
	put(t, source, board+includes.String()+implementations.String()+includes.String())
	put(t, copies, board+copiesInCpp+copiesInCpp) // twice, as an engine's files may include them
	asked := 0
	const (
		c, cplusplus = " -std=c99", " -x c++ -std=c++17"
		arm64        = " --target=aarch64-linux-gnu -ffreestanding -DNDEBUG" // so that the compiler's own headers suffice
	)
	for _, command := range tiertest.Sample([]string{
		"gcc -march=native" + c, "gcc" + c, "g++ -march=native" + cplusplus, "g++" + cplusplus,
		"clang" + c, "clang -march=native" + c, "clang++" + cplusplus, "clang++ -march=native" + cplusplus,
		"aarch64-linux-gnu-gcc" + c, "aarch64-linux-gnu-g++" + cplusplus, "clang++" + arm64 + cplusplus, "clang" + arm64 + c,
	}, 2) {
		args := strings.Fields(command)
		compiler, err := exec.LookPath(args[0])
		if err != nil {
			continue
		}
		asked++
		args = append(args, "-Wall", "-Wextra", "-Wpedantic", "-Wredundant-decls", "-Wshadow", "-Werror", "-O1", "-fsyntax-only")
		runs := [][]string{{"-I" + root, source}}
		if strings.Contains(command, cplusplus) { // the board's header, which has the macros of their conditions, has C's casts
			runs = append(runs, []string{"-isystem" + root, copies, "-Wold-style-cast", "-Wconversion"})
			if !strings.HasPrefix(args[0], "clang") {
				runs[1] = append(runs[1], "-Wuseless-cast")
			}
		}
		for _, run := range runs {
			if out, err := exec.CommandContext(t.Context(), compiler, slices.Concat(args[1:], run)...).CombinedOutput(); err != nil {
				t.Errorf("%s %s: %s", command, run[1], complaint(out, err))
			}
		}
	}
	if asked == 0 {
		tiertest.Need(t, "gcc", errors.New("no compiler of C"))
	}
}

// said runs a compiler on a text, in a folder, and returns its output and its error, or in missing that the compiler is not here.
func said(t *testing.T, folder, text string, command ...string) (out string, err error, missing error) {
	t.Helper()
	path, missing := exec.LookPath(command[0])
	if missing != nil {
		return "", nil, missing
	}
	cmd := exec.CommandContext(t.Context(), path, append(command[1:], "-")...)
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(text)
	both, err := cmd.CombinedOutput()
	return string(both), err, nil
}

// elsewhere has kinds of processors, by the flags with which clang compiles for them, with names of techniques whose copies compile there (has), and of techniques whose
// copies are an error there (lacks).
var elsewhere = []struct{ flags, has, lacks string }{
	{"--target=i686-linux-gnu -mbmi2 -mavx2", "fancymagic movemask", "paired pext byteboard dual dualneon"},
	{"--target=i686-linux-gnu", "fancymagic movemask", "paired"},
	{"--target=x86_64-linux-gnu", "fancymagic movemask", "paired dual dualneon bext"},
	{"--target=x86_64-linux-gnu -mbmi2", "paired splitpext", "dual hybridavx2 bitnetwork"},
	{"--target=x86_64-linux-gnu -march=haswell", "paired dual hybridavx2 keptswap", "gather gfni koggestoneavx512"},
	{"--target=x86_64-linux-gnu -march=skylake-avx512", "gather hybridavx512", "gfni koggestoneavx512"},
	{"--target=x86_64-linux-gnu -march=skylake-avx512 -mgfni", "gfni", "koggestoneavx512 byteboardvbmi"},
	{"--target=x86_64-linux-gnu -march=icelake-server", "gfni koggestoneavx512 byteboardvbmi", "dualneon byteboardneon"},
	{"--target=aarch64-linux-gnu", "dualneon koggestoneneon reversal", "bext paired"},
	{"--target=aarch64-linux-gnu -march=armv9-a+sve2-bitperm", "bext", "paired"},
	{"--target=aarch64_be-linux-gnu", "fancymagic", "paired"},
	{"--target=arm-linux-gnueabihf", "fancymagic", "dualneon paired"},
	{"--target=riscv64-linux-gnu", "fancymagic", "paired"},
	{"--target=powerpc64-linux-gnu", "fancymagic", "paired dualneon"},
	{"--target=s390x-linux-gnu", "fancymagic", "paired"},
	{"--target=x86_64-pc-windows-msvc -march=haswell", "paired dual", "gfni"},
	{"--target=i686-pc-windows-msvc -mbmi2", "fancymagic", "paired"},
	{"--target=x86_64-w64-windows-gnu -march=haswell", "paired dual", "gfni"},
	{"--target=aarch64-pc-windows-msvc", "dualneon fancymagic", "paired"},
}

// On each kind of processor a copy either declares its functions, as a file that calls its init function shows, or is an error that says what it needs.
func TestCopiesElsewhere(t *testing.T) {
	tiertest.Slow(t)
	_, missing := exec.LookPath("clang")
	tiertest.Need(t, "clang", missing)
	folder := t.TempDir()
	units := attacks(t, root)
	units = slices.DeleteFunc(units, func(u Unit) bool { return u.Technique.Family == "" })
	for _, u := range units {
		put(t, filepath.Join(folder, u.Technique.Name+".h"), copied(t, inC{dialectC}, u.Technique, u.Technique.Name))
		put(t, filepath.Join(folder, u.Technique.Name+".hpp"), copied(t, inCpp{dialectCpp}, u.Technique, u.Technique.Name))
	}
	// Without libraries for these processors there is no string.h.
	put(t, filepath.Join(folder, "string.h"), "#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\n")
	refused := regexp.MustCompile(`error: "(\w+)\.h(?:pp)? needs `)
	for i, c := range tiertest.Sample(elsewhere, 10) {
		for _, kind := range []struct{ extension, flags string }{{".h", "-xc -std=c99"}, {".hpp", "-xc++ -std=c++17"}} {
			if kind.extension == ".hpp" && i != 0 && !tiertest.Minutes() {
				continue // make test has time for C++ on the first kind of processor alone
			}
			command := append([]string{"clang", "-ferror-limit=0", "-ffreestanding", "-DNDEBUG", "-Wall", "-Wextra", "-Werror", "-I."}, strings.Fields(c.flags+" "+kind.flags)...)
			var includes strings.Builder
			for _, u := range units {
				fmt.Fprintf(&includes, "#include \"%s%s\"\n", u.Technique.Name, kind.extension)
			}
			out, _, _ := said(t, folder, includes.String(), append(command, "-E")...) // which goes on after an #error
			refusals := map[string]bool{}
			for _, m := range refused.FindAllStringSubmatch(out, -1) {
				refusals[m[1]] = true
			}
			for _, name := range append(strings.Fields(c.has), strings.Fields(c.lacks)...) {
				if want := slices.Contains(strings.Fields(c.lacks), name); refusals[name] != want {
					t.Errorf("%s: %s%s is an error: %v, want %v", c.flags, name, kind.extension, refusals[name], want)
				}
			}
			var text, calls strings.Builder
			for _, u := range units {
				if name := u.Technique.Name; !refusals[name] {
					fmt.Fprintf(&text, "#include \"%s%s\"\n", name, kind.extension)
					fmt.Fprintf(&calls, "\t%s_init();\n", name)
				}
			}
			fmt.Fprintf(&text, "void fill(void);\nvoid fill(void) {\n%s}\n", calls.String())
			if out, err, _ := said(t, folder, text.String(), append(command, "-fsyntax-only")...); err != nil {
				t.Errorf("%s %s: %.1000s", c.flags, kind.flags, out)
			}
		}
	}
}

// Copies of headers, in make test one in twelve, are right as the compiler of Visual Studio has them: a clang that says that it is cl, and knows neither gcc's words nor its
// macros, only what intrin.h declares. cl itself is not asked.
func TestAsCl(t *testing.T) {
	tiertest.Slow(t)
	_, missing := exec.LookPath("clang++")
	tiertest.Need(t, "clang++", missing)
	if !here().Has("avx2") {
		t.Skip("the headers take cl's word for AVX2")
	}
	cl, err := filepath.Abs("testdata/several/cl.h")
	if err != nil {
		t.Fatal(err)
	}
	some := tiertest.Sample(attacks(t, root), 12)
	flags := []string{"-O1", "-DNDEBUG", "-fms-extensions", "-include", cl, "-Wno-undef", "-Wno-unused-command-line-argument"}
	for _, p := range []several{{name: "cl in C", flags: flags}, {name: "cl in C++", cplusplus: files, flags: flags}} {
		p.compiler = "clang"
		if err := p.check(t, root, ofUnits(t, some, true)); err != nil {
			t.Errorf("%.2000s", err)
		}
	}
}

// Copies are right on processors with the first byte of a number highest, and on those of 32 bits.
func TestOtherProcessors(t *testing.T) {
	tiertest.Long(t)
	for _, p := range []several{
		{name: "big-endian", compiler: "s390x-linux-gnu-gcc", emulator: "qemu-s390x-static", flags: []string{"-static", "-O1", "-DNDEBUG"}},
		{name: "32 bits", compiler: "i686-linux-gnu-gcc", flags: []string{"-static", "-O1", "-DNDEBUG"}},
	} {
		t.Run(p.compiler, func(t *testing.T) {
			for _, program := range []string{p.compiler, p.emulator} {
				if _, err := exec.LookPath(program); program != "" && err != nil {
					t.Skip(err)
				}
			}
			if err := p.check(t, root, ofUnits(t, attacks(t, root), true)); err != nil {
				t.Error(err)
			}
		})
	}
}

// Copies compile and link for Windows with MinGW, in C and in C++.
func TestMinGW(t *testing.T) {
	tiertest.Slow(t)
	folder := t.TempDir()
	for _, c := range []struct{ compiler, flags, extension string }{
		{"x86_64-w64-mingw32-gcc", "-xc -std=c99", ".h"}, {"x86_64-w64-mingw32-g++", "-xc++ -std=c++17", ".hpp"},
	} {
		_, missing := exec.LookPath(c.compiler)
		tiertest.Need(t, c.compiler, missing)
		var text, implementations, calls strings.Builder
		for _, name := range []string{"fancymagic", "paired", "dual", "raysavx2", "pext"} {
			e, err := techniques.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			file := map[string]string{".h": copied(t, inC{dialectC}, e[0], name), ".hpp": copied(t, inCpp{dialectCpp}, e[0], name)}[c.extension]
			put(t, filepath.Join(folder, name+c.extension), file)
			fmt.Fprintf(&implementations, "#define %s\n", implementation(name))
			fmt.Fprintf(&text, "#include \"%s%s\"\n", name, c.extension)
			fmt.Fprintf(&calls, "\t%s_init();\n", name)
		}
		program := implementations.String() + text.String() + "int main(void) {\n" + calls.String() + "\treturn (int)paired_queen(0, 0);\n}\n"
		if out, err, _ := said(t, folder, program, append([]string{c.compiler, "-march=haswell", "-O1", "-Wall", "-Wextra", "-Werror", "-I.", "-o", "program.exe"}, strings.Fields(c.flags)...)...); err != nil {
			t.Errorf("%s: %.1000s", c.compiler, out)
		}
	}
}

// suspects are words that may not do as names: keywords, and names that compilers and standard libraries declare.
var suspects = strings.Fields(`asm register volatile inline sizeof typedef extern template operator using friend virtual wchar_t constexpr mutable explicit nullptr
	noexcept typename typeid alignas decltype export NULL uint64_t main std and or not xor co_await co_yield co_return concept requires _X a__b _x x_ __x a_ size_t int8_t
	INT8_MAX UINT64_MAX UINT64_C SIZE_MAX intptr_t and_eq bitand bitor compl not_eq or_eq xor_eq char8_t char16_t char32_t consteval constinit import module self Self
	super crate fn let impl mod mut pub ref trait type unsafe use where dyn async await move match loop yield box priv become abstract final override macro try gen union
	core alloc u8 u64 i32 f64 usize isize str bool char func package go chan map defer select range var interface fallthrough init string byte len make nil iota
	linux unix random rand index exit abs div qsort malloc memcpy strlen select system errno assert int long double struct this new delete static_assert thread_local
	_Bool restrict typeof auto fancymagic attacks rook bishop queen both filled board sliders Magic my_attacks a1 x engine tables lookup sq occ entry factors checked_ c C H
	h pext unchecked gather bytes move_gen movegen bits geometry Bitboards chess`)

// CheckIdentifier accepts only names that compile as prefix, as namespace and as module; compilers' own words are tried, too.
func TestNames(t *testing.T) {
	tiertest.Slow(t)
	e, err := techniques.Find("classical")
	if err != nil {
		t.Fatal(err)
	}
	const headers = "#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n#include <stdlib.h>\n"
	words := slices.Clone(suspects)
	for _, command := range [][]string{{"g++", "-xc++", "-std=gnu++17"}, {"clang++", "-xc++", "-std=gnu++17"}, {"gcc", "-xc", "-std=gnu11"}} {
		macros, _, _ := said(t, ".", headers, append(command, "-E", "-dM")...)
		for _, m := range regexp.MustCompile(`(?m)^#define ([A-Za-z]\w*) `).FindAllStringSubmatch(macros, -1) {
			words = append(words, m[1])
		}
		text, _, _ := said(t, ".", headers, append(command, "-E", "-P")...)
		for _, m := range regexp.MustCompile(`(?m)^(?:extern|typedef)\b[^;{]*?\b(\w+)\s*(?:\(|;)|^struct (\w+)`).FindAllStringSubmatch(text, -1) {
			words = append(words, cmp.Or(m[1], m[2]))
		}
	}
	slices.Sort(words)
	var accepted []string
	refused := 0
	for _, word := range slices.Compact(words) {
		if names.CheckIdentifier(word) != nil {
			refused++
			continue
		}
		accepted = append(accepted, word)
	}
	t.Logf("%d of %d words are refused; names are %s", refused, refused+len(accepted), strings.Join(accepted, " "))
	folder := t.TempDir()
	compile := func(text string, command ...string) {
		out, err, missing := said(t, folder, text, command...)
		if missing != nil {
			t.Log(missing)
		} else if err != nil {
			t.Errorf("%s: %.1500s", command[0], out)
		}
	}
	textOfC, textOfCpp, textOfRust := headers, headers, "#![allow(dead_code)]\n"
	for _, name := range accepted {
		textOfC += copied(t, inC{dialectC}, e[0], name)
		textOfCpp += copied(t, inCpp{dialectCpp}, e[0], name)
		put(t, filepath.Join(folder, name+".rs"), copied(t, inRust{dialectRust}, e[0], name))
		textOfRust += "mod " + name + ";\n"
	}
	compile(textOfC, "gcc", "-xc", "-std=gnu11", "-fsyntax-only")
	compile(textOfCpp, "g++", "-xc++", "-std=gnu++17", "-fsyntax-only")
	compile(textOfCpp, "clang++", "-xc++", "-std=gnu++17", "-fsyntax-only")
	put(t, filepath.Join(folder, "lib.rs"), textOfRust)
	if path, err := exec.LookPath("rustc"); err == nil {
		cmd := exec.CommandContext(context.Background(), path, "--edition=2018", "--crate-type=lib", "--emit=metadata", "-Anonstandard-style", "lib.rs")
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("rustc: %.1500s", out)
		}
	}
}

// A header whose tables one file defines says so in one line, and what that file calls. In place of this line a copy in C++ says that nothing need be called.
func TestLineOfC(t *testing.T) {
	for _, u := range attacks(t, root) {
		text, err := os.ReadFile(filepath.Join(root, headerOf(u.Technique)))
		if err != nil {
			t.Fatal(err)
		}
		name, want := u.Technique.Name, 0
		if bytes.Contains(text, []byte("defined("+implementation(name)+")")) {
			want = 1
		}
		line := regexp.MustCompile(`(?m)^// C: one file defines ` + implementation(name) + ` before it includes this header\. Call ` + name + `_init once, before (the first lookup|the first batch|anything else)\.$`)
		if got := len(line.FindAll(text, -1)); got != want {
			t.Errorf("%s has %d lines like %s, want %d", headerOf(u.Technique), got, line, want)
		}
	}
	found, err := techniques.Find("gather")
	if err != nil {
		t.Fatal(err)
	}
	text := copied(t, inCpp{dialectCpp}, found[0], "mine")
	if want := "\n// C++17: nothing need be defined or called. Lookups are in namespace mine, too.\n"; !strings.Contains(text, want) || strings.Contains(text, "MINE_IMPLEMENTATION before") || strings.Contains(text, "Call mine_init") {
		t.Errorf("the copy in C++ says what programs in C do: %.1000s", text)
	}
}

// A copy's hint names the lines that a file needs to use the copy, and the compiler's flags. The copy's first line names the command that writes it.
func TestCopiesSayHow(t *testing.T) {
	const debug = " (without NDEBUG, every lookup has an assertion)"
	for _, c := range []struct {
		l                          language.Copier
		lang, technique, name, use string
	}{
		{inC{dialectC}, "c", "paired", "", `in one .c file, #define PAIRED_IMPLEMENTATION before #include "paired.h"; call paired_init() once, before the first lookup; compile with -DNDEBUG -mbmi2` + debug},
		{inC{dialectC}, "c", "fancymagic", "mine", `in one .c file, #define MINE_IMPLEMENTATION before #include "fancymagic.h"; call mine_init() once, before the first lookup; compile with -DNDEBUG` + debug},
		{inC{dialectC}, "c", "koggestone", "", "compile with -DNDEBUG" + debug}, // without tables
		{inCpp{dialectCpp}, "cpp", "gfni", "", "C++17; compile with -DNDEBUG -mavx2 -mgfni" + debug},
		{inRust{dialectRust}, "rust", "paired", "", "mod paired; rustc --edition 2021 -O -C target-feature=+bmi2"},
		{inRust{dialectRust}, "rust", "fancymagic", "", "mod fancymagic; rustc --edition 2021 -O"},
	} {
		found, err := techniques.Find(c.technique)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.l.Copy(found[0], language.CopyOptions{Folder: t.TempDir(), Name: c.name})
		if err != nil || got.Use != c.use {
			t.Fatalf("%s: %v, %q, want %q", c.technique, err, got.Use, c.use)
		}
		head := fmt.Sprintf("// Code generated by \"slidebench copy %s -o . --lang %s --name %s\"; DO NOT EDIT.\n", c.technique, c.lang, cmp.Or(c.name, c.technique))
		if text := got.Files[0].Text; !bytes.HasPrefix(text, []byte(head)) {
			t.Errorf("%s begins with %.150q, want %q", got.Files[0].Name, text, head)
		}
	}
}

// agreeing returns an expression that ends the program where copies of several techniques differ, and else is what all answer. half is the part of a pair for the piece, such
// as .rook; "" for a queen, which pairs have no part for.
func agreeing(piece, half string, names []string) string {
	answer := names[0] + "::" + piece + "(SQ, OCC)"
	for i, name := range names {
		if i > 0 {
			answer = fmt.Sprintf("same(%s, %s::%s(SQ, OCC))", answer, name, piece)
		}
		if half != "" {
			answer = fmt.Sprintf("same(%s, %s::both(SQ, OCC)%s)", answer, name, half)
		}
	}
	return answer
}

// Copies in C++, one in four, are right in two files of a program. Before main, one file asks for the rook on a1 of an empty board.
func TestCopiesInCpp(t *testing.T) {
	tiertest.Long(t)
	b, units := unitsHere(t, dialectCpp, "g++")
	var names []string
	includes, folder := "", t.TempDir()
	for i, u := range units {
		if name := u.Technique.Name; u.lookups && u.Technique.Family != "" && i%4 == 0 && b.has(u) {
			names = append(names, name)
			path := filepath.Join(folder, name+".hpp")
			put(t, path, copied(t, inCpp{dialectCpp}, u.Technique, name))
			includes += fmt.Sprintf("#include %q\n", path)
		}
	}
	c := brought{text: "#include <cstdlib>\n" + includes + "extern const uint64_t early;\ninline uint64_t same(uint64_t a, uint64_t b) {\n\tif (a != b)\n\t\tabort();\n\treturn a;\n}\n",
		further: includes + "extern const uint64_t early;\nconst uint64_t early = ~" + names[0] + "::rook(0, 0);\n"}
	c.guest = language.Guest{Standard: "c++17", Rook: "same(early, ~UINT64_C(0x01010101010101fe)) ? " + agreeing("rook", ".rook", names) + " : 0", Bishop: agreeing("bishop", ".bishop", names), Queen: agreeing("queen", "", names)}
	if _, err := c.prove(t, inCpp{dialectCpp}, b.Build, "copies", ".cpp"); err != nil {
		t.Error(err)
	}
	t.Logf("copies of %s", strings.Join(names, ", "))
}
