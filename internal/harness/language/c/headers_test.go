package c

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// several is a program of the files in testdata/several, each of which includes the headers of all units.
type several struct {
	name      string
	compiler  string   // gcc or clang, or one for another processor
	emulator  string   // that runs programs for that processor, "" for none
	cplusplus []string // the files in C++; the others are in C
	flags     []string
	library   []string // the files that become a shared library
}

// files are the files of the program: one defines the tables, one fills them, one asks.
var files = []string{"define", "fill", "ask", "main"}

// inCPlusPlus has the compiler of C++ for each compiler of C.
var inCPlusPlus = map[string]string{"gcc": "g++", "clang": "clang++"}

// severals are the kinds of program. A file in C defines the tables if a file in C reads them. In C++ a library and its program have the same tables, even
// where other symbols are hidden. Without __ELF__ headers do without weak symbols.
var severals = []several{
	{name: "PIE in C", flags: []string{"-fPIE", "-pie"}},
	{name: "program in C++ with a library that fills its tables", cplusplus: files, flags: []string{"-fPIC", "-fvisibility=hidden"}, library: files[:2]},
	{name: "static in C", flags: []string{"-static"}},
	{name: "library in C", flags: []string{"-fPIC"}, library: files[:3]},
	{name: "PIE in C++", cplusplus: files, flags: []string{"-fPIE", "-pie"}},
	{name: "static in C++", cplusplus: files, flags: []string{"-static"}},
	{name: "library in C++", cplusplus: files, flags: []string{"-fPIC"}, library: files[:3]},
	{name: "PIE in C without ELF", flags: []string{"-fPIE", "-pie", "-U__ELF__"}},
	{name: "PIE in C++ without ELF", cplusplus: files, flags: []string{"-fPIE", "-pie", "-U__ELF__"}},
	{name: "C filled by C++", cplusplus: []string{"fill", "main"}},
	{name: "C asked by C++", cplusplus: []string{"ask"}},
}

// run runs a compiler in a folder, with the program's flags. A warning is an error.
func (p *several) run(t *testing.T, folder, compiler string, args ...string) error {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), compiler, slices.Concat(args, p.flags, []string{"-Werror"})...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", p.name, err, out)
	}
	return nil
}

// compile compiles the files. The folder, for objects, has the headers that ofUnits has written.
func (p *several) compile(t *testing.T, root, folder string) error {
	t.Helper()
	var include []string
	for _, path := range []string{folder, root, "testdata/several"} {
		path, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		include = append(include, "-I"+path)
	}
	for _, file := range files {
		compiler, language := p.compiler, []string{"-x", "c", "-std=c99"}
		if slices.Contains(p.cplusplus, file) {
			compiler, language = inCPlusPlus[p.compiler], []string{"-x", "c++", "-std=c++17"}
		}
		source := filepath.Join(strings.TrimPrefix(include[2], "-I"), file+".c") // in testdata/several
		args := slices.Concat(language, include, []string{"-D_POSIX_C_SOURCE=200809L", "-c", source, "-o", file + ".o"})
		if _, here := inCPlusPlus[p.compiler]; here { // else for another processor
			args = append(args, "-march=native")
		}
		if err := p.run(t, folder, compiler, args...); err != nil {
			return err
		}
	}
	return nil
}

// link links all files but one, "" for all.
func (p *several) link(t *testing.T, folder, without string) error {
	t.Helper()
	linker := p.compiler
	if p.cplusplus != nil {
		linker = inCPlusPlus[p.compiler]
	}
	program, library := []string{"-o", "program"}, []string{"-shared", "-o", "libseveral.so"}
	for _, file := range files {
		switch {
		case file == without: // left out
		case slices.Contains(p.library, file):
			library = append(library, file+".o")
		default:
			program = append(program, file+".o")
		}
	}
	if p.library != nil {
		if err := p.run(t, folder, linker, library...); err != nil {
			return err
		}
		program = append(program, "libseveral.so", "-Wl,-rpath,"+folder)
	}
	return p.run(t, folder, linker, program...)
}

// check builds the program of the units in a folder, and runs it: with arguments, it asks before the tables are filled.
func (p *several) check(t *testing.T, root, folder string, args ...string) error {
	t.Helper()
	if err := p.compile(t, root, folder); err != nil {
		return err
	}
	if err := p.link(t, folder, ""); err != nil {
		return err
	}
	command := append([]string{filepath.Join(folder, "program")}, args...)
	if p.emulator != "" {
		command = append([]string{p.emulator}, command...)
	}
	out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", p.name, err, out)
	}
	t.Logf("%s", out)
	return nil
}

// attacks returns the units of a source tree whose answers are attacks.
func attacks(t *testing.T, root string) []Unit {
	t.Helper()
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(units, func(u Unit) bool { return u.Technique.Name == "noop" || u.Technique.Name == "load" })
}

// declares returns the condition under which a unit's header in a tree declares something, for files that include the board.
func (u *Unit) declares(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, headerOf(u.Technique)))
	if err != nil {
		t.Fatal(err)
	}
	condition, _ := needs(u.Technique.Name, string(text))
	return cmp.Or(condition, "1")
}

// ofUnits writes headers.h, implementations.h and units.h, of units or of copies of them, into a new folder.
func ofUnits(t *testing.T, units []Unit, copies bool) (folder string) {
	t.Helper()
	folder = t.TempDir()
	var headers, implementations, list strings.Builder
	for _, u := range units {
		name, header := u.Technique.Name, headerOf(u.Technique)
		if copies && u.Technique.Family == "" {
			continue // controls are not copied
		}
		if copies {
			name, header = "copied_"+name, "copied_"+name+".h"
			put(t, filepath.Join(folder, header), copied(t, inC{dialectC}, u.Technique, name))
			u.both = u.lookups // a copy always has pairs
		}
		condition := u.declares(t, root)
		fmt.Fprintf(&headers, "#if %s\n#include %q\n#endif\n", condition, header)
		fmt.Fprintf(&implementations, "#define %s\n", implementation(name))
		fmt.Fprintf(&list, "#if %s\nUNIT(%s,", condition, name)
		for _, macro := range u.macros() {
			fmt.Fprintf(&list, " %s(%s)", macro, name)
		}
		list.WriteString(")\n#endif\n")
	}
	put(t, filepath.Join(folder, "headers.h"), "#include \"board/board.h\"\n"+headers.String())
	put(t, filepath.Join(folder, "implementations.h"), implementations.String())
	put(t, filepath.Join(folder, "units.h"), list.String())
	return folder
}

// Headers are right in programs of several files, and so are their copies, which are optimized by the linker: in make check a third of them in each kind of program, and
// headers or copies by turns, and by night all in each kind, by all compilers that are here.
func TestSeveralFiles(t *testing.T) {
	tiertest.Long(t)
	all, parts := attacks(t, root), 3
	if tiertest.Nightly() {
		parts = 1
	}
	for _, b := range buildsHere(t) {
		for i, p := range severals {
			var units []Unit
			for k := i % parts; k < len(all); k += parts {
				units = append(units, all[k])
			}
			for _, lto := range []bool{false, true} {
				if !tiertest.Nightly() && lto != (i%2 == 1) { // every second kind has copies
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/lto=%v", b.Compiler, p.name, lto), func(t *testing.T) {
					p.compiler, p.flags = b.Compiler, append([]string{"-O1", "-DNDEBUG"}, p.flags...)
					if lto {
						p.flags = append(p.flags, "-flto")
					}
					_, missing := exec.LookPath(inCPlusPlus[b.Compiler])
					if missing == nil {
						missing = p.check(t, root, ofUnits(t, nil, false)) // a program of no units shows what is missing here
					}
					tiertest.Need(t, strings.ReplaceAll(t.Name(), " ", "-"), missing)
					if err := p.check(t, root, ofUnits(t, units, lto)); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
}

// A definition that is forgotten is an error of the linker, which names a table of each header; and a question before the tables are filled is
// answered right, or the assertion ends the program.
func TestForgotten(t *testing.T) {
	tiertest.Slow(t)
	b := anyBuild(t)
	units := attacks(t, root)
	p, folder := several{name: "program without NDEBUG", compiler: b.Compiler}, ofUnits(t, units, false)
	if err := p.check(t, root, folder, "unfilled"); err != nil {
		t.Error(err)
	}
	message := fmt.Sprint(p.link(t, folder, "define"))
	for _, u := range units {
		text, err := os.ReadFile(filepath.Join(root, headerOf(u.Technique)))
		if err != nil {
			t.Fatal(err)
		}
		_, tables, has := strings.Cut(string(text), "_TABLES(SHARED)") // the macro behind which a header lists its tables
		if !has || !b.has(u) {
			continue
		}
		named := false
		for line := range strings.Lines(message) {
			_, name, _ := strings.Cut(line, " `") // undefined reference to `name'
			name, _, _ = strings.Cut(name, "'")
			named = named || name != "" && strings.Contains(tables, name+"[")
		}
		if !named {
			t.Errorf("no message has a table of %s:\n%.1000s", u.Technique.Name, message)
		}
	}
}

// Tables that each file has for itself, and lookups that do not notice empty tables, are found. make test has time for three of the cases.
func TestSeveralFilesFaults(t *testing.T) {
	tiertest.Slow(t)
	b := anyBuild(t)
	const header, board = "fancymagic/fancymagic.h", "board/board.h"
	optimized := []string{"-O1", "-DNDEBUG"}
	for _, c := range tiertest.Sample([]struct {
		p                   several
		arg, file, old, new string // the program's argument, "" for none; and the arguments of planted with these names
		want                string // part of the error, "" for none
	}{
		{several{flags: optimized}, "", header, "", "", ""},
		{several{}, "unfilled", header, "", "", ""},
		{several{flags: optimized}, "", header, "SHARED struct fancymagic_entry", "static struct fancymagic_entry", "fancymagic_queen is wrong"},                    // filled in one file alone
		{several{flags: optimized}, "", header, "FANCYMAGIC_TABLES(BOARD_DECLARE)", "FANCYMAGIC_TABLES(static)", "fancymagic_rook_entries"},                         // contradicts the definition
		{several{flags: optimized}, "", board, "__attribute__((weak, visibility(\"hidden\")))", "static", "fancymagic_rook_entries"},                                // contradicts the declaration
		{several{}, "unfilled", header, "return board_filled(fancymagic_bishop_table", "return (fancymagic_bishop_table", "fancymagic_bishop is wrong before init"}, // without the assertion
		{severals[1], "", header, "", "", ""}, // C++, with a library that fills the tables
		{severals[1], "", board, "extern __attribute__((visibility(\"default\")))", "extern", "init comes before its first lookup"}, // the library fills tables of its own
	}, 3) {
		tree := planted(t, header, c.file, c.old, c.new)
		c.p.compiler = b.Compiler
		if _, err := exec.LookPath(inCPlusPlus[b.Compiler]); err != nil && c.p.cplusplus != nil {
			t.Log("without C++: ", err)
			continue
		}
		err := c.p.check(t, tree, ofUnits(t, attacks(t, tree), false), strings.Fields(c.arg)...)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q in place of %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// The condition around a header's lookups names board.h's macro of each feature that its technique needs. No header has words of gcc's own: board.h has them, and
// defines the macro of a feature where package feature's condition for gcc and clang is true.
func TestConditions(t *testing.T) {
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		condition := u.declares(t, root)
		text, err := os.ReadFile(filepath.Join(root, headerOf(u.Technique)))
		if word := regexp.MustCompile(`__(builtin_\w+|attribute__|int128|extension__|typeof__|BMI2__|AVX\w+__|GFNI__|ARM_\w+|x86_64__)`).Find(text); err != nil || word != nil {
			t.Errorf("%s has %q (want a word of board.h's), %v", headerOf(u.Technique), word, err)
		}
		for _, need := range u.Technique.Needs {
			if f, _ := feature.Find(need); !strings.Contains(condition, "defined("+f.Macro()+")") {
				t.Errorf("%s declares its lookups if %s, and needs %s", u.Technique.Name, condition, need)
			}
		}
		if len(u.Technique.Needs) == 0 && condition != "1" {
			t.Errorf("%s declares its lookups if %s, and needs nothing", u.Technique.Name, condition)
		}
	}
	text := "#include \"board/board.h\"\n"
	for _, f := range feature.Table {
		if f.Axis && f.Name != "sve2" { // board.h has a macro for each feature by which results differ, but for this one
			text += fmt.Sprintf("#if (%s) != defined(%s)\n#error %s\n#endif\n", feature.Condition([]string{f.Name}), f.Macro(), f.Name)
		}
	}
	asked := 0
	for _, command := range []string{"gcc", "gcc -march=haswell", "gcc -march=icelake-server", "clang -march=icelake-server", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-gcc -march=armv9-a+sve2-bitperm"} {
		out, err, missing := said(t, root, text, append(strings.Fields(command), "-I.", "-E", "-xc")...)
		if missing != nil || strings.Contains(out, "unrecognized") {
			continue // it is not here, or compiles for another kind of processor, whose -march it does not know
		}
		if asked++; err != nil {
			t.Errorf("%s: %s", command, out)
		}
	}
	t.Logf("asked %d compilers", asked)
}
