package export_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/export"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// root is the top folder of the repository.
const root = "../../.."

// stored reads a package's factors.csv.
func stored(t *testing.T, pkg string) *factors.Set {
	t.Helper()
	f, err := os.Open(filepath.Join(root, pkg, "factors.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := factors.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// arrays reads the magics in the factors.go of a folder: first the rooks', then the bishops'. Indices are as wide as the masks, and ranges lie end to end.
func arrays(t *testing.T, folder string, form factors.Form) *factors.Set {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, folder, "factors.go"))
	if err != nil {
		t.Fatal(err)
	}
	s := &factors.Set{Source: []string{"See folder " + folder + "."}}
	for i, literal := range regexp.MustCompile(`0x[0-9a-f]{16}`).FindAllString(string(text), -1) {
		factor, err := strconv.ParseUint(literal, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		piece, sq := board.Piece(i/64), i%64
		shift := form.Width() - bits.OnesCount64(board.Mask(piece, sq))
		s.Entries = append(s.Entries, factors.Entry{Piece: piece, Square: sq, Form: form, Factor: factor, Shift: shift})
	}
	return endToEnd(s)
}

// endToEnd moves the entries so that their ranges follow each other.
func endToEnd(s *factors.Set) *factors.Set {
	offset := 0
	for i, span := range s.Spans() {
		s.Entries[i].Offset += offset - span.First
		offset += span.Len()
	}
	return s
}

// torus returns a set whose rooks have the torus form: all of them share their magic and their slots.
func torus(t *testing.T) *factors.Set {
	s := arrays(t, "fancymagic/internal/factors", factors.White)
	s.Content = factors.OverlayAdjacent
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Piece == board.Bishop {
			continue // keeps its offset, behind the slots that 64 rooks had; the rooks share fewer from now on
		}
		e.Form, e.Factor, e.Shift, e.Offset = factors.Torus, 0x810000a048104081, 50, 0 // the tests prove the magic
		e.Rotation = -e.Form.Turn(e.Square) & 63
	}
	return s
}

// mixed returns a set with all forms on neighbouring squares, a different rotation for each of 64 squares, and a source with lines that could end
// the comment in which it stands.
func mixed(t *testing.T) *factors.Set {
	of := [...]*factors.Set{
		arrays(t, "fancymagic/internal/factors", factors.White), arrays(t, "magic/magic32", factors.Bits32),
		stored(t, "blackmagic"), torus(t),
	}
	s := &factors.Set{Content: factors.OverlayAdjacent, Source: []string{`*/ } "`, "a\nb \r}", `c \`, "??/", `\u000a}`, "\u202ed", "\xff"}}
	for i := range of[0].Entries {
		e := of[(i+i/8)%4].Entries[i]
		e.Rotation = i & 63
		s.Entries = append(s.Entries, e)
	}
	return endToEnd(s)
}

// module is an exported file in a program. Its name is that of the set.
type module struct {
	Name  string
	Set   *factors.Set
	Table bool // the file contains the table
}

// modules returns a module for each kind of set, and modules with ready tables. The short test has only the mixed set.
func modules(t *testing.T) []module {
	var all []module
	for _, m := range []module{
		{Name: "mixed", Set: mixed(t)},
		{Name: "fancy", Set: arrays(t, "fancymagic/internal/factors", factors.White)},
		{Name: "halves", Set: arrays(t, "magic/magic32", factors.Bits32)},
		{Name: "black", Set: stored(t, "blackmagic")},
		{Name: "overlay", Set: stored(t, "fancymagic/overlay")},
		{Name: "overlayadjacent", Set: stored(t, "fancymagic/overlayadjacent")},
		{Name: "torus", Set: stored(t, "fancymagic/torus")},
	} {
		all = append(all, m)
		if testing.Short() {
			break
		}
		if m.Name == "black" || m.Name == "torus" { // a table is written alike for all sets of a content
			m.Table, m.Name = true, m.Name+"_table"
			all = append(all, m)
		}
	}
	return all
}

// language is a language with lookups. They are proved by a program that contains all modules; its own files are templates in testdata. The
// program's argument names a module. For each question on standard input, a square and an occupancy of 64 bits each, the program writes
// the attacks of a rook, a bishop and a queen, by the module. In languages in which each file could get a table of its own, the file that
// computes the table is not the file that looks up.
type language struct {
	name, compiler string
	file           string   // format of the name of a module's file, by the module's name
	commands       []string // compile the program
	run            string   // runs the program, with the argument behind
}

var languages = []language{
	{"c", "gcc", "%s.h", []string{
		"gcc -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -O2 -fsanitize=undefined -fno-sanitize-recover tables.c answer.c main.c",
	}, "./a.out"},
	{"cpp", "g++", "%s.hpp", []string{
		"g++ -std=c++17 -pedantic -Wall -Wextra -Wconversion -Werror -O2 main.cpp",
	}, "./a.out"},
	{"go", "go", "%[1]s/%[1]s.go", []string{
		"go vet ./...", "go build -o a.out",
	}, "./a.out"},
	{"rust", "rustc", "%s.rs", []string{
		"rustc --edition 2021 -O -C debug-assertions -D warnings -o a.out main.rs",
	}, "./a.out"},
	{"zig", "zig", "%s.zig", []string{
		"zig build-exe -O ReleaseSafe -lc -femit-bin=a.out --cache-dir cache --global-cache-dir cache main.zig",
	}, "./a.out"},
	{"csharp", "mcs", "%s.cs", []string{"mcs -checked+ -warn:4 -warnaserror -out:a.exe -recurse:*.cs"}, "mono a.exe"},
	{"java", "javac", "%s.java", []string{"javac -Xlint:all -Werror Main.java"}, "java -cp . Main"},
	{"kotlin", "kotlinc", "%s.kt", []string{"kotlinc . -include-runtime -d a.jar"}, "java -jar a.jar"},
	{"swift", "swiftc", "%s.swift", []string{"swiftc -O -o a.out *.swift"}, "./a.out"},
	{"typescript", "tsc", "%s.ts", []string{"tsc"}, "node main.js"},
	{"typescript32", "tsc", "%s.ts", []string{"tsc"}, "node main.js"},
	{"python", "python3", "%s.py", nil, "python3 main.py"},
}

// Every language's lookups, with a table of either kind, agree with the walk.
func TestExportedLookups(t *testing.T) {
	tiertest.Long(t)
	all := modules(t)
	questions, want := ask()
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			if testing.Short() && l.name != "c" && l.name != "go" {
				t.Skip("compiles for seconds")
			}
			need(t, l.compiler)
			dir := t.TempDir()
			write := func(name string, text []byte) {
				t.Helper()
				name = filepath.Join(dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, text, 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			var here []module // in this language
			for _, m := range all {
				o := export.Options{Language: l.name, Table: m.Table, Command: "findmagic export"}
				switch {
				case o.HasClass():
					o.Class = m.Name
					if l.name != "java" { // where a package is a folder
						o.Package = "some.engine"
					}
				case o.Check() != nil: // the language wants a package
					o.Package = m.Name
				}
				if m.Table && slices.Contains([]string{"java", "kotlin", "swift"}, l.name) {
					continue // no ready table
				}
				if l.name == "kotlin" && m.Name != "mixed" && m.Name != "fancy" && m.Name != "halves" {
					continue // compiles for minutes
				}
				here = append(here, m)
				var text bytes.Buffer
				if err := export.Write(&text, m.Set, o); err != nil {
					t.Fatal(err)
				}
				write(fmt.Sprintf(l.file, m.Name), text.Bytes())
			}
			own := filepath.Join("testdata", l.name)
			if err := filepath.WalkDir(own, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				program, err := template.New(filepath.Base(path)).Funcs(template.FuncMap{"upper": strings.ToUpper}).ParseFiles(path)
				if err != nil {
					return err
				}
				var text bytes.Buffer
				err = program.Execute(&text, here)
				write(strings.TrimSuffix(strings.TrimPrefix(path, own), ".tmpl"), text.Bytes())
				return err
			}); err != nil {
				t.Fatal(err)
			}
			command := func(line string) *exec.Cmd {
				c := exec.Command("sh", "-c", line)
				c.Dir = dir
				c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
				return c
			}
			for _, line := range l.commands {
				if out, err := command(line).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", line, err, out)
				}
			}
			for _, m := range here {
				t.Run(m.Name, func(t *testing.T) {
					c := command(l.run + " " + m.Name)
					c.Stdin = bytes.NewReader(questions)
					var stderr bytes.Buffer
					c.Stderr = &stderr
					got, err := c.Output()
					if err != nil {
						t.Fatalf("%v\n%s", err, &stderr)
					}
					compare(t, questions, got, want)
				})
			}
		})
	}
}

// need skips a test that lacks a compiler. The test fails instead if the environment variable SLIDEBENCH_REQUIRE names the compiler, in a list separated by commas: CI
// sets it where a compiler must be installed.
func need(t *testing.T, compiler string) {
	t.Helper()
	if _, err := exec.LookPath(compiler); err != nil {
		if slices.Contains(strings.Split(os.Getenv("SLIDEBENCH_REQUIRE"), ","), compiler) {
			t.Fatalf("required: %v", err)
		}
		t.Skip(err)
	}
}

// ask returns every relevant subset of both pieces on every square, bare and with noise, as the programs read them, and the
// answers of the walk as they write them.
func ask() (questions, answers []byte) {
	rng := rand.New(rand.NewPCG(1, 0))
	for sq := range 64 {
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			mask := board.Mask(p, sq)
			for sub := range board.Subsets(mask) {
				for _, occ := range []uint64{sub, sub | rng.Uint64()&^mask} {
					questions = binary.NativeEndian.AppendUint64(questions, uint64(sq))
					questions = binary.NativeEndian.AppendUint64(questions, occ)
					for _, piece := range board.Pieces {
						answers = binary.NativeEndian.AppendUint64(answers, board.Walk(piece, sq, occ))
					}
				}
			}
		}
	}
	return questions, answers
}

// compare shows the first question whose answers differ.
func compare(t *testing.T, questions, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	if len(got) != len(want) {
		t.Fatalf("%d bytes of answers, want %d", len(got), len(want))
	}
	i := 0
	for ; bytes.Equal(got[i:][:8], want[i:][:8]); i += 8 {
	}
	question := questions[i/24*16:] // three answers of 8 bytes belong to a question of 16
	t.Errorf("%v on %s, occupied\n%s\nattacks\n%s\nwant\n%s", board.Pieces[i/8%3],
		board.SquareName(int(binary.NativeEndian.Uint64(question))), board.Picture(binary.NativeEndian.Uint64(question[8:])),
		board.Picture(binary.NativeEndian.Uint64(got[i:])), board.Picture(binary.NativeEndian.Uint64(want[i:])))
}

// Check accepts a package, prefix or namespace only where the language has one, and only as an identifier; with a class, also with dots. No
// identifier is a reserved word of any language.
func TestPackageNames(t *testing.T) {
	for _, language := range export.Languages() {
		for name, good := range map[string]bool{
			"magics": true, "m2_x": true, "": false, "2m": false, "_m": false, "m-x": false, "ä": false,
			"func": false, "namespace": false, "int": false, "some.engine": false, "some..engine": false, "some.static": false,
		} {
			o := export.Options{Language: language, Package: name}
			switch {
			case (&export.Options{Language: language}).Check() == nil && !o.HasClass():
				good = name == "" // the language has no package
			case language == "swift": // a class without a package
				good = name == ""
			case o.HasClass(): // the package is optional, and may have dots
				good = good || name == "" || name == "some.engine"
			}
			if err := o.Check(); (err == nil) != good {
				t.Errorf("%s, %q: %v", language, name, err)
			}
		}
		o := export.Options{Language: language, Class: "my-attacks"}
		if err := o.Check(); o.HasClass() && err == nil {
			t.Errorf("%s: a class %s", language, o.Class)
		}
	}
}
