package golang

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/verify"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/temporary"
)

func init() { language.Register(inWasm{}) }

// inWasm has the build for WebAssembly: the same command as in Go, run by Node.js, which measures by itself. Its canaries are in WebAssembly, too.
type inWasm struct{}

// wasm is the language's only build.
var wasm = build.Build{Language: "wasm"}

// starter is the script that runs the compiled program.
//
//go:embed wasm.js
var starter string

// node is the command that runs it. Each function is compiled once, by the optimising compiler, when it is first called, so that code never changes while measured.
var node = []string{"node", "--no-liftoff", "--wasm-lazy-compilation"}

func (inWasm) About() language.About {
	return language.About{Word: wasm.Language, Name: "Go for WebAssembly", Builds: wasm.String(), GuestWords: language.Words, Canary: true, Stays: true /* see Check */}
}

func (inWasm) Here() (builds []build.Build, missing error) {
	if missing = (inWasm{}).Check(wasm); missing == nil {
		builds = append(builds, wasm)
	}
	return builds, missing
}

// Check asks for Linux, where taskset keeps all threads of a program on a processor.
func (inWasm) Check(b build.Build) error {
	switch {
	case b != wasm:
		return fmt.Errorf("unknown build %q (want %v)", b, wasm)
	case runtime.GOOS != "linux":
		return fmt.Errorf("build %v needs Linux, and this is %s", b, runtime.GOOS)
	}
	for _, program := range []string{node[0], "taskset"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("no %s in PATH, which build %v needs", program, b)
		}
	}
	return nil
}

// Compiler names Node.js and its engine: records name the toolchain.
func (inWasm) Compiler(ctx context.Context, _ build.Build, _ []string) (string, error) {
	versions, err := source.Output(process.Tool(ctx, node[0], "-p", "`Node.js ${process.version}, V8 ${process.versions.v8}`"))
	return fmt.Sprintf("%s, %s", versions, strings.Join(node[1:], " ")), err
}

// Lacks returns an error for a technique that needs a processor's features, an experiment, another language or assembly.
func (inWasm) Lacks(b build.Build, c grid.Cell, _ string) error {
	found, err := techniques.Find(c.Technique)
	if err != nil {
		return nil // a control
	}
	switch e := found[0]; {
	case e.Only != "":
		return language.OnlyIn(e)
	case e.Experiment != "":
		return language.NeedsExperiment(e)
	case len(e.Needs) > 0:
		return fmt.Errorf("build %v has no %s: it needs %s, which WebAssembly lacks", b, e.Name, strings.Join(e.Needs, " and "))
	}
	if _, err := fs.Stat(slidebench.Sources, fmt.Sprintf("%s/%s_generic.go", found[0].Folder(), c.Technique)); err == nil { // for processors without its assembly
		return fmt.Errorf("build %v has no %s: its lookups are in assembly", b, c.Technique)
	}
	return nil
}

func (inWasm) Offers(ctx context.Context, b build.Build, root, program string) ([]language.Offer, error) {
	return golang{}.Offers(ctx, b, root, program)
}

func (inWasm) Compile(ctx context.Context, b build.Build, s language.Source) (language.Objects, error) {
	o, err := golang{}.Compile(ctx, b, s)
	return wasmObjects{o.(*objects)}, err
}

// Prove has the command prove the techniques, in WebAssembly.
func (inWasm) Prove(ctx context.Context, root string, builds []build.Build, names []string, seed uint64, report language.Reporter) (map[string]int, error) {
	if len(builds) == 0 {
		return nil, nil
	}
	folder, err := temporary.Folder()
	if err != nil {
		return nil, err
	}
	defer temporary.Remove(folder)
	if root == "" {
		root, err = source.Tree(".")
	}
	o, err2 := inWasm{}.Compile(ctx, wasm, language.Source{Root: root, Command: source.Main, Folder: folder})
	if err = cmp.Or(err, err2); err != nil {
		return nil, err
	}
	report.Logf("proving %d techniques in WebAssembly", len(names))
	program, err := o.Link(ctx, 1)
	if err == nil {
		err = verify.Anew(ctx, program, names, seed)
	}
	if wrong, is := errors.AsType[*verify.WrongAnew](err); is {
		err = language.NewWrong(wrong)
	}
	return nil, err
}

type wasmObjects struct{ *objects }

// Link compiles the command, and writes a script that runs it: on the processor of the environment variable, if there is one.
func (o wasmObjects) Link(ctx context.Context, layout int) (program string, err error) {
	root, err := source.Output(process.Tool(ctx, source.Go(), "env", "GOROOT"))
	if err != nil {
		return "", err
	}
	compiled := filepath.Join(o.Folder, o.String()+".wasm") // the next layout replaces it
	if _, err := source.Output(o.command(ctx, layout, compiled)); err != nil {
		return "", err
	}
	script := compiled + ".js"
	program = filepath.Join(o.Folder, fmt.Sprintf("slidebench-%v-%d", o.Build, layout))
	text := fmt.Sprintf("#!/bin/sh\nexec ${%[1]s:+taskset -c $%[1]s} %s '%s' '%s' '%s' \"$@\"\n", language.CPUVariable, strings.Join(node, " "), script,
		filepath.Join(root, "lib", "wasm", "wasm_exec.js"), compiled)
	return program, cmp.Or(os.WriteFile(script, []byte(starter), 0o666), os.WriteFile(program, []byte(text), 0o777))
}
