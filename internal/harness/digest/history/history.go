// Package history computes digests of commits in the repository here. Package digest knows those of published results without a repository.
package history

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/harness/digest"
)

// At returns the digests of a commit's tree, which it reads by git archive.
func At(commit string) (digest.Parts, error) {
	out, err := gitcmd.Reading(".", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return nil, fmt.Errorf("no git repository: %w", err)
	}
	archive, err := gitcmd.Reading(strings.TrimSpace(string(out)), "archive", commit, "--", ":(exclude)results").Output() // results, which are large, have no code
	if err != nil {
		return nil, fmt.Errorf("no commit %q in the history", commit)
	}
	tree := fstest.MapFS{}
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return digest.Of(tree)
		}
		if err != nil {
			return nil, err
		}
		if !slices.Contains([]string{".go", ".h", ".c", ".s", ".rs"}, path.Ext(h.Name)) {
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		tree[h.Name] = &fstest.MapFile{Data: text}
	}
}
