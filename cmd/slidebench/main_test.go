package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/run/runtest"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/verify"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// TestMain lets the test binary serve as the measuring and proving process, too: commands under test start their own program again.
func TestMain(m *testing.M) {
	if len(os.Args) >= 2 && slices.Contains([]string{run.Command, verify.Command}, os.Args[1]) {
		runtest.PlayAlike() // if the test that started the process asks for it
		main()              // ends the process
	}
	atStart, noStatus = os.ReadFile("/proc/self/status")
	run.LookTime = 20 * time.Millisecond
	os.Exit(m.Run())
}

var (
	atStart  []byte // Linux's account of this process before its first test
	noStatus error  // why there is no account
)

// The program starts without tables: a command fills those that it needs. All techniques' tables would take 150 MB; without them slidebench --help takes 19.
func TestStart(t *testing.T) {
	if noStatus != nil {
		t.Skip("needs Linux to know the size of a process: ", noStatus)
	}
	// VmHWM is the most memory that the process has used.
	match := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(atStart)
	if match == nil {
		t.Fatalf("no VmHWM in /proc/self/status:\n%s", atStart)
	}
	if kB, err := strconv.Atoi(string(match[1])); err != nil || kB > 60_000 {
		t.Errorf("%s kB are in use when the program starts, want at most 60,000 (%v)", match[1], err)
	}
}

// slidebench runs the command with some arguments, and returns its exit status and output. It serves the tests of all files here, as do measured, write, synthetic,
// sourceFiles, git and fakeEngine.
func slidebench(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, talk bytes.Buffer
	code = cli.Execute(context.Background(), rootCommand(), args, strings.NewReader(""), &out, &talk)
	return code, out.String(), talk.String()
}

// Help fits a terminal of 80 characters, except for examples.
func TestHelpFits(t *testing.T) {
	for _, c := range append(rootCommand().Commands(), &cobra.Command{Use: "help"}) {
		code, help, _ := slidebench(t, c.Name(), "--help")
		for line := range strings.Lines(help) {
			if code != cli.Fine || utf8.RuneCountInString(line) > len("\n")+80 && !strings.HasPrefix(line, "  slidebench ") {
				t.Errorf("%s --help, exit status %d: %q", c.Name(), code, line)
			}
		}
	}
}

// measured skips the test if measurements lack values because no slice was clean: no test may depend on disturbances.
func measured(t *testing.T, stderr string) {
	t.Helper()
	if strings.Contains(stderr, "clean slice of work") {
		t.Skip("the machine is too disturbed to measure: ", stderr)
	}
}

// write writes a file, makes its folder, and returns its path.
func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	return path
}

// synthetic writes a result file and returns its path.
func synthetic(t *testing.T, name string, r resultstest.Run) string {
	t.Helper()
	return write(t, filepath.Join(t.TempDir(), name), r.String())
}

// Wrong input gives exit status 2 and one line of error, the last line.
func TestWrongInput(t *testing.T) {
	tiertest.Slow(t)
	t.Setenv("GODEBUG", os.Getenv("GODEBUG")) // bench --without sets it
	good := synthetic(t, "good.txt", resultstest.Run{})
	simd := synthetic(t, "simd.txt", resultstest.Run{Levels: []string{"v3+simd"}})
	text, dir := resultstest.Run{}.String(), t.TempDir()
	truncated := write(t, filepath.Join(dir, "truncated.txt"), text[:len(text)-20]) // ends within its last line
	damaged := write(t, filepath.Join(dir, "damaged.txt"), strings.Replace(text, " cycles/op", "? cycles/op", 1))
	empty := write(t, filepath.Join(dir, "empty.txt"), "")
	missing := filepath.Join(dir, "missing.txt")
	occupied := filepath.Dir(write(t, filepath.Join(t.TempDir(), "magic.h"), "int x;"))
	notFolder, unmade := filepath.Join(good, "folder"), filepath.Join(dir, "results")

	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
	for _, c := range []struct {
		name string // a name with "outside: " is tried outside of a checkout, with "without compilers: " without any program in PATH
		says string // a part of the error; "" accepts any error
		args []string
	}{
		{"unknown command", "unknown command", []string{"frobnicate"}},
		{"unknown flag", "unknown flag", []string{"list", "--colour"}},
		{"unexpected argument", "", []string{"list", "magic"}},
		{"list format", `unknown format "xml"`, []string{"list", "--format", "xml"}},
		{"machine format", `unknown format "xml"`, []string{"machine", "--format", "xml"}},
		{"verify technique", `did you mean "magic"?`, []string{"verify", "--technique", "magik"}},
		{"verify seed", "invalid", []string{"verify", "--seed", "x"}},
		{"attacks without flags", "required", []string{"attacks"}},
		{"attacks technique", "unknown technique", []string{"attacks", "--technique", "x", "--piece", "rook", "--square", "e4", "--occ", "0"}},
		{"attacks piece", "unknown piece", []string{"attacks", "--technique", "magic", "--piece", "knight", "--square", "e4", "--occ", "0"}},
		{"attacks square", "not a square", []string{"attacks", "--technique", "magic", "--piece", "rook", "--square", "e9", "--occ", "0"}},
		{"attacks occupancy", "bad occupancy", []string{"attacks", "--technique", "magic", "--piece", "rook", "--square", "e4", "--occ", "0x1ffffffffffffffff"}},
		{"attacks FEN", "bad FEN", []string{"attacks", "--technique", "magic", "--piece", "rook", "--square", "e4", "--fen", "8/8"}},
		{"attacks both", "occ", []string{"attacks", "--technique", "magic", "--piece", "rook", "--square", "e4", "--occ", "0", "--fen", "8/8/8/8/8/8/8/8"}},
		{"attacks neither", "occ", []string{"attacks", "--technique", "magic", "--piece", "rook", "--square", "e4"}},
		{"copy nothing", "received 0 (usage: slidebench copy TECHNIQUE -o DIR [flags])", []string{"copy", "-o", dir}},
		{"copy technique", `did you mean "magic"?`, []string{"copy", "magik", "-o", dir}},
		{"copy without folder", "required", []string{"copy", "magic"}},
		{"copy missing folder", "no folder ", []string{"copy", "magic", "-o", filepath.Join(missing, "attacks"), "--name", "attacks"}},
		{"copy into a file", "no folder ", []string{"copy", "magic", "-o", good, "--name", "attacks"}},
		{"copy language", `unknown language "c++" (want go or c or cpp or rust)`, []string{"copy", "magic", "-o", dir, "--lang", "c++"}},
		{"copy package", `not a name: "func"`, []string{"copy", "magic", "-o", dir, "--name", "func", "--lang", "c"}},
		{"copy import path", `not an import path: "a b"`, []string{"copy", "magic", "-o", dir, "--name", "a b"}},
		{"copy outside of a module", "no go.mod above ", []string{"copy", "magic", "-o", dir}},
		{"copy header", "best has no copy in C (have: ", []string{"copy", "best", "-o", dir, "--lang", "c"}},
		{"copy module", "magic has no copy in Rust (have: classical, raysavx2, fancymagic, ", []string{"copy", "magic", "-o", dir, "--lang", "rust"}},
		{"copy namespace", `not a name: "a::b"`, []string{"copy", "magic", "-o", dir, "--name", "a::b", "--lang", "cpp"}},
		{"copy over another file", "magic.h, which holds another text than such a command writes (--force replaces it)", []string{"copy", "magic", "-o", occupied, "--lang", "c"}},
		{"bench technique", "unknown technique", []string{"bench", "--technique", "x", "--results", unmade}},
		{"bench piece", "unknown piece", []string{"bench", "--piece", "pawn"}},
		{"bench mode", "unknown mode", []string{"bench", "--mode", "speed"}},
		{"bench corpus", "(want random0 to random64, sliders1 to sliders32, replay1 to replay1024, games1 to games6, ", []string{"bench", "--corpus", "chess"}},
		{"bench corpus for another mode", "corpus replay4 is for mode incremental", []string{"bench", "--mode", "latency", "--corpus", "replay4"}},
		{"bench technique without the mode", "rotated is not measured: it answers in mode incremental only", []string{"bench", "--technique", "rotated", "--mode", "latency"}},
		{"bench engine without builds", "mode perft needs builds that bind the engine", []string{"bench", "--mode", "perft"}},
		{"bench corpus file missing", "no such file", []string{"bench", "--corpus", "file:" + missing}},
		{"bench corpus file empty", "no positions", []string{"bench", "--corpus", "file:" + empty}},
		{"bench corpus folder", "not a regular file", []string{"bench", "--corpus", "file:" + dir}},
		{"bench corpus file damaged", "line 1: bad FEN", []string{"bench", "--corpus", "file:" + good}},
		{"bench corpus file twice", `corpus "file:mate" is named twice`, []string{"bench", "--corpus",
			"file:" + write(t, filepath.Join(dir, "mate.epd"), kings) + ",file:" + write(t, filepath.Join(dir, "mate.fen"), kings)}},
		{"bench crowd", "want at most 1024 lines of 1024 MiB", []string{"bench", "--mode", "pressure", "--corpus", "crowd4096"}},
		{"bench crowd buffer", "want at most 1024 lines of 1024 MiB", []string{"bench", "--mode", "pressure", "--corpus", "crowd16of9999"}},
		{"bench crowd spelling", `bad corpus "crowd16of16" (want it spelt "crowd16")`, []string{"bench", "--mode", "pressure", "--corpus", "crowd16of16"}},
		{"bench crowd unknown", `unknown corpus "crowd-1"`, []string{"bench", "--mode", "pressure", "--corpus", "crowd-1"}},
		{"perft technique", `did you mean "magic"?`, []string{"perft", "--technique", "magik"}},
		{"perft batches", "obstructionavx512 answers no single questions without a state", []string{"perft", "--technique", "obstructionavx512"}},
		{"perft state", "rotated answers no single questions", []string{"perft", "--technique", "rotated"}},
		{"perft depth", "depth 0 (want 1 to 20)", []string{"perft", "--depth", "0"}},
		{"perft deep", "depth 99 (want 1 to 20)", []string{"perft", "--depth", "99"}},
		{"perft threads", "0 threads", []string{"perft", "--threads", "0"}},
		{"perft divide", "--divide is for one position", []string{"perft", "--divide"}},
		{"perft fen without depth", "--fen needs a depth", []string{"perft", "--fen", "4k3/8/8/8/8/8/8/4K3 w - -"}},
		{"perft fen", "white is to move, and black is in check", []string{"perft", "--depth", "1", "--fen", "4k3/4R3/8/8/8/8/8/4K3 w - -"}},
		{"perft empty fen", "0 fields", []string{"perft", "--depth", "1", "--fen", ""}},
		{"perft fen and suite", "none of the others can be", []string{"perft", "--fen", "x", "--suite", "y"}},
		{"perft suite missing", "cannot read suite", []string{"perft", "--suite", missing}},
		{"perft suite folder", "not a regular file", []string{"perft", "--suite", dir}},
		{"perft suite empty", "no positions", []string{"perft", "--suite", empty}},
		{"perft suite line", "suite.epd:2: bad FEN", []string{"perft", "--suite", write(t, filepath.Join(dir, "suite.epd"), "# one\n8/8/8/8/8/8/8/8 w - - ;D1 1\n")}},
		{"bench reference", "reference", []string{"bench", "--reference", "x"}},
		{"bench rounds", "0 rounds", []string{"bench", "--rounds", "0"}},
		{"bench time", "more than 0", []string{"bench", "--time", "0s"}},
		{"bench questions", "questions", []string{"bench", "--questions", "0"}},
		{"bench no budget", "a budget of 0s (want more than 0)", []string{"bench", "--budget", "0"}},
		{"bench budget and rounds", "none of the others can be", []string{"bench", "--budget", "1m", "--rounds", "6"}},
		{"bench cap", "a cap of -1s (want more than 0, or 0 for none)", []string{"bench", "--cap", "-1s"}},
		{"bench processor", "no CPU 4096 to measure on (have: [", []string{"bench", "--cpu", "4096"}},
		{"bench level", `unknown build "v9" (this machine has: v1`, []string{"bench", "--build", "v9"}},
		{"bench experiment misspelt", `unknown build "v1+nocheck"`, []string{"bench", "--build", "v1+nocheck"}},
		{"bench level and feature", "without what is hidden there are: ", []string{"bench", "--without", "avx2", "--build", "v3"}},
		{"bench compiler", `unknown build "c-icc" (want c-gcc or c-clang`, []string{"bench", "--build", "c-icc"}},
		{"bench compiler level", `unknown build "c-gcc-v9"`, []string{"bench", "--build", "v1,c-gcc-v9"}},
		{"bench compiler and feature", `build "c-gcc-v3" needs a processor of level v3 (this machine has: `, []string{"bench", "--without", "avx2", "--build", "c-gcc-v3"}},
		{"bench compiler twice", `build "c-gcc" is named twice`, []string{"bench", "--build", "c-gcc,c-gcc"}},
		{"without compilers: bench", "c-gcc needs", []string{"bench", "--build", "c-gcc"}},
		{"bench all levels and one", "want it alone", []string{"bench", "--build", "all,v1"}},
		{"bench all levels and C", "want it alone", []string{"bench", "--build", "c-gcc,all"}},
		{"bench main levels and C", `build "main" beside others (want it alone)`, []string{"bench", "--build", "main,c-gcc"}},
		{"bench main levels misspelt", `unknown build "mian" (want a level of GOAMD64, v1 to v4, perhaps with +simd or +nochecks; or c-gcc or c-clang`, []string{"bench", "--build", "mian"}},
		{"bench experiment that the toolchain lacks", "what this toolchain has is: ", []string{"bench", "--build", "v1+simd"}},
		{"bench feature", `unknown feature "sse"`, []string{"bench", "--without", "sse"}},
		{"bench feature of other processors", "cannot do without", []string{"bench", "--without", map[bool]string{true: "avx2", false: "sve2"}[runtime.GOARCH == "arm64"]}},
		{"bench feature twice", "named twice", []string{"bench", "--without", "gfni,gfni"}},
		{"bench output", "no such file", []string{"bench", "--technique", "classical", "-o", filepath.Join(dir, "no", "x.txt")}},
		{"bench output exists", "exists", []string{"bench", "--technique", "classical", "-o", good}},
		{"bench results", "not a directory", []string{"bench", "--technique", "classical", "--results", notFolder}},
		{"bench resume", "no such file", []string{"bench", "--resume", missing}},
		{"bench resume nothing", "nothing to resume", []string{"bench", "--resume"}},
		{"bench two files", "unexpected argument", []string{"bench", "-o", missing, missing}},
		{"bench resume without record", "missing", []string{"bench", "--resume", good}},
		{"report nothing", "no result file", []string{"report"}},
		{"report missing", "no such file", []string{"report", missing}},
		{"report folder", "", []string{"report", dir}},
		{"report empty", "no benchmark", []string{"report", empty}},
		{"report truncated", "truncated", []string{"report", truncated}},
		{"report damaged", "damaged.txt:", []string{"report", damaged}},
		{"report format", "unknown format", []string{"report", "--format", "pdf", good}},
		{"report output", "no such file", []string{"report", "-o", filepath.Join(dir, "no", "x.md"), good}},
		{"recommend missing", "no such file", []string{"recommend", missing}},
		{"recommend damaged", "damaged.txt:", []string{"recommend", good, damaged}},
		{"recommend format", `unknown format "pdf" (want text, markdown, json)`, []string{"recommend", "--format", "pdf"}},
		{"recommend files and flags", "unexpected --time beside result files", []string{"recommend", "--time", "1ms", good}},
		{"recommend technique", `did you mean "magic"?`, []string{"recommend", "--technique", "magik"}},
		{"recommend rounds", "-1 rounds", []string{"recommend", "--rounds", "-1"}},
		{"recommend no budget", "a budget of 0s (want more than 0)", []string{"recommend", "--budget", "0"}},
		{"recommend negative budget", "a budget of -1m0s (want more than 0)", []string{"recommend", "--budget", "-1m"}},
		{"recommend what only picks", "nothing to choose from: the named techniques only pick others", []string{"recommend", "--technique", "best"}},
		{"recommend experiment", "nothing but builds with an experiment (v3+simd)", []string{"recommend", simd}},
		{"plot experiment", "nothing but builds with an experiment", []string{"plot", "-o", filepath.Join(dir, "plots"), simd}},
		{"recommend budget and rounds", "none of the others can be", []string{"recommend", "--budget", "1m", "--rounds", "6"}},
		{"plot without folder", "required", []string{"plot", good}},
		{"plot technique", "", []string{"plot", "-o", dir, "--technique", "x", good}},
		{"plot theme", "theme", []string{"plot", "-o", dir, "--theme", "pink", good}},
		{"plot width", "width", []string{"plot", "-o", dir, "--width", "1", good}},
		{"plot folder", "", []string{"plot", "-o", notFolder, good}},
		{"guard without base", "required", []string{"guard"}},
		{"guard ref", "unknown git ref", []string{"guard", "--base", "no-such-ref"}},
		{"guard ref like a flag", "unknown git ref", []string{"guard", "--base", "--output=x"}},
		{"guard missing file", "no such file", []string{"guard", "--base", missing, "--head", good}},
		{"guard one file", "--head", []string{"guard", "--base", good}},
		{"guard head without base file", "no file", []string{"guard", "--base", "HEAD", "--head", good}},
		{"guard threshold", "bad threshold", []string{"guard", "--base", "HEAD", "--threshold", "fast"}},
		{"guard rounds", "-1 rounds", []string{"guard", "--base", "HEAD", "--rounds", "-1"}},
		{"guard level", `unknown build "v9"`, []string{"guard", "--base", "HEAD", "--build", "v9"}},
		{"guard compiler", `unknown build "c-icc" (want c-gcc or c-clang`, []string{"guard", "--base", "HEAD", "--build", "c-icc"}},
		{"guard two levels", "guard compares one build at a time, not v1,c-gcc (want one, such as c-gcc)", []string{"guard", "--base", "HEAD", "--build", "v1,c-gcc"}},
		{"guard all levels", "one build at a time", []string{"guard", "--base", "HEAD", "--build", "all"}},
		{"guard main levels", "one build at a time", []string{"guard", "--base", "HEAD", "--build", "main"}},
		{"without compilers: guard", "c-gcc needs", []string{"guard", "--base", "HEAD", "--build", "c-gcc"}},
		{"guard hidden features", "unknown flag: --without", []string{"guard", "--base", "HEAD", "--build", "c-gcc", "--without", "bmi2"}},
		{"guard files and builds", "unexpected --build beside result files", []string{"guard", "--base", good, "--head", good, "--build", "c-gcc"}},
		{"guard damaged", "damaged.txt:", []string{"guard", "--base", damaged, "--head", good}},
		{"outside: guard", ". is not in a checkout of ", []string{"guard", "--base", "HEAD"}},
		{"outside: bench", ". is not in a checkout of ", []string{"bench", "--build", "all"}},
		// All builds in C that this machine has; without a compiler of C all builds, which are refused for the same reason.
		{"outside: bench in C", ". is not in a checkout of ", []string{"bench", "--technique", "magic", "--build", cmp.Or(strings.ReplaceAll(build.Names(language.Found("c")), ", ", ","), "all")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			here, outside := "", strings.HasPrefix(c.name, "outside: ")
			if outside {
				here = t.TempDir()
				t.Chdir(here)
			}
			if strings.HasPrefix(c.name, "without compilers: ") {
				t.Setenv("PATH", "")
			}
			code, _, stderr := slidebench(t, c.args...)
			lines := strings.Split(strings.TrimRight(stderr, "\n"), "\n")
			last := lines[len(lines)-1]
			if code != cli.Failed || !strings.HasPrefix(last, "slidebench: ") || !strings.Contains(last, c.says) {
				t.Errorf("exit %d, says %q; want 2 and a line with %q", code, stderr, c.says)
			}
			for _, line := range lines[:len(lines)-1] {
				if strings.HasPrefix(line, "slidebench: ") {
					t.Errorf("more than one line of error:\n%s", stderr)
				}
			}
			if left, err := os.ReadDir(here); outside && (err != nil || len(left) > 0) {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
	if _, err := os.Stat(unmade); err == nil {
		t.Error("a refused run made its folder for results")
	}
}

// On a full disk a command fails, instead of losing its results.
func TestFullDisk(t *testing.T) {
	tiertest.Long(t)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	good := synthetic(t, "good.txt", resultstest.Run{})
	commands := [][]string{
		{"list"}, {"list", "--format", "json"}, {"report", good}, {"recommend", good}, {"guard", "--base", good, "--head", good},
		{"attacks", "--technique", "magic", "--piece", "rook", "--square", "e4", "--occ", "0"},
	}
	if !testing.Short() {
		commands = append(commands, []string{"machine"}, []string{"machine", "--format", "json"}, []string{"verify", "--technique", "classical"},
			[]string{"bench", "--technique", "classical", "--piece", "rook", "--mode", "throughput", "--rounds", "1", "--time", "1ms"})
	}
	for _, args := range commands {
		var talk bytes.Buffer
		if code := cli.Execute(context.Background(), rootCommand(), args, nil, full, &talk); code != cli.Failed {
			t.Errorf("%v: exit %d on a full disk, want 2 (says %q)", args, code, talk.String())
		}
	}
}

// copyOfTree makes a git repository with the files of this source tree, and two commits.
func copyOfTree(t *testing.T) string {
	t.Helper()
	root, err := source.Tree(".")
	if err != nil {
		t.Skip(err)
	}
	to := t.TempDir()
	for name, text := range sourceFiles(t, root) {
		write(t, filepath.Join(to, name), string(text))
	}
	git(t, to, "init", "--quiet")
	git(t, to, "add", "--all")
	git(t, to, "commit", "--quiet", "-m", "first")
	git(t, to, "commit", "--quiet", "--allow-empty", "-m", "second")
	return to
}

// sourceFiles returns the files of a checkout without results, by name.
func sourceFiles(t *testing.T, root string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range strings.Fields(git(t, root, "ls-files", "--cached", "--others", "--exclude-standard")) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err == nil && !strings.HasPrefix(name, "results/") { // git also lists tracked files that are deleted here
			files[name] = text
		}
	}
	return files
}

// git runs git in a folder, with an invented author.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := gitcmd.Inside(dir, append([]string{"-c", "user.name=test", "-c", "user.email=test@example.com"}, args...)...).Output()
	if err != nil {
		t.Skipf("git %s: %v", args[0], err)
	}
	return string(out)
}

// Every example of every help text runs.
func TestExamples(t *testing.T) {
	tiertest.Long(t)
	if testing.Short() {
		t.Skip("builds programs")
	}
	_, err := exec.LookPath("node")
	tiertest.Need(t, "node", err)
	dir := copyOfTree(t)
	t.Chdir(dir)
	for from, to := range map[string]string{"examples/c/attacks.c": "attacks.c", "examples/protocol/attacks.js": "attacks.js", "examples/engine/attacks/attacks.go": "lookups/attacks.go"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		ignored := "" // by the go command, as the tree's root has a package, which may hold no C
		if to == "attacks.c" {
			ignored = "//go:build ignore\n\n"
		}
		write(t, to, ignored+string(text))
	}
	git(t, dir, "add", "--all")
	git(t, dir, "commit", "--quiet", "-m", "lookups of somebody's own")
	git(t, dir, "commit", "--quiet", "--allow-empty", "-m", "the same")
	if err := os.Mkdir("attacks", 0o777); err != nil { // for copy
		t.Fatal(err)
	}
	for _, path := range []string{"results/somewhere/2026-01-01T000000Z-0123456789ab.txt", "old.txt", "new.txt"} {
		write(t, path, resultstest.Run{Rounds: 10, Engine: true}.String())
	}
	write(t, "results/elsewhere/2026-01-01T000000Z-0123456789ab.txt.gz", resultstest.Run{Machine: "another", Engine: true}.String()) // to compare machines
	write(t, "results/somewhere/2026-01-01T000000Z-0123456789ab.json", `{"finished": "2026-01-01T00:01:00Z"}`)
	if err := results.Compress("results/somewhere/2026-01-01T000000Z-0123456789ab.txt"); err != nil { // as committed files are
		t.Fatal(err)
	}
	measuredAgain(t, resultstest.Run{})
	for _, engine := range []string{"old", "new"} {
		if err := os.WriteFile(engine, []byte(fakeEngine), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, example := range examples(t) {
		t.Run(example, func(t *testing.T) {
			args := split(t, example)
			if args[1] == "engines" {
				args = append(args, "--cap", "2s")
			}
			if args[1] == "bundle" { // it wants a clean tree, and other examples have written files
				git(t, dir, "add", "--all")
				git(t, dir, "commit", "--quiet", "--allow-empty", "-m", "files of examples")
			}
			if args[1] == "recommend" && args[2] == "--technique" {
				t.Chdir(t.TempDir()) // it would build as bench does, but for another level: a minute of compiling
			}
			code, stdout, stderr := slidebench(t, args[1:]...)
			if code != cli.Fine && !(code == cli.No && (args[1] == "guard" || args[1] == "engines")) { // those find a difference by chance
				measured(t, stderr)
				t.Fatalf("exit %d: %s", code, stderr)
			}
			if args[1] == "bench" && slices.Contains(args, "--results") { // it prints the path of its file
				if _, err := os.Stat(strings.TrimSpace(stdout)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	written, _ := filepath.Glob("results/*/*.txt*") // by bench, by collect, and above
	for _, path := range written {
		if _, err := results.Read(path); err != nil {
			t.Error(err)
		}
	}
}

// fakeEngine is an engine that claims to search 50,000 nodes, or as many as asked for, and understands some of UCI.
const fakeEngine = `#!/bin/sh
search() { i=0; while [ $i -lt $1 ]; do i=$((i + 1)); done; echo "$1 nodes"; }
[ "$1" = bench ] && { search ${2:-50000}; exit; }
while read -r word rest; do
	case $word in
	uci) echo uciok ;;
	isready) echo readyok ;;
	go) search 50000; echo bestmove a1a2 ;;
	esac
done
`

// examples returns the example lines of all help texts.
func examples(t *testing.T) (all []string) {
	for _, c := range rootCommand().Commands() {
		if c.Hidden {
			continue
		}
		if c.Example == "" {
			t.Errorf("the help of %s shows no example", c.Name())
		}
		for line := range strings.Lines(c.Example) {
			all = append(all, strings.TrimSpace(line))
		}
	}
	if len(all) < 8 {
		t.Fatalf("only %d examples found", len(all))
	}
	return all
}

// split splits a command line like a shell, as far as examples need: with quotes and file patterns.
func split(t *testing.T, line string) (args []string) {
	for _, word := range regexp.MustCompile(`([^\s"']|"[^"]*"|'[^']*')+`).FindAllString(line, -1) {
		if bare := strings.NewReplacer(`"`, "", "'", "").Replace(word); bare != word {
			args = append(args, bare)
			continue
		}
		matches, err := filepath.Glob(word)
		if err != nil {
			t.Fatal(err)
		}
		if len(matches) == 0 {
			matches = []string{word}
		}
		args = append(args, matches...)
	}
	return args
}

// The help of a command with many flags shows them in groups, and none of some flags twice.
func TestFlagsInGroups(t *testing.T) {
	for _, name := range []string{"bench", "guard", "verify", "recommend"} {
		_, help, _ := slidebench(t, name, "--help")
		_, flags, _ := strings.Cut(help, "\nFlags:\n")
		last := 0
		// Flags without a group come first, then the groups in their order.
		for _, part := range []string{"--help ", "\nWhat is asked:\n", "--technique ", "\nYour own lookups (docs/your-engine.md explains):\n", "--args ", "--source "} {
			at := strings.Index(flags, part)
			if at < last || strings.Count(flags, "  "+part) > 1 {
				t.Errorf("%s --help: %q at %d after %d", name, part, at, last)
			}
			last = at
		}
		for _, example := range []string{"--package mine=", "--source mine=", "--command mine="} {
			if name == "verify" && !strings.Contains(help, "  slidebench verify "+example) {
				t.Errorf("verify --help has no example of %s", example)
			}
		}
	}
}

// Help that was asked for is a result.
func TestHelpGoesToStandardOutput(t *testing.T) {
	code, stdout, stderr := slidebench(t, "bench", "--help")
	if code != 0 || stdout == "" || stderr != "" {
		t.Errorf("exit %d, %d bytes on standard output, %q on standard error", code, len(stdout), stderr)
	}
}
