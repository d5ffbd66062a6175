package techniques_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

const (
	miniFolder = "classical/mini"
	miniFacts  = "\t{Name: \"mini\", Family: \"classical\", People: \"folklore\", Source: \"cpw-classical\"},\n"
)

// copied is a copy of this tree to which a technique is added.
type copied struct {
	t   *testing.T
	dir string
}

// run runs a go command there, which must succeed for "" or else fail with the message, and returns its output.
func (c copied) run(message string, args ...string) string {
	c.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = c.dir
	// What the copy shares with this tree is not compiled anew, and no copy is made of the copy.
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath", "SLIDEBENCH_CHECK=")
	out, err := cmd.CombinedOutput()
	switch {
	case message == "" && err != nil:
		c.t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	case message != "" && (err == nil || !strings.Contains(string(out), message)):
		c.t.Errorf("go %s: %v, want %q in\n%s", strings.Join(args, " "), err, message, out)
	case strings.Contains(string(out), "panic: "):
		c.t.Errorf("go %s panics:\n%s", strings.Join(args, " "), out)
	}
	return string(out)
}

// addFiles is the first step of adding a technique.
func (c copied) addFiles(names ...string) {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Join(c.dir, miniFolder), 0o777); err != nil {
		c.t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("testdata/mini", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(c.dir, miniFolder, name), text, 0o666)
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

// setFacts is the second step, or undoes it.
func (c copied) setFacts(facts string) {
	c.t.Helper()
	const before = "\t{Name: \"magic\","
	text, err := os.ReadFile("facts/catalogue.go")
	if err != nil {
		c.t.Fatal(err)
	}
	changed := strings.Replace(string(text), before, facts+before, 1)
	if err := os.WriteFile(filepath.Join(c.dir, "internal/techniques/facts/catalogue.go"), []byte(changed), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// copyTree copies this tree, without its history and programs.
func copyTree(t *testing.T) copied {
	t.Helper()
	c := copied{t, t.TempDir()}
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join("../..", e.Name()), filepath.Join(c.dir, e.Name())
		switch {
		case e.Name() == ".git" || e.Name() == "bin":
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		default:
			var text []byte
			if text, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, text, 0o666)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// Three steps add a technique: a folder, an entry of facts, go generate. Then all commands know it, and all tests that could fail by it pass. With a step left out, a
// message says which file wants which line.
func TestThreeSteps(t *testing.T) {
	tiertest.Long(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command: ", err)
	}
	c := copyTree(t)
	asked := []string{"test", "./internal/techniques", "-run", "EveryTechnique|TablesAreProved|TestFacts"} // the tests that name a step left out

	c.setFacts(miniFacts)
	c.run("internal/techniques/facts/catalogue.go has mini, and there is no package in folder classical/mini", "generate", "./internal/techniques")
	c.addFiles("mini.go")
	c.run("internal/techniques/facts/catalogue.go has mini, and internal/techniques/wiring_gen.go has not: run go generate ./internal/techniques", asked...)
	c.run("", "generate", "./internal/techniques")
	c.run("classical/mini/reads_test.go wants func TestTables with tablestest.Run", asked...)
	c.setFacts("")
	c.run("", "generate", "./internal/techniques")
	c.run(`internal/techniques/facts/catalogue.go wants a line for folder classical/mini: {Name: "mini", Family: "classical", People: ..., Source: ...}`, asked...)

	c.addFiles("reads_test.go")
	c.setFacts(miniFacts)
	c.run("", "generate", "./internal/lab/pages")
	if list := c.run("", "run", "./cmd/slidebench", "list"); !strings.Contains(list, "mini") {
		t.Errorf("list has no mini:\n%s", list)
	}
	c.run("", "run", "./cmd/slidebench", "verify", "--technique", "mini")
	raw := filepath.Join(c.dir, "mini.txt")
	c.run("", "run", "./cmd/slidebench", "bench", "--technique", "mini", "--mode", "throughput", "--rounds", "1", "--time", "1ms", "-o", raw)
	if report := c.run("", "run", "./cmd/slidebench", "report", raw); !strings.Contains(report, "mini") {
		t.Errorf("the report has no mini:\n%s", report)
	}
	c.run("", "test", "-short", "./"+miniFolder, "./techniques/...", "./internal/techniques/...", "./internal/lab/pages/...", "./internal/harness/language/c", "./internal/harness/report", "./internal/harness/workload")
}
