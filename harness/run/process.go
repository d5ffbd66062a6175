package run

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/harness/bind"
	"github.com/slidebench/slidebench/harness/cprogram"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Command is the sub-command of slidebench that runs Measure.
const Command = "measure"

// Process is a measuring process that waits for cells.
type Process struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Scanner
	said bytes.Buffer
	seen measure.Repeats
}

// Start runs a program as a measuring process for a round and waits until it is ready.
func Start(ctx context.Context, binary string, setup Setup, round int) (*Process, error) {
	setup.Round = round
	setup.Time /= measure.MinVisits
	p := &Process{cmd: exec.CommandContext(ctx, binary, Command)}
	p.cmd.Stderr = &p.said
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewScanner(out)
	p.out.Buffer(nil, 64<<20) // an answer holds all readings of a visit
	line, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	answer, err := p.ask(string(line))
	if err == nil && answer != ready {
		err = fmt.Errorf("measuring process says %q, not %q: it is built from a tree that measures in another way than this one", answer, ready)
	}
	if err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

// Patience is how long a visit waits for the core to be its own, unless its run is late.
const Patience = 10 * time.Millisecond

// Visit has one cell visited once, in as many slices as other visits to it, 0 if there were none. It waits so long for turns of at most the
// limit, +Inf for any.
func (p *Process) Visit(c results.Cell, positions int, limit float64, wait time.Duration) (v measure.Visit, err error) {
	r := request{Cell: c.String(), Positions: positions}
	if !math.IsInf(limit, 1) {
		r.Limit, r.Wait = limit, wait
	}
	line, err := json.Marshal(r)
	if err != nil {
		return v, err
	}
	answer, err := p.ask(string(line))
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal([]byte(answer), &v); err != nil || v.Cell != r.Cell {
		return v, fmt.Errorf("measuring process answers %.60q to %v", answer, c)
	}
	return v, cmp.Or(v.Check(), p.seen.Add(&v))
}

func (p *Process) ask(line string) (string, error) {
	// A failed write means that the process is gone; why is told by what it wrote last.
	_, _ = io.WriteString(p.in, line+"\n")
	if p.out.Scan() {
		return p.out.Text(), nil
	}
	return "", cmp.Or(p.Stop(), io.ErrUnexpectedEOF)
}

// Stop ends the process and returns why it failed, if it did.
func (p *Process) Stop() error {
	_ = p.in.Close()
	if err := p.cmd.Wait(); err != nil {
		if last := LastLine(p.said.String()); last != "" {
			err = errors.New(last)
		}
		return fmt.Errorf("measuring process: %w", err)
	}
	return nil
}

// StartBuild starts the program of a level as Start does. A program in C is timed by this one.
func StartBuild(ctx context.Context, level, program string, setup Setup, round int) (*Process, error) {
	if !cprogram.IsBuild(level) {
		return Start(ctx, program, setup, round)
	}
	setup.Program = program
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return Start(ctx, own, setup, round)
}

// SourceVariable names the environment variable with the root of the source tree to build from, where that is not around the working directory.
const SourceVariable = "SLIDEBENCH_SOURCE"

// BaseVariable names the environment variable with the root of the source tree that a guard compares with, where no commit of this
// repository is it.
const BaseVariable = "SLIDEBENCH_BASE"

// SourceTree returns the root of the checkout of this module that a directory lies in, or what SourceVariable says.
func SourceTree(dir string) (string, error) {
	if root := os.Getenv(SourceVariable); root != "" {
		return root, nil
	}
	cmd := exec.Command(goCommand(), "list", "-m", "-f", "{{.Path}}\t{{.Dir}}")
	cmd.Dir = dir
	out, err := Output(cmd)
	path, root, _ := strings.Cut(out, "\t")
	if old := OldGo(); old != nil && err != nil {
		return "", old
	}
	if err != nil || path != slidebench.Module {
		return "", fmt.Errorf("%s is not in a checkout of %s, which building needs", dir, slidebench.Module)
	}
	return root, nil
}

// goCommand is the go command that builds what is measured: that of the environment variable GO, as make sets it.
func goCommand() string { return cmp.Or(os.Getenv("GO"), "go") }

// neededGo is the version in go.mod.
const neededGo = "1.26"

var goVersion = regexp.MustCompile(`\bgo1(?:\.(\d+))?[.\w]*`)

// OldGo returns an error if the go command is older than Go 1.21, the first that fetches a newer one where go.mod asks for it: what such a command
// says itself is about flags and files that it does not know.
func OldGo() error {
	said, _ := exec.Command(goCommand(), "version").Output()
	found := goVersion.FindSubmatch(said)
	if found == nil {
		return nil
	}
	if minor, _ := strconv.Atoi(string(found[1])); minor >= 21 {
		return nil
	}
	return fmt.Errorf("%s is too old to build with: %s (want Go %s, or 1.21 or newer, which fetches it)", goCommand(), found[0], neededGo)
}

// Prebuild builds the programs for a run's levels and throws them away, so that building in the rounds is little more than linking.
func (r Run) Prebuild(ctx context.Context) error {
	if len(r.Levels) == 0 {
		return nil // this very program is measured
	}
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	root, err := SourceTree(".")
	if err != nil {
		return err
	}
	for _, level := range r.Builds() {
		if cprogram.IsBuild(level) {
			continue // its objects are compiled in the first round, in seconds
		}
		b := Builder{Root: root, Level: level, Command: MeasuringCommand(root), Folder: temp, Engines: Engines(r.CellsAt(level))}
		if _, err := b.Build(ctx, 1); err != nil {
			return err
		}
	}
	return nil
}

// experiment returns what is tried out in builds for a level such as "v3+simd", as results.Target does, "" if nothing.
func experiment(level string) string {
	if cprogram.IsBuild(level) {
		return ""
	}
	_, experiment, _ := strings.Cut(level, "+")
	return experiment
}

// Experiments returns the experiments that techniques of the catalogue need and the toolchain here offers on this architecture.
func Experiments() (offered []string) {
	packages := map[string]string{"simd": "simd/archsimd"}
	for _, e := range techniques.Catalogue() {
		if e.Experiment == "" || slices.Contains(offered, e.Experiment) {
			continue
		}
		cmd := exec.Command(goCommand(), "list", packages[e.Experiment])
		cmd.Env = append(os.Environ(), "GOEXPERIMENT="+e.Experiment)
		if cmd.Run() == nil && runtime.GOARCH == "amd64" {
			offered = append(offered, e.Experiment)
		}
	}
	return offered
}

// Main is the folder of the command slidebench, and measuring of that which has only what measures.
const (
	Main      = "cmd/slidebench"
	measuring = "cmd/measure"
)

// MeasuringCommand returns the folder of the command to build in each of some source trees, one for all, since another program would have its tables at
// other addresses: older trees measure with slidebench.
func MeasuringCommand(roots ...string) string {
	for _, root := range roots {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(measuring))); err != nil {
			return Main
		}
	}
	return measuring
}

// Builder makes the programs of one level from a source tree: of a command, or of the techniques in C.
type Builder struct {
	Root, Level string
	Command     string           // folder of the command, "" for Main
	Without     []string         // features to hide
	Folder      string           // of the programs
	Engines     []bind.Technique // to bind the engine to
	Planted     string           // a slowdown for a rehearsal, such as magic=1.02; "" for none
	objects     *cprogram.Objects
	overlay     string // for the engines, "" before the first build
}

// Bound returns how the engine is bound to techniques.
func Bound(entries ...*techniques.Entry) (all []bind.Technique) {
	for _, e := range entries {
		all = append(all, bind.Of(e))
	}
	return all
}

// Engines returns the techniques that the engine has to be bound to for some cells.
func Engines(cells []results.Cell) []bind.Technique {
	var entries []*techniques.Entry
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		if slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Technique == e.Name && mode.Mode(c.Mode).OfEngine() }) {
			entries = append(entries, e)
		}
	}
	return Bound(entries...)
}

// Build links a program with a layout seed. What is written in C is compiled the first time only.
func (b *Builder) Build(ctx context.Context, layout int) (program string, err error) {
	if !cprogram.IsBuild(b.Level) {
		if err := b.bindEngines(); err != nil {
			return "", err
		}
		return b.link(ctx, layout)
	}
	if b.objects == nil {
		if b.objects, err = b.compile(ctx); err != nil {
			return "", fmt.Errorf("building %s: %w", b.Root, err)
		}
	}
	program = filepath.Join(b.Folder, fmt.Sprintf("%s-%d", b.Level, layout))
	return program, b.objects.Link(ctx, layout, program)
}

func (b *Builder) compile(ctx context.Context) (*cprogram.Objects, error) {
	build, err := cprogram.ParseBuild(b.Level)
	if err != nil {
		return nil, err
	}
	for i, t := range b.Engines {
		if i > 0 {
			build.Engines += ","
		}
		build.Engines += t.Name
	}
	return cprogram.Compile(ctx, build, b.Without, b.Root, filepath.Join(b.Folder, "objects-"+b.Level))
}

// bindEngines writes the overlay with the engines, once, into a folder of its own: builders for other levels are at work at the same time, and may
// have other engines.
func (b *Builder) bindEngines() (err error) {
	if len(b.Engines) == 0 || b.overlay != "" {
		return nil
	}
	folder := filepath.Join(b.Folder, "engines-"+b.Level)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	b.overlay, err = bind.Overlay(b.Root, b.command(), folder, b.Engines)
	return err
}

func (b *Builder) command() string { return cmp.Or(b.Command, Main) }

// link links the command from the source tree for one GOAMD64 level ("" for other architectures; "v3+simd" is v3 with
// GOEXPERIMENT=simd, and "v3+nochecks" without checks of indices in this module), with the functions in an order, and on Linux at an address,
// drawn from the layout seed, so that lucky alignments of code and lucky addresses of tables are drawn anew with every seed. An overlay has the
// engine bound to techniques; "" for none.
func (b *Builder) link(ctx context.Context, layout int) (string, error) {
	binary := filepath.Join(b.Folder, fmt.Sprintf("slidebench-%s-%d.exe", b.Level, layout))
	flags := []string{"-ldflags=" + layoutFlags(layout)}
	if b.Planted != "" {
		flags = []string{"-tags=rehearsal", flags[0] + " -X=" + slidebench.Module + "/harness/measure.plant=" + b.Planted}
	}
	cmd := buildCommand(ctx, b.command(), b.Level, flags, b.overlay, binary)
	cmd.Dir = b.Root
	if _, err := Output(cmd); err != nil {
		return "", fmt.Errorf("building %s: %w", b.Root, err)
	}
	return binary, nil
}

func buildCommand(ctx context.Context, command, level string, flags []string, overlay, binary string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, goCommand(), append([]string{"build", "-pgo=off", "-buildvcs=false", "-o", binary}, flags...)...)
	// Features may be hidden from lookups. The compiler would complain of names in GODEBUG that it does not know, and the build cache
	// would keep the complaint.
	cmd.Env = append(os.Environ(), "GODEBUG=")
	level, experiment, _ := strings.Cut(level, "+")
	if experiment == results.NoChecks {
		cmd.Args = append(cmd.Args, "-gcflags="+slidebench.Module+"/...=-B")
		experiment = ""
	}
	if level != "" {
		cmd.Env = append(cmd.Env, "GOAMD64="+level, "GOEXPERIMENT="+experiment)
	}
	if overlay != "" {
		cmd.Args = append(cmd.Args, "-overlay="+overlay)
	}
	cmd.Args = append(cmd.Args, "./"+command)
	return cmd
}

// layoutFlags are the linker's for a layout. The order of functions leaves tables where they are, and how the addresses of two tables differ
// in their upper bits from those of other data decides which of them a cache can find at once; so that the program begins some pages
// later, and with it everything that follows. The tables' places within a page are the compiler's. Nobody debugs these programs, and without
// what a debugger reads, linking takes a quarter less.
func layoutFlags(layout int) string {
	flags := fmt.Sprintf("-w -randlayout=%d", layout)
	if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		const firstPage, page = 0x401000, 0x1000
		flags += fmt.Sprintf(" -T=%#x", firstPage+page*rand.New(rand.NewPCG(uint64(layout), 0)).IntN(1<<12))
	}
	return flags
}

// Git runs git in a directory and returns what it prints.
func Git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	return Output(cmd)
}

// Commit returns the hash of what a name stands for in the git repository of a directory.
func Commit(dir, name string) (string, error) {
	if _, err := Git(dir, "rev-parse", "--git-dir"); err != nil {
		return "", fmt.Errorf("no git repository to find %q in (want git, and a clone)", name)
	}
	commit, err := Git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("unknown git ref %q (want a commit, branch or tag; a shallow clone has few: git fetch --unshallow)", name)
	}
	return commit, nil
}

// CheckOut puts the files of a commit of a git repository into a new directory.
func CheckOut(repository, commit, into string) error {
	if _, err := Git(repository, "clone", "--quiet", "--shared", "--no-checkout", repository, into); err != nil {
		return err
	}
	_, err := Git(into, "checkout", "--quiet", "--detach", commit)
	return err
}

// Output runs a command and returns what it prints, without the last line break. An error is the last line of what the
// command wrote to its standard error.
func Output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		err = fmt.Errorf("%s %s: %s", filepath.Base(cmd.Path), cmd.Args[1], LastLine(string(exit.Stderr)))
	}
	return strings.TrimRight(string(out), "\r\n"), err
}

// LastLine returns the last line of what a program wrote to its standard error, where the Go runtime may have written before.
func LastLine(said string) string {
	said = strings.TrimSpace(said)
	return strings.TrimPrefix(said[strings.LastIndexByte(said, '\n')+1:], "slidebench: ")
}
