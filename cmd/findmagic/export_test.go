package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/magic/search/export"
)

// What is written as CSV, by way of JSON too, is what was read.
func TestExportAsData(t *testing.T) {
	for _, file := range storedSets(t) {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		object := filepath.Join(t.TempDir(), "factors.json")
		if code, _, stderr := try("export " + file + " --lang json -o " + object); code != 0 {
			t.Fatalf("%s: exit %d, %s", file, code, stderr)
		}
		if code, got, stderr := try("export " + object + " --lang csv"); code != 0 || got != string(want) {
			t.Errorf("%s: exit %d, %s; comes back as\n%s", file, code, stderr, got)
		}
	}
}

// The header of a source file says where it comes from: the set's own source, and the command.
func TestExportNamesTheOrigin(t *testing.T) {
	const file = "../../blackmagic/factors.csv"
	for _, lang := range export.Languages() {
		options := " --lang " + lang
		if lang != "rust" && lang != "zig" && lang != "json" && lang != "csv" {
			options += " --package some"
		}
		code, stdout, stderr := try("export " + file + options)
		if code != 0 || !strings.HasPrefix(stderr, "verified: 128 squares, ") {
			t.Errorf("%s: exit %d, %s", lang, code, stderr)
		}
		if command := `"findmagic export factors.csv` + options + `"`; lang != "json" && lang != "csv" && !strings.Contains(stdout, command) {
			t.Errorf("%s: no %s in the header", lang, command)
		}
		if !strings.Contains(stdout, "by this project's own search") {
			t.Errorf("%s: no source in the header", lang)
		}
	}
	_, stdout, _ := try("export " + file + " --form black --lang c --package some --table")
	if want := `"findmagic export factors.csv --form black --lang c --package some --table"`; !strings.Contains(stdout, want) {
		t.Errorf("no %s in the header", want)
	}
}

func TestExportRefuses(t *testing.T) {
	const file = "../../blackmagic/factors.csv"
	part := temporary(t, "part.csv", "# form: white\npiece,square,factor,shift,offset\nrook,a1,0x0880008091204000,52,0\n")
	readOnly := filepath.Join(t.TempDir(), "readonly.c")
	if err := os.WriteFile(readOnly, nil, 0o444); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"", "accepts 1 arg(s), received 0"},
		{file + " --lang pascal", `unknown language "pascal" (want go, c, cpp, rust, zig, json, csv, go-factors)`},
		{file + " --lang c", "want a package name for c"},
		{file + " --lang cpp --package int", `not a package name: "int"`},
		{file + " --lang rust --package some", "want no package name for rust"},
		{file + " --lang csv --table", "no table in csv"},
		{file + " --lang zig --form grey", `unknown form "grey"`},
		{file + " -o " + filepath.Join(t.TempDir(), "none", "x.csv"), "no such file"},
		{file + "x", "no such file"},
		{part + " --lang zig", "part.csv: 1 of 128 entries (want all for zig)"},
		{file + " -o " + readOnly, "read-only"},
	} {
		code, stdout, stderr := try("export " + c.args)
		if code != 2 || stdout != "" || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s%s; want 2, %s", c.args, code, stdout, stderr, c.want)
		}
	}
	if code, stdout, stderr := try("export " + part + " --lang json"); code != 0 || !strings.Contains(stdout, `"square": 0`) {
		t.Errorf("an incomplete set as JSON: exit %d, %s%s", code, stdout, stderr)
	}
}

func TestExportExamples(t *testing.T) {
	t.Chdir("../../blackmagic")
	for _, c := range []string{verifyCommand().Example, exportCommand().Example} {
		for line := range strings.Lines(c) {
			if code, stdout, stderr := try(strings.TrimPrefix(strings.TrimSpace(line), "findmagic ")); code != 0 || stdout == "" {
				t.Errorf("%s: exit %d, %s", line, code, stderr)
			}
		}
	}
}

// A state is not replaced by what is found from it.
func TestOutputIsNoState(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "a1.state")
	const few = "search --piece bishop --square a1 --state "
	if code, _, stderr := try(few + state); code != exitFine {
		t.Fatal(stderr)
	}
	for _, args := range []string{few + state + " -o " + state, few + dir + "/new -o " + dir + "/./new", "merge " + state + " -o " + state} {
		if code, _, stderr := try(args); code != exitFailed || !strings.Contains(stderr, "the state is there (want another file)") {
			t.Errorf("%s: exit %d, %s", args, code, stderr)
		}
	}
}
