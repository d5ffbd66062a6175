package main

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	project "github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// published is the version of this source tree in the module proxy of a test.
const published = "v0.0.1"

// proxy writes a module proxy that has this source tree as a published version. The cache of this machine serves its dependencies; a fresh one
// lacks descriptions of modules that only other modules' tests need, and Go's usual proxy serves those.
func proxy(t *testing.T) (address string) {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, filepath.FromSlash(project.Module), "@v")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	// The files of the protocol: https://go.dev/ref/mod#goproxy-protocol.
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "list"), published+"\n")
	write(t, filepath.Join(folder, published+".info"), fmt.Sprintf(`{"Version": %q}`, published))
	write(t, filepath.Join(folder, published+".mod"), string(mod))
	f, err := os.Create(filepath.Join(folder, published+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for name, text := range sourceFiles(t, root) {
		if strings.HasPrefix(name, "docs/") || strings.HasPrefix(name, "examples/engine/") {
			continue // nothing is built of pages, and a module has no other modules
		}
		w, err := z.Create(project.Module + "@" + published + "/" + name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	env, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, usual, _ := strings.Cut(strings.TrimSpace(string(env)), "\n")
	return "file://" + filepath.ToSlash(dir) + ",file://" + filepath.ToSlash(cache) + "/cache/download," + usual
}

// shorter has flags that keep measurements short, by command. guard and engines want some rounds at least.
var shorter = map[string]string{
	"bench":   " --piece queen --mode throughput,search --rounds 1 --time 1us --questions 64",
	"guard":   " --piece rook --mode latency --rounds 12 --time 1us --questions 64 --cap 10s",
	"engines": " --rounds 8",
}

// slowProgram is an engine that counts and searches nothing. It has a bench, and speaks UCI.
const slowProgram = `#!/bin/sh
search() { i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; }
[ "$1" = bench ] && search && echo 1000 nodes && exit
while read -r line; do
	case $line in
	uci) echo uciok ;;
	isready) echo readyok ;;
	go*) search && echo info nodes 1000 && echo bestmove a2a3 ;;
	esac
done
`

// Every command of docs/your-engine.md runs in a repository of its own, which gets slidebench from a module proxy and is left as it was but
// for the files that commands name. The action then finds a change that makes the lookups slower. Measuring takes minutes, and is left to make nightly.
func TestYourEngine(t *testing.T) {
	tiertest.Long(t)
	if runtime.GOARCH != "amd64" || !slices.Contains(machine.Detect().Levels(), "v3") {
		tiertest.Need(t, "bmi2", errors.New("the page measures builds for GOAMD64=v3"))
	}
	if !slices.Contains(language.Found("c"), build.Must("c-gcc")[0]) {
		tiertest.Need(t, "gcc", errors.New("the page measures what gcc makes of C, on Linux"))
	}
	for _, program := range []string{"rustc", "cargo"} {
		_, missing := exec.LookPath(program)
		tiertest.Need(t, program, missing)
	}
	page, err := os.ReadFile("../../docs/your-engine.md")
	if err != nil {
		t.Fatal(err)
	}
	script := actionScript(t, "../../action.yml")
	t.Setenv("GOPROXY", proxy(t))
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GOFLAGS", "-trimpath -modcacherw") // a cache that the test can remove
	t.Setenv("GOMODCACHE", t.TempDir())
	bin := t.TempDir()
	t.Setenv("GOBIN", bin)
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	repository := engineRepository(t)
	t.Chdir(repository)
	said := map[string]string{}
	for _, line := range commands(string(page)) {
		fields := strings.Fields(line)
		subcommand := fields[1]
		if !tiertest.Nightly() && slices.Contains([]string{"bench", "report", "guard"}, subcommand) {
			continue
		}
		out, err := inShell(t, line+shorter[subcommand])
		said[subcommand] += out
		slower := subcommand == "guard" && strings.Contains(out, "cells slower than") || subcommand == "engines" && strings.Contains(out, " is slower than ")
		if err != nil && !slower {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	for subcommand, want := range map[string]string{"verify": "ok  mine", "report": "mine", "copy": "fancymagic/fancymagic.go", "guard": "cell", "engines": "8 rounds"} {
		if said[subcommand] != "" && !strings.Contains(said[subcommand], want) {
			t.Errorf("%s does not say %q:\n%s", subcommand, want, said[subcommand])
		}
	}
	changed, err := inShell(t, "git status --porcelain --untracked-files=all")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(changed) {
		path := strings.TrimSpace(line[3:]) // behind two letters for its state and a blank
		if !slices.Contains([]string{"go.mod", "go.sum", "mine.txt", "mine.json", "mine-c.txt", "mine-c.json", "mine-rust.txt", "mine-rust.json", "deltas.txt", "deltas.json", "src/fancymagic.rs"}, path) && !strings.HasPrefix(path, "sliders/") {
			t.Errorf("the commands leave %s behind", path)
		}
	}
	if tiertest.Nightly() {
		if out, err := inShell(t, "go get -tool "+project.Module+"/cmd/slidebench@latest"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		actionFinds(t, repository, script)
	}
}

// The package of docs/your-engine.md proves a static library through cgo, and finds an error in it.
func TestStaticLibrary(t *testing.T) {
	tiertest.Long(t)
	_, missing := exec.LookPath("gcc")
	tiertest.Need(t, "gcc", missing)
	page, err := os.ReadFile("../../docs/your-engine.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```go\n")
	text, _, _ = strings.Cut(text, "```")
	source, err := os.ReadFile("../../examples/c/attacks.c")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("CGO_ENABLED", "1")
	write(t, "go.mod", "module example.com/engine\n\ngo 1.26\n\nrequire "+project.Module+" v0.0.0\n\nreplace "+project.Module+" => "+root+"\n")
	write(t, "attacks/attacks.go", text)
	for _, c := range []struct {
		source, says string
		code         int
	}{
		{string(source), "ok  mine (Go)", 0},
		{strings.Replace(string(source), "| up(1, sq, occ) |", "|", 1), "rook on a1 is wrong", cli.No}, // a rook lacks one of its four rays
	} {
		write(t, "attacks.c", c.source)
		if out, err := inShell(t, "gcc -O2 -c attacks.c && ar rcs attacks/libattacks.a attacks.o"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if code, out, talk := slidebench(t, "verify", "--package", "mine=./attacks"); code != c.code || !strings.Contains(out+talk, c.says) {
			t.Errorf("exit status %d, want %q:\n%s%s", code, c.says, out, talk)
		}
	}
}

// actionFinds plants a slow-down, and runs the commands of action.yml like a runner.
func actionFinds(t *testing.T, repository, script string) {
	t.Helper()
	path := filepath.Join(repository, "attacks", "attacks.go")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const answer = "	return up(0, sq, occ) |" // of the rook
	// The rays up and down share no square, so occ stays as it is; but the answer has to wait for both.
	slower := strings.Replace(string(text), answer, "	occ |= up(0, sq, occ) & down(4, sq, occ)\n"+answer, 1)
	if slower == string(text) {
		t.Fatal("the planted slow-down has no place")
	}
	write(t, path, slower)
	summary := filepath.Join(t.TempDir(), "summary.md")
	for name, value := range map[string]string{
		"PACKAGE": "mine=./attacks", "BASE": "origin/main", "FLAGS": "--piece rook --mode latency --rounds 12 --time 1ms --cap 2m --threshold 3%", "GITHUB_STEP_SUMMARY": summary,
	} {
		t.Setenv(name, value)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
	cmd.Dir = repository
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != cli.No {
		t.Errorf("the action ends with %v, not with exit status %d:\n%s", err, cli.No, out)
	}
	told, err := os.ReadFile(summary)
	if err != nil || !strings.Contains(string(told), "technique=mine/piece=rook") {
		t.Errorf("the summary says nothing of mine, %v:\n%s", err, told)
	}
}

// The action for engines finds a slower engine.
func TestActionForEngines(t *testing.T) {
	tiertest.Long(t)
	script := actionScript(t, "../../.github/actions/engines/action.yml")
	action, err := filepath.Abs("../../.github/actions/engines")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	// The new engine takes twice the turns for as many nodes.
	for name, text := range map[string]string{"old": fakeEngine, "new": strings.ReplaceAll(fakeEngine, "-lt $1", "-lt $(($1 * 2))")} {
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{
		"BASE": "./old bench", "HEAD": "./new bench", "FLAGS": "--rounds 8 --svg rounds.svg", "ACTION": action, "RUNNER_TEMP": t.TempDir(), "GITHUB_STEP_SUMMARY": "summary.md",
	} {
		t.Setenv(name, value)
	}
	out, err := exec.CommandContext(t.Context(), "bash", "-e", "-c", script).CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != cli.No {
		t.Errorf("the action ends with %v, not with exit status %d:\n%s", err, cli.No, out)
	}
	for file, want := range map[string]string{"summary.md": "| slower |", "rounds.svg": "new (2) -"} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q, %v:\n%s", file, want, err, text)
		}
	}
}

// Both actions pass hostile inputs on unchanged: flags are split into words, quotes join words, and nothing is expanded.
func TestActionsQuote(t *testing.T) {
	if _, err := exec.LookPath("xargs"); runtime.GOOS == "windows" || err != nil {
		t.Skip("needs bash and xargs: ", err)
	}
	const hostile = "-x $(touch touched) `touch touched` 'a \"b * ;\n--head=x"
	for _, c := range []struct {
		path, input string
		want        []string
	}{
		{"../../action.yml", "PACKAGE", []string{"tool", "slidebench", "guard", "--package", hostile, "--base", hostile, "--format", "markdown"}},
		{"../../action.yml", "SOURCE", []string{"guard", "--source", hostile, "--base", hostile, "--format", "markdown"}},
		{"../../action.yml", "COMMAND", []string{"guard", "--command", hostile, "--base", hostile, "--format", "markdown"}},
		{"../../.github/actions/engines/action.yml", "HEAD", []string{"engines", "--base", hostile, "--head", hostile, "--format", "markdown"}},
	} {
		script := actionScript(t, c.path)
		t.Run(c.input, func(t *testing.T) {
			dir, action := t.TempDir(), actionFolder(t, c.path)
			// A stub prints its arguments, each with a line "%" below it. The stub of go copies itself to where "go -C FOLDER build -o FILE" would write slidebench.
			const prints = "#!/bin/sh\nprintf '%s\\n%%\\n' \"$@\"\n"
			write(t, filepath.Join(dir, "bin", "go"), strings.Replace(prints, "\n", "\n[ \"$1\" != -C ] || exec cp \"$0\" \"$5\"\n", 1))
			write(t, filepath.Join(dir, "work", "a file"), "")
			if err := os.Chmod(filepath.Join(dir, "bin", "go"), 0o777); err != nil {
				t.Fatal(err)
			}
			for flags, words := range map[string][]string{
				"": nil, " \n": nil,
				"--threshold 2%  --cap\t5m":                         {"--threshold", "2%", "--cap", "5m"},
				"--rook\nRookAttacks\n":                             {"--rook", "RookAttacks"},
				"--rook 'b.rook(SQ, OCC)' --nodes \"a 'b' c\" \\$x": {"--rook", "b.rook(SQ, OCC)", "--nodes", "a 'b' c", "$x"},
				"* $(touch${IFS}touched) `touch touched` ; -n -e =x $HOME ~": {
					"*", "$(touch${IFS}touched)", "`touch", "touched`", ";", "-n", "-e", "=x", "$HOME", "~"},
				"--svg ''": {"--svg", ""},
				"'":        {"refused"}, "--nodes 'a": {"refused"}, // one word stands for a refusal
			} {
				cmd := exec.Command("bash", "-e", "-c", script)
				cmd.Dir = filepath.Join(dir, "work")
				cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"), c.input+"="+hostile, "BASE="+hostile,
					"FLAGS="+flags, "ACTION="+action, "RUNNER_TEMP="+dir, "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"))
				out, err := cmd.Output()
				if len(words) == 1 {
					if err == nil || strings.Contains(string(out), "markdown") {
						t.Errorf("%q: %v, and it goes on with %q", flags, err, out)
					}
					continue
				}
				got := strings.Split(strings.TrimSuffix(string(out), "\n%\n"), "\n%\n")
				if all := slices.Concat(c.want, words); err != nil || !slices.Equal(got, all) {
					t.Errorf("%q: %v\ngot  %q\nwant %q", flags, err, got, all)
				}
			}
			if left, err := os.ReadDir(filepath.Join(dir, "work")); err != nil || len(left) != 1 {
				t.Errorf("left: %v, %v", left, err)
			}
		})
	}
}

// actionFolder returns the absolute path of an action's folder in this checkout, whose name is no release's tag: as if a workflow named the action by a commit.
func actionFolder(t *testing.T, path string) string {
	t.Helper()
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// Both actions download the release of the input or of their own tag, and run only files that checksums.txt names.
func TestActionsDownload(t *testing.T) {
	for _, program := range []string{"bash", "curl", "tar", "xargs"} {
		if _, err := exec.LookPath(program); runtime.GOOS == "windows" || err != nil {
			t.Skip("needs what a runner has: ", err)
		}
	}
	const version = "v9.8.7"
	releases, name := t.TempDir(), "slidebench-"+version+"-"+runtime.GOOS+"-"+runtime.GOARCH
	program := filepath.Join(t.TempDir(), name, "slidebench")
	write(t, program, "#!/bin/sh\nprintf '%s\\n%%\\n' \"$@\"\n")
	write(t, filepath.Join(releases, version, "x"), "") // for its folder
	archive := filepath.Join(releases, version, name+".tar.gz")
	if err := os.Chmod(program, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("tar", "czf", archive, "-C", filepath.Dir(filepath.Dir(program)), name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	right := fmt.Sprintf("%x  %s.tar.gz\n", sha256.Sum256(text), name)
	const hostile = "-x $(touch touched) `touch touched` 'a \"b * ;\n--head=x"
	for path, command := range map[string][]string{
		"../../action.yml":                         {"guard", "--source", hostile, "--base", hostile, "--format", "markdown"},
		"../../.github/actions/engines/action.yml": {"engines", "--base", hostile, "--head", hostile, "--format", "markdown"},
	} {
		// The action's own checkout lies in a folder that is named like the tag.
		tagged := filepath.Join(t.TempDir(), version)
		if err := os.CopyFS(filepath.Join(tagged, ".github", "actions"), os.DirFS("../../.github/actions")); err != nil {
			t.Fatal(err)
		}
		byTag := filepath.Join(tagged, filepath.Dir(strings.TrimPrefix(path, "../../")))
		for _, c := range []struct{ action, version, sums, says string }{ // the action's folder, its input, the text of checksums.txt, and the error, "" for none
			{actionFolder(t, path), version, "0123  other\n" + right, ""},
			{byTag, "", right, ""},
			{byTag, "v1.2.3", right, "slidebench: the release v1.2.3 has no " + strings.ReplaceAll(name, version, "v1.2.3") + ".tar.gz "},
			{byTag, "", strings.Repeat("0", 2*sha256.Size) + right[2*sha256.Size:], "has another checksum than checksums.txt says"},
			{byTag, "", "00" + right, "has another checksum than checksums.txt says"}, // it is two digits too long
			{byTag, "latest", right, "slidebench: bad version latest (want a release, such as v0.1.0)"},
			{byTag, hostile, right, "slidebench: bad version "},
			{byTag, version + "/../" + version, right, "slidebench: bad version "},
		} {
			dir := t.TempDir()
			write(t, filepath.Join(releases, version, "checksums.txt"), c.sums)
			cmd := exec.Command("bash", "-e", "-c", actionScript(t, path))
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "SLIDEBENCH_RELEASES=file://"+releases, "VERSION="+c.version, "SOURCE="+hostile, "BASE="+hostile, "HEAD="+hostile,
				"ACTION="+c.action, "RUNNER_TEMP="+t.TempDir(), "GITHUB_STEP_SUMMARY="+filepath.Join(t.TempDir(), "summary"))
			out, err := cmd.Output()
			talk := ""
			if exit, is := errors.AsType[*exec.ExitError](err); is {
				talk = string(exit.Stderr)
			}
			got := strings.Split(strings.TrimSuffix(string(out), "\n%\n"), "\n%\n")
			switch {
			case c.says == "" && (err != nil || !slices.Equal(got, command)):
				t.Errorf("%s, version %q: %v\n%s\ngot  %q\nwant %q", path, c.version, err, talk, got, command)
			case c.says != "" && (err == nil || len(out) > 0 || !strings.Contains(talk, c.says)):
				t.Errorf("%s, version %q: %v, prints %q and says %q (want %q)", path, c.version, err, out, talk, c.says)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("%s, version %q leaves %v, %v", path, c.version, left, err)
			}
		}
	}
}

// The action for lookups wants exactly one kind of lookups.
func TestActionWantsLookups(t *testing.T) {
	if _, err := exec.LookPath("xargs"); runtime.GOOS == "windows" || err != nil {
		t.Skip("needs bash and xargs: ", err)
	}
	for _, inputs := range [][]string{nil, {"PACKAGE=./a", "SOURCE=b.c"}} {
		cmd := exec.Command("bash", "-e", "-c", actionScript(t, "../../action.yml"))
		cmd.Env = append(os.Environ(), append(inputs, "GITHUB_STEP_SUMMARY="+filepath.Join(t.TempDir(), "summary"))...)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 2 || string(out) != "slidebench guard: want one of the inputs package, source and command\n" {
			t.Errorf("%q: %v, %q", inputs, err, out)
		}
	}
}

// actionScript returns the commands of an action.
func actionScript(t *testing.T, path string) (script string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, script, found := strings.Cut(string(text), "      run: |\n")
	if !found {
		t.Fatalf("%s has no commands", path)
	}
	return strings.ReplaceAll(script, "\n        ", "\n")
}

// engineRepository makes a repository of examples/engine, with the lookups of examples/c, a base that its remote has, and no trace of this one.
func engineRepository(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/engine")); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{"attacks.c": "../../examples/c/attacks.c", "threats.c": "../../examples/c/threats.c", "src/attacks.rs": "../../classical/classical.rs"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, filepath.FromSlash(name)), string(text))
	}
	write(t, filepath.Join(dir, "src", "lib.rs"), "mod attacks;\n")
	write(t, filepath.Join(dir, "Cargo.toml"), "[package]\nname = \"engine\"\nversion = \"1.0.0\"\nedition = \"2021\"\n")
	for _, name := range []string{"old", "new"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(slowProgram), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// The suite is called in a test of a technique; here the commands alone are tried.
	if err := os.Remove(filepath.Join(dir, "attacks", "attacks_test.go")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/engine\n\ngo 1.26.0\n")
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", "--all")
	git(t, dir, "commit", "--quiet", "-m", "first")
	git(t, dir, "update-ref", "refs/remotes/origin/main", "HEAD")
	return dir
}

// commands returns the lines of a page's code for shells.
func commands(page string) (all []string) {
	inCode := false
	for line := range strings.Lines(page) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "```"):
			inCode = line == "```sh"
		case inCode && line != "":
			all = append(all, line)
		}
	}
	return all
}

// inShell runs a line in the user's shell, and returns what it prints.
func inShell(t *testing.T, command string) (string, error) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), cmp.Or(os.Getenv("SHELL"), "sh"), "-c", command).CombinedOutput()
	return string(out), err
}
