package pack

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/magic/search/factors"
)

// Record is what is kept of a packer: with the set that it found, what it takes to go on.
type Record struct {
	Options Options  // but not Pieces and Squares: a record is of all
	From    string   // file of the set that the first run began from; empty if nothing
	Seeds   []uint64 // of all runs, each once, if they differ; Options.Seed is the last run's
	Tries   int
	Runs    int     // that went on from one another
	CPU     float64 // seconds
	Set     *factors.Set
}

// Begin makes a record one to begin from: without what it says of how its set was packed, as that is the record of From.
func (r *Record) Begin(from string, set *factors.Set) {
	begun := *set
	begun.Source = slices.DeleteFunc(slices.Clone(set.Source), func(line string) bool {
		return slices.ContainsFunc([]string{"findmagic pack", triesLine, runsLine, seedsLine, cpuLine}, func(begin string) bool {
			return strings.HasPrefix(line, begin)
		})
	})
	r.From, r.Runs, r.Set = from, 1, &begun
}

// GoOn makes a record that of one more run.
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

// Name tells searches apart that cannot go on from each other.
func (r *Record) Name() string {
	return fmt.Sprintf("--form %v --shift %s", r.Options.Form, shiftNames[r.Options.Variable])
}

// How the lines of the source of a set begin that make it a record. The line of the seeds is there if runs had different ones.
const (
	triesLine = "tries: "
	runsLine  = "runs: "
	seedsLine = "seeds: "
	cpuLine   = "CPU seconds: "
)

var shiftNames = map[bool]string{false: "fixed", true: "variable"}

// ParseShift reads whether every square has its own shift: fixed or variable.
func ParseShift(s string) (variable bool, err error) {
	for variable, name := range shiftNames {
		if s == name {
			return variable, nil
		}
	}
	return false, fmt.Errorf("unknown shift %q (want fixed or variable)", s)
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
	if len(set.Entries) == 0 { // it is no file of factors yet
		for _, line := range set.Source {
			fmt.Fprintf(&b, "# %s\n", line)
		}
	} else if err := set.WriteCSV(&b); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// ReadRecord reads the text of a record.
func ReadRecord(text []byte) (r Record, err error) {
	rest, n := string(text), 0
	// next reads the next line, if it begins so.
	next := func(begin string, read func(value string) error) bool {
		line, after, _ := strings.Cut(rest, "\n")
		value, ok := strings.CutPrefix(line, "# "+begin)
		if !ok || err != nil {
			return false
		}
		n++
		if failed := read(value); failed != nil {
			err = fmt.Errorf("line %d: %w", n, failed)
		}
		rest = after
		return true
	}
	must := func(begin string, read func(value string) error) {
		if !next(begin, read) && err == nil {
			err = fmt.Errorf("line %d: %.40q, want %q", n+1, rest, "# "+begin)
		}
	}
	number := func(to *int, low int) func(string) error {
		return func(value string) (err error) {
			if *to, err = strconv.Atoi(value); err != nil || *to < low {
				return fmt.Errorf("%q, want a number of at least %d", value, low)
			}
			return nil
		}
	}
	must("findmagic pack ", r.readCommand)
	must(triesLine, number(&r.Tries, 0))
	must(runsLine, number(&r.Runs, 1))
	next(seedsLine, func(value string) error {
		for seed := range strings.SplitSeq(value, ", ") {
			n, err := strconv.ParseUint(seed, 10, 64)
			if err != nil {
				return fmt.Errorf("%q, want seeds", value)
			}
			r.Seeds = append(r.Seeds, n)
		}
		return nil
	})
	must(cpuLine, func(value string) (err error) {
		if r.CPU, err = strconv.ParseFloat(value, 64); err != nil || !(r.CPU >= 0) {
			return fmt.Errorf("%q, want seconds", value)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	if rest == "" {
		r.Set = &factors.Set{}
		return r, nil
	}
	if r.Set, err = factors.Read(bytes.NewReader(text)); err != nil {
		return r, err
	}
	r.Set.Source = r.Set.Source[n:]
	return r, nil
}

var commandArgs = regexp.MustCompile(`^--form (\S+) --shift (\S+)(?: --from (.+))? --seed (\d+)$`)

// readCommand reads what follows "findmagic pack " in the command of a record.
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
