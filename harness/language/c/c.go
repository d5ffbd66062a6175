// Package c has the builds in C: it compiles the techniques' headers into a program, which this program has answer questions and time loops, so that
// C is measured between the same canaries as Go, and proved by the same questions.
package c

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/source"
	"github.com/slidebench/slidebench/techniques"
)

func init() { language.Register(inC{}) }

// word begins the spelling of builds.
const word = "c"

type inC struct{}

func (inC) About() language.About {
	return language.About{Word: word, Name: "C", Builds: "c-gcc or c-clang, then -v2, -v3 or -v4, then +vectorizer or +calls"}
}

func (inC) Here() (builds []build.Build, missing error) {
	for _, compiler := range []string{"gcc", "clang"} {
		b := By(compiler)
		_, err := b.compiler()
		if err == nil {
			builds = append(builds, b.Build)
		} else if compiler == "gcc" {
			missing = err
		}
	}
	return builds, missing
}

func (inC) Check(b build.Build) error {
	x := Build{Build: b}
	if err := x.known(); err != nil {
		return err
	}
	if has := machine.Detect().Levels(); b.Level != "" && !slices.Contains(has, b.Level) {
		return fmt.Errorf("build %q needs a processor of level %s (this machine has: %s)", b, b.Level, strings.Join(has, ", "))
	}
	_, err := x.compiler()
	return err
}

func (inC) Compiler(ctx context.Context, b build.Build, hidden []string) (string, error) {
	return Build{Build: b}.Version(ctx, hidden)
}

// here are the units of the source tree here.
var unitsHere = sync.OnceValue(func() []Unit {
	root, err := source.Tree(".")
	if err != nil {
		return nil // building says what is wrong
	}
	units, _ := Units(root)
	return units
})

func (inC) Lacks(b build.Build, c grid.Cell, _ string) error {
	return Build{Build: b}.lacks(unitsHere(), c)
}

// Offers looks at the tree's headers.
func (inC) Offers(_ context.Context, b build.Build, root, _ string) (offers []language.Offer, err error) {
	units, err := Units(root)
	lacks := func(c grid.Cell) error { return Build{Build: b}.lacks(units, c) }
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		offers = append(offers, language.Offer{Name: e.Name, Available: lacks(grid.Cell{Technique: e.Name}) == nil, Lacks: lacks})
	}
	return offers, err
}

func (inC) Compile(ctx context.Context, b build.Build, s language.Source) (language.Objects, error) {
	var engines []string
	for _, e := range s.Engines {
		engines = append(engines, e.Name)
	}
	return Compile(ctx, Build{Build: b, Techniques: strings.Join(s.Techniques, ","), Engines: strings.Join(engines, ",")}, s.Without, s.Root, filepath.Join(s.Folder, "objects-"+b.String()))
}

func (inC) Start(ctx context.Context, program string) (language.Program, error) {
	return Start(ctx, program)
}

// Prove compiles the headers by one build after the other, and puts the exam of every square to each. It stops at the first build in which some answer
// is wrong, or does not come.
func (inC) Prove(ctx context.Context, root string, builds []build.Build, names []string, seed uint64, talk language.Talk) (sizes map[string]int, err error) {
	if len(builds) == 0 {
		return nil, nil
	}
	if root == "" {
		if root, err = source.Tree("."); err != nil {
			return nil, err
		}
	}
	right, err := techniques.Find("fancymagic")
	if err != nil {
		return nil, err
	}
	exam, err := Record(right[0], 1, seed)
	if err != nil {
		return nil, err
	}
	sizes = map[string]int{}
	for _, one := range builds {
		b := Build{Build: one, Techniques: strings.Join(names, ",")}
		talk.Tell("compiling %s with %s", b.Techniques, b.Compiler)
		err := b.proveIn(ctx, root, exam, sizes, talk)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, err
		}
	}
	return sizes, nil
}

// proveIn compiles a build's techniques, notes the sizes of their data, and proves them.
func (b Build) proveIn(ctx context.Context, root string, exam *Recording, sizes map[string]int, talk language.Talk) error {
	folder, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	objects, err := Compile(ctx, b, nil, root, filepath.Join(folder, "objects"))
	if err != nil {
		return err
	}
	program, err := objects.Link(ctx, 1)
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(b.Techniques, ",") {
		if sizes[name], err = objects.Data(name); err != nil {
			return err
		}
	}
	talk.Tell("proving %s in C, as %s compiles it", b.Techniques, b.Compiler)
	if _, err := ProveAll(ctx, b, program, root, exam); err != nil {
		return language.NewWrong(err)
	}
	return nil
}

// Data returns the size of the variables of a technique's unit. What it takes from the heap is not among them.
func (o *Objects) Data(technique string) (size int, err error) {
	return language.Data(filepath.Join(o.folder, "unit_"+technique+".c.o"), func(name string) bool { return name != technique+"_unit" })
}
