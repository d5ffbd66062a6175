package main

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
)

// The traced process of a test is this program once more.
func TestMain(m *testing.M) {
	if isTracee() {
		if err := beTraced(os.Args[2:]); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// skipUnlessTraced skips a test where nothing can be counted.
func skipUnlessTraced(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		t.Skipf("needs ptrace: %v", err)
	}
}

func find(t *testing.T, name string) *techniques.Entry {
	t.Helper()
	all := rows()
	i := slices.IndexFunc(all, func(e *techniques.Entry) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("no row %q", name)
	}
	return all[i]
}

func TestInstructions(t *testing.T) {
	tiertest.Slow(t)
	lookups := []lookup{{find(t, "noop"), board.Rook}, {find(t, "fancymagic"), board.Rook}, {find(t, "classical"), board.Rook}}
	first, err := instructions(lookups)
	skipUnlessTraced(t, err)
	if err != nil {
		t.Fatal(err)
	}
	second, err := instructions(lookups)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first, second) {
		t.Errorf("%v the first time, %v the second", first, second)
	}
	noop, magic, classical := first[0], first[1], first[2]
	// The turns of a loop without branches on the question are all alike, so that their mean is a whole number unless something
	// else was counted with them.
	for _, n := range []float64{noop, magic} {
		if n != math.Trunc(n) {
			t.Errorf("%v instructions: not what every turn executes", n)
		}
	}
	// Load a square and an occupancy, add to the checksum, count, compare, jump: no less. A multiplication, a shift, masks and loads come on top.
	if noop < 5 || noop > 12 || magic < noop+6 || magic > noop+40 || classical < magic {
		t.Errorf("noop %v, fancymagic %v, classical %v: not in this order and of this size", noop, magic, classical)
	}
}

func TestFailureOfTheTracedProcess(t *testing.T) {
	unknown := *find(t, "noop")
	unknown.Name = "nobody"
	_, err := instructions([]lookup{{&unknown, board.Rook}})
	skipUnlessTraced(t, err)
	if err == nil || !strings.Contains(err.Error(), "ended with status 2") {
		t.Errorf("got %v", err)
	}
}

func TestFile(t *testing.T) {
	noop := find(t, "noop")
	text, err := count([]*techniques.Entry{noop})
	skipUnlessTraced(t, err)
	if err != nil {
		t.Fatal(err)
	}
	r := benchfmt.NewReader(bytes.NewReader(text), "counts.txt")
	var pieces []string
	for r.Scan() {
		switch line := r.Result().(type) {
		case *benchfmt.UnitMetadata:
		case *benchfmt.Result:
			name := line.Name.String()
			pieces = append(pieces, name[strings.LastIndex(name, "=")+1:])
			if !strings.HasPrefix(name, "Count/technique=noop/piece=") || line.Iters != 1 {
				t.Errorf("%s, %d times", name, line.Iters)
			}
			if line.GetConfig("goarch") != runtime.GOARCH || line.GetConfig("goamd64") == "" || line.GetConfig("toolchain") != runtime.Version() {
				t.Errorf("configuration %v", line.Config)
			}
			n, found := line.Value("instructions/lookup")
			if reads, ok := line.Value("reads/lookup"); !found || n == 0 || !ok || reads != 0 {
				t.Errorf("values %v", line.Values)
			}
		default:
			t.Errorf("%v", line)
		}
	}
	if !slices.Equal(pieces, []string{"rook", "bishop", "queen"}) {
		t.Errorf("pieces %q", pieces)
	}
}

func TestReads(t *testing.T) {
	q, err := asked()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		piece board.Piece
		reads float64
	}{{"fancymagic", board.Rook, 2}, {"fancymagic", board.Queen, 4}, {"obstruction", board.Queen, 0}} {
		e := find(t, c.name)
		reads, size := (lookup{e, c.piece}).reads(q)
		if reads != c.reads || (size < 8*reads) || (size == 0) != (reads == 0) {
			t.Errorf("%s, %v: %v reads of %v bytes, want %v reads", c.name, c.piece, reads, size, c.reads)
		}
	}
}

// Every technique that is here has a row for a queen, unless it keeps a state from move to move.
func TestCells(t *testing.T) {
	all := lookupsOf(rows())
	for _, e := range rows() {
		want := e.Available() == nil && e.StateCheck() == nil
		if got := slices.ContainsFunc(all, func(c lookup) bool { return c.Entry == e && c.piece == board.Queen }); got != want {
			t.Errorf("%s, queen: counted is %v, available is %v", e.Name, got, want)
		}
	}
}
