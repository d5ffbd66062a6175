package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/source"
)

// planned plans a request for which some flags are given, and returns the run, and the pieces and modes of its cells, each once.
func planned(q Request, flags ...string) (r Run, pieces, modes string, err error) {
	q.Flags.Setup = Setup{Reference: "fancymagic", Questions: 64, Time: 1, CPU: -1, Moves: true}
	q.Named = func(flag string) bool { return slices.Contains(flags, flag) }
	r, _, err = q.Plan(func(string, ...any) {})
	var p, m []string
	for _, cell := range r.Cells {
		p, m = append(p, cell.Piece.String()), append(m, string(cell.Mode))
	}
	names := func(all []string) string {
		var each []string
		for _, name := range all {
			if !slices.Contains(each, name) {
				each = append(each, name)
			}
		}
		return strings.Join(each, " ")
	}
	return r, names(p), names(m), err
}

// A budget chooses at least nine rounds. A quick run has as many as there is time for, of queens alone unless other pieces are named.
func TestPlannedRuns(t *testing.T) {
	t.Chdir(t.TempDir()) // where there is nothing to build
	latency := Selection{Techniques: []string{"magic"}, Modes: []string{"latency"}}
	rooks := Selection{Techniques: []string{"magic"}, Pieces: []string{"rook"}}
	quick := "throughput latency both batch"
	for _, c := range []struct {
		name                string
		q                   Request
		flags               string // that are given
		rounds, fewest, cap int    // of the run; the cap in nanoseconds, with a budget twice the budget unless it is given
		pieces, modes       string
	}{
		{"rounds", Request{Selection: latency, Flags: Run{Rounds: 7, Budget: 0, Cap: 5}}, "rounds", 7, 0, 5, "rook bishop queen", "latency"},
		{"default", Request{Selection: latency, Flags: Run{Rounds: 7, Cap: 5}}, "", 7, 0, 5, "rook bishop queen", "latency"},
		{"budget", Request{Selection: latency, Flags: Run{Rounds: 7, Budget: 100, Cap: 5}}, "budget", 0, 9, 200, "rook bishop queen", "latency"},
		{"budget and cap", Request{Selection: latency, Flags: Run{Rounds: 7, Budget: 100, Cap: 5}}, "budget cap", 0, 9, 5, "rook bishop queen", "latency"},
		{"quick", Request{Selection: Selection{Techniques: []string{"magic"}}, Quick: true, Flags: Run{Rounds: 7, Budget: 1, Cap: 5}}, "", 0, 0, 5, "queen", quick},
		{"quick, with rounds", Request{Selection: latency, Quick: true, Flags: Run{Rounds: 3, Budget: 1}}, "rounds", 3, 0, 0, "rook bishop queen", "latency"},
		{"quick, with a piece", Request{Selection: rooks, Quick: true, Flags: Run{Budget: 1}}, "", 0, 0, 0, "rook", "throughput latency batch"},
		{"quick, with a mode", Request{Selection: latency, Quick: true, Flags: Run{Budget: 1}}, "", 0, 0, 0, "rook bishop queen", "latency"},
	} {
		r, pieces, modes, err := planned(c.q, strings.Fields(c.flags+" beside")...) // with --beside, a plan does not look at the machine
		if err != nil || r.Rounds != c.rounds || r.Fewest != c.fewest || int(r.Cap) != c.cap {
			t.Errorf("%s: %d rounds, at least %d, a cap of %d, %v; want %d, %d and %d", c.name, r.Rounds, r.Fewest, r.Cap, err, c.rounds, c.fewest, c.cap)
		}
		if pieces != c.pieces || modes != c.modes {
			t.Errorf("%s: measures %v in modes %v, want %s in %s", c.name, pieces, modes, c.pieces, c.modes)
		}
	}
}

// A request that cannot be measured is refused before anything is built.
func TestPlanRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		q           Request
		flags, says string
	}{
		{Request{}, "", "0 rounds (want 1 to 9999; intervals need 6)"},
		{Request{Flags: Run{Rounds: 7}}, "budget", "a budget of 0s (want more than 0)"},
		{Request{Quick: true}, "", "a budget of 0s (want more than 0)"},
		{Request{Flags: Run{Rounds: 1}, Builds: []string{"v3"}}, "", "is not in a checkout"},
		{Request{Flags: Run{Rounds: 1}, Selection: Selection{Corpora: []string{"file:none.txt"}}}, "", "none.txt"},
		{Request{Flags: Run{Budget: 1}, Quick: true, Selection: Selection{Techniques: []string{"best"}}}, "", "nothing to choose from: the named techniques only pick others"},
	} {
		if _, _, _, err := planned(c.q, strings.Fields(c.flags)...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.q, err, c.says)
		}
	}
}

// By default the main builds, and a quick run, have contenders chosen, which an engine is bound to; whatever is named is measured as it is.
func TestScouting(t *testing.T) {
	if _, err := source.Tree("."); err != nil {
		t.Skip(err)
	}
	main := []string{"main"}
	const modes = "throughput latency both batch perft search netsearch threats"
	for _, c := range []struct {
		name            string
		q               Request
		scouts, reduced bool
		few             int    // rounds for loops that are far behind
		modes           string // "": not checked
	}{
		{"main", Request{Builds: main}, true, true, FewRounds, modes},
		{"main, everything", Request{Builds: main, Selection: Selection{All: true}}, false, false, FewRounds, ""},
		{"main, a technique", Request{Builds: main, Selection: Selection{Techniques: []string{"magic"}}}, false, true, FewRounds, modes},
		{"main, a mode", Request{Builds: main, Selection: Selection{Modes: []string{"setwise"}}}, false, true, FewRounds, "setwise"},
		{"all", Request{Builds: []string{"all"}}, false, true, FewRounds, ""},
		{"quick", Request{Quick: true}, true, false, 0, modes},
	} {
		c.q.Flags.Rounds, c.q.Flags.Budget = 6, 1
		r, _, measured, err := planned(c.q)
		got, want := fmt.Sprint(r.Scout, r.Reduced, r.Few), fmt.Sprint(c.scouts, c.reduced, c.few)
		if err != nil || got != want || c.modes != "" && measured != c.modes {
			t.Errorf("%s: scouts, is reduced, rounds for what is far behind: %s, modes %s, %v; want %s, %s", c.name, got, measured, err, want, c.modes)
		}
	}
}
