package state

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// Record is the state of a search that improves a set, run after run. Its text is a file of magics whose source begins with the command and
// with the tries, runs, seeds and CPU time that the set took so far.
//
//	# findmagic pack --form black --shift fixed --from old.csv --seed 5
//	# tries: 48128
//	# runs: 12
//	# seeds: 1, 3, 4, 5
//	# CPU seconds: 2592.7
type Record struct {
	Command string       // findmagic, its subcommand, and the flags but --from and --seed
	From    string       // files of the sets that the first run began from; empty if it began from nothing
	Seed    uint64       // seed of the last run
	Seeds   []uint64     // seeds of all runs, without repetitions, if they differ
	Tries   int          // of all runs
	Runs    int          // the first run and how often it was resumed
	CPU     float64      // seconds, of all runs
	Set     *factors.Set // with the source that it had when the first run began: Lines puts the record before it
}

// recordLine matches each line of a record in a set's source, and the first line of a state.
var recordLine = regexp.MustCompile(`^(findmagic (pack|overlay)|tries: |runs: |seeds: |CPU seconds: )`)

// Begin makes the record begin from a set. It drops the lines of the set's own record: they are about the search for the set, not about
// the search that begins.
func (r *Record) Begin(set *factors.Set) {
	begun := *set
	begun.Source = slices.DeleteFunc(slices.Clone(set.Source), recordLine.MatchString)
	r.Runs, r.Set = 1, &begun
}

// Resume adds a run with a seed to the record. Seeds stays empty as long as all runs have the same seed.
func (r *Record) Resume(seed uint64) {
	if len(r.Seeds) == 0 && seed != r.Seed {
		r.Seeds = []uint64{r.Seed}
	}
	if len(r.Seeds) > 0 && !slices.Contains(r.Seeds, seed) {
		r.Seeds = append(r.Seeds, seed)
	}
	r.Seed = seed
	r.Runs++
}

// Lines returns the source of the set: the lines of the record, and behind them the source with which it began.
func (r *Record) Lines() []string {
	command := r.Command
	if r.From != "" {
		command += " --from " + r.From
	}
	lines := []string{fmt.Sprintf("%s --seed %d", command, r.Seed), fmt.Sprint("tries: ", r.Tries), fmt.Sprint("runs: ", r.Runs)}
	if len(r.Seeds) > 0 {
		lines = append(lines, "seeds: "+strings.ReplaceAll(strings.Trim(fmt.Sprint(r.Seeds), "[]"), " ", ", "))
	}
	return append(append(lines, fmt.Sprintf("CPU seconds: %.1f", r.CPU)), r.Set.Source...)
}

// Text returns the record as a file of magics, or only its comments if there are no magics yet.
func (r *Record) Text() []byte {
	set := *r.Set
	set.Source = r.Lines()
	var b bytes.Buffer
	if len(set.Entries) == 0 { // a file of magics needs an entry
		for _, line := range set.Source {
			fmt.Fprintf(&b, "# %s\n", line)
		}
	} else if err := set.WriteCSV(&b); err != nil {
		panic(err) // writing to a buffer never fails
	}
	return b.Bytes()
}

var (
	// Groups: command, From, seed, tries, runs, seeds, CPU seconds.
	recordLines = regexp.MustCompile(`\A# (findmagic \w+ --.+?)(?: --from (.+))? --seed (\d+)\n# tries: (\d+)\n# runs: ([1-9]\d*)\n` +
		`(?:# seeds: (\d+(?:, \d+)*)\n)?# CPU seconds: (\d+(?:\.\d+)?)\n`)
	// An older form, which states of overlay have behind the source of the magics. Groups: From, seed, tries, runs, CPU seconds.
	placedLines = regexp.MustCompile(`(?m)(?:^# factors: (.+)\n)?^# placed: seed (\d+), tries (\d+), runs ([1-9]\d*), CPU seconds (\d+\.\d+)\n`)
)

// ReadRecord is the inverse of Text.
func ReadRecord(text []byte) (r *Record, err error) {
	var found [8]string // the lines of the record, and the groups of recordLines
	if at := recordLines.FindStringSubmatch(string(text)); at != nil {
		copy(found[:], at)
	} else if at := placedLines.FindStringSubmatch(string(text)); at != nil {
		found = [8]string{at[0], "", at[1], at[2], at[3], at[4], "", at[5]}
	} else {
		return nil, fmt.Errorf("%.40q, want comments with the command and its --seed, then tries, runs and CPU seconds", text)
	}
	r = &Record{Command: found[1], From: found[2], Set: &factors.Set{}}
	if _, err := fmt.Sscan(strings.Join(found[3:6], " ")+" "+found[7], &r.Seed, &r.Tries, &r.Runs, &r.CPU); err != nil {
		return nil, fmt.Errorf("%q: %w", found[0], err)
	}
	for seed := range strings.FieldsFuncSeq(found[6], func(c rune) bool { return c < '0' }) { // at commas and blanks
		var n uint64
		if _, err := fmt.Sscan(seed, &n); err != nil {
			return nil, fmt.Errorf("seed %s: %w", seed, err)
		}
		r.Seeds = append(r.Seeds, n)
	}
	if found[0] == string(text) {
		return r, nil // no magics yet
	}
	if r.Set, err = factors.Read(bytes.NewReader(text)); err != nil {
		return nil, err
	}
	r.Set.Source = slices.DeleteFunc(r.Set.Source, func(line string) bool { return strings.Contains("\n"+found[0], "\n# "+line+"\n") })
	if r.Command == "" {
		r.Command = fmt.Sprintf("findmagic overlay --content %v", r.Set.Content)
	}
	return r, nil
}
