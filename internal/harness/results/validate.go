package results

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// slug matches names of machines as machine.Slug makes them.
var slug = regexp.MustCompile(`^[a-z0-9-]+$`)

// emptyLoop is the control whose time is a lower bound for every loop.
const emptyLoop = "noop"

// SameRun reports whether two files are of the same run: they started at the same time, or a round of one has most values in common with a round of the other. Rounds of
// honest runs share few values: see alike.
func SameRun(a, b *File) bool {
	if a.Started != "" && a.Started == b.Started {
		return true
	}
	var pairs [][2]*Series
	for i := range a.Tables {
		t := &a.Tables[i]
		if u := b.Table(t.Target, t.Piece, t.Mode, t.Corpus); u != nil {
			for k := range t.Series {
				if s := u.Find(t.Series[k].Row()); s != nil {
					pairs = append(pairs, [2]*Series{&t.Series[k], s})
				}
			}
		}
	}
	if len(pairs) == 0 {
		return false
	}
	for i := range pairs[0][0].Values { // as many as every series of a has
		for j := range pairs[0][1].Values {
			both, same := 0, 0
			for _, p := range pairs {
				if x, y := p[0].Values[i], p[1].Values[j]; !math.IsNaN(x) && !math.IsNaN(y) {
					both++
					if x == y {
						same++
					}
				}
			}
			if both >= alike && 2*same > both {
				return true
			}
		}
	}
	return false
}

// Validate reads the raw file at path as Read does, and returns, in one line, why it does not belong in results/<machine>/. It must come from one machine, after which
// its folder is named; name the clean commit that it measured, in its record and at the end of its file name; and have values of both rows of the reference in enough
// rounds. If it has loops, it must have the empty one.
func Validate(path string) (*File, error) {
	f, err := Read(path)
	if err != nil {
		return nil, err
	}
	bad := func(format string, args ...any) (*File, error) {
		return nil, fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...))
	}

	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	base := strings.TrimSuffix(name, ".txt")
	commit := base[strings.LastIndexByte(base, '-')+1:]
	switch {
	case !strings.HasSuffix(name, ".txt"):
		return bad("want a name that ends in .txt or .txt.gz")
	case f.Commit == "":
		return bad("want the commit in %q beside it", base+".json")
	case f.Finished == "":
		return bad("the run was stopped before its end (finish it with %s --resume)", f.Bench())
	case f.Dirty:
		return bad("measured from a dirty tree (want a clean one)")
	case len(commit) < 7 || !strings.HasPrefix(f.Commit, commit): // git shortens a hash to 7 digits or more
		return bad("want a name that ends in the commit, -%.12s.txt", f.Commit)
	}

	absolute, err := filepath.Abs(path)
	if err != nil {
		return bad("%v", err)
	}
	folder := filepath.Base(filepath.Dir(absolute))
	for _, t := range f.Tables {
		where := fmt.Sprintf("%s, %v %s %s", t.Build(), t.Piece, t.Mode, t.Corpus)
		switch {
		case t.Machine != folder:
			return bad("machine is %q (want the folder's name, %q)", t.Machine, folder)
		case !slug.MatchString(t.Machine):
			return bad("machine is %q (want lower-case letters, digits and -, as slidebench machine names it)", t.Machine)
		}
		if t.CPU == machine.Unknown {
			return bad("the processor is unknown (want its name, as slidebench machine has it)")
		}
		if t.Rounds < stats.MinRounds {
			return bad("%s: %d rounds (want at least %d)", where, t.Rounds, stats.MinRounds)
		}
		if t.Mode == "init" {
			continue // an empty loop has no tables to build
		}
		for _, again := range []bool{false, true} {
			want := grid.Cell{Technique: f.Reference, AA: again}.Row()
			s := t.Find(want)
			if s == nil {
				return bad("%s: want a row for %q", where, want)
			}
			if n := s.Measured(); n < stats.MinRounds {
				return bad("%s: %q has a value in %d rounds (want at least %d)", where, want, n, stats.MinRounds)
			}
		}
		empty := grid.Cell{Technique: emptyLoop, Piece: t.Piece, Mode: t.Mode, Corpus: t.Corpus}
		if t.Find(emptyLoop) == nil && !t.Mode.OfEngine() && !slices.Contains(f.LeftOut, empty) { // an engine cannot play by the empty loop's answers
			return bad("%s: want a row for %q", where, emptyLoop)
		}
	}
	return f, nil
}
