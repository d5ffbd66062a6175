package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/bundle"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// someCommit is the commit that the bundles of tests name.
const someCommit = "0123456789ab"

// packed packs a bundle, as from a clean tree, and unpacks it.
func packed(t *testing.T, o bundle.Options) (folder string) {
	t.Helper()
	o.Reporter.Logf = t.Logf
	plan, err := bundle.Plan(o)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := plan.Pack(t.Context(), someCommit)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	for files := tar.NewReader(plain); ; {
		head, err := files.Next()
		if err == io.EOF {
			return filepath.Join(folder, "slidebench-"+o.OS+"-"+o.Arch)
		}
		path := ""
		if err == nil {
			path = filepath.Join(folder, head.Name)
			err = os.MkdirAll(filepath.Dir(path), 0o777)
		}
		var text []byte
		if err == nil {
			text, err = io.ReadAll(files)
		}
		if err == nil {
			err = os.WriteFile(path, text, head.FileInfo().Mode())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// brief returns arguments with which a bundle measures for a moment, however disturbed the machine is, and at most for the time limit.
func brief(limit string) []string {
	return []string{"--beside", "--technique", "fancymagic", "--piece", "queen", "--mode", "throughput,perft", "--time", "1ms", "--questions", "1024", "--cap", limit}
}

// checkRaw checks that report accepts the raw file in a folder, and that it names the builds.
func checkRaw(t *testing.T, folder string, builds ...string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*", "*-"+someCommit+".txt.gz"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	f, err := results.Read(found[0])
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(f.Command, results.BundleCommand+" --") {
		t.Errorf("the record has the command %q", f.Command)
	}
	if f.Commit != someCommit || f.Dirty || f.Finished == "" || f.Toolchain == "" {
		t.Errorf("%+v", f.Circumstances)
	}
	if f.Digests["go fancymagic"] == "" || f.Digests["go asked by throughput"] == "" {
		t.Errorf("the record has the digests %v", f.Digests)
	}
	have := map[string]bool{}
	for _, table := range f.Tables {
		have[table.Build()] = true
	}
	for _, b := range builds {
		if !have[b] {
			t.Errorf("no tables of build %s: %v", b, have)
		}
	}
	if code, _, stderr := slidebench(t, "report", found[0]); code != cli.Fine {
		t.Errorf("report: exit %d, %s", code, stderr)
	}
}

// A bundle measures in an empty folder, where no other program is found. It refuses wrong arguments, and programs that are damaged.
func TestBundle(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("its archive is a zip")
	}
	o := bundle.Options{Target: language.Target{OS: runtime.GOOS, Arch: runtime.GOARCH}, Builds: []string{"go"}, Layouts: 1, Contenders: []string{"fancymagic"}}
	if runtime.GOARCH == "amd64" {
		o.Builds = []string{"v1"} // usually the level of the test binary, whose packages the go command has compiled; "go" would be several levels
	}
	limit := "2s"
	if tiertest.Minutes() {
		o.Layouts, limit = 2, "30s"
	}
	folder, empty := packed(t, o), t.TempDir()
	start := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), filepath.Join(folder, results.BundleCommand), args...)
		cmd.Dir, cmd.Env = empty, []string{"PATH="}
		return cmd
	}
	run := func(args ...string) ([]byte, error) { return start(args...).CombinedOutput() }
	if tiertest.Minutes() {
		resumed(t, start)
	}
	if out, err := run(brief(limit)...); noSlice(out, err) {
		t.Log("SKIP the raw file: no slice was clean here") // as beside other tests
	} else if err != nil {
		t.Errorf("%v: %s", err, out)
	} else {
		checkRaw(t, empty)
	}
	for _, c := range []struct {
		says string
		args []string
	}{
		{fmt.Sprintf("3 rounds (this bundle has %d layouts of each program, one for each round)", o.Layouts), []string{"--rounds", "3"}},
		{"(have: ", []string{"--build", "c-gcc"}},
		{`unknown command "reprot"`, []string{"reprot"}},
		{"nowhere.txt: no such file", []string{"--resume", "nowhere.txt"}},
	} {
		if out, err := run(c.args...); exitOf(err) != cli.Failed || !strings.Contains(string(out), c.says) || bytes.Count(out, []byte("\n")) != 1 {
			t.Errorf("%q: %v, %s", c.args, err, out)
		}
	}
	data := filepath.Join(folder, "programs")
	text, err := os.ReadFile(data)
	if err == nil {
		text[len(text)/2] ^= 1 // damages a program
		err = os.WriteFile(data, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := run(brief(limit)...); exitOf(err) != cli.Failed || !strings.Contains(string(out), "is damaged, or of another bundle") {
		t.Errorf("damaged: %v, %s", err, out)
	}
}

// resumed interrupts a bundle's run, and resumes it as report advises.
func resumed(t *testing.T, bundled func(args ...string) *exec.Cmd) {
	t.Helper()
	first := bundled(append(brief("30s"), "--mode", "search", "--rounds", "2", "--time", "1s", "-o", "stopped.txt")...) // long enough to be interrupted
	raw := filepath.Join(first.Dir, "stopped.txt")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	text, began := []byte(nil), time.Now()
	for !bytes.Contains(text, []byte("\nBenchmark")) && time.Since(began) < 20*time.Second {
		time.Sleep(50 * time.Millisecond)
		text, _ = os.ReadFile(raw)
	}
	if err := first.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); exitOf(err) != cli.Failed { // one technique alone gives no answer
		t.Fatalf("interrupted: %v", err)
	}
	wantLine := "go on with " + results.BundleCommand + " --resume stopped.txt"
	if !bytes.Contains(text, []byte("\nBenchmark")) {
		t.Log("SKIP --resume: no slice was clean here")
		return
	}
	if out, err := bundled("report", "stopped.txt").CombinedOutput(); err != nil || !strings.Contains(strings.Join(strings.Fields(string(out)), " "), wantLine) {
		t.Errorf("report of what was stopped: %v, %s", err, out)
	}
	if out, err := bundled("--resume", "stopped.txt").Output(); err != nil || !strings.HasPrefix(string(out), "stopped.txt\n") || !strings.Contains(string(out), "Loops: ") {
		t.Errorf("--resume: %v, %s", err, out)
	}
}

// noSlice reports whether a run completed its rounds without any clean slice.
func noSlice(out []byte, err error) bool {
	return exitOf(err) == cli.Failed && bytes.Contains(out, []byte("bench: 100 %")) && bytes.Contains(out, []byte(" values are missing, as no slice of their work was clean"))
}

// exitOf returns the exit status of a program by the error of its end.
func exitOf(err error) int {
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		return exit.ExitCode()
	}
	return cli.Fine
}

// emulated is a shell script with the arguments EMULATOR NUMBER COMMAND... It makes Linux run programs for another machine, which have this number in ELF, with the emulator,
// within the namespace in which the script is started, and then becomes the command. COMMAND is a chroot, or true to see whether all this works here. magic is the head of a
// file in ELF with 64 bits, and mask says which bits of the head have to be equal: \xfe lets programs (2) and position-independent programs (3) pass.
const emulated = `set -e
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00'"$2"'\x00' mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf '%s' ":slidebench:M::$magic:$mask:$1:F" >/proc/sys/fs/binfmt_misc/register
shift 2
exec env -i "$@"
`

// A bundle proves and measures in an empty root, with nothing else there: neither /proc nor /tmp. Its slices need not be clean under the emulator.
func TestBundleElsewhere(t *testing.T) {
	tiertest.Long(t)
	t.Run("arm64", func(t *testing.T) {
		_, err := exec.LookPath("aarch64-linux-gnu-gcc")
		tiertest.Need(t, "aarch64-linux-gnu-gcc", err)
		elsewhere(t, "arm64", language.WordMain, "qemu-aarch64-static", `\xb7`, "c-gcc")
	})
	t.Run("riscv64", func(t *testing.T) { elsewhere(t, "riscv64", "go", "qemu-riscv64-static", `\xf3`) })
}

// elsewhere tries a bundle with builds for an architecture, whose number in ELF is given as printf takes it. Its raw file must have tables of the builds in others.
func elsewhere(t *testing.T, arch, builds, emulator, number string, others ...string) {
	find := func(name string) string {
		path, err := exec.LookPath(name)
		tiertest.Need(t, name, err)
		return path
	}
	emulator = find(emulator)
	unshare, chroot := find("unshare"), find("chroot")
	probe := exec.CommandContext(t.Context(), unshare, "-rm", "sh", "-c", emulated, "sh", emulator, number, find("true"))
	tiertest.Need(t, "unshare with binfmt_misc", probe.Run())
	root := packed(t, bundle.Options{Target: language.Target{OS: "linux", Arch: arch}, Builds: []string{builds}, Layouts: 2, Contenders: []string{"fancymagic"}})
	args := append([]string{"-rm", "sh", "-c", emulated, "sh", emulator, number, chroot, root, "/" + results.BundleCommand, "--results", "/out"}, brief("30s")...)
	out, err := exec.CommandContext(t.Context(), unshare, args...).CombinedOutput()
	switch {
	case noSlice(out, err):
		t.Log("SKIP the raw file: no slice was clean under the emulator")
	case err != nil:
		t.Fatalf("%v: %s", err, out)
	default:
		checkRaw(t, filepath.Join(root, "out"), others...)
	}
}

// Bundles that cannot be made are refused in one line, before anything is compiled.
func TestBundleRefuses(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module github.com/slidebench/slidebench\n\ngo 1.26\n") // a tree with a change: this file is not committed
	git := exec.CommandContext(t.Context(), "git", "init", "--quiet", dir)
	tiertest.Need(t, "git", git.Run())
	commit := exec.CommandContext(t.Context(), "git", "-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--allow-empty", "-m", "a")
	if out, err := commit.CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	source := write(t, filepath.Join(dir, "own.c"), "int main(void) { return 0; }\n")
	avr := write(t, filepath.Join(dir, "gcc"), "#!/bin/sh\necho avr\n") // the answer to -dumpmachine
	if err := os.Chmod(avr, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in, says string
		args     []string
	}{
		{root, `unknown platform "plan10/amd64" (want --os `, []string{"--os", "plan10", "--arch", "amd64"}},
		{root, `unknown platform "linux/sparc" (want --arch `, []string{"--os", "linux", "--arch", "sparc"}},
		{root, `unknown platform "js/wasm"`, []string{"--os", "js", "--arch", "wasm"}},
		{root, "no no-such-gcc in PATH", []string{"--os", "linux", "--arch", "riscv64", "--cc", "no-such-gcc"}},
		{root, "compiles for avr (build c-gcc for linux/arm64 wants aarch64-linux-gnu)", []string{"--os", "linux", "--arch", "arm64", "--cc", avr}},
		{root, "programs in C need Linux on ", []string{"--os", "darwin", "--arch", "arm64", "--build", "c-gcc"}},
		{root, `unknown technique "magik"`, []string{"--build", "go", "--contender", "magik"}},
		{root, "0 layouts", []string{"--build", "go", "--layouts", "0"}},
		{root, `no build "v9" for linux/amd64 (have: v2, v3, v4)`, []string{"--os", "linux", "--arch", "amd64", "--build", "v9"}},
		{root, `no build "v3" for windows/386 (have: go)`, []string{"--os", "windows", "--arch", "386", "--build", "v3"}},
		{root, `no build "rust" in a bundle (want main, go, or `, []string{"--build", "rust"}},
		{root, "no builds (want main, go, or ", []string{"--build", ""}},
		{root, `build "v3" is named twice`, []string{"--os", "linux", "--arch", "amd64", "--build", "v3,v3"}},
		{root, `technique "magic" is named twice`, []string{"--build", "go", "--contender", "magic,magic"}},
		{root, "a folder (want a file)", []string{"--build", "go", "-o", dir}},
		{root, "no such file or directory", []string{"--build", "go", "-o", "nowhere/bundle.tar.gz"}},
		{root, "refusing to write over ", []string{"--build", "go", "-o", source}},
		{dir, "the tree differs from commit ", []string{"--build", "go", "-o", "bundle.tar.gz"}},
	} {
		t.Chdir(c.in)
		code, stdout, stderr := slidebench(t, append([]string{"bundle"}, c.args...)...)
		if code != cli.Failed || stdout != "" || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %q; want one line with %q", c.args, code, stderr, c.says)
		}
	}
}
