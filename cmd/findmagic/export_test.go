package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/findmagic/export"
	"github.com/slidebench/slidebench/internal/licence"
)

// The head of a source file names its origin: the set's own source, and the command. A file with lookups also names their licence.
func TestExportNamesTheOrigin(t *testing.T) {
	const file = "../../blackmagic/factors.csv"
	for _, lang := range export.Languages() {
		options := " --lang " + lang
		if o := (export.Options{Language: lang}); o.Check() != nil || o.HasClass() && lang != "swift" { // the language needs a name, or may have one
			options += " --name some"
		}
		code, stdout, stderr := try("export " + file + options)
		if code != 0 || !strings.HasPrefix(stderr, "verified: 128 squares, ") {
			t.Errorf("%s: exit %d, %s", lang, code, stderr)
		}
		if command := `"findmagic export factors.csv` + options + `"`; lang != "json" && lang != "csv" && !strings.Contains(stdout, command) {
			t.Errorf("%s: no %s in the header", lang, command)
		}
		if lookups := !slices.Contains([]string{"json", "csv", "go-factors"}, lang); lookups != strings.Contains(stdout, " "+licence.Line+"\n") {
			t.Errorf("%s: the licence is in the header: %v, want %v", lang, !lookups, lookups)
		}
		if !strings.Contains(stdout, "by this project's own search") { // words of the set's source
			t.Errorf("%s: no source in the header", lang)
		}
	}
	stdout := fine(t, "export "+file+" --form black --lang c --name some --table")
	if want := `"findmagic export factors.csv --form black --lang c --name some --table"`; !strings.Contains(stdout, want) {
		t.Errorf("no %s in the header", want)
	}
}

// Wrong flags and files are errors of one line. part has a rook on a1 alone, which is enough for JSON, but not for a source file.
func TestExportRefuses(t *testing.T) {
	const file = "../../blackmagic/factors.csv"
	part := temporary(t, "part.csv", "# form: white\npiece,square,factor,shift,offset\nrook,a1,0x0880008091204000,52,0\n")
	readOnly := temporary(t, "readonly.c", "")
	if err := os.Chmod(readOnly, 0o444); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"", "accepts 1 arg(s), received 0"},
		{file + " --lang pascal", `unknown language "pascal" (want go, c, cpp, rust, zig, csharp, java, kotlin, swift, typescript, typescript32, python, json, csv, go-factors)`},
		{file + " --lang c", "want a package name for c"},
		{file + " --lang cpp --name int", `not a name: "int"`},
		{file + " --lang java --name some.int", `not a name: "int"`},
		{file + " --lang java -o " + filepath.Join(t.TempDir(), "my-attacks.java"), `not a name: "my-attacks"`},
		{file + " --lang java --table", "no ready table in java (want the lookups without --table)"},
		{file + " --lang rust --name x", "no package in rust (want no --name)"},
		{file + " --lang csv --table", "no table in csv"},
		{file + " --lang zig --form grey", `unknown form "grey"`},
		{file + " -o " + filepath.Join(t.TempDir(), "none", "x.csv"), "no such file"},
		{file + "x", "no such file"},
		{part + " --lang zig", "part.csv: 1 of 128 entries (want all for zig): no magic for rook b1, c1, "},
		{file + " -o " + readOnly, "read-only"},
	} {
		refuses(t, "export "+c.args, c.want)
	}
	if stdout := fine(t, "export "+part+" --lang json"); !strings.Contains(stdout, `"square": 0`) {
		t.Errorf("an incomplete set as JSON: %s", stdout)
	}
}

// The class of a file has the file's name, in the package of --name.
func TestExportNamesTheClass(t *testing.T) {
	const file = "../../blackmagic/factors.csv"
	for lang, want := range map[string]string{
		"csharp": "\nnamespace some.engine {\n", "java": "\npackage some.engine;\n", "kotlin": "\npackage some.engine\n",
	} {
		out := filepath.Join(t.TempDir(), "Magics."+lang)
		fine(t, "export "+file+" --lang "+lang+" --name some.engine -o "+out)
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) || !strings.Contains(string(text), " Magics {\n") ||
			!strings.Contains(string(text), "--lang "+lang+" --name some.engine -o Magics."+lang+`"`) {
			t.Errorf("%s: %.600s", lang, text)
		}
		if stdout := fine(t, "export "+file+" --lang "+lang); !strings.Contains(stdout, " Attacks {\n") {
			t.Errorf("%s: no class Attacks", lang)
		}
	}
}

// Squares that a set lacks come from the set of --fill. The set's own entries, such as the rook on a2, keep their slots.
func TestExportFills(t *testing.T) {
	text, err := os.ReadFile(stored)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(text)) {
		// Without the rook on b2, which is square 9, and all bishops; and without the state's first line, whose checksum is that of the whole set.
		if !strings.HasPrefix(line, "rook,9,") && !strings.HasPrefix(line, "bishop,") && !strings.HasPrefix(line, "# findmagic pack, ") {
			kept = append(kept, line)
		}
	}
	part := temporary(t, "part.csv", strings.Join(kept, ""))
	refuses(t, "export "+part+" --lang zig", "63 of 128 entries (want all for zig): no magic for rook b2; all bishops")
	for _, fill := range []string{stored, "../../fixedshift/factors.csv"} {
		code, stdout, stderr := try("export " + part + " --fill " + fill)
		const a2 = "\nrook,8,0xe47fd80205140006,52,36850" // as in stored
		if code != 0 || !strings.HasPrefix(stderr, "verified: 128 squares, ") || !strings.Contains(stdout, a2) {
			t.Errorf("--fill %s: exit %d, %s%.2000s", fill, code, stderr, stdout)
		}
		if stdout := fine(t, "export "+part+" --lang zig --fill "+fill); !strings.Contains(stdout, `export part.csv --lang zig --fill factors.csv"`) {
			t.Errorf("--fill %s: not in the header: %.300s", fill, stdout)
		}
	}
	refuses(t, "export "+part+" --lang zig --fill "+part, "no magic for rook b2; all bishops")
	refuses(t, "export "+part+" --fill ../../fancymagic/overlay/factors.csv", "--fill ../../fancymagic/overlay/factors.csv: content overlay (want whole)")
	refuses(t, "export "+part+" --fill none.csv", "no such file")
}
