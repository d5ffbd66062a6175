package export_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"text/template"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/export"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// part is a template of a part of a program in C or C++: a file that includes sets, and looks up. The part "one" also fills the tables.
// A part of C that defines the tables includes each set again, behind the definition.
const part = `
{{- if .Implements}}{{range .Modules}}
#include "{{.Name}}.h"
#define {{upper .Name}}_IMPLEMENTATION
{{end}}{{end}}
{{- range .Modules}}
#include "{{.Name}}.h"
{{- end}}
#ifdef __cplusplus
#define PUBLIC extern "C" __attribute__((visibility("default")))
#else
#define PUBLIC __attribute__((visibility("default")))
#endif
{{if eq .Part "one"}}
PUBLIC void start(void);
PUBLIC void start(void) {
	{{- range .Modules}}{{if and (eq $.Join "_") (not .Table)}}
	{{.Name}}_init();
	{{- end}}{{end}}
}
{{end}}
PUBLIC unsigned long long {{.Part}}(void);
PUBLIC unsigned long long {{.Part}}(void) {
	unsigned long long sum = 0;
	for (int sq = 0; sq < 64; sq++)
		for (unsigned long long i = 0, occ = 1; i < 64; i++) {
			occ = occ * 6364136223846793005u + 1;
			{{- range .Modules}}
			sum = sum * 31 + {{.Name}}{{$.Join}}queen(sq, occ & occ << 13);
			{{- end}}
		}
	return sum;
}
`

// sum returns the number that each part of the program must compute with so many sets. As there, occupancies are drawn by a linear congruential generator.
func sum(modules int) (sum uint64) {
	for sq := range 64 {
		occ := uint64(1)
		for range 64 {
			occ = occ*6364136223846793005 + 1
			for range modules {
				sum = sum*31 + board.Walk(board.Queen, sq, occ&(occ<<13))
			}
		}
	}
	return sum
}

// mainFile includes no set. If the program has an argument, main forgets to fill the tables. It returns 0: argv[0] is only looked at, so that no compiler calls argv unused.
const mainFile = `
#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif
void start(void);
unsigned long long one(void), two(void);
#ifdef __cplusplus
}
#endif
int main(int argc, char **argv) {
	if (argc == 1) start();
	printf("%llu %llu\n", one(), two());
	return argv[0] == NULL;
}
`

// several is a program of several files, in a folder with exported sets.
type several struct {
	t   *testing.T
	dir string
}

// newSeveral writes three sets in a new folder. Before its table is computed, dense would answer 0, and torus the adjacent squares; ready contains its table.
func newSeveral(t *testing.T, language string) (several, []module) {
	s := several{t, t.TempDir()}
	modules := []module{
		{Name: "torus", Set: stored(t, "fancymagic/torus")}, {Name: "dense", Set: stored(t, "fancymagic/dense")},
		{Name: "ready", Set: stored(t, "fancymagic/torus"), Table: true},
	}
	for _, m := range modules {
		var text bytes.Buffer
		if err := export.Write(&text, m.Set, export.Options{Language: language, Package: m.Name, Table: m.Table}); err != nil {
			t.Fatal(err)
		}
		s.write(m.Name+".h", text.String())
	}
	return s, modules
}

// write writes a file in the folder.
func (s several) write(name, text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// part writes a part of the program, which has the name of the file. language is that of the sets; implements says that the part of C defines their tables.
func (s several) part(file string, language string, modules []module, implements bool) {
	s.t.Helper()
	name, _, _ := strings.Cut(file, ".")
	join := "_"
	if language == "cpp" {
		join = "::"
	}
	var text bytes.Buffer
	err := template.Must(template.New("").Funcs(template.FuncMap{"upper": strings.ToUpper}).Parse(part)).Execute(&text, map[string]any{
		"Part": name, "Modules": modules, "Implements": implements, "Join": join,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.write(file, text.String())
}

// run runs a command of the shell in the folder.
func (s several) run(command string) (out string, err error) {
	c := exec.Command("sh", "-c", command)
	c.Dir = s.dir
	text, err := c.CombinedOutput()
	return string(text), err
}

// In programs of several files of C, of C++, and of both, all files look up in the same tables, however the program is built.
func TestTablesStandOnce(t *testing.T) {
	for _, compilers := range [][2]string{{"gcc", "g++"}, {"clang", "clang++"}} {
		for _, c := range []struct {
			name, language string // the language of the sets
			files          [2]string
			implements     bool // the first file defines NAME_IMPLEMENTATION, as C needs
		}{
			{"c", "c", [2]string{"one.c", "two.c"}, true},
			{"c-in-cpp", "c", [2]string{"one.cpp", "two.cpp"}, false},
			{"c-and-cpp", "c", [2]string{"one.c", "two.cpp"}, true},
			{"cpp", "cpp", [2]string{"one.cpp", "two.cpp"}, false},
		} {
			t.Run(compilers[0]+"/"+c.name, func(t *testing.T) {
				if c.name != "c" || compilers[0] != "gcc" {
					tiertest.Long(t)
				}
				need(t, compilers[0])
				link := compilers[0]
				if strings.HasSuffix(c.files[1], ".cpp") {
					link = compilers[1]
					need(t, link)
				}
				s, modules := newSeveral(t, c.language)
				s.part(c.files[0], c.language, modules, c.implements)
				s.part(c.files[1], c.language, modules, false)
				s.write("main.c", mainFile)
				want := fmt.Sprintf("%d %[1]d\n", sum(len(modules)))
				for _, flags := range []string{"-O2", "-O2 -flto", "-O2 -static", "-O2 -fPIE -pie", "-O2 -fvisibility=hidden -fPIC -shared"} {
					if testing.Short() && flags != "-O2" {
						continue
					}
					if out, err := s.run("echo 'int main(void) { return 0; }' >try.c && " + compilers[0] + " " + flags + " -o try try.c"); err != nil {
						t.Logf("not tried: %s %s: %s", compilers[0], flags, out)
						continue
					}
					const warn = " -pedantic -Wall -Wextra -Wconversion -Werror "
					compile := func(file, flags string) string {
						if strings.HasSuffix(file, ".cpp") {
							return compilers[1] + " -std=c++17" + warn + flags + " -c " + file
						}
						return compilers[0] + " -std=c99" + warn + flags + " -c " + file
					}
					compiling := strings.TrimSuffix(strings.TrimSuffix(flags, " -shared"), " -pie") // without the flags that only link
					steps := []string{compile(c.files[0], compiling), compile(c.files[1], compiling), compile("main.c", compiling)}
					switch {
					case !strings.HasSuffix(flags, "-shared"):
						steps = append(steps, link+" "+flags+" one.o two.o main.o -o a.out")
					case c.implements:
						// In C the tables are the library's own.
						steps = append(steps, link+" "+flags+" one.o two.o -o lib.so", link+" main.o ./lib.so -o a.out")
					default:
						// In C++ the program and the library share them.
						steps = append(steps, link+" "+flags+" two.o -o lib.so", link+" one.o main.o ./lib.so -o a.out")
					}
					steps = append(steps, "./a.out")
					if got, err := s.run(strings.Join(steps, " && ")); err != nil || got != want {
						t.Errorf("%s: %v\n%swant %s", strings.Join(steps, " && "), err, got, want)
					}
				}
			})
		}
	}
}

// Without the definition a program of C is not linked. A lookup before init ends in an assertion, unless NDEBUG removes it.
func TestForgottenTables(t *testing.T) {
	need(t, "gcc")
	s, modules := newSeveral(t, "c")
	s.part("one.c", "c", modules, false)
	s.part("two.c", "c", modules, false)
	s.write("main.c", mainFile)
	if out, err := s.run("gcc one.c two.c main.c"); err == nil || !strings.Contains(out, "torus_table") || !strings.Contains(out, "dense_init") || !strings.Contains(out, "ready_table") {
		t.Errorf("linked without a definition: %v\n%s", err, out)
	}
	for _, m := range modules[:2] { // those that compute their tables
		s.part("one.c", "c", []module{m}, true)
		s.part("two.c", "c", []module{m}, false)
		if out, err := s.run("gcc one.c two.c main.c && ./a.out early"); err == nil || !strings.Contains(out, m.Name+"_init comes before the first lookup") {
			t.Errorf("%s, a lookup before init: %v\n%s", m.Name, err, out)
		}
		if out, err := s.run("gcc -DNDEBUG one.c two.c main.c && ./a.out early"); err != nil {
			t.Errorf("%s, a lookup before init in a release: %v\n%s", m.Name, err, out)
		}
	}
}

// In C++, the initial value of a static object may look up, even in a file that includes no set. A static object with priority 101, which is
// initialised before the table, meets an assertion.
func TestLookupsBeforeMain(t *testing.T) {
	tiertest.Long(t)
	if runtime.GOOS != "linux" {
		t.Skip("the order of static objects is known for ELF systems")
	}
	for _, compiler := range []string{"g++", "clang++"} {
		t.Run(compiler, func(t *testing.T) {
			need(t, compiler)
			s, modules := newSeveral(t, "cpp")
			s.part("two.cpp", "cpp", modules, false)
			const early = `
#include <cstdio>
extern "C" unsigned long long two(void);
struct early { unsigned long long sum; early() : sum(two()) {} };
%sstatic early value;
int main() { std::printf("%%llu\n", value.sum); }
`
			build := compiler + " -std=c++17 early.cpp two.cpp && ./a.out"
			s.write("early.cpp", fmt.Sprintf(early, ""))
			if out, err := s.run(build); err != nil || out != fmt.Sprintln(sum(len(modules))) {
				t.Errorf("%v, %s, want %d", err, out, sum(len(modules)))
			}
			s.write("early.cpp", fmt.Sprintf(early, "__attribute__((init_priority(101))) "))
			if out, err := s.run(build); err == nil || !strings.Contains(out, "the table is filled before the first lookup") {
				t.Errorf("a lookup before the table is filled: %v, %s", err, out)
			}
		})
	}
}

// In Go, the initial value of a variable may look up, even in a file of the package that comes before the exported file.
func TestLookupsInInitialValues(t *testing.T) {
	tiertest.Slow(t)
	s, _ := newSeveral(t, "go")
	if err := os.Rename(filepath.Join(s.dir, "dense.h"), filepath.Join(s.dir, "z.go")); err != nil {
		t.Fatal(err)
	}
	s.write("go.mod", "module dense\n\ngo 1.22\n")
	s.write("a.go", "package dense\n\nvar early = Rook(0, 0)\n")
	s.write("a_test.go", `package dense

import "testing"

func TestEarly(t *testing.T) {
	if early != 0x01010101010101fe { // the first rank and the file a, but for a1
		t.Errorf("%x", early)
	}
}
`)
	if out, err := s.run("GOWORK=off GOFLAGS= go test -vet=off ."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A lookup before init panics in a debug build of Rust.
func TestForgottenTablesInRust(t *testing.T) {
	tiertest.Long(t)
	need(t, "rustc")
	s := several{t, t.TempDir()}
	var text bytes.Buffer
	if err := export.Write(&text, stored(t, "fancymagic/torus"), export.Options{Language: "rust"}); err != nil {
		t.Fatal(err)
	}
	s.write("torus.rs", text.String())
	s.write("main.rs", "mod torus;\nfn main() { println!(\"{}\", torus::rook(0, 0)); torus::init(); torus::queen(0, 0); }\n")
	if out, err := s.run("rustc main.rs && ./main"); err == nil || !strings.Contains(out, "init comes before the first lookup") {
		t.Errorf("a lookup before init: %v\n%s", err, out)
	}
}
