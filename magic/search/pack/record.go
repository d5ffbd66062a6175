package pack

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// Record is the state of a packer in a file: the set that it found, and all that it takes to resume.
type Record struct {
	Options Options  // without Pieces and Squares: a record is about all of them
	From    string   // file of the set that the first run began from; empty if it began from nothing
	Seeds   []uint64 // seeds of all runs, each once, if they differ; Options.Seed is the last run's
	Tries   int
	Runs    int     // the first run and how often it was resumed
	CPU     float64 // seconds
	Set     *factors.Set
}

// Begin makes the record begin from a set in the file from. It drops the lines of the set's source that describe how that set was
// packed, because they belong to the record of from.
func (r *Record) Begin(from string, set *factors.Set) {
	begun := *set
	begun.Source = slices.DeleteFunc(slices.Clone(set.Source), func(line string) bool {
		return slices.ContainsFunc([]string{"findmagic pack", triesLine, runsLine, seedsLine, cpuLine}, func(begin string) bool {
			return strings.HasPrefix(line, begin)
		})
	})
	r.From, r.Runs, r.Set = from, 1, &begun
}

// GoOn adds a run with a seed to the record.
func (r *Record) GoOn(seed uint64) {
	if len(r.Seeds) == 0 && seed != r.Options.Seed {
		r.Seeds = []uint64{r.Options.Seed}
	}
	if len(r.Seeds) > 0 && !slices.Contains(r.Seeds, seed) {
		r.Seeds = append(r.Seeds, seed)
	}
	r.Options.Seed = seed
	r.Runs++
}

// Name returns the form and the shift as flags. A search can resume from a record if their names are equal.
func (r *Record) Name() string {
	return fmt.Sprintf("--form %v --shift %s", r.Options.Form, shiftNames[r.Options.Variable])
}

// The lines that make the source of a set a record begin like this. There is a line of seeds if runs had different seeds.
const (
	triesLine = "tries: "
	runsLine  = "runs: "
	seedsLine = "seeds: "
	cpuLine   = "CPU seconds: "
)

var shiftNames = map[bool]string{false: "fixed", true: "variable"}

// ParseShift parses fixed or variable. variable means that every square has its own shift.
func ParseShift(s string) (variable bool, err error) {
	i, err := names.Parse[int]("shift", s, []string{shiftNames[false], shiftNames[true]})
	return i == 1, err
}

// Text returns the record as a file of factors. Its source begins with the command, the tries and the CPU time; other lines of
// the set's source follow.
func (r *Record) Text() []byte {
	set := *r.Set
	command := "findmagic pack " + r.Name()
	if r.From != "" {
		command += " --from " + r.From
	}
	set.Source = []string{
		fmt.Sprintf("%s --seed %d", command, r.Options.Seed), fmt.Sprint(triesLine, r.Tries), fmt.Sprint(runsLine, r.Runs),
	}
	if len(r.Seeds) > 0 {
		seeds := strings.Fields(strings.Trim(fmt.Sprint(r.Seeds), "[]"))
		set.Source = append(set.Source, seedsLine+strings.Join(seeds, ", "))
	}
	set.Source = append(set.Source, fmt.Sprintf("%s%.1f", cpuLine, r.CPU))
	set.Source = append(set.Source, r.Set.Source...)
	var b bytes.Buffer
	if len(set.Entries) == 0 { // a file of factors needs an entry
		for _, line := range set.Source {
			fmt.Fprintf(&b, "# %s\n", line)
		}
	} else if err := set.WriteCSV(&b); err != nil {
		panic(err) // writing to a buffer never fails
	}
	return b.Bytes()
}

// lines reads the lines of a record one after the other.
type lines struct {
	rest string // the lines not read yet
	n    int    // the number of lines read
	err  error  // the first error; after it nothing more is read
}

// optional reads the next line if it begins with begin, and reports whether it did.
func (l *lines) optional(begin string, read func(value string) error) bool {
	line, after, _ := strings.Cut(l.rest, "\n")
	value, ok := strings.CutPrefix(line, "# "+begin)
	if !ok || l.err != nil {
		return false
	}
	l.n++
	if err := read(value); err != nil {
		l.err = fmt.Errorf("line %d: %w", l.n, err)
	}
	l.rest = after
	return true
}

// must reads the next line. It is an error if the line does not begin with begin.
func (l *lines) must(begin string, read func(value string) error) {
	if !l.optional(begin, read) && l.err == nil {
		l.err = fmt.Errorf("line %d: %.40q, want %q", l.n+1, l.rest, "# "+begin)
	}
}

// ReadRecord reads the text of a record.
func ReadRecord(text []byte) (r Record, err error) {
	l := lines{rest: string(text)}
	l.must("findmagic pack ", r.readCommand)
	l.must(triesLine, readNumber(&r.Tries, 0))
	l.must(runsLine, readNumber(&r.Runs, 1))
	l.optional(seedsLine, r.readSeeds)
	l.must(cpuLine, r.readCPU)
	if l.err != nil {
		return r, l.err
	}
	if l.rest == "" {
		r.Set = &factors.Set{}
		return r, nil
	}
	if r.Set, err = factors.Read(bytes.NewReader(text)); err != nil {
		return r, err
	}
	r.Set.Source = r.Set.Source[l.n:]
	return r, nil
}

// readNumber returns a function that parses a number of at least low.
func readNumber(to *int, low int) func(value string) error {
	return func(value string) (err error) {
		if *to, err = strconv.Atoi(value); err != nil || *to < low {
			return fmt.Errorf("%q, want a number of at least %d", value, low)
		}
		return nil
	}
}

func (r *Record) readSeeds(value string) error {
	for seed := range strings.SplitSeq(value, ", ") {
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return fmt.Errorf("%q, want seeds", value)
		}
		r.Seeds = append(r.Seeds, n)
	}
	return nil
}

func (r *Record) readCPU(value string) (err error) {
	if r.CPU, err = strconv.ParseFloat(value, 64); err != nil || !(r.CPU >= 0) {
		return fmt.Errorf("%q, want seconds", value)
	}
	return nil
}

var commandArgs = regexp.MustCompile(`^--form (\S+) --shift (\S+)(?: --from (.+))? --seed (\d+)$`)

// readCommand reads the flags after "findmagic pack " in the command of a record.
func (r *Record) readCommand(args string) error {
	found := commandArgs.FindStringSubmatch(args)
	if found == nil {
		return fmt.Errorf("%q, want --form, --shift and --seed", args)
	}
	form, shift, seed := found[1], found[2], found[4]
	r.From = found[3]
	var err error
	if r.Options.Form, err = factors.ParseForm(form); err != nil {
		return err
	}
	if r.Options.Variable, err = ParseShift(shift); err != nil {
		return err
	}
	if r.Options.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Errorf("seed %q, want a number", seed)
	}
	return nil
}
