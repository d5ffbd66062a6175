package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/export"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// import finds the magics of packages in their own sources, and in the files that export writes in each language.
func TestImportOfOurOwn(t *testing.T) {
	folders := []string{"../../blackmagic", "../../fancymagic/dense", "../../fixedshift"}
	if !tiertest.Minutes() {
		folders = folders[:1]
	}
	for _, folder := range folders {
		want, err := readSet(filepath.Join(folder, "factors.csv"), "")
		if err != nil {
			t.Fatal(err)
		}
		files := []string{filepath.Join(folder, "factors.go"), filepath.Join(folder, "factors_gen.h")}
		for _, lang := range export.Languages() {
			if options := (export.Options{Language: lang}); options.Check() != nil {
				lang += " --name x"
			}
			file := filepath.Join(t.TempDir(), "x")
			fine(t, "export "+folder+"/factors.csv --lang "+lang+" -o "+file)
			files = append(files, file)
		}
		for i, file := range files {
			if _, err := os.Stat(file); err != nil {
				continue // not every folder has a header
			}
			out := filepath.Join(t.TempDir(), "set.csv")
			code, stdout, stderr := try("import " + file + " -o " + out)
			if code != cli.Fine || stdout != "" || !strings.Contains(stderr, "rooks: ") || !strings.Contains(stderr, "verified: 128 squares, ") {
				t.Errorf("%s, file %d: exit %d, %s", folder, i, code, stderr)
				continue
			}
			got, err := readSet(out, "")
			if err != nil {
				t.Fatal(err)
			}
			for j := range got.Entries {
				if got.Entries[j] != want.Entries[j] {
					t.Fatalf("%s, file %d: %+v, want %+v; guessed %s", folder, i, got.Entries[j], want.Entries[j], stderr)
				}
			}
			if source := got.Source[0]; source != "findmagic import "+filepath.Base(file) || !strings.HasPrefix(got.Source[1], "rooks: ") {
				t.Errorf("source %q", got.Source)
			}
		}
	}
}

// import reads every file that export writes, in each language and with a ready table, whatever text the set's source has.
func TestImportOfEveryExport(t *testing.T) {
	tiertest.Long(t)
	own, err := os.ReadFile("../../fancymagic/dense/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	// A source that would end comments, begin code or move the cursor.
	evil := temporary(t, "evil.csv", "# \x1b[2J*/ system(\"x\"); /* \\u000a class X{}\u2028 \v alert(1)\n# mid\rINJECTED\r#\n# \"\"\" + x + \"\"\" \\\n# ??/\n# \xff\n"+string(own))
	for _, lang := range export.Languages() {
		for _, options := range []string{"", " --table"} {
			options := " --lang " + lang + options
			// The first options that the language allows; none if it has no ready table.
			for _, with := range []string{options, options + " --name some", ""} {
				o := export.Options{Language: lang, Table: strings.Contains(with, "--table")}
				if strings.Contains(with, "--name") {
					o.Package = "some"
				}
				if options = with; o.Check() == nil {
					break
				}
			}
			if options == "" {
				continue
			}
			file := temporary(t, "x", fine(t, "export "+evil+options))
			if code, stdout, stderr := try("import " + file); code != cli.Fine || !strings.Contains(stderr, "verified: 128 squares, ") {
				t.Errorf("export%s: import: exit %d, %s", options, code, stderr)
			} else if strings.ContainsAny(stdout, "\r\x1b\v") {
				t.Errorf("export%s: control characters in %.300q", options, stdout)
			}
			if lang == "json" || lang == "csv" {
				fine(t, "verify "+file)
			}
		}
	}
}

// An interrupted import exits with status 2.
func TestImportStops(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("interrupted"))
	var stdout, stderr strings.Builder
	if code := run(ctx, []string{"import", "../../blackmagic/factors.go"}, &stdout, &stderr); code != cli.Failed || stderr.String() != "findmagic: interrupted\n" {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
}

// Wrong flags, and files without magics, give exit status 2 and one line. Wrong magics give exit status 1: see TestImportRepairs.
func TestImportRefuses(t *testing.T) {
	const file = "../../blackmagic/factors.go"
	for _, c := range []struct{ args, want string }{
		{"", "accepts 1 arg(s), received 0"},
		{"import_test.go", "import_test.go: no array of 64 numbers"},
		{file + "x", "no such file"},
		{file + " --form grey", `unknown form "grey"`},
		{file + " --form white", "factors.go: no set proved here as asked; rooks: right as black magics with a1 = 0 (--rook rookFactors --form black)"},
		{file + " --rook rooks", `no array "rooks" (have rookFactors (line 17), `},
		{file + " --in-place", "--in-place changes FILE (want it with --repair"},
		{file + " --repair --in-place --lang csv", "--in-place changes FILE"},
		{file + " --form torus", "cannot import the torus form"},
		{file + " --order e4", `unknown order "e4" (want a1, a8, h1, h8, a1-a2, a8-a7, h1-h2 or h8-h7)`},
		{file + " --lang c", "want a package name for c"},
		{t.TempDir(), "not a regular file"},
		{temporary(t, "empty.c", ""), "empty.c: no array of 64 numbers"},
		{temporary(t, "elsewhere.c", "#include \"magics.h\"\nint castling[64] = {"+strings.Repeat("15, ", 64)+"};\n"), "no magics here: none of the 1 arrays of 64 numbers has numbers of 64 bits; they may be in a file that it includes"},
		{temporary(t, "binary", "\x00\xff\xfe{[("), "no array of 64 numbers"},
	} {
		refuses(t, "import "+c.args, c.want)
	}
}

// A file with rooks alone gives a set of rooks, which export --fill completes.
func TestImportOfRooksAlone(t *testing.T) {
	text, err := os.ReadFile("../../fancymagic/internal/factors/factors.go")
	if err != nil {
		t.Fatal(err)
	}
	rooks, _, _ := strings.Cut(string(text), "var bishop")
	set := filepath.Join(t.TempDir(), "rooks.csv")
	if _, _, stderr := try("import " + temporary(t, "rooks.go", rooks) + " -o " + set); !strings.Contains(stderr, "bishops: no magics found\nverified: 64 squares, ") {
		t.Error(stderr)
	}
	refuses(t, "export "+set+" --lang rust", "64 of 128 entries (want all for rust): no magic for all bishops")
	fine(t, "export "+set+" --lang rust --fill ../../fancymagic/dense/factors.csv")
	s, err := readSet(set, "")
	if err != nil || s.Entries[0].Form != factors.White {
		t.Errorf("%v, %v", s, err)
	}
}

// damage replaces the magic of a rook on e4 in a copy of a source file of this repository by another number, and returns the copy's path and text.
func damage(t *testing.T) (file, text string) {
	t.Helper()
	own, err := os.ReadFile("../../fancymagic/internal/factors/factors.go")
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSet(temporary(t, "set.csv", fine(t, "import ../../fancymagic/internal/factors/factors.go")), "")
	if err != nil {
		t.Fatal(err)
	}
	right := fmt.Sprintf("%#016x", s.Entry(board.Rook, 28).Factor)
	text = strings.Replace(string(own), right, "0x0000000000000001", 1)
	return temporary(t, "damaged.go", text), text
}

// A wrong set gives exit status 1 and no standard output. --repair writes the same source with only the wrong number replaced, or with --lang the right set.
func TestImportRepairs(t *testing.T) {
	file, text := damage(t)
	code, stdout, stderr := try("import " + file)
	if code != cli.No || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "wrong on e4, right on 63 of 64 squares") {
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	const change = "repaired: rookFactors (line 5) has 0x"
	code, stdout, stderr = try("import " + file + " --repair")
	if copied := strings.TrimSuffix(file, ".go") + ".repaired.go"; code != cli.Fine || stdout != "" || !strings.Contains(stderr, change) ||
		!strings.Contains(stderr, " on e4, had 0x0000000000000001 (line 13)") || !strings.HasSuffix(stderr, "the repaired file is "+copied+"\n") {
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	} else if original, err := os.ReadFile(file); err != nil || string(original) != text {
		t.Errorf("%v, or the file itself has changed", err)
	} else if repaired, err := os.ReadFile(copied); err != nil {
		t.Error(err)
	} else {
		onlyNumbers(t, text, string(repaired))
	}
	fine(t, "import "+file+" --repair --force") // over the copy
	if set := fine(t, "import "+file+" --repair --lang csv"); !strings.HasPrefix(set, "# findmagic import damaged.go --repair\n# not right: ") {
		t.Errorf("%.100s", set)
	}
	fine(t, "import "+file+" --repair --in-place")
	if repaired, err := os.ReadFile(file); err != nil {
		t.Error(err)
	} else {
		onlyNumbers(t, text, string(repaired))
	}
	fine(t, "import "+file)
	for _, options := range []string{"", " --in-place"} {
		code, stdout, stderr = try("import " + file + " --repair" + options)
		if code != cli.Fine || stdout != "" || !strings.HasSuffix(stderr, " is right: nothing to repair\n") {
			t.Errorf("exit %d, %s%s", code, stdout, stderr)
		}
	}
	code, stdout, stderr = try("import ../../blackmagic/factors.go --form white --repair")
	if code != cli.Failed || stdout != "" || !strings.Contains(stderr, "right as black magics") {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}

// onlyNumbers fails the test unless two texts differ only by numbers in one line, which is as long as before.
func onlyNumbers(t *testing.T, before, after string) {
	t.Helper()
	number := regexp.MustCompile(`0x[0-9a-f]+`)
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	changed := 0
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			changed++
			if len(was[i]) != len(is[i]) || number.ReplaceAllString(was[i], "") != number.ReplaceAllString(is[i], "") {
				t.Errorf("%q became %q", was[i], is[i])
			}
		}
	}
	if len(was) != len(is) || changed != 1 {
		t.Errorf("%d lines, before %d; %d have changed", len(is), len(was), changed)
	}
}
