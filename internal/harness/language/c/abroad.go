package c

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/process"
)

// targets are the kinds of machines that programs can be compiled for, by GOARCH.
var targets = map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu", "riscv64": "riscv64-linux-gnu"}

// For returns C for another machine. Its programs need no compiler and no shared library there. They run on any processor of the level in the build's name or, without a
// level, on any of the target's architecture.
func (l inC) For(target language.Target) language.Language { return abroad{l, target} }

// abroad is C for a target. Methods that it lacks are inC's.
type abroad struct {
	inC
	target language.Target
}

func (l abroad) build(b build.Build) Build {
	return Build{Build: b, Target: targets[l.target.Arch], CC: l.target.CC}
}

// Here returns gcc's builds: one for each level, or one where the target has no levels.
func (l abroad) Here() (builds []build.Build, missing error) {
	b := l.usual()
	if l.target.Arch != "amd64" {
		return []build.Build{b}, l.Check(b)
	}
	for _, b.Level = range levels { // from v2 on: levels says why
		builds, missing = append(builds, b), cmp.Or(missing, l.Check(b))
	}
	return builds, missing
}

// Check returns why a build cannot be compiled for the target here, nil if it can.
func (l abroad) Check(b build.Build) error {
	if l.target.OS != "linux" || targets[l.target.Arch] == "" {
		return fmt.Errorf("no build %q for %v: programs in C need Linux on amd64, arm64 or riscv64", b, l.target)
	}
	x := l.build(b)
	if err := x.known(); err != nil {
		return err
	}
	if named := slices.Contains(levels, b.Level); named != (l.target.Arch == "amd64") { // only builds for amd64 name a level
		return fmt.Errorf("no build %q for %v (have: %s)", b, l.target, build.Names(first(l.Here())))
	}
	path, err := x.compiler()
	if err != nil || l.target.CC == "" {
		return err
	}
	made, err := source.Output(process.Tool(context.Background(), path, "-dumpmachine")) // the kind of machine that gcc compiles for; clang compiles for all
	if arch, _, _ := strings.Cut(x.Target, "-"); err == nil && b.Compiler != "clang" && !(strings.HasPrefix(made, arch+"-") && strings.Contains(made, "linux")) {
		err = fmt.Errorf("%s compiles for %s (build %v for %v wants %s)", l.target.CC, made, b, l.target, x.Target)
	}
	return err
}

func first(builds []build.Build, _ error) []build.Build { return builds } // of the results of Here

func (l abroad) Compiler(ctx context.Context, b build.Build, hidden []string) (string, error) {
	return l.build(b).Version(ctx, hidden)
}

func (l abroad) Lacks(b build.Build, c grid.Cell, _ string) error {
	return l.build(b).lacks(l.here(), c)
}

// Compile compiles for the target instead of this machine.
func (l abroad) Compile(ctx context.Context, b build.Build, s language.Source) (language.Objects, error) {
	return l.build(b).compile(ctx, s)
}
