package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// AdviceFormats are the formats that WriteAdvice knows.
var AdviceFormats = []string{"text", "markdown", "json"}

// WriteAdvice writes which technique to use, for every use and every feature set of the files, and on what grounds: in tables,
// and for the machines that were measured also in words. Files from which no advice comes are an error.
func WriteAdvice(w io.Writer, files []*results.File, format string) error {
	sets := Sets(files...)
	if len(sets) == 0 {
		var why []string
		for _, f := range files {
			why = append(why, onlyExperiments(f))
		}
		return fmt.Errorf("no advice from %s (want an ordinary build)", strings.Join(why, "; "))
	}
	var b bytes.Buffer
	var tables [][]Table
	for _, f := range files {
		tables = append(tables, Tables(f))
	}
	warned := warnings(files, tables)
	switch format {
	case "text":
		for _, text := range warned {
			fmt.Fprintf(&b, "WARNING: %s\n", text)
		}
		for _, s := range sets {
			advice := s.advice()
			fmt.Fprintf(&b, "\n%s\n%s\n", advice.Title, advice.Note)
			if len(advice.Rows) > 0 {
				fmt.Fprintf(&b, "%s\n", advice.pretty().Render())
			}
		}
		paragraph(&b, adviceReading)
		for _, a := range Recommend(files...) {
			fmt.Fprintf(&b, "%s\n", a)
		}
	case "markdown":
		for _, text := range warned {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", text)
		}
		for _, a := range Recommend(files...) {
			fmt.Fprintf(&b, "* %s\n", a)
		}
		fmt.Fprintln(&b)
		for _, s := range sets {
			advice := s.advice()
			fmt.Fprintf(&b, "### %s\n\n%s\n\n", advice.Title, advice.Note)
			if len(advice.Rows) > 0 {
				fmt.Fprintf(&b, "%s\n\n", advice.pretty().RenderMarkdown())
			}
		}
		fmt.Fprintf(&b, "%s\n", adviceReading)
	case "json":
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "\t")
		if err := encoder.Encode(struct {
			Warnings       []string  `json:"warnings"`
			Recommendation []string  `json:"recommendation"`
			FeatureSets    []jsonSet `json:"featureSets"`
		}{warned, Recommend(files...), jsonSets(sets)}); err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(AdviceFormats, ", "))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// adviceReading is how to read the tables of advice.
const adviceReading = "Use this: of the fastest technique and those as good, the one with the smallest tables, then with the fewest needed features " +
	"of the processor, then with the least code. " + standingReading + " Next: the fastest of the slower ones, and how many times as long as the fastest it takes. " +
	"Smallest near it: the smallest tables of all that are shown to take at most 10 % longer than the fastest, where they are smaller still. " + toldReading + " Times and ratios are medians " +
	"with 95 % intervals over the rounds. " + levelReading

// standingReading is what the words on standing mean.
const standingReading = "As good: shown to take at most 2 % longer than the fastest. Slower: told apart from the fastest. Open: neither is shown."

// toldReading is what it means to be told apart.
const toldReading = "Told apart: the smallest difference that is found in that table, which is its A/A noise (the reference against itself) or, if that " +
	"is larger, how far nine in ten intervals of its ratios reach from their medians."

// levelReading is how the level is chosen that advice, and what answers a question, is about.
const levelReading = "The GOAMD64 level of advice is the highest measured that the features allow: at lower ones, no more than some uses of " +
	"queens are measured by default. Where a lower level is shown to be faster at independent lookups of queens, the advice in words says so."

// advice shows what to use on a set.
func (s Set) advice() section {
	advice := section{Title: fmt.Sprintf("On %s (%s)", s.Target.CPU, s),
		Header: []string{"for"}}
	m := inFile(s.File)
	advice.Header = append(append(advice.Header, m.choiceHeader()...), "told apart")
	rounds := math.MaxInt
	for _, u := range Uses {
		t, c, refusal := s.Choose(u)
		if t == nil {
			continue
		}
		rounds = min(rounds, t.Rounds)
		if refusal == nil {
			advice.Rows = append(advice.Rows, append(append([]cell{word(u.String())}, c.cells(m)...), t.told()))
		}
	}
	advice.Note = fmt.Sprintf("%d rounds, %s, %s", rounds, s.File.Name, Estimator(s.File))
	if rounds == math.MaxInt {
		advice.Note = nothingMeasured
	}
	if s.Derived {
		advice.Note += "; an older relative of the machine: what needs more than it has is left out"
	}
	if s.Foreign {
		advice.Note += ", but for the build: none that it could run was measured"
	}
	for _, r := range s.refusals() {
		advice.Note += ". " + r
	}
	return advice
}

const nothingMeasured = "no use was measured on the corpus " + results.DefaultCorpus

// refusals says in sentences for which uses nothing is recommended, and what would help.
func (s Set) refusals() (sentences []string) {
	refused := map[string][]string{} // uses, by what would help
	for _, u := range Uses {
		if _, _, refusal := s.Choose(u); refusal != nil {
			refused[refusal.Do] = append(refused[refusal.Do], fmt.Sprintf("%v (%s)", u, refusal.Because))
		}
	}
	for _, do := range slices.Sorted(maps.Keys(refused)) {
		sentences = append(sentences, fmt.Sprintf("Nothing can be recommended for %s: %s.", strings.Join(refused[do], "; "), do))
	}
	return sentences
}

// jsonSet is a feature set with what to use on it.
type jsonSet struct {
	File     string       `json:"file"`
	Machine  string       `json:"machine"`
	CPU      string       `json:"cpu"`
	Features string       `json:"features"`
	GOAMD64  string       `json:"goamd64"`
	Derived  bool         `json:"derived"` // of a newer machine's times
	Foreign  bool         `json:"foreign"` // the build asks for more than the features
	Uses     []jsonChoice `json:"uses"`
}

type jsonChoice struct {
	Use           string    `json:"use"`
	Piece         string    `json:"piece"`
	Mode          string    `json:"mode"`
	Rounds        int       `json:"rounds"`
	AANoise       number    `json:"aaNoise"`
	Resolution    number    `json:"resolution"` // |ln ratio| from which on differences are told apart
	Noisy         bool      `json:"noisy"`
	Refused       string    `json:"refused,omitempty"` // why nothing is recommended; then the rest is empty
	Technique     string    `json:"technique"`
	Time          [3]number `json:"ns"`     // median and bounds
	Cycles        [3]number `json:"cycles"` // null where the file has none
	TableBytes    int64     `json:"tableBytes"`
	AsGood        []string  `json:"asGood"` // the fastest, and those shown to take at most 2 % longer
	Open          []string  `json:"open"`   // neither as good nor told apart from the fastest
	Tied          []string  `json:"tied"`   // all that cannot be told apart from the fastest
	Next          string    `json:"next,omitempty"`
	NextRatio     [3]number `json:"nextRatio"` // to the fastest
	Smallest      string    `json:"smallest"`
	SmallestBytes int64     `json:"smallestBytes"`
	SmallestRatio [3]number `json:"smallestRatio"` // to the fastest
}

func triple(i stats.Interval) [3]number {
	return [3]number{number(i.Median), number(i.Lo), number(i.Hi)}
}

// times returns a time in nanoseconds, and in cycles if it is there.
func times(t *results.Table, time stats.Interval) (ns, cycles [3]number) {
	if cycles = triple(none); t.InCycles() {
		cycles = triple(time)
	}
	return triple(time.Times(t.Nanoseconds())), cycles
}

func jsonSets(sets []Set) []jsonSet {
	list := []jsonSet{}
	for _, s := range sets {
		set := jsonSet{s.File.Name, s.Target.Machine, s.Target.CPU, s.Features, s.Target.GOAMD64, s.Derived, s.Foreign, []jsonChoice{}}
		for _, u := range Uses {
			t, c, refusal := s.Choose(u)
			if t == nil {
				continue
			}
			j := jsonChoice{Use: u.String(), Piece: u.Piece.String(), Mode: u.Mode, Rounds: t.Rounds, AANoise: number(t.Noise),
				Resolution: number(t.Resolution), Noisy: t.noisy(), Time: triple(none), Cycles: triple(none), AsGood: []string{}, Open: []string{}, Tied: []string{}, NextRatio: triple(none), SmallestRatio: triple(none)}
			if refusal != nil {
				j.Refused = refusal.Reason
			} else {
				j.Technique, j.TableBytes, j.AsGood, j.Tied = c.Pick.Technique, c.Pick.TableBytes, c.Good, c.Tied
				j.Time, j.Cycles = times(&t.Table, c.Pick.Time)
				j.Open = append(j.Open, c.Open...)
				if c.Next != nil {
					j.Next, j.NextRatio = c.Next.Technique, triple(c.Next.ToFastest)
				}
				j.Smallest, j.SmallestBytes = c.Smallest.Technique, c.Smallest.TableBytes
				j.SmallestRatio = triple(c.Smallest.ToFastest)
			}
			set.Uses = append(set.Uses, j)
		}
		list = append(list, set)
	}
	return list
}

// jsonVerdict answers whether PEXT is the fastest, for one use.
type jsonVerdict struct {
	File        string    `json:"file"`
	Machine     string    `json:"machine"`
	Features    string    `json:"features"`
	GOAMD64     string    `json:"goamd64"`
	Use         string    `json:"use"`
	PEXT        string    `json:"pext"`
	PEXTTime    [3]number `json:"pextNs"`
	PEXTCycles  [3]number `json:"pextCycles"`
	Without     string    `json:"withoutPEXT"`
	WithoutTime [3]number `json:"withoutPEXTNs"`
	Cycles      [3]number `json:"withoutPEXTCycles"`
	Ratio       [3]number `json:"ratio"` // PEXT : without
	AANoise     number    `json:"aaNoise"`
	Verdict     string    `json:"verdict"` // yes: PEXT is faster; no; as fast; cannot be told apart
}

func jsonVerdicts(f *results.File) (list []jsonVerdict) {
	for _, v := range Verdicts(f) {
		j := jsonVerdict{File: f.Name, Machine: v.Table.Machine, Features: v.Table.Features, GOAMD64: v.Table.GOAMD64, Use: v.Use.String(),
			PEXT: v.PEXT.Technique, Without: v.Other.Technique, Ratio: triple(v.Ratio), AANoise: number(v.Table.Noise), Verdict: v.Words()}
		j.PEXTTime, j.PEXTCycles = times(&v.Table.Table, v.PEXT.Time)
		j.WithoutTime, j.Cycles = times(&v.Table.Table, v.Other.Time)
		list = append(list, j)
	}
	return list
}

// jsonBatch compares a technique's answers to many questions with the best portable loop.
type jsonBatch struct {
	File      string    `json:"file"`
	Machine   string    `json:"machine"`
	GOAMD64   string    `json:"goamd64"`
	Piece     string    `json:"piece"`
	Mode      string    `json:"mode"`
	Technique string    `json:"technique"`
	OwnBatch  bool      `json:"ownBatch"`
	Time      [3]number `json:"ns"`
	Cycles    [3]number `json:"cycles"`
	Faster    [3]number `json:"xLoop"`
}

func jsonBatches(f *results.File) (list []jsonBatch) {
	for _, tables := range batches(f) {
		for _, t := range tables {
			for _, x := range speedUps(t) {
				ns, cycles := times(&t.Table, x.Time)
				list = append(list, jsonBatch{f.Name, t.Machine, t.GOAMD64, t.Piece.String(), t.Mode, x.Technique, x.own, ns, cycles, triple(x.faster)})
			}
		}
	}
	return list
}
