package engines

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/process/unruly"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// TestMain makes an engine of this program where asked: "bench NODES WORK START" visits nodes, each of so much work, after so much work at the start.
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
	case "bench":
		work(1000 * number(words, 3))
		search(number(words, 1), number(words, 2))
	case "drift":
		search(20000+int(time.Now().UnixNano()%1000), 1)
	case "crash":
		panic("on purpose")
	case "mute":
		work(1 << 25) // or the run would be too short
	case "hang":
		time.Sleep(time.Minute)
	case "uci": // with so much work for a node
		for in, more := bufio.NewScanner(os.Stdin), 0; in.Scan(); {
			switch said := strings.Fields(in.Text()); said[0] {
			case "uci":
				fmt.Println("id name fake\nuciok")
			case "isready":
				fmt.Println("readyok")
			case "position": // its first letter adds its code to the nodes
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

// match returns a match of this program in the part of several engines.
func match(t *testing.T, words ...string) *Match {
	t.Helper()
	t.Setenv("SLIDEBENCH_ENGINE", "1")
	t.Setenv("GODEBUG", "") // which hides features in some runs of the tests; the runtime of a program talks about those that it does not know
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

// allow lets a test's searches be as short as that: with 0, no machine is too fast.
func allow(t *testing.T, search time.Duration) {
	was := shortest
	t.Cleanup(func() { shortest = was })
	shortest = search
}

func play(t *testing.T, m *Match) *Result {
	t.Helper()
	r, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Half the work for a node is twice the nodes in the same time: of a program that ends, of one that is held open, and of several at once.
func TestFasterEngine(t *testing.T) {
	tiertest.Slow(t)
	allow(t, 0)
	for _, c := range []struct {
		name, slow, fast, open string
		nodes                  int64
		slice                  time.Duration
	}{
		{"whole runs", "bench 12000 2", "bench 12000 1", "", 12000, 0},
		{"slices", "bench 12000 2", "bench 12000 1", "", 12000, 2 * time.Millisecond},
		{"held open, whole searches", "uci 2", "uci 1", "go nodes 6000", 6000, 0}, // which have no start-up
		{"held open, slices", "uci 2", "uci 1", "go nodes 6000", 6000, 2 * time.Millisecond},
	} {
		m := match(t, c.slow, c.fast)
		m.Go, m.Slice = c.open, c.slice
		r := play(t, m)
		if s := r.Sides[1]; s.Nodes != c.nodes || s.Shown() != 1 || s.Speed.Median < 1.5 || s.Speed.Median > 2.5 {
			t.Errorf("%s: twice as fast: %s, P %g, %d nodes", c.name, s.Percent(), s.P, s.Nodes)
		}
		if len(r.Sides[0].Cycles) != 8 || r.Sides[0].Shown() != 0 || r.Clock <= 0 {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// Programs take turns if they are to run in slices, and stand still between them; else the second starts when the first has ended.
func TestSlices(t *testing.T) {
	for _, slice := range []time.Duration{0, 2 * time.Millisecond} {
		if slice > 0 && !process.Stops {
			t.Skip("SKIP: slices need a system that can stop processes")
		}
		m := match(t, "bench 100000 1", "bench 100000 1")
		m.Slice = slice
		var over atomic.Bool // the first program
		together := false
		tasks := make([]*task, 2)
		for i, p := range m.Programs {
			child := process.Shell(t.Context(), p.Command)
			tasks[i] = &task{start: func() (*process.Child, <-chan error, error) {
				if i == 1 {
					together = !over.Load()
				}
				ended := make(chan error, 1)
				if err := child.Start(); err != nil {
					return nil, nil, err
				}
				go func() {
					err := child.Wait()
					if i == 0 {
						over.Store(true)
					}
					ended <- err
				}()
				return child, ended, nil
			}}
		}
		if slice > 0 {
			if ended, _ := m.slice(t.Context(), tasks[0]); ended {
				t.Fatal("the program ended in its first slice")
			}
			time.Sleep(time.Millisecond)
			before := ownTime(tasks[0].child.Pid())
			time.Sleep(20 * time.Millisecond)
			if after := ownTime(tasks[0].child.Pid()); after-before > time.Millisecond { // a busy machine may be late to stop it
				t.Errorf("a program ran for %v after its slice", after-before)
			}
		}
		m.byTurns(t.Context(), slices.Clone(tasks))
		for _, task := range tasks {
			if task.err != nil || task.time <= 0 {
				t.Errorf("slices of %v: %+v", slice, task)
			}
		}
		if together != (slice > 0) {
			t.Errorf("slices of %v: the second starts before the first has ended: %v", slice, together)
		}
	}
}

// UCI engines search all positions, whose nodes count together.
func TestPositions(t *testing.T) {
	allow(t, 0)
	m := match(t, "uci 1", "uci 1")
	m.Go, m.Positions = "go nodes 3000", []string{"k7/8/K7/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/k7/8/K7 b - - 0 1"}
	if r := play(t, m); r.Sides[1].Nodes != 6000+'k'+'8' {
		t.Errorf("%d nodes", r.Sides[1].Nodes)
	}
}

// The engine that fails is named, though the others are ended with it.
func TestFailsAmongOthers(t *testing.T) {
	m := match(t, "bench 500000 1", "crash")
	m.Slice = time.Millisecond
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	_, err := (&commands{m}).search(t.Context(), []int{0, 1}, -1)
	if err == nil || !strings.HasPrefix(err.Error(), "engine1: ") {
		t.Errorf("got %v, want the error of engine1", err)
	}
}

// Start-up does not count if it is known by itself.
func TestStartUp(t *testing.T) {
	tiertest.Long(t)
	m := match(t, "bench 40000 1", "bench 40000 1 60000")
	if s := play(t, m).Sides[1]; s.Shown() != -1 || s.Speed.Median > 0.7 {
		t.Errorf("with start-up: %s", s.Percent())
	}
	self := strings.Fields(m.Programs[0].Command)[0]
	m.StartUp = []string{self + " bench 1 1", self + " bench 1 1 60000"}
	if s := play(t, m).Sides[1]; s.Speed.Median < 0.8 || s.Speed.Median > 1.25 || s.Nodes != 39999 {
		t.Errorf("without start-up: %s, %d nodes", s.Percent(), s.Nodes)
	}
}

// Engines that cannot be compared are refused in a line.
func TestRefusals(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		want    string
		engines []string
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
	allow(t, time.Hour)
	if _, err := match(t, "bench 10000 1", "bench 10000 1").Play(context.Background()); err == nil || !strings.Contains(err.Error(), "too short to be timed (want 1h0m0s)") {
		t.Errorf("a short run: %v", err)
	}
	allow(t, 0)
	m := match(t, "bench 10000 1", "bench 20000 1")
	m.Functional = true
	if s := play(t, m).Sides[1]; s.Speed.Median < 0.7 || s.Speed.Median > 1.6 {
		t.Errorf("a functional change: %s", s.Percent())
	}
}

// The words about a difference agree with its interval, or say why they do not.
func TestVerdict(t *testing.T) {
	faster, both := stats.Interval{Median: 1.02, Lo: 1.01, Hi: 1.03}, stats.Interval{Median: 1.02, Lo: 0.99, Hi: 1.03}
	for want, s := range map[string]Side{
		"base":                      {Base: true},
		"faster":                    {Speed: faster, P: alpha},
		"slower":                    {Speed: stats.Interval{Median: 0.98, Lo: 0.97, Hi: 0.99}},
		"no significant difference": {Speed: both, P: 0.001},
		"no significant difference (P is 0.02, want at most 0.008)": {Speed: faster, P: 0.02},
	} {
		if got := s.Verdict(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The number of nodes is found in what the usual engines print.
func TestNodes(t *testing.T) {
	for text, want := range map[string]int64{
		"===========================\nTotal time (ms) : 1500\nNodes searched  : 1,234,567\nNodes/second    : 823044\n": 1234567,
		"Bench: 4865609 nodes 2345678 nps":                              4865609,
		"info depth 9 seldepth 12 nodes 20 nps 5 time 3\ninfo nodes 77": 77,
		"a2a3: 20\nNodes searched: 8902":                                8902,
		"Perft(5) = 4865609 nodes in 0.3 s":                             4865609,
		"Total nodes: 99'123'456":                                       99123456,
		"right  depth 4  3894594 leaves  29 Mnodes/s  8/8/8 w - - 0 1\n4085603 leaves  31 Mnodes/s\n": 4085603,
		"nothing here": 0,
	} {
		for _, before := range []string{"", "5 nodes\n" + strings.Repeat("info string some text\n", 4_000)} {
			for _, after := range []string{"", strings.Repeat("\ninfo string some text", 4_000)} {
				n, err := newNodesReader("")
				if err != nil {
					t.Fatal(err)
				}
				p := n.print()
				p.Room = 1 << 17 // most is forgotten
				for piece := range slices.Chunk([]byte(before+text+after), 1000) {
					p.Write(piece)
				}
				want := want
				if want == 0 && before != "" {
					want = 5
				}
				if got := p.nodes(); got != want {
					t.Errorf("%q, behind %d bytes and before %d: got %d, want %d", text, len(before), len(after), got, want)
				}
			}
		}
	}
	n, _ := newNodesReader(`visited=(\d+)`)
	p := n.print()
	p.Write([]byte("visited=12 visited=13"))
	if got := p.nodes(); got != 13 {
		t.Errorf("own pattern: got %d", got)
	}
}
