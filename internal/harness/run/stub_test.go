package run

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/language/stubtest"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A further language is one folder: its build is chosen by its spelling, planned, built anew for every round, timed, and filed under its own name. The language of package
// stubtest has only noop in mode throughput.
func TestFurtherLanguage(t *testing.T) {
	t.Chdir("../../..")
	builds, err := language.Choose([]string{stubtest.Build.String()})
	if err != nil || !slices.Equal(builds, []build.Build{stubtest.Build}) {
		t.Fatal(builds, err)
	}
	run := smallRun(t)
	run.Builds = builds
	if run.Cells, _, err = (Selection{All: true}).Cells(run.Reference, builds); err != nil {
		t.Fatal(err)
	}
	if cells := run.CellsIn(stubtest.Build); len(cells) != len(board.Pieces)*len(corpus.Usual) || cells[0].Technique != "noop" {
		t.Fatalf("planned are %v", cells)
	}
	run.Cells = run.CellsIn(stubtest.Build)[:1]
	m, path := create(t, run)
	rehearse(t, m, path, func(Segment) bool { return false }).do(t)
	f, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Tables) != 1 || f.Tables[0].Build() != "stub-none" || f.Tables[0].Language() != "Stub (none)" || f.Tables[0].Find("noop").Measured() != run.Rounds {
		t.Errorf("tables %+v", f.Tables)
	}
	if text, _ := os.ReadFile(path); !strings.Contains(string(text), "\nbuild: stub-none\ncompiler: no compiler\n") {
		t.Errorf("the build is not in\n%.600s", text)
	}
	if len(m.Record.Segments) != run.Rounds || m.Record.Segments[1].Layout != 2 {
		t.Errorf("segments %+v", m.Record.Segments)
	}
}

// A budget chooses rounds by how long one takes, and not by how long compiling does. The more a machine is loaded, the longer must compiling take to
// stand out.
func TestBudgetWithoutCompiling(t *testing.T) {
	tiertest.Slow(t)
	defer func() { stubtest.Compiling = 0 }()
	t.Chdir("../../..")
	for stubtest.Compiling = time.Second; ; stubtest.Compiling *= 4 {
		run := smallRun(t)
		run.Builds, run.Rounds, run.Fewest, run.Budget = []build.Build{stubtest.Build}, 0, 1, 10*stubtest.Compiling
		run.Cells = []grid.Cell{{Technique: "noop", Piece: board.Queen, Mode: "throughput", Corpus: "random16"}}
		m, path := create(t, run)
		r := rehearse(t, m, path, func(Segment) bool { return false })
		ctx, enough := context.WithCancel(t.Context())
		save := m.Save
		m.Save = func(record Record) error {
			if record.Run.Rounds > 0 { // the budget has chosen them: the run may end
				enough()
			}
			return save(record)
		}
		err := errors.Join(r.Do(ctx), r.Close())
		if most := run.affordable(stubtest.Compiling); err != nil && m.Record.Run.Rounds > most { // err: the run was stopped when the rounds were chosen
			return
		} else if stubtest.Compiling > time.Minute {
			t.Fatalf("%v: %d rounds; with compiling they were at most %d", err, m.Record.Run.Rounds, most)
		}
	}
}
