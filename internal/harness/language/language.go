// Package language compiles, starts and proves builds, whatever their language: each language is a Language, in a folder of its own below, and nothing outside of that
// folder knows it by name. How builds are spelled is in package build, and what their programs are asked in package workload.
package language

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Language makes programs of techniques, and knows what they measure.
type Language interface {
	About() About
	// Here returns the builds that this machine can make, the lowest level first, and what the usual one of them lacks here, nil for nothing.
	Here() (builds []build.Build, missing error)
	// Check returns why a build cannot be made or run here.
	Check(b build.Build) error
	// Compiler returns the compiler's name, version and flags in one line, "" for the toolchain that a record names anyway. The flags leave out the hidden features.
	Compiler(ctx context.Context, b build.Build, hidden []string) (string, error)
	// Lacks returns why a build of the source tree here does not measure a cell, nil if it does. A cell with only a technique stands for all of its cells. reference is the
	// technique that the run compares with: some builds measure it beside their own techniques.
	Lacks(b build.Build, c grid.Cell, reference string) error
	// Offers lists the techniques in a build of the source tree at root; program is that build, linked.
	Offers(ctx context.Context, b build.Build, root, program string) ([]Offer, error)
	// Compile makes the object files of a build, from which programs with different layouts are linked.
	Compile(ctx context.Context, b build.Build, s Source) (Objects, error)
	// Prove proves techniques as some builds compile them from the source tree at root, "" for the one here, and returns the bytes of their data where known. The error
	// about a technique with a wrong answer is a *Wrong.
	Prove(ctx context.Context, root string, builds []build.Build, names []string, seed uint64, report Reporter) (sizes map[string]int, err error)
}

// About is what people have to know about a language.
type About struct {
	Word   string // the first word of its builds, "" for Go
	Name   string
	Builds string // how they are spelled
	// GuestWords are words, all or main, that include its builds only if a technique, such as a guest, exists in this language alone.
	GuestWords []string
	// Canary: another compiler than Go's compiles its programs' canaries, so that these are compared only with each other.
	Canary bool
	// Stays: its running programs cannot move from the CPU where they were started, as they have threads or processes of their own.
	Stays bool
}

// Starter is a Language whose programs only answer questions and time loops; slidebench starts and drives them. Programs of all other languages measure by themselves.
type Starter interface {
	Start(ctx context.Context, program string) (Program, error)
}

// Program is a running program of a Starter.
type Program interface {
	Code(e *techniques.Entry) workload.Code // by which a technique is proved and timed
	CheckTimer() error                      // whether its clock is too coarse
	Move(cpu int) error                     // to another CPU, unless the language's programs stay
	Close() error
}

// Source says from which files a build is compiled, into which folder, and for which techniques.
type Source struct {
	Root    string   // of the source tree
	Command string   // the folder of the command, for languages whose programs are commands of the tree; "" for source.Main
	Folder  string   // where programs are written
	Without []string // features to hide
	// Techniques are the names of those that the program has to have, nil for all. A language may put in more.
	Techniques []string
	Engines    []*techniques.Entry // to bind the engine to
	Target     Target              // set where a bundle is packed for another machine
}

// Objects are compiled files. Link makes a program of them whose layout is drawn from a seed, so that no layout with lucky addresses stays for all rounds.
type Objects interface {
	Link(ctx context.Context, layout int) (program string, err error)
}

// CPUVariable names the environment variable in which a run tells its processor to programs that cannot choose one.
const CPUVariable = "SLIDEBENCH_CPU"

// Builder compiles a build once, and links programs from it.
type Builder struct {
	build.Build
	Source
	objects Objects
}

// Program links a program with a layout seed. The first call compiles.
func (b *Builder) Program(ctx context.Context, layout int) (program string, err error) {
	if b.objects == nil {
		if b.objects, err = Of(b.Build).Compile(ctx, b.Build, b.Source); err != nil {
			return "", fmt.Errorf("building %s: %w", b.Root, err)
		}
	}
	if program, err = b.objects.Link(ctx, layout); err != nil {
		return "", fmt.Errorf("building %s: %w", b.Root, err)
	}
	return program, nil
}

// Reporter holds the functions by which long work reports to the user.
type Reporter struct {
	Logf     func(format string, args ...any)
	Progress func(done, total int)
	Note     func(name, note string) // records a note on a guest's lookups in a build, such as whether they are inlined; may be nil
}

// Wrong is the error about techniques with a wrong answer, or without an answer.
type Wrong struct{ error }

// NewWrong marks an error as one about techniques, not about a tool or this program.
func NewWrong(err error) error { return &Wrong{err} }

func (w *Wrong) Unwrap() error { return w.error }

var languages []Language

// Register makes a language known. Each language does so in an init function.
func Register(l Language) {
	languages = append(languages, l)
	slices.SortFunc(languages, func(a, b Language) int { return cmp.Compare(a.About().Word, b.About().Word) })
}

// Replace puts by(l) in place of each language l: a bundle replaces them by languages whose programs are already compiled.
func Replace(by func(l Language) Language) {
	for i, l := range languages {
		languages[i] = by(l)
	}
}

// Named returns the language that a word stands for, nil if there is none.
func Named(word string) Language {
	for _, l := range languages {
		if l.About().Word == word {
			return l
		}
	}
	return nil
}

// All returns the languages, Go first.
func All() []Language { return slices.Clone(languages) }

// Of returns the language of a build that Parse has returned. It panics for other builds.
func Of(b build.Build) Language {
	if l := Named(b.Language); l != nil {
		return l
	}
	panic("build " + b.String() + " is of no language here")
}

// Parse reads the spelling of a build of a language that is known here.
func Parse(spelling string) (build.Build, error) {
	b, err := build.Parse(spelling)
	if err != nil || Named(b.Language) == nil {
		var wants []string
		for _, l := range languages {
			wants = append(wants, l.About().Builds)
		}
		return build.Build{}, fmt.Errorf("unknown build %q (want %s)", spelling, strings.Join(wants, "; or "))
	}
	return b, nil
}

// Words for builds, each used alone: all builds that can be made here, or the main ones. Choose says which these are.
const (
	all      = "all"
	WordMain = "main"
)

// Words lists both.
var Words = []string{all, WordMain}

// IsWord reports whether the spellings of builds are a single word for builds, all or main.
func IsWord(spellings []string) bool {
	return len(spellings) == 1 && slices.Contains(Words, spellings[0])
}

// IsMain reports whether the spellings of builds are the word main.
func IsMain(spellings []string) bool { return IsWord(spellings) && spellings[0] == WordMain }

// ByWord reports whether a word for builds, all or main, includes the builds of a language.
func ByWord(l Language, word string) bool {
	about := l.About()
	return !slices.Contains(about.GuestWords, word) || slices.ContainsFunc(techniques.Catalogue(), func(e *techniques.Entry) bool { return e.Only == about.Word })
}

// Choose returns builds by their spellings, or by a word: all stands for each build that this machine's processor, toolchain and compilers can make, and main for the
// highest level of Go, and one build of each other language whose programs have an engine.
func Choose(spellings []string) (builds []build.Build, err error) {
	for i, spelling := range spellings {
		switch {
		case slices.Contains(spellings[:i], spelling):
			return nil, fmt.Errorf("build %q is named twice", spelling)
		case IsWord(spellings):
			for _, l := range languages {
				if found, _ := l.Here(); ByWord(l, spelling) { // Missing says which builds are not among them, and why
					builds = append(builds, found...)
				}
			}
			if spelling == WordMain {
				builds = Main(builds)
			}
		case IsWord([]string{spelling}):
			return nil, fmt.Errorf("build %q beside others (want it alone)", spelling)
		default:
			b, err := Parse(spelling)
			if err == nil {
				err = Of(b).Check(b)
			}
			if err != nil {
				return nil, err
			}
			builds = append(builds, b)
		}
	}
	return builds, nil
}

// Found returns the builds in a language that can be made here.
func Found(word string) []build.Build {
	builds, _ := Named(word).Here() // NoBuild and Missing say what is missing
	return builds
}

// NoBuild returns the error for a technique that exists in one language alone, when no chosen build is in that language. It says whether the user left the language out,
// or what is missing here to compile it.
func NoBuild(name, word string) error {
	about := Named(word).About()
	found, missing := Named(word).Here()
	if len(found) > 0 {
		return fmt.Errorf("no build that you name measures %s (want one of --build: %s)", name, about.Builds)
	}
	return fmt.Errorf("%s is in %s: %w", name, about.Name, missing)
}

// Missing returns a line for each language whose compiler is missing here: its rows are left out of the builds that a word (all or main) stands for.
func Missing(word string) (said []string) {
	for _, l := range languages {
		found, missing := l.Here()
		if missing == nil || !ByWord(l, word) {
			continue
		}
		rows := "no rows of " + l.About().Name
		if len(found) > 0 {
			rows = fmt.Sprintf("rows of %s are those of %s alone", l.About().Name, build.Names(found))
		}
		why, _, _ := strings.Cut(missing.Error(), ",") // without ", which build c-gcc needs"
		said = append(said, why+": "+rows)
	}
	return said
}

// Prove has each language prove its techniques as its builds compile them: Go all with lookups in Go, any other those in it alone. report makes a Reporter for each language.
func Prove(ctx context.Context, entries []*techniques.Entry, builds []build.Build, seed uint64, report func() Reporter) error {
	for _, l := range languages {
		word := l.About().Word
		var own []string
		for _, e := range entries {
			if e.Only == word {
				own = append(own, e.Name)
			}
		}
		if len(own) == 0 {
			continue
		}
		if _, err := l.Prove(ctx, "", In(builds, word), own, seed, report()); err != nil { // the sizes are for guests: the catalogue has its own
			return err
		}
	}
	return nil
}

// Outer returns the default builds of the lowest and the highest level, and all builds that are not defaults: levels between them add little. The builds that it, Main and
// the functions below are given are in the order of Here: of Go the lowest level first.
func Outer(builds []build.Build) []build.Build {
	defaults := Defaults(builds)
	return slices.DeleteFunc(slices.Clone(builds), func(b build.Build) bool {
		i := slices.Index(defaults, b)
		return i > 0 && i < len(defaults)-1
	})
}

// Main returns the highest level of Go, and the first build in each other language.
func Main(builds []build.Build) []build.Build {
	highest := Highest(builds)
	return slices.DeleteFunc(slices.Clone(builds), func(b build.Build) bool {
		return b != highest && (b.Language == "" || b != First(builds, b.Language))
	})
}

// Defaults returns the builds of Go without an option.
func Defaults(builds []build.Build) []build.Build {
	return slices.DeleteFunc(slices.Clone(builds), func(b build.Build) bool { return !b.IsDefault() })
}

// Highest returns the default build of the highest level, the zero Build if there is no default.
func Highest(builds []build.Build) build.Build {
	defaults := append([]build.Build{{}}, Defaults(builds)...)
	return defaults[len(defaults)-1]
}

// In returns the builds in a language.
func In(builds []build.Build, word string) []build.Build {
	return slices.DeleteFunc(slices.Clone(builds), func(b build.Build) bool { return b.Language != word })
}

// First returns the first build in a language, the zero Build if there is none.
func First(builds []build.Build, word string) build.Build {
	return append(In(builds, word), build.Build{})[0]
}
