package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"

	"github.com/slidebench/slidebench/internal/input"
)

// valued lists kinds of files that take long to make.
var valued = []struct {
	looks *regexp.Regexp // matches the text of such a file
	what  string         // the kind, for an error
}{
	{regexp.MustCompile(`\A(goos: |# round )|(?m)^Benchmark\S+\s+\d`), "measurements; is the name behind -o missing?"},
	{regexp.MustCompile(`\A\{\s*"commit":`), "the record of measurements; is the name behind -o missing?"},
	{regexp.MustCompile(`\A# findmagic \S+, version`), "the state of a search"},
	{regexp.MustCompile(`(?m)^piece,square,|"factor":`), "a set of factors"},
}

// RefuseOverwrite returns an error if replacing the file at path would lose a text for which ours is false, or if the path is of a special file but no device.
func RefuseOverwrite(path string, ours func(text []byte) bool) error {
	if err := Special(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() == 0) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := input.ReadFound(path, input.Most)
	if err != nil || ours(text) {
		return err
	}
	what := "another text than such a command writes"
	for _, v := range valued {
		if v.looks.Match(text) {
			what = v.what
			break
		}
	}
	return fmt.Errorf("refusing to write over %s, which holds %s (--force replaces it)", path, what)
}
