// Package golang has the builds in Go: at the levels of GOAMD64, with experiments of GOEXPERIMENT, without checks of indices, and for WebAssembly. Their
// programs are commands of the source tree, and measure by themselves.
package golang

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/harness/bind"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/verify"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/overlay"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/temporary"
)

func init() { language.Register(golang{}) }

type golang struct {
	target language.Target // the zero one for this machine
}

// For returns the language for another machine: its builds are for the levels from v2 on, or for no level off amd64, and have no experiments.
func (golang) For(target language.Target) language.Language { return golang{target} }

func (golang) About() language.About {
	return language.About{Name: "Go", Builds: "a level of GOAMD64, v1 to v4, perhaps with +simd or +" + build.NoChecks}
}

// levels returns the builds here without experiments.
func levels() (plain []build.Build) {
	for _, level := range machine.Detect().Levels() {
		plain = append(plain, build.Build{Level: level})
	}
	return plain
}

//go:embed _probes
var probes embed.FS

// neededExperiments returns the experiments that techniques of the catalogue need.
func neededExperiments() (experiments []string) {
	for _, e := range techniques.Catalogue() {
		if e.Experiment != "" && !slices.Contains(experiments, e.Experiment) {
			experiments = append(experiments, e.Experiment)
		}
	}
	return experiments
}

// withExperiments returns the highest of some builds, if that is v3 or higher, with each experiment whose probe the toolchain here compiles.
func withExperiments(plain []build.Build) (experiments []build.Build) {
	if len(plain) <= lowest {
		return nil
	}
	for _, experiment := range neededExperiments() {
		if compiles(experiment) == nil {
			b := plain[len(plain)-1]
			b.Option = experiment
			experiments = append(experiments, b)
		}
	}
	return experiments
}

// lowest is the index of v3 among the levels: experiments need it.
const lowest = 2

// compiles returns why the toolchain here does not compile an experiment's probe, nil if it does. The first time, it compiles the experiment's packages, too.
func compiles(experiment string) error {
	name := experiment + ".go"
	text, err := probes.ReadFile("_probes/" + name)
	if err != nil {
		return err
	}
	folder, err := temporary.Folder()
	if err != nil {
		return err
	}
	defer temporary.Remove(folder)
	err = os.WriteFile(filepath.Join(folder, name), text, 0o666)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module probe\n\ngo "+source.NeededGo+"\n"), 0o666)
	}
	if err != nil {
		return err
	}
	cmd := process.Tool(context.Background(), source.Go(), "build", ".")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOEXPERIMENT="+experiment, "GOAMD64=v3", "GOWORK=off")
	_, err = source.Output(cmd)
	return err
}

// Here returns the levels of the processor, and experiments at the highest one only. Off amd64 there is one build, without a level.
func (l golang) Here() ([]build.Build, error) {
	switch l.target.Arch {
	case "": // this machine: below
	case "amd64":
		return build.Must("v2", "v3", "v4"), nil // nobody has made a processor of v1 alone since 2008
	default:
		return []build.Build{{}}, nil
	}
	plain := levels()
	if len(plain) == 0 {
		return []build.Build{{}}, nil
	}
	return append(plain, withExperiments(plain)...), nil
}

// Check returns why a build cannot run on the processor, or its experiment cannot be compiled, nil if both can.
func (l golang) Check(b build.Build) error {
	if l.target != (language.Target{}) {
		if has, _ := l.Here(); !slices.Contains(append(has, build.Must("v1")...), b) || b.Level != "" && l.target.Arch != "amd64" { // v1 is made for amd64 if it is named
			return fmt.Errorf("no build %q for %v (have: %s)", b, l.target, cmp.Or(build.Names(has), "go"))
		}
		return nil
	}
	plain := levels()
	base := b
	base.Option = ""
	known := slices.Contains(plain, base)
	if known && (b.Option == "" || b.Option == build.NoChecks) {
		return nil
	}
	if slices.Index(plain, base) >= lowest && slices.Contains(neededExperiments(), b.Option) {
		if err := compiles(b.Option); err != nil {
			return fmt.Errorf("this toolchain does not compile what build %v needs: %w", b, err)
		}
		return nil
	}
	have := "this machine has" // words before the list of builds
	switch {
	case len(plain) == 0:
		return fmt.Errorf("unknown build %q (there are no levels on %s: want all)", b, runtime.GOARCH)
	case known:
		have = "what this toolchain has is"
	case len(machine.Detect().Restricted) > 0:
		have = "without what is hidden there are"
	}
	return fmt.Errorf("unknown build %q (%s: %s)", b, have, build.Names(append(plain, withExperiments(plain)...)))
}

// Compiler returns "": records name the toolchain.
func (golang) Compiler(context.Context, build.Build, []string) (string, error) { return "", nil }

// Lacks returns an error for a technique of another language, and for a technique that needs another experiment than the build's. A build with an
// experiment has the techniques that need it, and for comparison those of their families with features, the reference and the controls.
func (golang) Lacks(b build.Build, c grid.Cell, reference string) error {
	needed := b.Option // the experiment
	if needed == build.NoChecks {
		needed = ""
	}
	if c.Technique == reference || grid.IsControl(c.Technique) {
		return nil
	}
	e := &techniques.Entry{} // for a name that this program does not know
	if found, err := techniques.Find(c.Technique); err == nil {
		e = found[0]
	}
	switch {
	case e.Only != "":
		return language.OnlyIn(e)
	case needed == e.Experiment:
		return nil
	case needed == "":
		return language.NeedsExperiment(e)
	case e.Experiment == "" && len(e.Needs) > 0 && slices.ContainsFunc(techniques.Catalogue(), func(other *techniques.Entry) bool {
		return other.Experiment == needed && other.Family == e.Family
	}):
		return nil
	}
	return fmt.Errorf("build %v has only what needs GOEXPERIMENT=%s, and what that is compared with", b, needed)
}

// Offers returns the list that the program itself prints.
func (golang) Offers(ctx context.Context, _ build.Build, _, program string) (offers []language.Offer, err error) {
	out, err := source.Output(process.Tool(ctx, program, language.ListCommand...))
	if err != nil {
		return nil, err
	}
	list := out[max(0, strings.Index(out, "[{")):] // guests' packages may print before main
	if err := json.Unmarshal([]byte(list), &offers); err != nil {
		return nil, fmt.Errorf("list of %s: %w", program, err)
	}
	return offers, nil
}

// objects has what linking needs: the compiled packages are in the go command's cache.
type objects struct {
	build.Build
	language.Source
	overlay string // for the engines and the tree, "" for none
}

// Compile writes the overlay with the engines into a folder of its own: other builds are made at the same time, and may have other engines.
func (l golang) Compile(_ context.Context, b build.Build, s language.Source) (language.Objects, error) {
	s.Target = l.target
	s.Command = cmp.Or(s.Command, source.Main)
	o := &objects{Build: b, Source: s, overlay: overlay.Of(s.Root)}
	if len(s.Engines) == 0 {
		return o, nil
	}
	var engines []bind.Technique
	for _, e := range s.Engines {
		engines = append(engines, bind.Of(e))
	}
	folder := filepath.Join(s.Folder, "engines-"+b.String())
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		o.overlay, err = bind.Overlay(s.Root, s.Command, folder, engines)
	}
	return o, err
}

// Link builds the command, with the functions in an order, and on Linux at an address, drawn from the layout seed.
func (o *objects) Link(ctx context.Context, layout int) (program string, err error) {
	program = filepath.Join(o.Folder, fmt.Sprintf("slidebench-%v-%d.exe", o.Build, layout))
	_, err = source.Output(o.command(ctx, layout, program))
	return program, err
}

// command returns the go command that builds and links a program with a layout.
func (o *objects) command(ctx context.Context, layout int, program string) *process.Child {
	linker := layoutFlags(layout, o.Target.Here())
	abroad := o.Target != (language.Target{})
	if abroad {
		linker = "-s " + linker // without symbols, which no running program reads, files are smaller
	}
	if o.Build == wasm {
		linker, _, _ = strings.Cut(linker, " -T=") // WebAssembly has no addresses to choose
	}
	cmd := process.Tool(ctx, source.Go(), "build", "-pgo=off", "-buildvcs=false", "-o", program) // no profile and no commit changes the program
	if abroad || trimmed() {
		cmd.Args = append(cmd.Args, "-trimpath")
	}
	cmd.Args = append(cmd.Args, "-ldflags="+linker)
	cmd.Dir = o.Root
	// GODEBUG may hide features from lookups. The compiler would complain of names that it does not know, and the build cache would keep the complaint.
	cmd.Env = append(append(os.Environ(), "GODEBUG="), o.Target.Environment()...)
	experiment := o.Option
	if experiment == build.NoChecks {
		cmd.Args = append(cmd.Args, "-gcflags="+slidebench.Module+"/...=-B")
		experiment = ""
	}
	switch {
	case o.Build == wasm:
		cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	case o.Level != "":
		cmd.Env = append(cmd.Env, "GOAMD64="+o.Level, "GOEXPERIMENT="+experiment)
	}
	if o.overlay != "" {
		cmd.Args = append(cmd.Args, "-overlay="+o.overlay)
	}
	cmd.Args = append(cmd.Args, "./"+o.Command)
	return cmd
}

// trimmed reports whether this program was built with -trimpath. A program built like it then finds most of its packages compiled in the go command's cache.
var trimmed = sync.OnceValue(func() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-trimpath", Value: "true"})
})

// layoutFlags returns the linker's flags for a layout: an order of functions, and on Linux the page where the program begins, both drawn from the seed. An order moves no
// tables, but the first page moves all: upper bits of addresses decide which data a cache can hold at the same time. Where tables lie within a page, only the compiler
// decides. -w leaves out what a debugger reads: linking takes a quarter less.
func layoutFlags(layout int, on language.Target) string {
	flags := fmt.Sprintf("-w -randlayout=%d", layout)
	if on.OS == "linux" && on.Arch == "amd64" {
		const firstPage, page = 0x401000, 0x1000 // by default programs begin at the first
		flags += fmt.Sprintf(" -T=%#x", firstPage+page*rand.New(rand.NewPCG(uint64(layout), 0)).IntN(1<<12))
	}
	return flags
}

// Prove proves the techniques in this very program: all builds in Go are compiled from its source.
func (golang) Prove(_ context.Context, _ string, _ []build.Build, names []string, seed uint64, report language.Reporter) (map[string]int, error) {
	entries, err := techniques.Find(names...)
	if err != nil {
		return nil, err
	}
	if err := verify.Verify(workload.Candidates(entries), seed, report.Progress); err != nil {
		return nil, language.NewWrong(err)
	}
	return nil, nil
}
