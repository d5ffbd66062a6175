package c

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The structs in Rust have the fields of those in C, in their order: all are words, or arrays of words, so that each field has the same place.
func TestStructsInRust(t *testing.T) {
	read := func(name string) string {
		text, err := sources.ReadFile("program/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`//.*`).ReplaceAllString(string(text), "")
	}
	header, module := read("program.h"), read("unit.rs")
	for _, m := range regexp.MustCompile(`enum \{ (\w+) = (\d+) \}`).FindAllStringSubmatch(header, -1) { // lengths of arrays
		header = strings.ReplaceAll(header, m[1], m[2])
	}
	for c, rust := range map[string]string{"struct corpus {": "pub struct Corpus {", "struct unit {": "pub struct Unit {"} {
		var want, have []string
		_, text, _ := strings.Cut(header, c)
		text, _, _ = strings.Cut(text, "\n};")
		text = regexp.MustCompile(`\{[^}]*\}|\)\([^)]*\)`).ReplaceAllString(text, "") // structs within, and parameters
		for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == ',' }) {
			if m := regexp.MustCompile(`(\w+)(?:\[(\d+)\])?\s*$`).FindStringSubmatch(field); m != nil {
				want = append(want, fmt.Sprintf("%s %s", m[1], m[2]))
			}
		}
		_, text, _ = strings.Cut(module, rust)
		text, _, _ = strings.Cut(text, "\n}")
		// A field in Rust: its name, and the length of an array, or else the beginning of a type of one word.
		for _, m := range regexp.MustCompile(`(?m)^    (\w+): (?:\[[^;]*; (\d+)\]|\*|usize|[A-Z]|unsafe extern|extern)`).FindAllStringSubmatch(text, -1) {
			have = append(have, fmt.Sprintf("%s %s", m[1], m[2]))
		}
		if len(want) == 0 || !slices.Equal(want, have) {
			t.Errorf("%s has %q, and %s %q", c, want, rust, have)
		}
	}
}

// Flags that change the meaning of a file or a crate are kept, in both spellings; those that the build decides are left out, and returned by name.
func TestFlagsOfRustc(t *testing.T) {
	kept, left, err := flagsOfRustc(strings.Fields("--cfg fast --cfg=slow -O --features pext,simd --all-features -F=x -Ctarget-cpu=native --no-default-features"))
	if got, want := strings.Join(kept, " "), "--cfg=fast --cfg=slow --features=pext,simd --all-features -F=x --no-default-features"; err != nil || got != want {
		t.Errorf("kept %s (%v), want %s", got, err, want)
	}
	if got, want := strings.Join(left, " "), "-O -Ctarget-cpu=native"; got != want {
		t.Errorf("left out %s, want %s", got, want)
	}
	for _, flag := range []string{"-Iinclude", "-DFAST"} {
		if _, _, err := flagsOfRustc([]string{flag}); err == nil {
			t.Errorf("%s is taken", flag)
		}
	}
}

// The techniques in Rust are right.
func TestTechniquesInRust(t *testing.T) {
	tiertest.Long(t)
	b, units := unitsHere(t, dialectRust, "rustc")
	var names []string
	for _, u := range units {
		if b.has(u) {
			names = append(names, u.Technique.Name)
		}
	}
	if len(names) < 6 { // so many need no feature of the processor
		t.Errorf("only %q", names)
	}
	if _, err := (inRust{dialectRust}).Prove(t.Context(), root, []build.Build{b.Build}, names, 1, language.Reporter{Logf: t.Logf}); err != nil {
		t.Error(err)
	}
}
