package verify

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/slidebench/slidebench/harness/cprogram"
	"github.com/slidebench/slidebench/techniques"
)

// InC compiles the headers of techniques in a source tree by builds in C, one after the other, and puts the exam of every square to each. It returns a
// *WrongInC for the first build in which some answer is wrong, or does not come. It tells what it does, and returns the size of
// each technique's data.
func InC(ctx context.Context, root string, names, builds []string, seed uint64, tell func(format string, args ...any)) (data map[string]int, err error) {
	right, err := techniques.Find("fancymagic")
	if err != nil {
		return nil, err
	}
	exam, err := cprogram.NewExam(right[0], 1, seed)
	if err != nil {
		return nil, err
	}
	data = map[string]int{}
	for _, name := range builds {
		b, err := cprogram.ParseBuild(name)
		if err != nil {
			return nil, err
		}
		b.Techniques = strings.Join(names, ",")
		tell("compiling %s with %s", b.Techniques, b.Compiler)
		program, remove, err := compiled(ctx, b, root, data)
		if err != nil {
			return nil, err
		}
		tell("proving %s in C, as %s compiles it", b.Techniques, b.Compiler)
		_, err = cprogram.ProveAll(ctx, b, program, root, exam)
		remove()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, &WrongInC{err}
		}
	}
	return data, nil
}

// compiled compiles a build's program into a folder that the caller removes, and notes the sizes of its techniques' data.
func compiled(ctx context.Context, b cprogram.Build, root string, data map[string]int) (program string, remove func(), err error) {
	folder, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(folder) }
	program = filepath.Join(folder, "program")
	objects, err := cprogram.Compile(ctx, b, nil, root, filepath.Join(folder, "objects"))
	if err == nil {
		err = objects.Link(ctx, 1, program)
		for name := range strings.SplitSeq(b.Techniques, ",") {
			if err == nil {
				data[name], err = objects.Data(name)
			}
		}
	}
	if err != nil {
		remove()
	}
	return program, remove, err
}

// WrongInC is what is wrong with headers.
type WrongInC struct{ error }

func (w *WrongInC) Unwrap() error { return w.error }
