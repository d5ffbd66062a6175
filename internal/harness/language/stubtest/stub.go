// Package stubtest is a language for tests of the harness: the smallest Language, Starter, Host and Copier. Its programs are text files, which have only noop in mode throughput.
package stubtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

func init() { language.Register(stub{}) }

// Build is the language's only build.
var Build = build.Build{Language: "stub", Compiler: "none"}

type stub struct{}

func (stub) About() language.About {
	return language.About{Word: Build.Language, Name: "Stub", Builds: "stub-none"}
}

func (stub) Here() ([]build.Build, error) { return []build.Build{Build}, nil }

func (stub) Check(b build.Build) error {
	if b != Build {
		return fmt.Errorf("unknown build %q (want stub-none)", b)
	}
	return nil
}

func (stub) Compiler(context.Context, build.Build, []string) (string, error) {
	return "no compiler", nil
}

func (stub) Lacks(b build.Build, c grid.Cell, _ string) error {
	if c.Technique != "noop" || c.Mode != "" && c.Mode != mode.Throughput {
		return fmt.Errorf("build %v has only noop in mode throughput", b)
	}
	return nil
}

func (s stub) Offers(_ context.Context, b build.Build, _, _ string) ([]language.Offer, error) {
	return []language.Offer{{Name: "noop", Available: true, Lacks: func(c grid.Cell) error { return s.Lacks(b, c, "") }}}, nil
}

func (stub) Prove(context.Context, string, []build.Build, []string, uint64, language.Reporter) (map[string]int, error) {
	return nil, nil // noop answers nothing that could be proved
}

func (stub) Guests() language.Guests {
	return language.Guests{
		Extensions: []string{".stub"}, Function: regexp.MustCompile(`^[a-z]+$`), Shared: []string{"board/board.h"} /* any file of the tree */, Extension: ".stubbed",
		Forward: func(g language.Guest, text []byte) []byte {
			return fmt.Appendf(nil, "%s %s %d", g.Path, g.Rook, len(text))
		},
	}
}

func (stub) Copies(*techniques.Entry) bool { return true }

func (stub) Copy(e *techniques.Entry, _ language.CopyOptions) (*language.Copy, error) {
	return &language.Copy{Files: []language.File{{Name: e.Name + ".stub", Text: []byte(e.Name)}}}, nil
}

// Compiling is how long Compile takes; tests set it.
var Compiling time.Duration

// objects is the folder of the programs.
type objects string

func (stub) Compile(_ context.Context, _ build.Build, s language.Source) (language.Objects, error) {
	time.Sleep(Compiling)
	return objects(s.Folder), nil
}

func (o objects) Link(_ context.Context, layout int) (program string, err error) {
	program = filepath.Join(string(o), fmt.Sprint("stub-", layout))
	return program, os.WriteFile(program, []byte("noop"), 0o600)
}

func (stub) Start(_ context.Context, path string) (language.Program, error) {
	if text, err := os.ReadFile(path); err != nil || string(text) != "noop" {
		return nil, errors.Join(errors.New("this is no program of the stub"), err)
	}
	return program{}, nil
}

type program struct{}

func (program) Code(*techniques.Entry) workload.Code { return code{} }
func (program) CheckTimer() error                    { return nil }
func (program) Move(int) error                       { return nil }
func (program) Close() error                         { return nil }

// code has only Kernel and Spent: nobody calls the other methods of noop's code.
type code struct{ workload.Code }

// Kernel answers by occupancy and square alone, as the control noop does in every language.
func (code) Kernel(_ mode.Mode, _ board.Piece, q workload.Corpus[techniques.Questions]) workload.Loop {
	return func(i, j int) (sum uint64) {
		for ; i < j; i++ {
			sum ^= q.All.Occs[i] + uint64(q.All.Squares[i])
		}
		return sum
	}
}

// Spent returns 0: the caller of the loop times it.
func (code) Spent() float64 { return 0 }
