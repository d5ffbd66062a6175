package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/slidebench/slidebench/harness/cprogram"
	"github.com/slidebench/slidebench/techniques"
)

// InC compiles the headers of techniques in a source tree by builds in C, and puts the exam of every square to each. It returns a *WrongInC if
// all can be asked and some answer is wrong, or does not come.
func InC(ctx context.Context, root string, names, builds []string, seed uint64) error {
	right, err := techniques.Find("fancymagic")
	if err != nil {
		return err
	}
	exam, err := cprogram.NewExam(right[0], 1, seed)
	if err != nil {
		return err
	}
	var wrong []error
	for _, name := range builds {
		b, err := cprogram.ParseBuild(name)
		if err != nil {
			return err
		}
		b.Techniques = strings.Join(names, ",")
		program, remove, err := compiled(ctx, b, root)
		if err != nil {
			return err
		}
		_, err = cprogram.ProveAll(ctx, b, program, root, exam)
		remove()
		wrong = append(wrong, err)
	}
	if err := errors.Join(wrong...); err != nil && ctx.Err() == nil {
		return &WrongInC{err}
	}
	return ctx.Err()
}

// compiled compiles a build's program into a folder that the caller removes.
func compiled(ctx context.Context, b cprogram.Build, root string) (program string, remove func(), err error) {
	folder, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(folder) }
	program = filepath.Join(folder, "program")
	objects, err := cprogram.Compile(ctx, b, nil, root, filepath.Join(folder, "objects"))
	if err == nil {
		err = objects.Link(ctx, 1, program)
	}
	if err != nil {
		remove()
	}
	return program, remove, err
}

// WrongInC is what is wrong with headers.
type WrongInC struct{ error }

func (w *WrongInC) Unwrap() error { return w.error }
