package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/columns"
)

// AdviceFormats are the formats that WriteAdvice knows.
var AdviceFormats = []string{"text", "markdown", "json"}

// WriteAdvice writes which technique to use on each machine of the files: as text in briefLines lines, in other formats for every use and
// every feature set with the evidence, in tables and in words. Files that give no advice are an error.
func WriteAdvice(w io.Writer, files []*results.File, format string) error {
	ranked := ranksOf(files...)
	sets := profiles(ranked)
	if len(sets) == 0 {
		var why []string
		for _, f := range files {
			why = append(why, onlyExperiments(f))
		}
		return fmt.Errorf("no advice from %s (want an ordinary build)", strings.Join(why, "; "))
	}
	var b bytes.Buffer
	warned := warnings(ranked)
	switch format {
	case "text":
		writeBrief(&b, sets, warned)
	case "markdown":
		for _, text := range warned {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", text)
		}
		for _, a := range recommend(sets) {
			fmt.Fprintf(&b, "* %s\n", a)
		}
		fmt.Fprintln(&b)
		for _, s := range sets {
			advice := s.advice()
			fmt.Fprintf(&b, "### %s\n\n%s\n\n", advice.Title, advice.Note)
			if len(advice.Rows) > 0 {
				fmt.Fprintf(&b, "%s\n\n", advice.Markdown())
			}
		}
		fmt.Fprintf(&b, "%s\n", adviceReading)
	case "json":
		if err := encodeJSON(&b, columns.Object{{Key: "warnings", Data: warned}, {Key: "recommendation", Data: recommend(sets)},
			{Key: "featureSets", Data: columns.Objects(setColumns, sets)}}); err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(AdviceFormats, ", "))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// adviceReading explains the tables of advice.
const adviceReading = choiceReading + " " + standingReading + " Times and ratios are medians with 95 % intervals over the rounds. " + levelReading

// choiceReading explains the columns of a choice.
const choiceReading = "Use this: of the fastest technique and those equivalent to it, the one with the smallest tables, then with the fewest needed features " +
	"of the processor, then with the least code. Next: the fastest of the slower ones, and its ratio to the fastest. " +
	"Smallest near it: the smallest tables of all techniques that are shown to take at most 10 % longer than the fastest, if smaller than those of the pick. " + significantReading

// standingReading explains the words on standing.
const standingReading = "Equivalent: shown to take at most 2 % longer than the fastest. Slower: significantly slower than the fastest. Inconclusive: neither is shown."

// significantReading explains the column on differences.
const significantReading = "Significant: the smallest difference that the table shows. That is its A/A noise (the reference against itself) or, if larger, " +
	"the distance from the median within which nine in ten intervals of its ratios stay."

// levelReading says which level advice is about.
const levelReading = "Advice is about the highest measured GOAMD64 level that the features allow, since lower ones are measured for a few uses of " +
	"queens only. Where a lower level is shown to be faster at independent lookups of queens, the advice in words says so."

// advice shows the choices of a set.
func (s Profile) advice() section {
	list := slices.Clone(choiceColumns)
	list = slices.Concat(list[:1], list[3:]) // without the set
	list[0].Head = "for"
	rounds := math.MaxInt
	made := s.choices()
	for _, c := range made {
		rounds = min(rounds, c.table.Rounds)
	}
	made = slices.DeleteFunc(made, func(c *chosen) bool { return c.refusal != nil })
	advice := section{Title: fmt.Sprintf("On %s (%s)", s.Target.CPU, s), Table: columns.Of(list, made)}
	advice.Note = fmt.Sprintf("%d rounds, %s, %s", rounds, s.File.Name, Units(s.File))
	if rounds == math.MaxInt {
		advice.Note = nothingMeasured
	}
	if s.Derived {
		advice.Note += "; an older relative of the machine: techniques and builds that need more are left out"
	}
	if s.Foreign {
		advice.Note += ", except for the build: none that it could run was measured"
	}
	for _, r := range s.refusals() {
		advice.Note += ". " + r
	}
	return advice
}

const nothingMeasured = "nothing to choose from was measured with the corpus " + grid.DefaultCorpus

// refusals lists in sentences the uses without a recommendation, and the remedy.
func (s Profile) refusals() (sentences []string) {
	refused := map[string][]string{} // uses, by remedy
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
