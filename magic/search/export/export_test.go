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
		if m.Name == "black" || m.Name == "torus" { // a table is written alike for all sets of a content
			m.Table, m.Name = true, m.Name+"_table"
			all = append(all, m)
		}
	}
	return all
}

// A language is proved by a program that contains all modules. Its argument names one, which answers the questions of
// standard input, a square and an occupancy of 64 bits each, on standard output, by what a rook, a bishop and a queen attack.
// Where a table could be meant to be one and be two, the file that has it computed is not the file that looks up.
type language struct {
	name, compiler string
	file           string      // what a module's file is called, by its name
	programs       [][2]string // names and templates of the program's own files
	commands       []string    // what makes the program
	run            string      // what runs it
}

var languages = []language{
	{"c", "gcc", "%s.h", [][2]string{{"tables.c", cTables}, {"answer.c", cAnswer}, {"main.c", cMain}}, []string{
		"gcc -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -O2 -fsanitize=undefined -fno-sanitize-recover tables.c answer.c main.c",
	}, "./a.out"},
	{"cpp", "g++", "%s.hpp", [][2]string{{"main.cpp", cppMain}}, []string{
		"g++ -std=c++17 -pedantic -Wall -Wextra -Wconversion -Werror -O2 main.cpp",
	}, "./a.out"},
	{"go", "go", "%[1]s/%[1]s.go", [][2]string{{"go.mod", "module program\n\ngo 1.22\n"}, {"answer/answer.go", goAnswer}, {"main.go", goMain}}, []string{
		"go vet ./...", "go build -o a.out",
	}, "./a.out"},
	{"rust", "rustc", "%s.rs", [][2]string{{"answer.rs", rustAnswer}, {"main.rs", rustMain}}, []string{
		"rustc --edition 2021 -O -C debug-assertions -D warnings -o a.out main.rs",
	}, "./a.out"},
	{"zig", "zig", "%s.zig", [][2]string{{"answer.zig", zigAnswer}, {"main.zig", zigMain}}, []string{
		"zig build-exe -O ReleaseSafe -lc -femit-bin=a.out --cache-dir cache --global-cache-dir cache main.zig",
	}, "./a.out"},
	{"csharp", "mcs", "%s.cs", [][2]string{{"Main.cs", csharpMain}}, []string{"mcs -checked+ -warn:4 -warnaserror -out:a.exe -recurse:*.cs"}, "mono a.exe"},
	{"java", "javac", "%s.java", [][2]string{{"Main.java", javaMain}}, []string{"javac -Xlint:all -Werror Main.java"}, "java -cp . Main"},
	{"kotlin", "kotlinc", "%s.kt", [][2]string{{"main.kt", kotlinMain}}, []string{"kotlinc . -include-runtime -d a.jar"}, "java -jar a.jar"},
	{"swift", "swiftc", "%s.swift", [][2]string{{"main.swift", swiftMain}}, []string{"swiftc -O -o a.out *.swift"}, "./a.out"},
	{"typescript", "tsc", "%s.ts", [][2]string{{"tsconfig.json", tsConfig}, {"main.ts", tsMain}}, []string{"tsc"}, "node main.js"},
	{"typescript32", "tsc", "%s.ts", [][2]string{{"tsconfig.json", tsConfig}, {"main.ts", tsMain32}}, []string{"tsc"}, "node main.js"},
	{"python", "python3", "%s.py", [][2]string{{"main.py", pythonMain}}, nil, "python3 main.py"},
}

const cTables = `{{range .}}
#include "{{.Name}}.h"
#define {{upper .Name}}_IMPLEMENTATION
#include "{{.Name}}.h"
{{end}}`

const cAnswer = `
{{range .}}
#include "{{.Name}}.h"
void answer_{{.Name}}(int sq, uint64_t occ, uint64_t answers[3]);
void answer_{{.Name}}(int sq, uint64_t occ, uint64_t answers[3]) {
	answers[0] = {{.Name}}_rook(sq, occ);
	answers[1] = {{.Name}}_bishop(sq, occ);
	answers[2] = {{.Name}}_queen(sq, occ);
}
{{end}}`

const cMain = `
#include <stdio.h>
#include <string.h>
{{range .}}
#include "{{.Name}}.h"
void answer_{{.Name}}(int sq, uint64_t occ, uint64_t answers[3]);
{{end}}
int main(int argc, char **argv) {
	uint64_t question[2], answers[3];
	if (argc != 2) return 2;
	{{range .}}
	if (strcmp(argv[1], "{{.Name}}") == 0) {
		{{if not .Table}}{{.Name}}_init();{{end}}
		while (fread(question, sizeof question, 1, stdin) == 1) {
			answer_{{.Name}}((int)question[0], question[1], answers);
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

// Calls of lookups in two packages.
const goAnswer = `
package answer

import (
	{{- range .}}
	"program/{{.Name}}"
	{{- end}}
)

var By = map[string]func(sq int, occ uint64) [3]uint64{
	{{- range .}}
	"{{.Name}}": func(sq int, occ uint64) [3]uint64 {
		return [3]uint64{ {{.Name}}.Rook(sq, occ), {{.Name}}.Bishop(sq, occ), {{.Name}}.Queen(sq, occ)}
	},
	{{- end}}
}
`

const goMain = `
package main

import (
	"bufio"
	"encoding/binary"
	"os"
	"program/answer"
	{{- range .}}
	"program/{{.Name}}"
	{{- end}}
)

func main() {
	{{- range .}}
	_ = {{.Name}}.Rook(0, 0)
	{{- end}}
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var question [2]uint64
		if binary.Read(in, binary.NativeEndian, &question) != nil {
			return
		}
		answers := answer.By[os.Args[1]](int(question[0]), question[1])
		binary.Write(out, binary.NativeEndian, &answers)
	}
}
`

const rustAnswer = `
pub fn answer(name: &str, sq: usize, occ: u64) -> [u64; 3] {
    match name {
        {{- range .}}
        "{{.Name}}" => {
            use crate::{{.Name}}::*;
            [rook(sq, occ), bishop(sq, occ), queen(sq, occ)]
        }
        {{- end}}
        _ => panic!("unknown name"),
    }
}
`

const rustMain = `
use std::io::{stdin, stdout, Read, Write};

mod answer;
{{- range .}}
mod {{.Name}};
{{- end}}

fn main() {
    let name = std::env::args().nth(1).unwrap();
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    stdin().read_to_end(&mut questions).unwrap();
    {{- range .}}
    {{- if not .Table}}
    if name == "{{.Name}}" {
        {{.Name}}::init();
    }
    {{- end}}
    {{- end}}
    for question in questions.chunks(16) {
        let sq = u64::from_ne_bytes(question[..8].try_into().unwrap()) as usize;
        let occ = u64::from_ne_bytes(question[8..].try_into().unwrap());
        for answer in answer::answer(&name, sq, occ) {
            answers.extend(answer.to_ne_bytes());
        }
    }
    stdout().write_all(&answers).unwrap();
}
`

const zigAnswer = `
{{range .}}
const {{.Name}} = @import("{{.Name}}.zig");

pub fn {{.Name}}_answer(sq: u6, occ: u64) [3]u64 {
    return [3]u64{ {{.Name}}.rook(sq, occ), {{.Name}}.bishop(sq, occ), {{.Name}}.queen(sq, occ) };
}
{{end}}
`

// The C library is what has not changed its names between Zig's versions.
const zigMain = `
const c = struct {
    extern fn getenv(name: [*:0]const u8) ?[*:0]const u8;
    extern fn strcmp(a: [*:0]const u8, b: [*:0]const u8) c_int;
    extern fn read(file: c_int, to: *anyopaque, bytes: usize) isize;
    extern fn write(file: c_int, from: *const anyopaque, bytes: usize) isize;
};
const answer = @import("answer.zig");
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
            const answers = answer.{{.Name}}_answer(sq, question[1]);
            if (c.write(1, &answers, 24) != 24) return 1;
        }
    }
    {{- end}}
    return 0;
}
`

const csharpMain = `
using System;
using System.Collections.Generic;
using System.IO;

class Program {
	static void Main(string[] args) {
		var lookups = new Dictionary<string, Func<int, ulong, ulong[]>> {
			{{- range .}}
			{"{{.Name}}", (sq, occ) => new ulong[] { some.engine.{{.Name}}.Rook(sq, occ), some.engine.{{.Name}}.Bishop(sq, occ), some.engine.{{.Name}}.Queen(sq, occ)}},
			{{- end}}
		};
		var answer = lookups[args[0]];
		var all = new MemoryStream();
		Console.OpenStandardInput().CopyTo(all);
		byte[] questions = all.ToArray();
		using (var output = new BufferedStream(Console.OpenStandardOutput()))
			for (int i = 0; i < questions.Length; i += 16)
				foreach (ulong a in answer((int)BitConverter.ToUInt64(questions, i), BitConverter.ToUInt64(questions, i + 8)))
					output.Write(BitConverter.GetBytes(a), 0, 8);
	}
}
`

const javaMain = `
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

class Main {
	public static void main(String[] args) throws IOException {
		ByteBuffer in = ByteBuffer.wrap(System.in.readAllBytes()).order(ByteOrder.nativeOrder());
		ByteBuffer out = ByteBuffer.allocate(in.remaining() / 16 * 24).order(ByteOrder.nativeOrder());
		while (in.hasRemaining()) {
			int sq = (int) in.getLong();
			long occ = in.getLong();
			switch (args[0]) {
			{{- range .}}
			case "{{.Name}}":
				out.putLong({{.Name}}.rook(sq, occ)).putLong({{.Name}}.bishop(sq, occ)).putLong({{.Name}}.queen(sq, occ));
				break;
			{{- end}}
			}
		}
		System.out.write(out.array());
		System.out.flush();
	}
}
`

const kotlinMain = `
import java.nio.ByteBuffer
import java.nio.ByteOrder

fun main(args: Array<String>) {
	val questions = ByteBuffer.wrap(System.` + "`in`" + `.readBytes()).order(ByteOrder.nativeOrder())
	val out = ByteBuffer.allocate(questions.remaining() / 16 * 24).order(ByteOrder.nativeOrder())
	while (questions.hasRemaining()) {
		val sq = questions.getLong().toInt()
		val occ = questions.getLong()
		when (args[0]) {
			{{- range .}}
			"{{.Name}}" -> some.engine.{{.Name}}.run { out.putLong(rook(sq, occ)).putLong(bishop(sq, occ)).putLong(queen(sq, occ)) }
			{{- end}}
		}
	}
	System.out.write(out.array())
	System.out.flush()
}
`

const swiftMain = `
import Foundation

let questions = FileHandle.standardInput.readDataToEndOfFile().withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
var answers: [UInt64] = []
for i in stride(from: 0, to: questions.count, by: 2) {
    let (sq, occ) = (Int(questions[i]), questions[i + 1])
    switch CommandLine.arguments[1] {
    {{- range .}}
    case "{{.Name}}": answers += [{{.Name}}.rook(sq, occ), {{.Name}}.bishop(sq, occ), {{.Name}}.queen(sq, occ)]
    {{- end}}
    default: fatalError("unknown name")
    }
}
FileHandle.standardOutput.write(answers.withUnsafeBytes { Data($0) })
`

const tsConfig = `{
	"compilerOptions": {
		"strict": true, "noUnusedLocals": true, "noUnusedParameters": true, "noImplicitReturns": true,
		"target": "es2020", "module": "commonjs", "types": []
	}
}`

const tsMain = `
declare const require: any, process: any;

type Lookup = (sq: number, occ: bigint) => bigint;
const lookups: { rook: Lookup; bishop: Lookup; queen: Lookup } = require("./" + process.argv[2]);
const questions = new BigUint64Array(new Uint8Array(require("fs").readFileSync(0)).buffer);
const answers = new BigUint64Array(questions.length / 2 * 3);
for (let i = 0, j = 0; i < questions.length; i += 2) {
	for (const lookup of [lookups.rook, lookups.bishop, lookups.queen]) {
		answers[j++] = lookup(Number(questions[i]), questions[i + 1]);
	}
}
require("fs").writeFileSync(1, answers);
`

const tsMain32 = `
declare const require: any, process: any;

type Lookup = (sq: number, low: number, high: number) => [low: number, high: number];
const lookups: { rook: Lookup; bishop: Lookup; queen: Lookup } = require("./" + process.argv[2]);
const questions = new BigUint64Array(new Uint8Array(require("fs").readFileSync(0)).buffer);
const answers = new BigUint64Array(questions.length / 2 * 3);
for (let i = 0, j = 0; i < questions.length; i += 2) {
	for (const lookup of [lookups.rook, lookups.bishop, lookups.queen]) {
		const [low, high] = lookup(Number(questions[i]), Number(questions[i + 1] & 0xffffffffn), Number(questions[i + 1] >> 32n));
		if (low >>> 0 !== low || high >>> 0 !== high) throw new Error("no words without a sign: " + low + ", " + high);
		answers[j++] = BigInt(high) << 32n | BigInt(low);
	}
}
require("fs").writeFileSync(1, answers);
`

const pythonMain = `
import array
import importlib
import sys

lookups = importlib.import_module(sys.argv[1])
questions = array.array("Q", sys.stdin.buffer.read())
answers = array.array("Q")
for sq, occ in zip(questions[0::2], questions[1::2]):
    answers.extend((lookups.rook(sq, occ), lookups.bishop(sq, occ), lookups.queen(sq, occ)))
sys.stdout.buffer.write(answers.tobytes())
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
			var here []module
			for _, m := range all {
				o := export.Options{Language: l.name, Table: m.Table, Command: "findmagic export"}
				switch {
				case o.HasClass():
					o.Class = m.Name
					if l.name != "java" { // where a package is a folder
						o.Package = "some.engine"
					}
				case !o.Unused():
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
			for _, p := range l.programs {
				var text bytes.Buffer
				program := template.Must(template.New("").Funcs(template.FuncMap{"upper": strings.ToUpper}).Parse(p[1]))
				if err := program.Execute(&text, here); err != nil {
					t.Fatal(err)
				}
				write(p[0], text.Bytes())
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
			"func": false, "namespace": false, "int": false, "some.engine": false, "some..engine": false, "some.static": false,
		} {
			o := export.Options{Language: language, Package: name}
			switch {
			case o.Unused():
				good = true // nothing is named by it
			case o.HasClass(): // and a package, but for Swift
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
