// Package c has the builds in C: it compiles the techniques' headers into a program, which this program has answer questions and time loops, so that
// C is measured between the same canaries as Go, and proved by the same questions.
package c

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/source"
	"github.com/slidebench/slidebench/techniques"
)

func init() { register(inC{plain}, plain) }

type inC struct{ *dialect }

// word begins the spelling of builds.
const word = "c"

var plain = &dialect{
	about:     language.About{Word: word, Name: "C", Builds: "c-gcc or c-clang, then -v2, -v3 or -v4, then +vectorizer or +calls"},
	compilers: []string{"gcc", "clang"}, options: []string{vectorizer, calls}, standard: "-std=gnu11", extension: ".c", file: headerOf,
	driver: func(compiler string) string { return compiler },
}

// Prove compiles the headers by one build after the other, and puts the exam of every square to each. It stops at the first build in which some answer
// is wrong, or does not come.
func (d *dialect) Prove(ctx context.Context, root string, builds []build.Build, names []string, seed uint64, talk language.Talk) (sizes map[string]int, err error) {
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
		talk.Tell("compiling %s with %s", b.Techniques, cmp.Or(b.Compiler, b.dialect().driver("")))
		err := b.proveIn(ctx, root, exam, sizes, talk)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, d.hint(one, err)
		}
	}
	return sizes, nil
}

// hint adds the other compilers of this machine to an error about a file that a build cannot compile.
func (d *dialect) hint(b build.Build, err error) error {
	_, wrong := errors.AsType[*language.Wrong](err)
	_, undefined := errors.AsType[*unlinked](err)
	here, _ := d.Here()
	here = slices.DeleteFunc(here, func(other build.Build) bool { return other.Compiler == b.Compiler })
	if wrong || undefined || len(here) == 0 {
		return err
	}
	return fmt.Errorf("%w (another compiler may take it: --builds %s)", err, build.Names(here))
}

// proveIn compiles a build's techniques without the features that are hidden from this program, notes the sizes of their data, and proves them.
func (b Build) proveIn(ctx context.Context, root string, exam Recording, sizes map[string]int, talk language.Talk) error {
	folder, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	objects, err := Compile(ctx, b, machine.Hidden(), root, filepath.Join(folder, "objects"))
	if err != nil {
		return err
	}
	objects.tell = talk.Tell
	program, err := objects.Link(ctx, 1)
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(b.Techniques, ",") {
		if sizes[name], err = objects.Data(name); err != nil {
			return err
		}
		if talk.Note == nil {
			continue
		}
		called, checks, err := objects.Calls(ctx, name)
		if err != nil {
			return err
		}
		note := b.String() + ": inlined"
		if len(called) > 0 {
			note = fmt.Sprintf("%v: calls %s", b.Build, strings.Join(called, ", "))
		}
		if checks {
			note += ", with checks that may end the program"
		}
		talk.Note(name, note)
	}
	talk.Tell("proving %s in "+b.dialect().about.Name+", as %s compiles it", b.Techniques, cmp.Or(b.Compiler, b.dialect().driver("")))
	if _, err := ProveAll(ctx, b, program, root, exam); err != nil {
		return language.NewWrong(err)
	}
	return nil
}

// Data returns the size of the variables of a technique's unit, 0 where it is not known. What it takes from the heap is not among them.
func (o *Objects) Data(technique string) (size int, err error) {
	if o.dialect() == rust {
		return 0, nil // its tables may have no names
	}
	return language.Data(filepath.Join(o.folder, "unit_"+technique+o.dialect().extension+".o"), func(name string) bool { return name != technique+"_unit" })
}
