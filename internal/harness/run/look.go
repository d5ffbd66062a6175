package run

import (
	"fmt"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
)

// LookTime is how long a run looks at the machine before it measures. Tests shorten it.
var LookTime = time.Second

// Looks at the start of a round, and where a visit found no clean slice, are roundLook times shorter. A visit finds time for a look if the last one ended
// nextLook times as long ago as it took.
const (
	roundLook = 5
	nextLook  = 10
)

var look = measure.Look // which tests replace

// Look reads canaries for as long as a run looks at the machine before it measures.
func Look(cpu int) ([]machine.Reading, error) { return machine.Watch(cpu, LookTime) }

// Survey takes a first look at the machine, moves the setup to the quietest CPU unless one is named, and says how disturbances will affect a run with a cap, 0 for none.
func Survey(judge *measure.Judge, setup *Setup, limit time.Duration, logf func(format string, args ...any)) (err error) {
	judge.Known = machine.Known(machine.Detect())
	_, roams := machine.AllowedCPUs()
	judge.Roams = roams != nil // an error: this system has no CPUs to pin to
	var readings []machine.Reading
	if setup.Moves {
		cpu, why := 0, ""
		if cpu, why, readings, err = look(-1, judge, LookTime); err == nil {
			setup.CPU, setup.Moves = cpu, !judge.Beside // another CPU may have another neighbour
			logf("measuring on %s: %s", Where(cpu), why)
		}
	} else {
		readings, err = Look(setup.CPU)
	}
	if err != nil {
		return err
	}
	judge.Add(readings...)
	longer, end := "", ""
	if d := judge.Disturbed(); d > 0.05 && d < 1 { // less is not worth a word, and at 1 no time is long enough
		longer = fmt.Sprintf(": measuring takes about %.2g times as long as on a quiet machine", 1/(1-d))
	}
	if limit > 0 {
		end = fmt.Sprintf("; on a disturbed machine it ends after about %v (--cap)", limit)
	}
	if judge.Beside {
		logf("disturbed %.0f %% of the time now: disturbed slices count, too%s", 100*judge.Disturbed(), end)
		return nil
	}
	logf("disturbed %.0f %% of the time now%s%s", 100*judge.Disturbed(), longer, end)
	if judge.NeverQuiet() {
		logf("warning: this core was never quiet: a neighbour seems to work on it all the time (stop what runs here, or choose another --cpu)")
	}
	return nil
}

// crowded is the share of disturbed readings from which on hardly any slice is clean: at most one in ten.
const crowded = 0.9

// Crowded looks at the machine, and reports whether neighbours are nearly always on the setup's CPU, or on the quietest where none is named.
func Crowded(setup Setup) (disturbed float64, yes bool, err error) {
	judge := measure.Judge{Known: machine.Known(machine.Detect())}
	var readings []machine.Reading
	if setup.Moves {
		_, _, readings, err = look(-1, &judge, LookTime)
	} else {
		readings, err = Look(setup.CPU)
	}
	if err != nil {
		return 0, false, err
	}
	judge.Add(readings...)
	disturbed = judge.Disturbed()
	return disturbed, disturbed >= crowded, nil
}

// Where names a CPU for people, -1 for any.
func Where(cpu int) string {
	if cpu < 0 {
		return "any CPU"
	}
	return fmt.Sprint("CPU ", cpu)
}

// Move looks at all CPUs for a moment, and has the setup leave its CPU for a clearly quieter CPU, unless a flag names it.
func (s *Setup) Move(judge *measure.Judge) error {
	if !s.Moves || s.CPU < 0 {
		return nil
	}
	cpu, _, _, err := look(s.CPU, judge, LookTime/roundLook)
	if err == nil {
		s.CPU = cpu
	}
	return err
}

// move is Move for a run, which notes how long the look took.
func (m *Measurement) move() error {
	began := time.Now()
	defer func() { m.looked, m.looking = time.Now(), time.Since(began) }()
	return m.Record.Run.Move(&m.Record.Canary)
}
