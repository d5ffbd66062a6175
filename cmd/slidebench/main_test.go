package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/run/runtest"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/verify"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/internal/tracked"
)

// TestMain lets the test binary serve as the measuring and proving process, too.
func TestMain(m *testing.M) {
	if len(os.Args) >= 2 && slices.Contains([]string{run.Command, verify.Command}, os.Args[1]) {
		runtest.PlayAlike()
		main()
	}
	atStart, noStatus = os.ReadFile("/proc/self/status")
	run.LookTime = 20 * time.Millisecond
	os.Exit(m.Run())
}

// atStart is Linux's account of this process before its first test.
var (
	atStart  []byte
	noStatus error
)

// A command that needs no technique starts at once: filling the tables of all techniques would take 150 MB.
func TestStart(t *testing.T) {
	if noStatus != nil {
		t.Skip("needs Linux to know the size of a process: ", noStatus)
	}
	match := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(atStart)
	if match == nil {
		t.Fatalf("no VmHWM in /proc/self/status:\n%s", atStart)
	}
	if kB, err := strconv.Atoi(string(match[1])); err != nil || kB > 60_000 {
		t.Errorf("%s kB are in use when the program starts, want at most 60,000 (%v)", match[1], err)
	}
}

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
			if code != cli.Fine || utf8.RuneCountInString(line) > 81 && !strings.HasPrefix(line, "  slidebench ") {
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

// perft reports a wrong count of a suite with the position, the depth and both counts, and a right one depth by depth, without a source tree.
func TestPerft(t *testing.T) {
	t.Chdir(t.TempDir())
	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	suite := write(t, filepath.Join(t.TempDir(), "x.epd"), "# kings\n\n"+kings+" ;D2 25 ;D1 5 ;D3 170\n"+kings+";D1 6;D2 25\n")
	code, stdout, stderr := slidebench(t, "perft", "--suite", suite)
	if want := "slidebench: " + kings + ": depth 1: want 6 leaves, got 5\n"; code != 1 || stderr != want {
		t.Errorf("exit %d, %q, want 1, %q", code, stderr, want)
	}
	if lines := strings.Split(stdout, "\n"); len(lines) != 4 || !strings.Contains(lines[2], "depth 3           170 leaves") {
		t.Errorf("the lines before it are\n%s", stdout)
	}
	right := write(t, filepath.Join(t.TempDir(), "y.epd"), kings+" ;D1 5 ;D2 25\n"+kings+" ;D3 170\n")
	if code, stdout, _ := slidebench(t, "perft", "--suite", right); code != 0 || !strings.HasSuffix(stdout, "\n200 leaves\n") {
		t.Errorf("exit %d, a suite's last line is not the sum:\n%s", code, stdout)
	}
	fen := []string{"perft", "--depth", "4", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"}
	for _, args := range [][]string{fen, append(fen, "--threads", "3"), append(fen, "--divide"), append(fen, "--divide", "--threads", "2")} {
		code, stdout, _ := slidebench(t, args...)
		lines := strings.Split(strings.TrimSpace(stdout), "\n")
		if last := lines[len(lines)-1]; code != 0 || !strings.HasPrefix(last, "4085603 leaves") {
			t.Errorf("%q: exit %d, %q", args, code, last)
		}
		moves := lines[:len(lines)-1]
		if slices.Contains(args, "--divide") && (len(moves) != 48 || !slices.IsSorted(moves) || !slices.Contains(moves, "e1g1: 86975")) {
			t.Errorf("%q: the moves are\n%s", args, stdout)
		}
	}
}

// perft builds slidebench with its engine bound to another technique.
func TestPerftOfAnother(t *testing.T) {
	tiertest.Slow(t)
	if code, stdout, stderr := slidebench(t, "perft", "--technique", "quintessence", "--depth", "3"); code != 0 || strings.Count(stdout, "right  depth 3") != 6 {
		t.Errorf("exit %d, %s, %s", code, stdout, stderr)
	}
	suite := write(t, filepath.Join(t.TempDir(), "x.epd"), "4k3/8/8/8/8/8/8/4K3 w - - ;D1 6\n")
	other := "quintessence"
	if tiertest.Minutes() {
		other = "pext"
	}
	if code, _, stderr := slidebench(t, "perft", "--technique", other, "--suite", suite); code != 1 || !strings.HasSuffix(stderr, ": depth 1: want 6 leaves, got 5\n") {
		t.Errorf("exit %d, %q", code, stderr)
	}
	t.Chdir(t.TempDir())
	if code, _, stderr := slidebench(t, "perft", "--technique", "pext"); code != 2 || !strings.Contains(stderr, "the engine is not bound to pext in this program") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("outside: exit %d, %q", code, stderr)
	}
}

// Wrong input gives one line and exit status 2.
func TestWrongInput(t *testing.T) {
	tiertest.Slow(t)
	t.Setenv("GODEBUG", os.Getenv("GODEBUG")) // bench --without sets it
	good := synthetic(t, "good.txt", resultstest.Run{})
	simd := synthetic(t, "simd.txt", resultstest.Run{Levels: []string{"v3+simd"}})
	text, dir := resultstest.Run{}.String(), t.TempDir()
	truncated := write(t, filepath.Join(dir, "truncated.txt"), text[:len(text)-20])
	damaged := write(t, filepath.Join(dir, "damaged.txt"), strings.Replace(text, " cycles/op", "? cycles/op", 1))
	empty := write(t, filepath.Join(dir, "empty.txt"), "")
	missing := filepath.Join(dir, "missing.txt")
	occupied := filepath.Dir(write(t, filepath.Join(t.TempDir(), "magic.h"), "int x;"))
	notFolder, results := filepath.Join(good, "folder"), filepath.Join(dir, "results")

	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
	for _, c := range []struct {
		name, says string
		args       []string
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
		{"bench technique", "unknown technique", []string{"bench", "--technique", "x"}},
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
		{"bench experiment", `unknown build "v1+nocheck"`, []string{"bench", "--build", "v1+nocheck"}},
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
		{"bench experiment", "what this toolchain has is: ", []string{"bench", "--build", "v1+simd"}},
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
	if _, err := os.Stat(results); err == nil {
		t.Error("made a folder for results that there are not")
	}
}

// recommend always measures the reference, and chooses it only if it was named; it says which named techniques cannot be measured.
func TestRecommendNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	t.Chdir(t.TempDir()) // where there is nothing to build
	args := []string{"recommend", "--technique", "naive,dualsimd", "--rounds", "6", "--time", "1us", "--questions", "64", "--format", "json"}
	code, stdout, stderr := slidebench(t, args...)
	measured(t, stderr)
	var decoded struct {
		Uses []struct{ Technique, Next string }
	}
	if err := json.Unmarshal([]byte(stdout), &decoded); err != nil || code != 0 || len(decoded.Uses) == 0 {
		t.Fatalf("exit %d, %v: %s", code, err, stderr)
	}
	for _, use := range decoded.Uses {
		if use.Technique != "naive" || use.Next != "" {
			t.Errorf("%+v; want nothing but naive", use)
		}
	}
	if !strings.Contains(stderr, "dualsimd is not measured: ") {
		t.Errorf("the skipped techniques are not named: %s", stderr)
	}
	if code, _, stderr := slidebench(t, "recommend", "--technique", "dualsimd"); code != cli.Failed || !strings.Contains(stderr, "slidebench: nothing to measure: dualsimd is not measured: ") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

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

func TestList(t *testing.T) {
	code, stdout, _ := slidebench(t, "list", "--format", "json")
	var all []map[string]any
	if err := json.Unmarshal([]byte(stdout), &all); err != nil || code != 0 {
		t.Fatalf("exit %d, %v", code, err)
	}
	for _, l := range all {
		for _, key := range []string{"name", "family", "people", "year", "source", "tableBytes", "rookBytes", "bishopBytes", "needs", "available", "why", "inlines", "languages"} {
			if _, ok := l[key]; !ok {
				t.Errorf("%v lacks %q", l["name"], key)
			}
		}
	}
	for _, format := range []string{"text", "markdown", "csv"} {
		if _, stdout, _ := slidebench(t, "list", "--format", format); len(regexp.MustCompile(`\bquintessence\b`).FindAllString(stdout, -1)) != 1 {
			t.Errorf("%s: quintessence is not listed once:\n%s", format, stdout)
		}
	}
}

func TestAttacks(t *testing.T) {
	code, stdout, _ := slidebench(t, "attacks", "--technique", "pext", "--piece", "rook", "--square", "a1", "--fen", "8/8/8/8/8/P7/8/2P5 w - - 0 1")
	want := ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nx . . . . . . .\nx . . . . . . .\n. x x . . . . .\n"
	if code != 0 || !strings.HasSuffix(stdout, want) || !strings.Contains(stdout, "0x0000000000010106") {
		t.Errorf("exit %d:\n%s", code, stdout)
	}
}

// copy replaces a copy that somebody has changed only with --force.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/engine\n")
	into := filepath.Join(dir, "attacks")
	path := filepath.Join(into, "pext", "pext.go")
	args := []string{"copy", "pext", "-o", into}
	for range 2 {
		code, stdout, stderr := slidebench(t, args...)
		if code != cli.Fine || !strings.HasPrefix(stdout, path+"\n") || !strings.Contains(stdout, ".s\n") || !strings.Contains(stderr, "golang.org/x/sys/cpu") {
			t.Errorf("exit %d, %q, %q", code, stdout, stderr)
		}
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "package mine\n")
	if code, _, stderr := slidebench(t, args...); code != cli.Failed || !strings.Contains(stderr, "--force") {
		t.Errorf("over a changed file: exit %d, %q", code, stderr)
	}
	if text, _ := os.ReadFile(path); string(text) != "package mine\n" {
		t.Error("a changed file is replaced")
	}
	if code, _, stderr := slidebench(t, append(args, "--force")...); code != cli.Fine {
		t.Errorf("by force: exit %d, %q", code, stderr)
	}
	if text, _ := os.ReadFile(path); string(text) != string(first) {
		t.Error("a file that is replaced by force differs from the first one")
	}
	if !strings.Contains(string(first), `"example.com/engine/attacks/board"`) {
		t.Errorf("the import path does not follow from go.mod:\n%.2000s", first)
	}
	if code, stdout, stderr := slidebench(t, "copy", "fancymagic", "-o", into); code != cli.Fine || !strings.Contains(stdout, "board.go\n") || stderr != "" {
		t.Errorf("beside another technique: exit %d, %q, %q", code, stdout, stderr)
	}
}

// guard finds no regression between files of the same run, and finds a technique that became slower in one of them.
func TestGuardFiles(t *testing.T) {
	tiertest.Slow(t)
	base := synthetic(t, "base.txt", resultstest.Run{Seed: 1, Rounds: 10})
	same := synthetic(t, "same.txt", resultstest.Run{Seed: 2, Rounds: 10})
	slower := synthetic(t, "slower.txt", resultstest.Run{Seed: 3, Rounds: 10, Cost: map[string]float64{"pext": 1.3}})
	if code, stdout, stderr := slidebench(t, "guard", "--base", base, "--head", same); code != 0 {
		t.Errorf("exit %d for two runs of the same\n%s%s", code, stdout, stderr)
	}
	code, stdout, stderr := slidebench(t, "guard", "--base", base, "--head", slower)
	if code != 1 || !strings.Contains(stdout, "technique=pext") || !strings.Contains(stdout, "unconfirmed") {
		t.Errorf("exit %d for a slower one\n%s%s", code, stdout, stderr)
	}
	for line := range strings.Lines(stdout) {
		if strings.Contains(line, "SLOWER") && !strings.Contains(line, "technique=pext/") {
			t.Errorf("blames another: %s", line)
		}
	}
	few := synthetic(t, "few.txt", resultstest.Run{Seed: 4, Rounds: 3})
	if code, _, stderr := slidebench(t, "guard", "--base", base, "--head", few); code != 2 || !strings.Contains(stderr, "rounds") {
		t.Errorf("exit %d for too few rounds: %s", code, stderr)
	}
}

// copyOfTree makes a git repository with the files of this one, and two commits.
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
		if err == nil && !strings.HasPrefix(name, "results/") { // some are deleted but not committed so
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

// copy never writes through a link out of its folder, nor into a pipe; and two processes never write into one folder.
func TestCopyStaysInItsFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "outside/magic.h", "")
	for folder, prepare := range map[string]func() error{
		"a link":   func() error { return os.Symlink("../outside/magic.h", "a link/magic.h") },
		"dangling": func() error { return os.Symlink("../outside/none", "dangling/magic.h") },
		"a pipe":   func() error { return exec.Command("mkfifo", "a pipe/magic.h").Run() },
		"being written": func() error {
			f, err := os.Open("being written")
			if err == nil {
				t.Cleanup(func() { f.Close() })
				err = atomicfile.Hold(f)
			}
			return err
		},
	} {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := prepare(); err != nil {
			t.Logf("no %s here: %v", folder, err)
			continue
		}
		for _, flags := range [][]string{nil, {"--force"}} {
			args := append([]string{"copy", "magic", "--lang", "c", "-o", folder}, flags...)
			if code, out, stderr := slidebench(t, args...); code != 2 || out != "" || !strings.Contains(stderr, folder) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("exit %d: %q, %q, want a line about %s", code, out, stderr, folder)
			}
		}
	}
	if left, err := os.ReadDir("outside"); err != nil || len(left) != 1 {
		t.Errorf("outside are %v, %v", left, err)
	}
	if text, err := os.ReadFile("outside/magic.h"); err != nil || len(text) > 0 {
		t.Errorf("a file outside is written, %v", err)
	}
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
		write(t, to, string(text))
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
			if args[1] == "recommend" && args[2] == "--technique" {
				t.Chdir(t.TempDir()) // it would build as bench does, but for another level: a minute of compiling
			}
			if code, _, stderr := slidebench(t, args[1:]...); code != cli.Fine && !(code == cli.No && (args[1] == "guard" || args[1] == "engines")) {
				measured(t, stderr)
				t.Errorf("exit %d: %s", code, stderr)
			}
		})
	}
	written, _ := filepath.Glob("results/*/*.txt*")
	for _, path := range written {
		if _, err := results.Read(path); err != nil {
			t.Error(err)
		}
	}
	if len(written) < 2 {
		t.Error("bench --results wrote no file")
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

// The help of a command with many flags shows each flag once, in groups.
func TestFlagsInGroups(t *testing.T) {
	for _, name := range []string{"bench", "guard", "verify", "recommend"} {
		_, help, _ := slidebench(t, name, "--help")
		_, flags, _ := strings.Cut(help, "\nFlags:\n")
		last := 0
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

// recommend prints the published answers for this kind of processor, or else for all machines.
func TestPublishedIsPrinted(t *testing.T) {
	const published = "machine,measured,you write,\"CPU, limit\",take,kind,tables,\"engines by hand, %, one machine\",\"our search, 2 machines\"\n,,C,BMI2,paired,PEXT,843 KiB,+3.0,+6 to +13 %\n" +
		"amd-epyc-zen-4-vm,2026-11-25,C,BMI2,rookpdep,PEXT,245 KiB,+4.0,+13.6 %\namd-ryzen-zen-4,2026-11-26,Go,any CPU,kgssb,first rank,129 KiB,,+2.7 %\n"
	for architecture, want := range map[string][]string{
		"Zen 4": {"Published for amd-epyc-zen-4-vm, measured on 2026-11-25", "rookpdep", "amd-ryzen-zen-4", "kgssb"},
		"Zen 2": {"Published for 2 machines, none of them of this kind (Zen 2)", "paired", "+6 to +13 %"},
		"Zen":   {"none of them of this kind (Zen)"},
	} {
		var b strings.Builder
		printPublished(&b, published, machine.Fingerprint{Microarchitecture: architecture}, 0)
		for _, part := range want {
			if !strings.Contains(b.String(), part) {
				t.Errorf("%s: no %q in\n%s", architecture, part, b.String())
			}
		}
		if strings.Contains(b.String(), "rookpdep") != (architecture == "Zen 4") || strings.Contains(b.String(), "one machine") || strings.Contains(b.String(), "search, 2") {
			t.Errorf("%s: %s", architecture, b.String())
		}
	}
	var b strings.Builder
	printPublished(&b, publishedRows, machine.Fingerprint{Microarchitecture: "Zen 3"}, 80)
	if !strings.Contains(b.String(), "zen-3") || !strings.Contains(b.String(), "any CPU") {
		t.Errorf("what is published today: %q", b.String())
	}
}

func TestHelpGoesToStandardOutput(t *testing.T) {
	code, stdout, stderr := slidebench(t, "bench", "--help")
	if code != 0 || stdout == "" || stderr != "" {
		t.Errorf("exit %d, %d bytes on standard output, %q on standard error", code, len(stdout), stderr)
	}
}

// benchstat compares the files of two commits in the same tables, as their configuration lines are equal.
func TestBenchstat(t *testing.T) {
	if testing.Short() {
		t.Skip("builds benchstat")
	}
	root, err := source.Tree(".")
	if err != nil {
		t.Skip(err)
	}
	old := synthetic(t, "old.txt", resultstest.Run{Seed: 1, Levels: []string{"v3"}})
	changed := synthetic(t, "new.txt", resultstest.Run{Seed: 2, Levels: []string{"v3"}, Cost: map[string]float64{"pext": 1.5}})
	for _, c := range []struct{ args, want []string }{
		{[]string{old, changed}, []string{"vs base", "+50"}},
		{[]string{"-col", "/technique", "-row", "/piece,/mode,/corpus", old}, []string{"queen both random16", "fancymagic"}},
	} {
		cmd := exec.Command("go", append([]string{"tool", "benchstat"}, c.args...)...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want[0]) || !strings.Contains(string(out), c.want[1]) {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// The files derived from raw files are those that the commands write now: the README's summary, and the report and pictures of every machine with runs that git tracks.
func TestDerivedFilesAreUpToDate(t *testing.T) {
	tiertest.Slow(t)
	var known sync.Map // raw files, which most commands read again
	defer func() { readFile = results.Read }()
	readFile = func(path string) (*results.File, error) {
		if f, is := known.Load(path); is {
			again := *f.(*results.File)
			return &again, nil
		}
		f, err := results.Read(path)
		if err == nil {
			known.Store(path, f)
		}
		return f, err
	}
	t.Chdir("../..")
	t.Setenv("COLUMNS", "80")
	runs := map[string][]string{} // by folder; names begin with the date
	for _, raw := range resultstest.Committed(t, "results", "*/*.txt*") {
		folder := filepath.ToSlash(filepath.Dir(raw)) + "/"
		runs[folder] = append(runs[folder], filepath.ToSlash(raw))
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	page := write(t, filepath.Join(t.TempDir(), "README.md"), string(readme))
	all := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(runs))...)))
	if code, _, stderr := slidebench(t, slices.Concat([]string{"report", "--update", page, "--plots", "results/machines-c-gcc.svg"}, all)...); code != 0 {
		t.Fatal(stderr)
	}
	if again, _ := os.ReadFile(page); !bytes.Equal(again, readme) {
		t.Error("the summary in README.md is not that of the raw files: run make readme")
	}
	drawn := func(published func(string) ([]byte, error), temp, into, kinds string, args ...string) {
		if runtime.GOARCH != "amd64" {
			return // others may fuse multiplication and addition, which moves the last digit of a coordinate
		}
		for _, theme := range []string{"light", "dark"} {
			if code, _, stderr := slidebench(t, slices.Concat([]string{"plot", "--post=" + kinds, "--theme", theme, "-o", temp}, args)...); code != 0 {
				t.Fatal(stderr)
			}
		}
		fresh, _ := filepath.Glob(filepath.Join(temp, "*"))
		for _, picture := range fresh {
			same(t, picture, into+filepath.Base(picture), published)
		}
		pictures, err := tracked.Glob(into + "*.[ps][nv]g")
		if err != nil || len(fresh) == 0 {
			t.Errorf("%s: no pictures (%v)", into, err)
		}
		for _, picture := range pictures {
			if !slices.Contains(fresh, filepath.Join(temp, filepath.Base(picture))) {
				t.Errorf("%s is not drawn from %v: remove it", picture, args)
			}
		}
	}
	drawn(os.ReadFile, t.TempDir(), "results/", "machines", append([]string{"--build", "c-gcc"}, all...)...)
	for machine, runs := range runs {
		measured, _ := filepath.Glob(machine + "*.txt*")
		published := os.ReadFile
		if len(measured) > len(runs) {
			published = added
		}
		folder := t.TempDir()
		drawn(published, filepath.Join(folder, "plots"), machine+"plots/", "search,size", runs...) // which the report shows, if they are there
		report := filepath.Join(folder, "report.md")
		if code, _, stderr := slidebench(t, append([]string{"report", "--format", "markdown", "--plots", "plots", "--csv", "results.csv", "-o", report}, runs...)...); code != 0 {
			t.Fatal(stderr)
		}
		same(t, report, machine+"report.md", published)
		spreadsheet := filepath.Join(t.TempDir(), "results.csv")
		if code, _, stderr := slidebench(t, append([]string{"report", "--format", "csv", "-o", spreadsheet}, runs...)...); code != 0 {
			t.Fatal(stderr)
		}
		same(t, spreadsheet, machine+"results.csv", published)
		const most = 40 // lines of an ordinary terminal that a reader takes in at once
		if _, shown, _ := slidebench(t, append([]string{"report"}, runs...)...); strings.Count(shown, "\n") > most {
			t.Errorf("the report of %s has more than %d lines of 80 characters:\n%s", machine, most, shown)
		}
	}
}

// added returns a file's text in git's index. In the working tree, make bench may have written report and pictures anew, from a raw file that is not yet added.
func added(path string) ([]byte, error) {
	return exec.Command("git", "show", ":./"+filepath.ToSlash(path)).Output()
}

// same fails the test if a page is up to date neither in the folder nor as published reads it.
func same(t *testing.T, fresh, page string, published func(path string) ([]byte, error)) {
	t.Helper()
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if here, err := os.ReadFile(page); err == nil && bytes.Equal(here, want) {
		return
	}
	if there, err := published(page); err != nil || !bytes.Equal(there, want) {
		t.Errorf("%s is not up to date (%v): run make publish", page, err)
	}
}

// A machine with hidden features is another machine, on which techniques that need them are not measured.
func TestBenchWithout(t *testing.T) {
	tiertest.Slow(t)
	t.Setenv("GODEBUG", os.Getenv("GODEBUG"))
	here := machine.Detect()
	if !here.Has("bmi2") {
		t.Skip("needs bmi2 to hide it")
	}
	if here.GOAMD64 > "v2" {
		code, _, stderr := slidebench(t, "bench", "--without", "bmi2", "--technique", "magic")
		if want := "built for GOAMD64=" + here.GOAMD64; code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("exit %d, %q, want 2 and %q", code, stderr, want)
		}
		return
	}
	code, stdout, stderr := slidebench(t, "bench", "--without", "bmi2", "--technique", "magic,pext", "--mode", "batch",
		"--piece", "rook", "--rounds", "1", "--time", "1ms", "--questions", "2000")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	measured(t, stderr)
	for _, want := range []string{"pext is not measured: no bmi2", "hidden: bmi2; proved once more"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("lacks %q:\n%s", want, stderr)
		}
	}
	f, err := results.Parse(strings.NewReader(stdout), "it")
	if err != nil {
		t.Fatal(err)
	}
	target := f.Targets()[0]
	if !strings.Contains(target.Machine, "-without-bmi2") || strings.Contains(target.Features, "bmi2") {
		t.Errorf("measured on %q with %q", target.Machine, target.Features)
	}
	if strings.Contains(stdout, "technique=pext/") || !strings.Contains(stdout, "technique=magic/piece=rook/mode=batch/") {
		t.Errorf("measured:\n%s", stdout)
	}
}

// The word all leaves out builds that exist only to measure the price of checks.
func TestAllBuilds(t *testing.T) {
	all, err := run.ChooseBuilds([]string{"all"})
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, b := range all {
		if b.Option == build.NoChecks || b.Option == "calls" {
			t.Errorf("%s is among all builds", b)
		}
	}
	main, err := run.ChooseBuilds([]string{"main"})
	if err != nil || !slices.Equal(main, language.Main(slices.DeleteFunc(slices.Clone(all), func(b build.Build) bool { return b.Language == "rust" }))) || main[0] != language.Highest(all) {
		t.Errorf("main builds %v, %v, want %v", main, err, language.Main(all))
	}
	for i, b := range main {
		if i > 0 && b.Language == main[i-1].Language || b.Option != "" {
			t.Errorf("%s is among the main builds %v", b, main)
		}
	}
}
