package guest

import (
	"context"
	"path/filepath"

	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/overlay"
	"github.com/slidebench/slidebench/internal/slidebench"
)

// Build builds slidebench from the tree: that program proves and lists the guests as it does techniques.
func (t *Tree) Build(ctx context.Context) (program string, err error) {
	program = filepath.Join(filepath.Dir(t.Root), "slidebench.exe") // Windows starts no program without this ending
	return program, command(ctx, t.Root, Environment(), "build", "-overlay="+overlay.Of(t.Root), "-o", program, "./"+source.Main)
}

// Download fetches the source of a version of this module.
func Download(ctx context.Context, version string) (folder string, err error) {
	return download(ctx, "", module{Path: slidebench.Module, Version: version})
}

// SetBuiltFrom sets the checkout that this program was built from, until the returned function is called.
func SetBuiltFrom(dir string) (restore func()) {
	before := builtFrom
	builtFrom = dir
	return func() { builtFrom = before }
}
