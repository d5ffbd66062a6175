package c

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/temporary"
)

// dialect has what C, C++ and Rust have in common: their units, each with a struct unit as C declares it, link with main.c into a program. Each language's type embeds
// its dialect, and adds how it takes guests.
type dialect struct {
	about     language.About
	compilers []string                         // that builds name, the usual one first; "" where they name none
	options   []string                         // that builds may have
	standard  string                           // of the sources
	extension string                           // of a unit's source
	file      func(e *techniques.Entry) string // the technique's file, from the module's root
	// driver returns the command that compiles units and links programs, by the name of the compiler of C.
	driver func(compiler string) string
	here   func() []Unit // the units of the source tree here
}

// dialects has the dialects by the first word of their builds.
var dialects = map[string]*dialect{}

// register makes a language and its dialect known.
func register(l interface {
	language.Language
	language.Starter
}, d *dialect) {
	dialects[d.about.Word] = d
	d.here = source.PerTree(func() []Unit {
		root, remove, err := treeHere()
		defer remove()
		if err != nil {
			return nil
		}
		units, _ := d.units(root) // here and above, compiling a build will return the same error
		return units
	})
	language.Register(l)
}

// treeHere returns the source tree here or, where there is none, a copy of the files embedded in this program, and a function that removes the copy.
func treeHere() (root string, remove func(), err error) {
	if root, err = source.Tree("."); err == nil {
		return root, func() {}, nil
	}
	if root, err = temporary.Folder(); err != nil {
		return "", func() {}, err
	}
	return root, func() { temporary.Remove(root) }, os.CopyFS(root, slidebench.Sources)
}

// dialect returns the dialect of a build, C's for a build without a language.
func (b Build) dialect() *dialect { return dialects[cmp.Or(b.Language, word)] }

func (d *dialect) About() language.About { return d.about }

// Here returns a build for this processor by each compiler that is installed. missing is about the first compiler alone.
func (d *dialect) Here() (builds []build.Build, missing error) {
	for i, compiler := range d.compilers {
		b := Build{Build: d.usual()}
		b.Compiler = compiler
		_, err := b.compiler()
		if err == nil {
			_, err = b.driver()
		}
		if err == nil {
			builds = append(builds, b.Build)
		} else if i == 0 {
			missing = err
		}
	}
	return builds, missing
}

// Check returns why a build cannot be compiled or run here, nil if it can.
func (*dialect) Check(b build.Build) error {
	x := Build{Build: b}
	if err := x.known(); err != nil {
		return err
	}
	if has := machine.Detect().Levels(); b.Level != "" && !slices.Contains(has, b.Level) {
		return fmt.Errorf("build %q needs a processor of level %s (this machine has: %s)", b, b.Level, strings.Join(has, ", "))
	}
	_, compiler := x.compiler()
	_, driver := x.driver()
	return cmp.Or(compiler, driver)
}

func (*dialect) Compiler(ctx context.Context, b build.Build, hidden []string) (string, error) {
	return Build{Build: b}.Version(ctx, hidden)
}

// usual returns the build by the dialect's first compiler, for this processor.
func (d *dialect) usual() build.Build {
	return build.Build{Language: d.about.Word, Compiler: d.compilers[0]}
}

func (d *dialect) Lacks(b build.Build, c grid.Cell, _ string) error {
	return Build{Build: b}.lacks(d.here(), c)
}

// Offers reads the headers in the tree: a program would list the same.
func (d *dialect) Offers(_ context.Context, b build.Build, root, _ string) (offers []language.Offer, err error) {
	units, err := d.units(root)
	lacks := func(c grid.Cell) error { return Build{Build: b}.lacks(units, c) }
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		offers = append(offers, language.Offer{Name: e.Name, Available: lacks(grid.Cell{Technique: e.Name}) == nil, Lacks: lacks})
	}
	return offers, err
}

func (*dialect) Compile(ctx context.Context, b build.Build, s language.Source) (language.Objects, error) {
	return Build{Build: b}.compile(ctx, s)
}

func (b Build) compile(ctx context.Context, s language.Source) (language.Objects, error) {
	var engines []string
	for _, e := range s.Engines {
		engines = append(engines, e.Name)
	}
	b.Techniques, b.Engines = strings.Join(s.Techniques, ","), strings.Join(engines, ",")
	return Compile(ctx, b, s.Without, s.Root, filepath.Join(s.Folder, "objects-"+b.String()))
}

func (*dialect) Start(ctx context.Context, program string) (language.Program, error) {
	return Start(ctx, program)
}
