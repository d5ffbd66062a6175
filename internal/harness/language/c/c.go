// Package c has the builds in C, C++ and Rust. It compiles the techniques' headers and modules, and a user's source files, into a program that answers questions and
// times loops. slidebench drives that program with the same questions and canaries as Go, so that languages can be compared; builds in Go are in package golang.
package c

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/temporary"
)

func init() { register(inC{dialectC}, dialectC) }

type inC struct{ *dialect }

// word is the first word of builds in C.
const word = "c"

var dialectC = &dialect{
	about:     language.About{Word: word, Name: "C", Builds: "c-gcc or c-clang, then -v2, -v3 or -v4, then +vectorizer or +calls"},
	compilers: []string{"gcc", "clang"}, options: []string{vectorizer, calls}, standard: "-std=gnu11", extension: ".c", file: headerOf,
	driver: func(compiler string) string { return compiler },
}

// Prove compiles the techniques by one build after the other, and asks each the exam of every square. It stops at the first build with a wrong or missing answer.
func (d *dialect) Prove(ctx context.Context, root string, builds []build.Build, names []string, seed uint64, report language.Reporter) (sizes map[string]int, err error) {
	if len(builds) == 0 {
		return nil, nil
	}
	if root == "" {
		var remove func()
		root, remove, err = treeHere()
		defer remove()
		if err != nil {
			return nil, err
		}
	}
	exam := sync.OnceValue(func() Exams { return NewExams(1, seed) }) // prepared only if a build compiles
	sizes = map[string]int{}
	for _, one := range builds {
		b := Build{Build: one, Techniques: strings.Join(names, ",")}
		report.Logf("compiling %s with %s", b.Techniques, cmp.Or(b.Compiler, b.dialect().driver(""))) // builds in Rust name no compiler
		if err := b.proveIn(ctx, root, exam, sizes, report); err != nil {
			return nil, cmp.Or(ctx.Err(), err)
		}
	}
	return sizes, nil
}

// compared adds, to an error about a file that a build cannot compile, whether the other compilers on this machine compile it.
func (b Build) compared(ctx context.Context, root, folder string, err error, report language.Reporter) error {
	_, undefined := errors.AsType[*unlinked](err)
	_, missing := errors.AsType[*unincluded](err)
	here, _ := b.dialect().Here()
	if undefined || missing || ctx.Err() != nil { // the first two have advice of their own
		return err
	}
	for _, other := range here {
		if other.Compiler == b.Compiler {
			continue
		}
		report.Logf("%s refuses it: compiling %s with %s", b.Compiler, b.Techniques, other.Compiler)
		also := b
		also.Compiler = other.Compiler
		switch _, _, failed := also.compiled(ctx, root, folder, report); {
		case ctx.Err() != nil:
			return ctx.Err()
		case failed == nil:
			err = fmt.Errorf("%w (%s compiles it: --build %v)", err, other.Compiler, also.Build)
		default:
			err = fmt.Errorf("%w (%s refuses it, too: %s)", err, other.Compiler, strings.TrimPrefix(failed.Error(), fmt.Sprintf("build %v: ", also.Build)))
		}
	}
	return err
}

// compiled compiles and links a build's techniques without the features that are hidden from this program, in any layout.
func (b Build) compiled(ctx context.Context, root, folder string, report language.Reporter) (objects *Objects, program string, err error) {
	objects, err = Compile(ctx, b, machine.Hidden(), root, filepath.Join(folder, "objects-"+b.String()))
	if err == nil {
		objects.logf = report.Logf
		program, err = objects.Link(ctx, 1)
	}
	return objects, program, err
}

// note returns a note on a technique: whether the timed loops call its lookups or inline them, and whether it has a delta function.
func (b Build) note(ctx context.Context, root string, objects *Objects, name string) (string, error) {
	units, err := b.units(root)
	if err != nil {
		return "", err
	}
	u := units[slices.IndexFunc(units, func(u Unit) bool { return u.Technique.Name == name })] // as it was compiled, the unit is there
	if !u.lookups {
		return fmt.Sprintf("%v: threats", b.Build), nil
	}
	called, checks, err := objects.Calls(ctx, name)
	note := b.String() + ": inlined"
	if len(called) > 0 {
		note = fmt.Sprintf("%v: calls %s", b.Build, strings.Join(called, ", "))
	}
	if checks {
		note += ", with checks that may end the program"
	}
	if u.guestDelta {
		note += "; threats"
	}
	return note, err
}

// proveIn compiles a build's techniques, writes the bytes of their data into sizes, and proves them.
func (b Build) proveIn(ctx context.Context, root string, exam func() Exams, sizes map[string]int, report language.Reporter) error {
	folder, err := temporary.Folder()
	if err != nil {
		return err
	}
	defer temporary.Remove(folder)
	objects, program, err := b.compiled(ctx, root, folder, report)
	if err != nil {
		return b.compared(ctx, root, folder, err, report)
	}
	for name := range strings.SplitSeq(b.Techniques, ",") {
		if sizes[name], err = objects.Data(name); err != nil {
			return err
		}
		if report.Note == nil {
			continue
		}
		note, err := b.note(ctx, root, objects, name)
		if err != nil {
			return err
		}
		report.Note(name, note)
	}
	report.Logf("proving %s in "+b.dialect().about.Name+", as %s compiles it", b.Techniques, cmp.Or(b.Compiler, b.dialect().driver("")))
	if _, err := ProveAll(ctx, b, program, root, exam()); err != nil {
		return language.NewWrong(err)
	}
	return nil
}

// Data returns the bytes of the variables in a technique's unit but for its struct unit, 0 where they are not known. Memory from the heap is not among them.
func (o *Objects) Data(technique string) (size int, err error) {
	if o.dialect() == dialectRust {
		return 0, nil // its tables may have no names
	}
	return language.Data(filepath.Join(o.folder, "unit_"+technique+o.dialect().extension+".o"), func(name string) bool { return name != technique+"_unit" })
}
