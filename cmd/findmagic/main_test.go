package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// try runs a command, for all tests of this package. Its arguments are separated by blanks, and have none themselves.
func try(args string) (code int, stdout, stderr string) { return tryIn(context.Background(), args) }

// tryIn is try in a context.
func tryIn(ctx context.Context, args string) (code int, stdout, stderr string) {
	var out, talk bytes.Buffer
	code = run(ctx, strings.Fields(args), &out, &talk)
	return code, out.String(), talk.String()
}

// fine runs a command that must succeed, and returns what it writes.
func fine(t *testing.T, args string) (stdout string) {
	t.Helper()
	code, stdout, stderr := try(args)
	if code != cli.Fine {
		t.Fatalf("%s: exit %d, %s", args, code, stderr)
	}
	return stdout
}

// refuses reports an error unless a command exits with status 2, one line that has want in it, and no result.
func refuses(t *testing.T, args, want string) {
	t.Helper()
	code, stdout, stderr := try(args)
	if code != cli.Failed || stdout != "" || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%s: exit %d, %s%s; want 2, a line with %s", args, code, stdout, stderr, want)
	}
}

// temporary writes a file in a new folder.
func temporary(t *testing.T, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Running the go:generate line of each package writes the same factors.go, byte for byte.
func TestStoredFactorsAreFoundAgain(t *testing.T) {
	tiertest.Slow(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^//go:generate go run \S*/cmd/findmagic (.*) -o (\S*factors.go)$`)
	shared := filepath.Join("..", "..", "fancymagic", "internal", "factors", "factors.go")
	for _, file := range append(storedFiles(t, "factors.go"), shared) {
		folder := filepath.Join(root, "cmd", "findmagic", filepath.Dir(file))
		if file == shared {
			folder = filepath.Join(root, "fancymagic") // of the techniques that share the file, the one with the go:generate line
		}
		pkg := filepath.Base(folder)
		t.Run(pkg, func(t *testing.T) {
			if testing.Short() && pkg == "fixedshift" {
				t.Skip("searches for most of a minute")
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			source, err := os.ReadFile(pkg + ".go")
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(source, []byte("//go:generate go run ./internal/")) {
				t.Skip("found by a program of its own, which its own test runs")
			}
			args := line.FindSubmatch(source)
			if args == nil {
				t.Fatal("no go:generate line that runs findmagic")
			}
			if written := filepath.Join(folder, string(args[2])); written != filepath.Join(root, "cmd", "findmagic", file) {
				t.Fatalf("the go:generate line writes %s, want %s", written, file)
			}
			if stdout := fine(t, string(args[1])); stdout != string(want) {
				t.Errorf("findmagic %s writes another factors.go:\n%s", args[1], stdout)
			}
		})
	}
}

// Wrong flags and files of search and merge are errors of one line and give exit status 2. Other commands have tests of their own.
func TestBadUsageIsOneLineAndExitTwo(t *testing.T) {
	dir := t.TempDir()
	// States of two searches; damaged and readOnly are copies of the first.
	saved, other := filepath.Join(dir, "saved.state"), filepath.Join(dir, "other.state")
	fine(t, "search --piece bishop --square a1 --state "+saved)
	fine(t, "search --piece bishop --square b1 --seed 2 --state "+other)
	text, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	damaged, readOnly := temporary(t, "damaged", string(text[:len(text)-3])), temporary(t, "readonly", string(text))
	if err := os.Chmod(readOnly, 0o444); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"serach", `unknown command "serach" for "findmagic" (did you mean search?)`},
		{"search --colour grey", "unknown flag: --colour"},
		{"search --form grey", `--form: unknown form "grey" (want white, black, 32bit`},
		{"search --piece knight", `--piece: unknown piece "knight" (want rook, bishop or both)`},
		{"search --bits 13", "13 index bits for rook a1 (want 6 to 12)"},
		{"search --time soon", `invalid argument "soon" for "--time"`},
		{"search --time -1s", "--time -1s (want at least 0)"},
		{"search --tries 0", "--tries 0 (want at least 1)"},
		{"search --threads -1", "--threads -1 (want at least 0)"},
		{"search --lang pascal", `unknown language "pascal"`},
		{"search --lang go", "want a package name for go"},
		{"search --name 1x", `not a name: "1x"`},
		{"search --layout dense --form 32bit", "the dense layout has no 32bit form"},
		{"search --layout fixed --square e4", "a fixed set is packed as a whole"},
		{"search --layout fixed --state " + saved, "a fixed set is packed as a whole"},
		{"search --layout fixed --threads 8", "a fixed set is packed as a whole (want --form, --seed and --tries only"},
		{"search --layout fixed --form 32bit -o " + saved, "cannot pack the 32bit form (want white or black)"}, // one error, though -o names a state, too
		{"search --layout fixed --form 32bit", "cannot pack the 32bit form (want white or black)"},
		{"search --form torus --square e4", "a torus magic belongs to many squares at once (want --groups and --seed only)"},
		{"search --form torus --layout dense", "a torus magic belongs to many squares at once"},
		{"search --form torus --layout fixed", "a torus magic belongs to many squares at once"},
		{"search --form torus --threads 1", "a torus magic belongs to many squares at once"},
		{fmt.Sprint("search --form torus --tries ", search.Tries), "a torus magic belongs to many squares at once"}, // also the default
		{"search --form torus --shard 0/2", "a torus magic belongs to many squares at once"},
		{"search --form torus --state " + saved, "a torus magic belongs to many squares at once"},
		{"search --form torus --groups ab,cd", `not groups of files: "ab,cd" (want every file from a to h in one group`},
		{"search --groups ab,cdefgh", "--groups with --form white (want torus)"},
		{"search --form torus --groups=", `not groups of files: ""`},
		{"search more", "unknown command"},
		{"search -o " + filepath.Join(dir, "none", "x.csv"), "no such file"},
		{"search -o " + dir, "a folder (want a file)"},
		{"search -o " + readOnly, "read-only"},
		{"search --state " + filepath.Join(dir, "none", "x.state"), "no such file"},
		{"search --state " + dir, "not a regular file"},
		{"search --state " + damaged, "damaged: line 1: the checksum is not that of the"},
		{"search --state " + readOnly, "readonly: read-only"},
		{"search --state " + saved, "saved.state: the state of a search with --piece bishop (want both)"},
		{"search --piece bishop --square a1 --seed 2 --state " + saved, "--seed 1 (want 2)"},
		{"search --state ../../blackmagic/factors.csv", "factors.csv: line 1: "},
		{"merge", "requires at least 1 arg(s)"},
		{"merge " + filepath.Join(dir, "none.state"), "no such file"},
		{"merge " + saved + " " + damaged, "damaged: line 1: the checksum"},
		{"merge " + saved + " " + other, "other.state: the state of a search with --seed 2 (want 1)"},
		{"merge --lang c --name some " + saved, "1 of 128 entries (want all for c): no magic for all rooks; bishop b1, "},
	} {
		refuses(t, c.args, c.want)
	}
}

// The examples of the help run, one after the other, but for those of pack and overlay, which search for long.
func TestExamples(t *testing.T) {
	for _, c := range []struct {
		folder   string // where the files of the examples are, or are written
		commands []*cobra.Command
	}{
		{t.TempDir(), []*cobra.Command{searchCommand(), mergeCommand()}},
		{"../../blackmagic", []*cobra.Command{verifyCommand(), exportCommand(), importCommand()}},
	} {
		t.Run(filepath.Base(c.folder), func(t *testing.T) {
			t.Chdir(c.folder)
			for _, command := range c.commands {
				for line := range strings.Lines(command.Example) {
					args, ok := strings.CutPrefix(strings.TrimSpace(line), "findmagic ")
					if !ok {
						t.Fatalf("no example: %q", line)
					}
					if fine(t, args) == "" && !strings.Contains(args, "-o ") {
						t.Errorf("%s: writes nothing", args)
					}
				}
			}
		})
	}
}
