package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/engine/pgn"
	"github.com/slidebench/slidebench/internal/engines"
	"github.com/slidebench/slidebench/internal/harness/bmf"
	"github.com/slidebench/slidebench/internal/harness/plot"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/input"
)

func enginesCommand() *cobra.Command {
	var (
		m         engines.Match
		base      string
		heads     []string
		positions string
		within    string
		format    string
		svg       string // a file
		anySlower bool
	)
	c := &cobra.Command{
		Use:   "engines --base COMMAND --head COMMAND [--head COMMAND]...",
		Short: "Tell whether an engine became slower: exit status 1 if it did",
		Long: `engines compares whole engines by nodes in the same time. It runs them in turns on one
CPU, in slices so that the noise of the machine slows them alike, until the interval of their
ratio is as narrow as --within asks for, or --cap is reached. Each slice finds the caches full
of the other engine's data, so that short slices favour small tables: in slices of 2 ms by 5
points in one engine. Slices of 200 ms show what whole runs (--slice 0) show, in narrower
intervals.

Before each round, Linux reads the files that COMMAND names from the disk anew. Else their
places in memory would be the same in all rounds, and make one copy of a program faster.

A run's time is the CPU time of its process, in cycles of a clock that is measured while it
runs. Every run must visit the same number of nodes. If the change is meant to alter the
search, pass --functional.

COMMAND searches, prints the number of nodes, and ends: './old bench', './old perft 6',
'new=./new bench 13'. Start-up counts as work, unless --startup names, in the order of the
engines, commands that do little else. With --go, COMMAND starts a UCI engine, which then
searches again and again; start-up does not count, and pairs of runs are shorter.

A difference is significant if Wilcoxon's signed-rank test gives a P below 0.8 %. That of one
side is P(speedup > 0). With several heads, a slower one is exit status 1 only with
--any-slower. Who interrupts a match has the figures of its rounds, from the eighth on.`,
		Example: `  slidebench engines --base './old bench' --head './new bench'
  slidebench engines --base ./old --head ./new --go 'go depth 12' --svg rounds.svg
  slidebench engines --base old='./old bench' --head new='./new bench' --startup './old bench 1' --startup './new bench 1'`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if m.Within, err = parsePercent("interval", within); err != nil {
				return err
			}
			for i, text := range append([]string{base}, heads...) {
				m.Programs = append(m.Programs, program(text, i))
			}
			if positions != "" {
				if m.Positions, err = readPositions(positions); err != nil {
					return err
				}
			}
			if _, known := resultFormats[format]; !known {
				return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(slices.Sorted(maps.Keys(resultFormats)), ", "))
			}
			if err := cmp.Or(m.Check(), measuring.CheckCPU(m.CPU)); err != nil {
				return err
			}
			if svg != "" {
				if err := cmp.Or(plot.RefuseOverwrite(svg), atomicfile.Check(svg)); err != nil {
					return err
				}
			}
			if m.Moves = m.CPU < 0 && !m.Parallel; m.Moves { // below 0: no --cpu, so that rounds may move to a quieter one
				if err := measuring.ChooseCPU(&m.CPU, c.ErrOrStderr()); err != nil {
					return err
				}
			}
			m.Logf = cli.Logf(c)
			r, err := m.Play(c.Context())
			if err != nil {
				return err
			}
			if err := resultFormats[format](c.OutOrStdout(), r); err != nil {
				return err
			}
			if svg != "" {
				if err := atomicfile.Write(svg, picture(r).SVG()); err != nil {
					return err
				}
			}
			return slower(r, anySlower)
		},
	}
	f := c.Flags()
	f.StringVar(&base, "base", "", "the engine to compare with: a command, or NAME=COMMAND")
	f.StringArrayVar(&heads, "head", nil, "an engine to judge (repeatable)")
	f.StringVar(&m.Go, "go", "", "keep UCI engines running, and send them this command, such as 'go depth 12' or 'go nodes 1000000'")
	f.StringVar(&positions, "positions", "", "with --go: file of positions to search one after the other, in FEN, EPD or PGN (default: the start position)")
	f.StringArrayVar(&m.StartUp, "startup", nil, "a command that only starts the engine, one for each engine, in their order; its time is subtracted")
	f.StringVar(&m.Nodes, "nodes", "", "regular expression whose one group is the number of nodes (default: the usual ways to print it)")
	f.BoolVar(&m.Functional, "functional", false, "compare nodes in the same time although the engines search differently")
	f.StringVar(&m.Relink, "relink", "", "command before each round, such as one that links the engines anew")
	f.BoolVar(&m.Parallel, "parallel", false, "run the engines of a round at the same time, each on a CPU")
	f.DurationVar(&m.Slice, "slice", 200*time.Millisecond, "how long an engine runs before the next one's turn begins; 0: to its end")
	f.StringVar(&within, "within", "0.5%", "measure until the interval of the ratio is this narrow")
	f.IntVar(&m.Rounds, "rounds", 0, "rounds at most (default: as many as --cap allows)")
	f.DurationVar(&m.Timeout, "timeout", time.Minute, "how long a run may take")
	measuring.CPUFlag(c, &m.CPU)
	f.DurationVar(&m.Cap, "cap", 10*time.Minute, "how long to measure, if the interval stays wider, but for the few rounds that a difference needs; 0: as long as it takes")
	f.BoolVar(&anySlower, "any-slower", false, "with several heads: exit status 1 if any of them is slower")
	f.StringVar(&format, "format", "text", "text, markdown, json, bmf (Bencher's) or benchstat")
	f.StringVar(&svg, "svg", "", "file to draw the rounds into")
	_ = c.MarkFlagRequired("base") // fails only if the flag is not defined
	_ = c.MarkFlagRequired("head")
	return c
}

// program reads the i-th engine: NAME=COMMAND, or a COMMAND, which is then named after its program.
func program(text string, i int) engines.Program {
	name, rest, named := strings.Cut(text, "=")
	// A "=" behind other characters than those of a name belongs to a command, such as "./old x=1".
	if named && name != "" && !strings.ContainsAny(name, " /\t'\"") {
		return engines.Program{Name: name, Command: rest}
	}
	if words := strings.Fields(text); len(words) > 0 {
		return engines.Program{Name: fmt.Sprintf("%s (%d)", filepath.Base(words[0]), i+1), Command: text}
	}
	return engines.Program{Name: fmt.Sprintf("engine %d", i+1)}
}

// slower returns the answer no if an engine is slower than the base. Of several heads this is asked only with anySlower.
func slower(r *engines.Result, anySlower bool) error {
	for i := range r.Sides[1:] {
		if s := &r.Sides[1+i]; s.Shown() < 0 && (len(r.Sides) == 2 || anySlower) {
			return cli.Answer(fmt.Errorf("%s is slower than %s: %s", s.Name, r.Sides[0].Name, s.Percent()))
		}
	}
	return nil
}

// readPositions reads a file of positions for engines: FENs or games.
func readPositions(path string) (fens []string, err error) {
	text, err := input.ReadFound(path, input.Most)
	if err != nil {
		return nil, fmt.Errorf("positions %s: %w", path, err)
	}
	all, err := pgn.Positions(string(text))
	if err != nil {
		return nil, fmt.Errorf("positions %s: %w", path, err)
	}
	for i := range all {
		fens = append(fens, all[i].String())
	}
	return fens, nil
}

// picture draws the speed of each engine against the base, round by round.
func picture(r *engines.Result) *plot.Picture {
	base, pairs := r.Sides[0], []plot.Pairs(nil)
	for _, s := range r.Sides[1:] {
		p := plot.Pairs{Name: s.Name, Speed: s.Speed}
		for i, cycles := range s.Cycles {
			p.Speeds = append(p.Speeds, base.Cycles[i]/cycles)
		}
		pairs = append(pairs, p)
	}
	return plot.Rounds(base.Name, circumstances(r), pairs)
}

// circumstances returns a line on how a match was measured.
func circumstances(r *engines.Result) string {
	wide := ""
	if !r.Narrow {
		wide = "; they ended before the interval was as narrow as asked"
	}
	return fmt.Sprintf("%d rounds at %.3g GHz, disturbed %.0f %% of the time%s", r.Rounds, r.Clock, 100*r.Disturbed, wide)
}

// resultFormats are the functions that write a match's result, by --format.
var resultFormats = map[string]func(io.Writer, *engines.Result) error{
	"text": func(w io.Writer, r *engines.Result) error {
		_, err := fmt.Fprintf(w, "%s\n%s%s\n", columns.Of(sideColumns, r.Sides).Terminal(cli.Width(w)), speedups(r), circumstances(r))
		return err
	},
	"markdown": func(w io.Writer, r *engines.Result) error {
		_, err := fmt.Fprintf(w, "%s\n\n```\n%s```\n\n%s\n", columns.Of(sideColumns, r.Sides).Markdown(), speedups(r), circumstances(r))
		return err
	},
	"bmf": func(w io.Writer, r *engines.Result) error {
		all := bmf.Report{}
		for _, s := range r.Sides {
			all.Add(s.Name, "cycles-per-node", stats.Median(s.Cycles))
			if !s.Base {
				all.Add(s.Name, "nodes-in-the-same-time", s.Speed)
			}
		}
		return all.Write(w)
	},
	"json": func(w io.Writer, r *engines.Result) error {
		return json.NewEncoder(w).Encode(struct {
			Engines   []columns.Object `json:"engines"`
			Rounds    int              `json:"rounds"`
			Seconds   float64          `json:"seconds"`
			Narrow    bool             `json:"narrow"`
			Disturbed float64          `json:"disturbed"`
			Clock     float64          `json:"clock"`
		}{columns.Objects(sideColumns, r.Sides), r.Rounds, r.Took.Seconds(), r.Narrow, r.Disturbed, r.Clock})
	},
	"benchstat": func(w io.Writer, r *engines.Result) error { // benchstat would end a name like "new (2)" at the blank
		for _, s := range r.Sides {
			for _, cycles := range s.Cycles {
				if _, err := fmt.Fprintf(w, "BenchmarkEngine/engine=%s\t%d\t%.6g cycles/node\n", strings.ReplaceAll(s.Name, " ", ""), s.Nodes, cycles); err != nil {
					return err
				}
			}
		}
		return nil
	},
}

// speedups returns a line for each engine, to paste elsewhere: the nodes that it visits in 1,000 million cycles, and its speedup over the base.
func speedups(r *engines.Result) string {
	var b strings.Builder
	for _, s := range r.Sides {
		if s.Base {
			continue
		}
		arm := max(s.Speed.Hi-s.Speed.Median, s.Speed.Median-s.Speed.Lo) // the longer arm of the interval
		fmt.Fprintf(&b, "%s: %.0f nodes in 1,000 million cycles, speedup = %+.4f +/- %.4f, P(speedup > 0) = %.4f\n",
			s.Name, 1e9/stats.Median(s.Cycles).Median, s.Speed.Median-1, arm, s.Faster())
	}
	return b.String()
}

// sideColumns are the columns of a match's result: those with a Head are for people, those with a Key for programs.
var sideColumns = []columns.Column[engines.Side]{
	{Key: "name", Head: "engine", Read: func(s engines.Side) columns.Value { return columns.Word(s.Name) }},
	{Key: "command", Read: func(s engines.Side) columns.Value { return columns.Word(s.Command) }},
	{Key: "nodes", Head: "nodes", DropOrder: 1, Read: func(s engines.Side) columns.Value { return columns.Count(int(s.Nodes)) }},
	{Key: "cycles", Head: "cycles/node", DropOrder: 2, Read: func(s engines.Side) columns.Value {
		m := stats.Median(s.Cycles).Median
		return columns.Show(fmt.Sprintf("%.5g", m), m, s.Cycles)
	}},
	{Key: "speed", Head: "nodes in the same time", Read: func(s engines.Side) columns.Value {
		return columns.Show(s.Percent(), s.Speed.Median, []columns.Number{columns.Number(s.Speed.Median), columns.Number(s.Speed.Lo), columns.Number(s.Speed.Hi)})
	}},
	{Key: "p", Read: func(s engines.Side) columns.Value { return columns.Show("", s.P, columns.Number(s.P)) }},
	{Key: "verdict", Head: "verdict", DropOrder: 3, Read: func(s engines.Side) columns.Value { return columns.Word(s.Verdict()) }},
}
