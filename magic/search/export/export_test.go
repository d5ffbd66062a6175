package export_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
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
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/magic/search/export"
	"github.com/slidebench/slidebench/magic/search/factors"
)

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

// arrays reads a package's factors.go, which has indices as wide as the masks and ranges end to end.
func arrays(t *testing.T, pkg string, form factors.Form) *factors.Set {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, pkg, "factors.go"))
	if err != nil {
		t.Fatal(err)
	}
	s := &factors.Set{Source: []string{"See package " + pkg + "."}}
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

// torus returns a set whose rooks have the torus form: all of them share their factor and their slots.
func torus(t *testing.T) *factors.Set {
	s := arrays(t, "fancymagic", factors.White)
	s.Content = factors.OverlayAdjacent
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Piece == board.Bishop {
			continue // stays behind the slots of 64 rooks, which are more than those that they share
		}
		e.Form, e.Factor, e.Shift, e.Offset = factors.Torus, 0x810000a048104081, 50, 0
		e.Rotation = -e.Form.Turn(e.Square) & 63
	}
	return s
}

// mixed returns a set in which every form there is stands next to the others, with other rotations, and a source that tries
// to leave its comment.
func mixed(t *testing.T) *factors.Set {
	of := [...]*factors.Set{
		arrays(t, "fancymagic", factors.White), arrays(t, "magic/magic32", factors.Bits32),
		stored(t, "blackmagic"), torus(t),
	}
	s := &factors.Set{Content: factors.OverlayAdjacent, Source: []string{`*/ } "`, "a\nb \r}", `c \`, "??/", "\u202ed", "\xff"}}
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
	Table bool
}

func modules(t *testing.T) []module {
	var all []module
	for _, m := range []module{
		{Name: "mixed", Set: mixed(t)},
		{Name: "fancy", Set: arrays(t, "fancymagic", factors.White)},
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
		m.Table, m.Name = true, m.Name+"_table"
		all = append(all, m)
	}
	return all
}

// A language is proved by a program that contains all modules. Its argument names one, which answers the questions of
// standard input, a square and an occupancy of 64 bits each, on standard output, by what a rook, a bishop and a queen attack.
type language struct {
	name, compiler string
	file           string      // what a module's file is called, by its name
	programs       [][2]string // templates by file name
	commands       []string    // what makes the program a.out
}

var languages = []language{
	{"c", "gcc", "%s.h", [][2]string{{"tables.c", cTables}, {"main.c", cMain}}, []string{
		"gcc -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -O2 -fsanitize=undefined -fno-sanitize-recover tables.c main.c",
	}},
	{"cpp", "g++", "%s.hpp", [][2]string{{"main.cpp", cppMain}}, []string{
		"g++ -std=c++17 -pedantic -Wall -Wextra -Wconversion -Werror -O2 main.cpp",
	}},
	{"go", "go", "%[1]s/%[1]s.go", [][2]string{{"go.mod", "module program\n\ngo 1.22\n"}, {"main.go", goMain}}, []string{
		"go vet ./...", "go build -o a.out",
	}},
	{"rust", "rustc", "%s.rs", [][2]string{{"main.rs", rustMain}}, []string{
		"rustc --edition 2021 -O -D warnings -o a.out main.rs",
	}},
	{"zig", "zig", "%s.zig", [][2]string{{"main.zig", zigMain}}, []string{
		"zig build-exe -O ReleaseSafe -lc -femit-bin=a.out --cache-dir cache --global-cache-dir cache main.zig",
	}},
}

const cTables = `{{range .}}
#define {{upper .Name}}_IMPLEMENTATION
#include "{{.Name}}.h"
{{end}}`

const cMain = `
#include <stdio.h>
#include <string.h>
{{range .}}
#include "{{.Name}}.h"
{{end}}
int main(int argc, char **argv) {
	uint64_t question[2], answers[3];
	if (argc != 2) return 2;
	{{range .}}
	if (strcmp(argv[1], "{{.Name}}") == 0) {
		{{if not .Table}}{{.Name}}_init();{{end}}
		while (fread(question, sizeof question, 1, stdin) == 1) {
			answers[0] = {{.Name}}_rook((int)question[0], question[1]);
			answers[1] = {{.Name}}_bishop((int)question[0], question[1]);
			answers[2] = {{.Name}}_queen((int)question[0], question[1]);
			fwrite(answers, sizeof answers, 1, stdout);
		}
	}
	{{end}}
	return 0;
}
`

const cppMain = `
#include <cstdio>
#include <string_view>
{{range .}}
#include "{{.Name}}.hpp"
{{end}}
int main(int argc, char **argv) {
	std::uint64_t question[2], answers[3];
	if (argc != 2) return 2;
	{{range .}}
	if (argv[1] == std::string_view("{{.Name}}")) {
		while (std::fread(question, sizeof question, 1, stdin) == 1) {
			answers[0] = {{.Name}}::rook(int(question[0]), question[1]);
			answers[1] = {{.Name}}::bishop(int(question[0]), question[1]);
			answers[2] = {{.Name}}::queen(int(question[0]), question[1]);
			std::fwrite(answers, sizeof answers, 1, stdout);
		}
	}
	{{end}}
}
`

const goMain = `
package main

import (
	"bufio"
	"encoding/binary"
	"os"
	{{range .}}
	"program/{{.Name}}"
	{{- end}}
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	answer := map[string]func(sq int, occ uint64) [3]uint64{
		{{- range .}}
		"{{.Name}}": func(sq int, occ uint64) [3]uint64 {
			return [3]uint64{ {{.Name}}.Rook(sq, occ), {{.Name}}.Bishop(sq, occ), {{.Name}}.Queen(sq, occ)}
		},
		{{- end}}
	}[os.Args[1]]
	for {
		var question [2]uint64
		if binary.Read(in, binary.NativeEndian, &question) != nil {
			return
		}
		answers := answer(int(question[0]), question[1])
		binary.Write(out, binary.NativeEndian, &answers)
	}
}
`

const rustMain = `
use std::io::{stdin, stdout, Read, Write};
{{range .}}
mod {{.Name}};
{{- end}}

fn main() {
    let name = std::env::args().nth(1).unwrap();
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    stdin().read_to_end(&mut questions).unwrap();
    {{- range .}}
    if name == "{{.Name}}" {
        {{- if not .Table}}
        {{.Name}}::init();
        {{- end}}
        for question in questions.chunks(16) {
            let sq = u64::from_ne_bytes(question[..8].try_into().unwrap()) as usize;
            let occ = u64::from_ne_bytes(question[8..].try_into().unwrap());
            for answer in [{{.Name}}::rook(sq, occ), {{.Name}}::bishop(sq, occ), {{.Name}}::queen(sq, occ)] {
                answers.extend(answer.to_ne_bytes());
            }
        }
    }
    {{- end}}
    stdout().write_all(&answers).unwrap();
}
`

// The C library is what has not changed its names between Zig's versions.
const zigMain = `
const c = struct {
    extern fn getenv(name: [*:0]const u8) ?[*:0]const u8;
    extern fn strcmp(a: [*:0]const u8, b: [*:0]const u8) c_int;
    extern fn read(file: c_int, to: *anyopaque, bytes: usize) isize;
    extern fn write(file: c_int, from: *const anyopaque, bytes: usize) isize;
};
{{range .}}
const {{.Name}} = @import("{{.Name}}.zig");
{{- end}}

pub export fn main(count: c_int, arguments: [*][*:0]const u8) c_int {
    if (count != 2) return 2;
    {{- range .}}
    if (c.strcmp(arguments[1], "{{.Name}}") == 0) {
        {{- if not .Table}}
        {{.Name}}.init();
        {{- end}}
        var question: [2]u64 = undefined;
        while (c.read(0, &question, 16) == 16) {
            const sq: u6 = @intCast(question[0]);
            const answers = [3]u64{ {{.Name}}.rook(sq, question[1]), {{.Name}}.bishop(sq, question[1]), {{.Name}}.queen(sq, question[1]) };
            if (c.write(1, &answers, 24) != 24) return 1;
        }
    }
    {{- end}}
    return 0;
}
`

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
			for _, m := range all {
				o := export.Options{Language: l.name, Table: m.Table, Command: "findmagic export"}
				if l.name != "rust" && l.name != "zig" {
					o.Package = m.Name
				}
				var text bytes.Buffer
				if err := export.Write(&text, m.Set, o); err != nil {
					t.Fatal(err)
				}
				write(fmt.Sprintf(l.file, m.Name), text.Bytes())
			}
			for _, p := range l.programs {
				var text bytes.Buffer
				program := template.Must(template.New("").Funcs(template.FuncMap{"upper": strings.ToUpper}).Parse(p[1]))
				if err := program.Execute(&text, all); err != nil {
					t.Fatal(err)
				}
				write(p[0], text.Bytes())
			}
			for _, command := range l.commands {
				args := strings.Fields(command)
				c := exec.Command(args[0], args[1:]...)
				c.Dir = dir
				c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
			}
			for _, m := range all {
				t.Run(m.Name, func(t *testing.T) {
					c := exec.Command(filepath.Join(dir, "a.out"), m.Name)
					c.Stdin = bytes.NewReader(questions)
					got, err := c.Output()
					if err != nil {
						t.Fatal(err)
					}
					compare(t, questions, got, want)
				})
			}
		})
	}
}

// need skips a test that lacks a compiler. Where the environment variable SLIDEBENCH_REQUIRE, a list separated by commas,
// names it, the test fails instead.
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
	question := questions[i/24*16:]
	t.Errorf("%v on %s, occupied\n%s\nattacks\n%s\nwant\n%s", board.Pieces[i/8%3],
		board.SquareName(int(binary.NativeEndian.Uint64(question))), board.Picture(binary.NativeEndian.Uint64(question[8:])),
		board.Picture(binary.NativeEndian.Uint64(got[i:])), board.Picture(binary.NativeEndian.Uint64(want[i:])))
}

// What go-factors writes is a Go file with as few arrays as tell the set.
func TestArrays(t *testing.T) {
	for _, c := range []struct {
		name string
		set  *factors.Set
		want string
	}{
		{"fancy", arrays(t, "fancymagic", factors.White), "bishopFactors rookFactors"},
		{"dense", stored(t, "fancymagic/dense"), "bishopFactors bishopShifts rookFactors rookShifts"},
		{"black", stored(t, "blackmagic"), "bishopFactors bishopOffsets rookFactors rookOffsets tableWords"},
		{"torus", stored(t, "fancymagic/torus"), "bishopFactors rookFactor rookShift"},
		{"overlay", stored(t, "fancymagic/overlay"), "bishopFactors bishopForms bishopOffsets bishopRotations bishopShifts bits32 black form " +
			"rookFactors rookForms rookOffsets rookRotations rookShifts tableWords torus white"},
		{"mixed", mixed(t), "bishopFactors bishopForms bishopOffsets bishopRotations bishopShifts bits32 black form " +
			"rookFactors rookForms rookOffsets rookRotations rookShifts tableWords torus white"},
	} {
		var text bytes.Buffer
		if err := export.Write(&text, c.set, export.Options{Language: "go-factors", Package: c.name}); err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, "factors.go", &text, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := new(types.Config).Check(c.name, files, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(pkg.Scope().Names(), " "); got != c.want {
			t.Errorf("%s declares %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPackageNames(t *testing.T) {
	for _, language := range export.Languages() {
		for name, good := range map[string]bool{
			"magics": true, "m2_x": true, "": false, "2m": false, "_m": false, "m-x": false, "ä": false,
			"func": false, "namespace": false, "int": false,
		} {
			o := export.Options{Language: language, Package: name}
			if slices.Contains([]string{"rust", "zig", "csv", "json"}, language) {
				good = name == "" // nothing is named by it
			}
			if err := o.Check(); (err == nil) != good {
				t.Errorf("%s, %q: %v", language, name, err)
			}
		}
	}
}
