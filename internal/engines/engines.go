// Package engines compares chess engines by the nodes that they visit in the same time. It runs them as they are, and reads what they print.
//
// Rounds pair the programs: in each, every program runs on the same CPU, by slices in turns, in an order drawn for the round. Its time is
// its own, without that of other programs on the CPU, in cycles of a clock that is measured between slices. So neither a clock that moves, nor a program that takes
// the CPU away, counts as speed. A neighbour that shares the core or crowds the caches does count, but it slows all programs of a round alike, since its moods last
// longer than a slice.
package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/process"
)

// Program is an engine.
type Program struct {
	Name    string
	Command string // of a shell: "./old bench"; of a UCI engine, "./old"
}

// Match says how programs are compared.
type Match struct {
	Programs []Program // each is compared with the first
	// Go is the command that starts each search of a UCI engine, such as "go nodes 1000000"; "" for programs that search at once, and end.
	Go         string
	Positions  []string // in FEN; UCI engines search all, as one game; nil: the start position
	StartUp    []string // of each program, a command that searches next to nothing: its time and nodes are start-up, and do not count; nil: start-up counts
	Nodes      string   // a regular expression whose first group is the number of nodes, where it matches last; "" for those of the usual engines
	Functional bool     // programs may visit different numbers of nodes
	Relink     string   // a shell command before each round, for example to link the programs anew; "" for none
	CPU        int      // -1: any
	Moves      bool     // each round looks for a quieter CPU
	Parallel   bool     // the programs of a round run at once, each on its own CPU
	// Slice is how long a program runs before the next one's turn begins, where the system can stop programs; 0: until it has ended. Slices bring the programs of a
	// round close together in time, so that the noise of the machine slows them alike; but each finds the caches full of the others' data.
	Slice   time.Duration
	Within  float64 // measure until the interval of each ratio is as narrow: 0.005 for 0.5 %
	Rounds  int     // at most; 0: as many as Cap allows
	Timeout time.Duration
	Cap     time.Duration // how long to measure, but for the fewest rounds that can show a difference; 0: as long as it takes
	Logf    func(format string, args ...any)

	nodes   nodesReader
	runner  runner
	reading sync.Mutex    // guards judge, as programs may run at once
	judge   measure.Judge // of the clock
}

// Side is a program's part of a result.
type Side struct {
	Program
	Base   bool           // the first program, the base of all comparisons
	Nodes  int64          // in a run
	Cycles []float64      // for a node, round by round
	Speed  stats.Interval // how many times as many nodes as the first program, in the same time
	P      float64        // that the speeds are equal, by Wilcoxon's signed-rank test of the rounds' pairs
}

// Result is the outcome of a match.
type Result struct {
	Sides     []Side
	Rounds    int
	Took      time.Duration // all rounds together
	Narrow    bool          // the intervals are as narrow as asked
	Disturbed float64       // share of the readings of the clock at which another thread shared the core
	Clock     float64       // the most frequent clock, in GHz
}

// alpha is the largest P of a difference that counts as shown. It is less than 1 %, as a match ends when its rounds happen to lie close together: TestPower
// counts how often equal programs are then called different.
const alpha = 0.008

// Shown reports whether a program is shown to be faster (1) or slower (-1) than the first; 0 if neither.
func (s *Side) Shown() int {
	if s.P > alpha || !s.Speed.Excludes(1) {
		return 0
	}
	return cmp.Compare(s.Speed.Median, 1)
}

// Faster returns 1 less a one-sided P, half of the two-sided P: the chance of rounds that favour the program less than these did, if it is no faster. Authors of engines
// call it P(speedup > 0).
func (s *Side) Faster() float64 {
	if s.Speed.Median < 1 {
		return s.P / 2
	}
	return 1 - s.P/2
}

// Verdict says in words which program is faster. Where the interval of the speeds lies to one side, but the test of the rounds shows nothing, it gives the test's P.
func (s *Side) Verdict() string {
	switch {
	case s.Base:
		return "base"
	case s.Shown() == 0 && s.Speed.Excludes(1):
		return fmt.Sprintf("no significant difference (P is %.2g, want at most %g)", s.P, alpha)
	}
	return []string{"slower", "no significant difference", "faster"}[1+s.Shown()]
}

// fewest is the smallest number of rounds that can show a difference: if all lean to one side, their P is at most alpha.
var fewest = func() (rounds int) {
	for rounds = stats.MinRounds; stats.BestSignedRank(nil, nil, rounds) > alpha; {
		rounds++
	}
	return rounds
}()

// shortest is the shortest time of a run that counts: below it, start-up and the end of the process take most of the time. It is longer in a test.
var shortest = 10 * time.Millisecond

// run holds the visited nodes and the cycles of one run of a program.
type run struct {
	nodes  int64
	cycles float64
	took   time.Duration // on a CPU
}

// runner starts programs and lets them search.
type runner interface {
	// round starts the programs that stay open for the next round, in the given order, after close has ended those of the round before.
	round(ctx context.Context, order []int) error
	// searches is how often each program searches in a round: first uncounted, then counted.
	searches() (uncounted, counted int)
	// search lets programs search once each on a CPU, by slices in turns, and returns their runs in the same order.
	search(ctx context.Context, order []int, cpu int) ([]run, error)
	// close ends the programs that are open.
	close()
}

// Play compares the programs. Programs that cannot be compared are an error that names the program. If the context ends after enough rounds for a difference, these stand.
func (m *Match) Play(ctx context.Context) (*Result, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if m.Slice > 0 && !process.Stops {
		m.Slice = 0
		if m.Logf != nil {
			m.Logf("programs cannot be stopped here: each runs to its end, and no slices bring them close together")
		}
	}
	switch {
	case m.runner != nil: // a test simulates programs
	case m.Go != "":
		m.runner = &uci{Match: m}
	default:
		m.runner = &commands{Match: m}
	}
	defer m.runner.close()
	r := &Result{}
	for i, p := range m.Programs {
		r.Sides = append(r.Sides, Side{Program: p, Base: i == 0})
	}
	if err := m.first(ctx, r); err != nil {
		return nil, err
	}
	// The first look is after the fewest rounds, and each later one a quarter later. A match ends when two looks in a row find narrow intervals: after one,
	// they are often narrow by chance. Their width says nothing about their sign.
	for began, due := time.Now(), fewest; ; { // due is the round of the next look
		err := m.round(ctx, r)
		stopped := err != nil && ctx.Err() != nil && r.Rounds >= fewest // then the rounds before stand
		if err != nil && !stopped {
			return nil, err
		}
		if !stopped {
			r.Rounds++
		}
		late := stopped || m.Cap > 0 && time.Since(began) > m.Cap || r.Rounds == m.Rounds
		if r.Rounds < fewest || r.Rounds < due && !late {
			continue
		}
		due += max(1, due/4)
		before := r.Narrow
		r.Narrow = true
		for i := range r.Sides {
			s, base := &r.Sides[i], r.Sides[0].Cycles
			s.Speed, s.P = stats.Ratio(base, s.Cycles), stats.SignedRank(s.Cycles, base)
			r.Narrow = r.Narrow && (i == 0 || s.Speed.Hi/s.Speed.Lo-1 <= m.Within)
		}
		if m.Logf != nil {
			m.Logf("%s", r.progress())
		}
		if stopped && m.Logf != nil {
			m.Logf("interrupted: figures come from %d rounds", r.Rounds)
		}
		if r.Narrow && before || late {
			r.Took = time.Since(began)
			break
		}
	}
	r.Disturbed = m.judge.Disturbed()
	r.Clock, _ = m.judge.Clock()
	return r, nil
}

// progress is a line about the rounds so far.
func (r *Result) progress() string {
	var speeds []string
	for _, s := range r.Sides[1:] {
		speeds = append(speeds, s.Name+" "+s.Percent())
	}
	return fmt.Sprintf("%d rounds: %s", r.Rounds, strings.Join(speeds, ", "))
}

// Percent writes a speed as a difference: "+1.23 % [+1.10, +1.31]".
func (s *Side) Percent() string {
	percent := func(ratio float64) float64 { return 100 * (ratio - 1) }
	if !s.Speed.Finite() {
		return fmt.Sprintf("%+.2f %% [?]", percent(s.Speed.Median))
	}
	return fmt.Sprintf("%+.2f %% [%+.2f, %+.2f]", percent(s.Speed.Median), percent(s.Speed.Lo), percent(s.Speed.Hi))
}

// Check returns an error for a match that cannot be played, whatever its programs do.
func (m *Match) Check() (err error) {
	if len(m.Programs) < 2 {
		return fmt.Errorf("%d engines (want two or more)", len(m.Programs))
	}
	seen := map[string]bool{}
	for _, p := range m.Programs {
		switch {
		case strings.TrimSpace(p.Command) == "":
			return fmt.Errorf("%s: no command", p.Name)
		case seen[p.Name]:
			return fmt.Errorf("two engines have the name %s: name them apart, as old=COMMAND", p.Name)
		}
		seen[p.Name] = true
	}
	switch {
	case m.StartUp != nil && len(m.StartUp) != len(m.Programs):
		return fmt.Errorf("%d commands for start-up, and %d engines", len(m.StartUp), len(m.Programs))
	case m.StartUp != nil && m.Go != "":
		return errors.New("start-up of UCI engines does not count anyway: leave out its commands")
	case m.Positions != nil && m.Go == "":
		return errors.New("positions are for UCI engines that are held open (want --go)")
	case m.Parallel && m.Go != "": // Match.start relies on this
		return errors.New("UCI engines that are held open run in turns: leave out --go, or --parallel")
	case !(m.Within > 0 && m.Within < 1):
		return fmt.Errorf("an interval of %g %% (want more than 0 %%, and less than 100 %%)", 100*m.Within)
	case m.Timeout <= 0 || m.Cap < 0 || m.Slice < 0:
		return fmt.Errorf("a timeout of %v, a cap of %v and slices of %v (want more than 0, or a cap of 0 for none, and slices of 0 for whole runs)", m.Timeout, m.Cap, m.Slice)
	case m.Rounds != 0 && m.Rounds < fewest:
		return fmt.Errorf("%d rounds cannot show a difference (want at least %d)", m.Rounds, fewest)
	}
	m.nodes, err = newNodesReader(m.Nodes)
	return err
}

// first lets each program run once, uncounted, and sees whether they can be compared. It sets their numbers of nodes, with which value compares all later runs.
func (m *Match) first(ctx context.Context, r *Result) error {
	if err := m.runner.round(ctx, orderOf(0, len(r.Sides))); err != nil {
		return err
	}
	for i := range r.Sides {
		s := &r.Sides[i]
		runs, err := m.runner.search(ctx, []int{i}, m.CPU)
		if err != nil {
			return err
		}
		did := runs[0]
		s.Nodes = did.nodes
		switch base := &r.Sides[0]; {
		case did.took < shortest:
			return tooShort(s, did)
		case s.Nodes != base.Nodes && !m.Functional:
			return fmt.Errorf("%s visits %d nodes, and %s %d: they do not search the same (--functional compares them all the same)", base.Name, base.Nodes, s.Name, s.Nodes)
		}
	}
	return nil
}

// orderOf returns the order of a round's programs: drawn for the round, or the reverse of the round before it. So each program is as often before another as after it.
func orderOf(round, programs int) []int {
	drawn := rand.New(rand.NewPCG(0, uint64(round/2))).Perm(programs)
	if round%2 == 1 {
		slices.Reverse(drawn)
	}
	return drawn
}

// lookTime is how long a look at all CPUs together takes, before a round of a match that moves.
const lookTime = 50 * time.Millisecond

var look = measure.Look // which a test replaces

// round lets each program search, by turns, and adds the median of its cycles for a node to its side.
func (m *Match) round(ctx context.Context, r *Result) error {
	if m.Relink != "" {
		if err := m.relink(ctx); err != nil {
			return err
		}
	}
	if m.Moves && m.CPU >= 0 {
		var err error
		if m.CPU, _, _, err = look(m.CPU, &m.judge, lookTime); err != nil { // the reason and the readings go: byTurns takes readings itself
			return err
		}
	}
	order := orderOf(r.Rounds, len(r.Sides))
	m.runner.close() // first, as the system keeps the pages of programs that run
	m.forget()
	if err := m.runner.round(ctx, order); err != nil {
		return err
	}
	values := make([][]float64, len(r.Sides))
	search := func(order []int, cpu int) error {
		runs, err := m.runner.search(ctx, order, cpu)
		for k, did := range runs {
			i := order[k] // even of searches at once, no two write to the same place of values
			v, short := m.value(&r.Sides[i], did)
			values[i], err = append(values[i], v), cmp.Or(err, short)
		}
		return err
	}
	uncounted, counted := m.runner.searches()
	for range uncounted + counted {
		var err error
		if m.Parallel {
			err = m.atOnce(order, search)
		} else {
			err = search(order, m.CPU)
		}
		if err != nil {
			return err
		}
		slices.Reverse(order) // for the next search
	}
	for i, v := range values {
		r.Sides[i].Cycles = append(r.Sides[i].Cycles, stats.Median(v[uncounted:]).Median)
	}
	return nil
}

// forget has the files that commands name read from the disk anew. Else a program's pages would lie at the same places in memory in all rounds. Caches hold some places
// better than others, so a copy of the same program could be faster in all rounds.
func (m *Match) forget() {
	for _, p := range m.Programs {
		for _, word := range strings.Fields(p.Command) {
			if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
				_ = forgetPages(word) // if it fails, only the places stay the same
			}
		}
	}
}

// relink runs the command before a round.
func (m *Match) relink(ctx context.Context) error {
	c := process.Program(ctx, "sh", "-c", m.Relink)
	c.Stdout = &c.Said
	if err := c.Run(); err != nil {
		return fmt.Errorf("--relink %q: %w: %s", m.Relink, err, says(&c.Said))
	}
	return nil
}

// atOnce runs the programs at the same time, each on a CPU: the first of the round's order on the first one.
func (m *Match) atOnce(order []int, search func(order []int, cpu int) error) error {
	cpus, err := machine.AllowedCPUs()
	if err != nil {
		return err
	}
	if len(cpus) < len(order) {
		return fmt.Errorf("%d engines at once, and %d CPUs", len(order), len(cpus))
	}
	failed := make(chan error)
	for k, i := range order {
		go func() { failed <- search([]int{i}, cpus[k]) }()
	}
	var errs []error
	for range order {
		errs = append(errs, <-failed)
	}
	return errors.Join(errs...)
}

// value returns a program's cycles for a node in a run, or an error if the run does not count.
func (m *Match) value(s *Side, did run) (float64, error) {
	if did.nodes != s.Nodes && !m.Functional {
		return math.NaN(), fmt.Errorf("%s visits %d nodes, and %d in another run: it does not search the same twice (--functional compares all the same)", s.Name, s.Nodes, did.nodes)
	}
	if did.took < shortest { // a disturbance can lengthen the first search, so every counted run is checked
		return math.NaN(), tooShort(s, did)
	}
	return did.cycles / float64(did.nodes), nil
}

// tooShort returns the error of a run that is too short.
func tooShort(s *Side, did run) error {
	return fmt.Errorf("%s: searches for %.2g ms, too short to be timed (want %v): let it search deeper", s.Name, 1e3*did.took.Seconds(), shortest)
}

// says returns the line of a program's output that tells its error.
func says(t *process.Tail) string { return cmp.Or(t.Error(), "it printed nothing") }

// lastLine returns the last line of a program's output.
func lastLine(t *process.Tail) string {
	return cmp.Or(process.LastLine(t.String()), "it printed nothing")
}
