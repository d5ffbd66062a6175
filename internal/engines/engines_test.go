package engines

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/process/unruly"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// TestMain makes an engine of this program if a variable asks for it. Its arguments are kinds of misbehaviour, for package unruly, and one of the cases below.
func TestMain(m *testing.M) {
	if os.Getenv("SLIDEBENCH_ENGINE") == "" {
		os.Exit(m.Run())
	}
	sink := uint64(1)
	work := func(turns int) {
		for range turns {
			sink = sink*6364136223846793005 + 1442695040888963407
		}
	}
	number := func(words []string, i int) int {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.Atoi(words[i])
		return n
	}
	search := func(nodes, perNode int) {
		for range nodes {
			work(1000 * perNode)
		}
		fmt.Printf("info string %d\ninfo depth 3 nodes %d nps 7\n", sink%2, nodes)
	}
	unruly.Behave()
	words := os.Args[1:]
	if len(words) == 0 {
		os.Exit(0)
	}
	switch words[0] {
	case "bench": // "bench NODES WORK START" visits so many nodes, each of so much work, after so much work at the start
		work(1000 * number(words, 3))
		search(number(words, 1), number(words, 2))
	case "drift": // searches differently each time
		search(20000+int(time.Now().UnixNano()%1000), 1)
	case "crash":
		panic("on purpose")
	case "mute": // prints nothing
		work(1 << 25) // else the run would be too short
	case "hang":
		time.Sleep(time.Minute)
	case "uci": // "uci WORK EXIT" speaks UCI, with so much work for a node; unless EXIT is 0 or missing, it ends in place of its answer
		for in, more := bufio.NewScanner(os.Stdin), 0; in.Scan(); {
			switch said := strings.Fields(in.Text()); said[0] {
			case "uci":
				fmt.Println("id name fake\nuciok")
			case "isready":
				fmt.Println("readyok")
			case "position": // the code of its first letter is added to the nodes, so that positions differ
				if more = 0; said[1] == "fen" {
					more = int(said[2][0])
				}
			case "go":
				search(number(said, 2)+more, number(words, 1))
				if number(words, 2) > 0 {
					os.Exit(3)
				}
				fmt.Println("bestmove a1a2")
			}
		}
	}
	os.Exit(0)
}

// match returns a match between several engines that this program plays, each by its words.
func match(t *testing.T, words ...string) *Match {
	t.Helper()
	t.Setenv("SLIDEBENCH_ENGINE", "1")
	t.Setenv("GODEBUG", "") // in some runs of the tests it switches off CPU features, and a program's runtime prints a line about each that it does not know
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{CPU: -1, Within: 0.005, Rounds: 8, Timeout: 20 * time.Second}
	for i, w := range words {
		m.Programs = append(m.Programs, Program{Name: fmt.Sprint("engine", i), Command: self + " " + w})
	}
	return m
}

// allow sets the shortest time of a run that counts, until the end of the test: with 0, no machine is too fast.
func allow(t *testing.T, least time.Duration) {
	was := shortest
	t.Cleanup(func() { shortest = was })
	shortest = least
}

// play plays a match that gives a result.
func play(t *testing.T, m *Match) *Result {
	t.Helper()
	r, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Half the work for a node is twice the nodes in the same time: of programs that end, and of those that are held open, in slices and in whole runs.
func TestFasterEngine(t *testing.T) {
	tiertest.Slow(t)
	allow(t, 0)
	for _, c := range []struct {
		name, slow, fast string // slow and fast are the engines' words
		open             string // the command to engines that are held open
		nodes            int64
		slice            time.Duration
	}{
		{"whole runs", "bench 12000 2", "bench 12000 1", "", 12000, 0},
		{"slices", "bench 12000 2", "bench 12000 1", "", 12000, 2 * time.Millisecond},
		{"held open, whole searches", "uci 2", "uci 1", "go nodes 6000", 6000, 0}, // fewer nodes, as there is no start-up
		{"held open, slices", "uci 2", "uci 1", "go nodes 6000", 6000, 2 * time.Millisecond},
	} {
		m := match(t, c.slow, c.fast)
		m.Go, m.Slice = c.open, c.slice
		r := play(t, m)
		for tries := 1; tries < 3 && r.Sides[1].Shown() == 0; tries++ { // eight rounds, one of which other programs held up, show nothing
			r = play(t, m)
		}
		if s := r.Sides[1]; s.Nodes != c.nodes || s.Shown() != 1 || s.Speed.Median < 1.5 || s.Speed.Median > 2.5 {
			t.Errorf("%s: twice as fast: %s, P %g, %d nodes", c.name, s.Percent(), s.P, s.Nodes)
		}
		if len(r.Sides[0].Cycles) != 8 || r.Sides[0].Shown() != 0 || r.Clock <= 0 {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// Engines that cannot be compared are refused in a line.
func TestRefusals(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		want    string
		engines []string // their words
		change  func(*Match)
	}{
		{`engine1 20000: they do not search the same`, []string{"bench 10000 1", "bench 20000 1"}, nil},
		{`visits`, []string{"drift", "drift"}, nil},
		{`engine1: "`, []string{"bench 10000 1", "crash"}, nil},
		{`prints no number of nodes (its last line: it printed nothing)`, []string{"bench 10000 1", "mute"}, nil},
		{`is not done after 300ms`, []string{"hang", "hang"}, func(m *Match) { m.Timeout = 300 * time.Millisecond }},
		{`want two or more`, []string{"bench 10 1"}, nil},
		{`engine1: no command`, []string{"bench 10 1", ""}, func(m *Match) { m.Programs[1].Command = " " }},
		{`two engines have the name same`, []string{"a", "b"}, func(m *Match) { m.Programs[0].Name, m.Programs[1].Name = "same", "same" }},
		{`not found`, []string{"a", "b"}, func(m *Match) { m.Programs[0].Command = "./nowhere" }},
		{`slices of -1s (want`, []string{"a", "b"}, func(m *Match) { m.Slice = -time.Second }},
		{`pattern of nodes`, []string{"a", "b"}, func(m *Match) { m.Nodes = "(" }},
		{`has 0 groups`, []string{"a", "b"}, func(m *Match) { m.Nodes = "x" }},
		{`an interval of 0 %`, []string{"a", "b"}, func(m *Match) { m.Within = 0 }},
		{`7 rounds cannot show a difference (want at least 8)`, []string{"a", "b"}, func(m *Match) { m.Rounds = 7 }},
		{`-1 rounds cannot show a difference (want at least 8)`, []string{"a", "b"}, func(m *Match) { m.Rounds = -1 }},
		{`1 commands for start-up, and 2 engines`, []string{"a", "b"}, func(m *Match) { m.StartUp = []string{"x"} }},
		{`start-up takes`, []string{"bench 10000 1", "bench 10000 1"}, func(m *Match) { m.StartUp = []string{m.Programs[0].Command, m.Programs[0].Command} }},
		{`leave out`, []string{"uci 1", "uci 1"}, func(m *Match) { m.Go, m.StartUp = "go nodes 5", []string{"x", "y"} }},
		{`positions are for UCI engines`, []string{"bench 5 1", "bench 5 1"}, func(m *Match) { m.Positions = []string{"x"} }},
		{`run in turns`, []string{"uci 1", "uci 1"}, func(m *Match) { m.Go, m.Parallel = "go nodes 5", true }},
		{`sent "uci": ended (exit status 0): info string`, []string{"bench 100 1", "uci 1"}, func(m *Match) { m.Go = "go nodes 20000" }},
		{`sent "go nodes 20000": ended (exit status 3): info string 1; info depth 3`, []string{"uci 1", "uci 1 1"}, func(m *Match) { m.Go = "go nodes 20000" }},
		{`does not answer uciok within 300ms`, []string{"hang", "uci 1"}, func(m *Match) { m.Go, m.Timeout = "go nodes 20000", 300*time.Millisecond }},
		{`--relink "false": exit status 1: it printed nothing`, []string{"bench 10000 1", "bench 10000 1"}, func(m *Match) { m.Relink = "false" }},
	} {
		m := match(t, c.engines...)
		if c.change != nil {
			c.change(m)
		}
		if _, err := m.Play(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: got %v, want %q", c.engines, err, c.want)
		}
	}
	allow(t, time.Hour) // longer than any run
	if _, err := match(t, "bench 10000 1", "bench 10000 1").Play(context.Background()); err == nil || !strings.Contains(err.Error(), "too short to be timed (want 1h0m0s)") {
		t.Errorf("a short run: %v", err)
	}
	allow(t, 0)
	m := match(t, "bench 10000 1", "bench 20000 1")
	m.Functional = true
	if s := play(t, m).Sides[1]; s.Speed.Median < 0.7 || s.Speed.Median > 1.6 { // both have the same work for a node
		t.Errorf("a functional change: %s", s.Percent())
	}
}

// The words about a difference agree with its interval, or say why they do not.
func TestVerdict(t *testing.T) {
	faster, either := stats.Interval{Median: 1.02, Lo: 1.01, Hi: 1.03}, stats.Interval{Median: 1.02, Lo: 0.99, Hi: 1.03}
	for want, s := range map[string]Side{
		"base":                      {Base: true},
		"faster":                    {Speed: faster, P: alpha},
		"slower":                    {Speed: stats.Interval{Median: 0.98, Lo: 0.97, Hi: 0.99}},
		"no significant difference": {Speed: either, P: 0.001},
		"no significant difference (P is 0.02, want at most 0.008)": {Speed: faster, P: 0.02},
	} {
		if got := s.Verdict(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
