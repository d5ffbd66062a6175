package report

import (
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// jsonReport is a report for programs.
type jsonReport struct {
	Warnings       []string        `json:"warnings"`
	Recommendation []string        `json:"recommendation"`
	PEXT           []jsonVerdict   `json:"pext"`
	Batch          []jsonBatch     `json:"batch"`
	FeatureSets    []jsonSet       `json:"featureSets"`
	Files          []jsonFile      `json:"files"`
	Tables         []jsonTable     `json:"tables"`
	Agreement      []jsonAgreement `json:"agreement"`
	Command        string          `json:"command"`
}

func writeJSON(b *bytes.Buffer, files []*results.File, tables [][]Table, opt Options) error {
	sets := Profiles(files...)
	out := jsonReport{Warnings: warnings(files, tables), Recommendation: recommend(sets), PEXT: []jsonVerdict{}, Batch: []jsonBatch{},
		FeatureSets: jsonSets(sets), Files: []jsonFile{}, Tables: []jsonTable{}, Agreement: []jsonAgreement{}, Command: opt.Command}
	for i, f := range files {
		out.PEXT = append(out.PEXT, jsonVerdicts(f)...)
		out.Batch = append(out.Batch, jsonBatches(f)...)
		out.Files = append(out.Files, jsonFile{f.Name, f.Reference, Units(f), f.Missing, f.Circumstances})
		for k := range tables[i] {
			out.Tables = append(out.Tables, jsonTableOf(&tables[i][k]))
		}
	}
	for _, a := range agreements(tables) {
		out.Agreement = append(out.Agreement, jsonAgreement{[2]string{a.A.File.Name, a.B.File.Name}, a.A.GOAMD64,
			a.A.Piece.String(), a.A.Mode, a.A.Corpus, number(a.Tau), a.Alike, a.Reversed, a.Tied,
			number(a.Plain), a.Cells, a.Near, number(a.Farthest)})
	}
	return encodeJSON(b, out)
}

func encodeJSON(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(value)
}

// jsonFile is a raw file with the circumstances of its making.
type jsonFile struct {
	Name      string `json:"name"`
	Reference string `json:"reference"`
	Estimator string `json:"estimator"`
	Missing   string `json:"missing,omitempty"`
	results.Circumstances
}

// jsonTable is a ranked table.
type jsonTable struct {
	File         string    `json:"file"`
	Machine      string    `json:"machine"`
	CPU          string    `json:"cpu"`
	Features     string    `json:"features"`
	GOOS         string    `json:"goos"`
	GOARCH       string    `json:"goarch"`
	GOAMD64      string    `json:"goamd64"`
	Questions    int       `json:"questions"`
	CorpusDigest string    `json:"corpusDigest"`
	Piece        string    `json:"piece"`
	Mode         string    `json:"mode"`
	Corpus       string    `json:"corpus"`
	Unit         string    `json:"unit"`
	Clock        number    `json:"clock"` // GHz
	Rounds       int       `json:"rounds"`
	AANoise      number    `json:"aaNoise"`
	Resolution   number    `json:"resolution"`
	Rows         []jsonRow `json:"rows"`
	C            string    `json:"c,omitempty"` // the build in C
}

// jsonRow is a row of a ranked table.
type jsonRow struct {
	Technique  string `json:"technique"`
	Rank       int    `json:"rank"`  // 0: not ranked
	Group      int    `json:"group"` // 0: not ranked
	Standing   string `json:"standing,omitempty"`
	Measured   int    `json:"measured"` // rounds with a value
	NS         number `json:"ns"`       // the median
	Median     number `json:"median"`   // in the table's unit, as the bounds
	Lo         number `json:"lo"`
	Hi         number `json:"hi"`
	Ratio      number `json:"ratio"`
	RatioLo    number `json:"ratioLo"`
	RatioHi    number `json:"ratioHi"`
	TableBytes int64  `json:"tableBytes"` // -1: not said
}

func jsonTableOf(t *Table) jsonTable {
	out := jsonTable{t.File.Name, t.Machine, t.CPU, t.Features, t.GOOS, t.GOARCH, t.GOAMD64, t.Questions,
		t.CorpusDigest, t.Piece.String(), t.Mode, t.Corpus, t.Unit, number(t.Clock), t.Rounds, number(t.Noise),
		number(t.Resolution), []jsonRow{}, t.C}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, jsonRow{r.Technique, r.Rank, r.Group, string(r.Standing), r.Measured(), number(r.Time.Median * t.Nanoseconds()), number(r.Time.Median), number(r.Time.Lo),
			number(r.Time.Hi), number(r.Ratio.Median), number(r.Ratio.Lo), number(r.Ratio.Hi), results.Said(r.TableBytes)})
	}
	return out
}

// jsonAgreement compares the rankings of two files, and their times.
type jsonAgreement struct {
	Files    [2]string `json:"files"`
	GOAMD64  string    `json:"goamd64"`
	Piece    string    `json:"piece"`
	Mode     string    `json:"mode"`
	Corpus   string    `json:"corpus"`
	Tau      number    `json:"tauB"`
	Alike    int       `json:"alike"`
	Reversed int       `json:"reversed"`
	Tied     int       `json:"tied"`
	Plain    number    `json:"plainTau"`
	Cells    int       `json:"cells"`
	Near     int       `json:"same"` // of the cells
	Farthest number    `json:"farthestApart"`
}

// number is null in JSON where it is not finite.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	return []byte(cmp.Or(digits(float64(n)), "null")), nil
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
	Resolution    number    `json:"resolution"` // |ln ratio| from which on differences are significant
	Noisy         bool      `json:"noisy"`
	Refused       string    `json:"refused,omitempty"` // why nothing is recommended; then the rest is empty
	Technique     string    `json:"technique"`
	Time          [3]number `json:"ns"` // median and bounds
	Cycles        [3]number `json:"cycles"`
	TableBytes    int64     `json:"tableBytes"`
	Equivalent    []string  `json:"equivalent"`   // the fastest, and those shown to take at most 2 % longer
	Inconclusive  []string  `json:"inconclusive"` // neither equivalent to the fastest nor significantly slower
	Tied          []string  `json:"tied"`         // all that do not differ significantly from the fastest
	Next          string    `json:"next,omitempty"`
	NextRatio     [3]number `json:"nextRatio"` // to the fastest
	Smallest      string    `json:"smallest"`
	SmallestBytes int64     `json:"smallestBytes"`
	SmallestRatio [3]number `json:"smallestRatio"` // to the fastest
}

func triple(i stats.Interval) [3]number {
	return [3]number{number(i.Median), number(i.Lo), number(i.Hi)}
}

// times returns a time in nanoseconds and in cycles.
func times(t *results.Table, time stats.Interval) (ns, cycles [3]number) {
	return triple(time.Times(t.Nanoseconds())), triple(time)
}

func jsonSets(sets []Profile) []jsonSet {
	list := []jsonSet{}
	for _, s := range sets {
		set := jsonSet{s.File.Name, s.Target.Machine, s.Target.CPU, s.Features, s.Target.GOAMD64, s.Derived, s.Foreign, []jsonChoice{}}
		for _, u := range Uses {
			if t, c, refusal := s.Choose(u); t != nil {
				set.Uses = append(set.Uses, jsonChoiceOf(u, t, c, refusal))
			}
		}
		list = append(list, set)
	}
	return list
}

func jsonChoiceOf(u Use, t *Table, c Choice, refusal *Refusal) jsonChoice {
	j := jsonChoice{Use: u.String(), Piece: u.Piece.String(), Mode: u.Mode, Rounds: t.Rounds, AANoise: number(t.Noise),
		Resolution: number(t.Resolution), Noisy: t.noisy(), Time: triple(none), Cycles: triple(none), Equivalent: []string{}, Inconclusive: []string{}, Tied: []string{}, NextRatio: triple(none), SmallestRatio: triple(none)}
	if refusal != nil {
		j.Refused = refusal.Reason
		return j
	}
	j.Technique, j.TableBytes, j.Equivalent, j.Tied = c.Pick.Technique, results.Said(c.Pick.TableBytes), c.Good, c.Tied
	j.Time, j.Cycles = times(&t.Table, c.Pick.Time)
	j.Inconclusive = append(j.Inconclusive, c.Inconclusive...)
	if c.Next != nil {
		j.Next, j.NextRatio = c.Next.Technique, triple(c.Next.ToFastest)
	}
	j.Smallest, j.SmallestBytes = c.Smallest.Technique, results.Said(c.Smallest.TableBytes)
	j.SmallestRatio = triple(c.Smallest.ToFastest)
	return j
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
	C           string    `json:"c,omitempty"` // the build in C
	Verdict     string    `json:"verdict"`     // yes: PEXT is faster; no; as fast; inconclusive
}

func jsonVerdicts(f *results.File) (list []jsonVerdict) {
	for _, v := range Verdicts(f) {
		j := jsonVerdict{File: f.Name, Machine: v.Table.Machine, Features: v.Table.Features, GOAMD64: v.Table.GOAMD64, Use: v.Use.String(),
			PEXT: v.PEXT.Technique, Without: v.Other.Technique, Ratio: triple(v.Ratio), AANoise: number(v.Table.Noise), C: v.Table.C, Verdict: v.Words()}
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
			for _, r := range t.Rows {
				ns, cycles := times(&t.Table, r.Time)
				list = append(list, jsonBatch{f.Name, t.Machine, t.GOAMD64, t.Piece.String(), t.Mode, r.Technique,
					f.Facts[r.Technique].Batch, ns, cycles, triple(t.speedUp(&r))})
			}
		}
	}
	return list
}
