package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// generated lists the packages whose factors.go this command has written.
var generated = []string{"magic", "magic/magic32", "fancymagic", "fancymagic/persquare", "blackmagic", "fixedshift"}

// Running the go:generate line of each package writes its factors.go again, byte for byte.
func TestStoredFactorsAreFoundAgain(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^//go:generate go run \S*/cmd/findmagic (.*) -o factors.go$`)
	for _, pkg := range generated {
		t.Run(pkg, func(t *testing.T) {
			if testing.Short() && pkg == "fixedshift" {
				t.Skip("searches for most of a minute")
			}
			t.Chdir(filepath.Join(root, pkg))
			source, err := os.ReadFile(filepath.Base(pkg) + ".go")
			if err != nil {
				t.Fatal(err)
			}
			args := line.FindSubmatch(source)
			if args == nil {
				t.Fatal("no go:generate line that runs findmagic")
			}
			want, err := os.ReadFile("factors.go")
			if err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			if code := run(strings.Fields(string(args[1])), &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, &stderr)
			}
			if !bytes.Equal(stdout.Bytes(), want) {
				t.Errorf("findmagic %s writes another factors.go:\n%s", args[1], &stdout)
			}
		})
	}
}

func TestOneSquareIsFoundAlone(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(strings.Fields("search --layout fancy --seed 1 --piece rook --square e4"), &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, &stderr)
	}
	stored, err := os.ReadFile("../../fancymagic/factors.go")
	if err != nil {
		t.Fatal(err)
	}
	factors := regexp.MustCompile(`0x[0-9a-f]{16}`).FindAllString(string(stored), -1)
	if got := strings.TrimSpace(stdout.String()); got != factors[28] {
		t.Errorf("got %s, want %s", got, factors[28])
	}
}

func TestBadUsageIsOneLineAndExitTwo(t *testing.T) {
	dir := t.TempDir()
	damaged := filepath.Join(dir, "damaged.csv")
	wrong := filepath.Join(dir, "wrong.csv")
	stored, err := os.ReadFile("../../blackmagic/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string][2]string{damaged: {"rook,3,", "rook,c1,"}, wrong: {"rook,3,0x8", "rook,3,0x9"}} {
		text := strings.Replace(string(stored), edit[0], edit[1], 1)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"serach", `unknown command "serach"`},
		{"search --form grey", `unknown form "grey" (want white, black or 32bit)`},
		{"search --layout loose", `unknown layout "loose" (want plain, fancy or fixed)`},
		{"search --lang c", `unknown language "c" (want csv or go)`},
		{"search --lang go", "want --package NAME with --lang go"},
		{"search --package 1x", `not a package name: "1x" (want a Go identifier)`},
		{"search --seed x", `invalid argument "x" for "--seed"`},
		{"search --piece rook", "missing [square]"},
		{"search --piece rook --square e9", `not a square: "e9" (want a1 to h8)`},
		{"search --piece knight --square e4", `unknown piece "knight"`},
		{"search --piece queen --square e4", "a queen has no factor of its own"},
		{"search --layout fixed --piece rook --square e4", "a fixed set is packed as a whole"},
		{"search -o " + filepath.Join(dir, "none", "x.csv"), "no such file"},
		{"search more", "unknown command"},
		{"export", "accepts 1 arg(s)"},
		{"export " + filepath.Join(dir, "none.csv"), "no such file"},
		{"export " + damaged, `damaged.csv: line 7: column square: "c1", want 0 to 63`},
		{"export --form white ../../blackmagic/factors.csv", "needs two answers"},
		{"export " + wrong, "needs two answers"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(c.args), &stdout, &stderr)
		got := strings.TrimSuffix(stderr.String(), "\n")
		if code != 2 || stdout.Len() > 0 || !strings.Contains(got, c.want) {
			t.Errorf("%s: exit %d, stdout %q, stderr %q; want 2 and %s", c.args, code, &stdout, got, c.want)
		}
		// Only a slot that needs two answers is shown with pictures.
		if strings.Contains(got, "\n") && c.want != "needs two answers" {
			t.Errorf("%s: an error of more than one line: %q", c.args, got)
		}
	}
}

func TestOutputReplacesAFileWhole(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "factors.csv")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
	}{
		{"search --form 32bit --layout fancy --seed 5 -o " + file, 0},
		{"export --form 32bit --layout fancy " + file, 0},
		{"search --form 32bit --layout fancy --package 1x -o " + file, 2},
		{"export --form 32bit --layout fancy " + file, 0},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(strings.Fields(c.args), &stdout, &stderr); code != c.code {
			t.Fatalf("%s: exit %d, want %d: %s", c.args, code, c.code, &stderr)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// The examples of the help run.
func TestExamples(t *testing.T) {
	t.Chdir("../../blackmagic")
	for _, example := range []string{searchCommand().Example, exportCommand().Example} {
		for line := range strings.Lines(example) {
			args, ok := strings.CutPrefix(strings.TrimSpace(line), "findmagic ")
			if !ok {
				t.Fatalf("no example: %q", line)
			}
			var stdout, stderr bytes.Buffer
			if code := run(strings.Fields(args), &stdout, &stderr); code != 0 || stdout.Len() == 0 {
				t.Errorf("%s: exit %d: %s", args, code, &stderr)
			}
		}
	}
}
