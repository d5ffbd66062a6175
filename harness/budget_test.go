package harness

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
)

// paced is a run of three cells, and invented paces for it.
func paced() (Run, Paces) {
	lookups := results.Cell{Technique: "magic", Piece: board.Queen, Mode: "throughput", Corpus: "random16"}
	moves := results.Cell{Technique: "magic", Piece: board.Queen, Mode: "incremental", Corpus: "replay4"}
	build := results.Cell{Technique: "magic", Piece: board.Queen, Mode: "init", Corpus: "stored"}
	return Run{Setup: Setup{Reference: "fancymagic"}, Rounds: 2, Cells: []results.Cell{lookups, moves, build}}, Paces{
		Passes:  map[results.Cell]time.Duration{lookups: 2 * time.Millisecond, moves: 10 * time.Millisecond, build: 300 * time.Millisecond},
		Checks:  map[results.Cell]time.Duration{lookups: 4 * time.Millisecond, moves: 90 * time.Millisecond},
		Corpora: map[string]time.Duration{"random16": 50 * time.Millisecond, "replay4": 70 * time.Millisecond},
	}
}

// A round of the run takes at least 1200 ms for the process, 50 + 70 for the corpora, 4 + 90 for the checks, 2 + 10 + 2 for each visit without its
// timing, 2 + 10 for one timed pass in each, and 1 + 300 for one build.
const leastRound = (1200 + 120 + 94 + Visits*(14+12) + 301) * time.Millisecond

func TestTimeWithin(t *testing.T) {
	run, paces := paced()
	if got, err := paces.TimeWithin(2*leastRound-time.Millisecond, run); err == nil || !strings.Contains(err.Error(), "too short for 2 processes of 3 cells, which take 4s") {
		t.Errorf("a millisecond less than it takes: %v, %v", got, err)
	}
	within := func(budget, least, most time.Duration) {
		t.Helper()
		if got, err := paces.TimeWithin(budget, run); err != nil || got < least || got > most {
			t.Errorf("within %v: %v, %v; want %v to %v", budget, got, err, least, most)
		}
	}
	// Exactly enough: no visit is longer than its shortest pass.
	within(2*leastRound, LeastTime, Visits*2*time.Millisecond)
	// Visits of 20 ms, which last 28: 26 more for lookups and 18 for moves, in each. The build of 300 ms is longer than all of its visits.
	within(2*(leastRound+Visits*(26+18)*time.Millisecond), Visits*19980*time.Microsecond, Visits*20*time.Millisecond)
	// Visits of 100 ms, which last 140: 138 and 130 more, and the build, in one visit, all of them in place of 300.
	within(2*(leastRound+(Visits*(138+130)+Visits*140-300)*time.Millisecond), Visits*99980*time.Microsecond, Visits*100*time.Millisecond)

	run.Levels = []string{"v1", "v3"}
	run.Reduced = true
	// The lower level needs its process, one corpus, and the lookups: checked, and visits of 1 + 2 + 2.
	both := leastRound + (1200+50+4+Visits*5)*time.Millisecond
	if _, err := paces.TimeWithin(2*both, run); err != nil {
		t.Errorf("enough for two levels: %v", err)
	}
	if _, err := paces.TimeWithin(2*both-time.Millisecond, run); err == nil {
		t.Error("too short for two levels: no error")
	}
	run.Cells = run.Cells[1:2]
	if _, err := paces.TimeWithin(2*(1200+70+90+Visits*21)*time.Millisecond, run); err != nil {
		t.Errorf("a level without cells costs: %v", err)
	}
}

// Each cell's pace is that of its own questions, once, and of its checks: parts of replays, both halves of batches.
func TestPace(t *testing.T) {
	cells, _, err := Selection{Techniques: []string{"magic"}, All: true}.Cells("fancymagic", nil)
	if err != nil {
		t.Fatal(err)
	}
	run := Run{Setup: Setup{Reference: "fancymagic", Questions: 3000, Seed: 1}, Cells: cells}
	run.Rounds = 2
	p, err := Pace(run, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if refused, err := Pace(run, time.Second); err == nil || refused.Passes != nil {
		t.Errorf("a second for two processes: %v, %d cells were tried", err, len(refused.Passes))
	}
	for _, c := range cells {
		if c.Corpus == searched {
			continue
		}
		if p.Passes[c] <= 0 || p.Corpora[c.Corpus] <= 0 {
			t.Errorf("%v: a pass takes %v, the corpus %v", c, p.Passes[c], p.Corpora[c.Corpus])
		}
		passes := float64(p.Checks[c]) / float64(p.Passes[c])
		least := map[string]float64{"replay1": 25, "replay4": 25, "replay16": 25.0 / 4, "replay64": 25.0 / 16}[c.Corpus]
		if c.Mode == "setwise" || c.Mode == "latency" {
			least = 2
		}
		if passes < 0.99*least {
			t.Errorf("%v: checks take %.1f passes, want %v or more", c, passes, least)
		}
	}
	m := small(t, 3000)
	if x, err := m.replayExam("replay4"); err != nil || x.right[board.Queen] != nil || x.answers(board.Rook) == nil || x.right[board.Queen] != nil {
		t.Errorf("a replay is answered for pieces that nobody asks for: %v", err)
	}
	// Of 1024 changes the first 256, the fourth of 16 parts among them, and the other 12.
	sum := 0
	for _, n := range replayParts(1024) {
		sum += n
	}
	if want := 256*257/2 + 64*(16*17-4*5)/2; sum != want {
		t.Errorf("%d changes in parts of a replay, want %d", sum, want)
	}
	if got := replayParts(2); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("parts of two changes: %v", got)
	}
}

// What builds tables is visited once, for as long as others in all of their visits, and a search once whatever the time.
func TestInitIsVisitedOnce(t *testing.T) {
	m := small(t, 100)
	m.Time = 40 * time.Millisecond
	for corpus, want := range map[string][2]time.Duration{stored: {Visits * m.Time, 5 * time.Second}, searched: {0, 5 * time.Second}} {
		c := results.Cell{Technique: "kindergarten", Piece: board.Queen, Mode: "init", Corpus: corpus}
		if !once(c) {
			t.Errorf("%v is visited several times", c)
		}
		if corpus == searched {
			c.Technique = "magic32"
		}
		began := time.Now()
		line, err := m.cell(c)
		if took := time.Since(began); err != nil || took < want[0] || took > want[1] {
			t.Errorf("%v: %v, took %v", c, err, took)
		}
		if fields := strings.Fields(line); corpus == searched && (len(fields) < 2 || fields[1] != "1") {
			t.Errorf("%v: not searched once: %s", c, line)
		}
	}
	if once(results.Cell{Technique: "magic", Mode: "batch", Corpus: "random16"}) {
		t.Error("lookups are visited once")
	}
}
