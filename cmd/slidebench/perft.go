package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/temporary"
)

type perftOptions struct { // the flags of perft; depth is 0 if there is none
	technique, fen, suite string
	depth, threads        int
	divide                bool
}

// deepestPerft is the largest depth, for which a lifetime is too short.
const deepestPerft = 20

func perftCommand() *cobra.Command {
	var o perftOptions
	c := &cobra.Command{
		Use:   "perft",
		Short: "Count the leaves of trees of legal moves, by one technique",
		Long: `perft counts the leaves of the tree of legal moves of a position. Without --fen
it takes a suite: a file of positions with counts, a line each such as
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
or the six well-known positions, to depths that take about a minute.

Exit status 1 says that a count is wrong. Moves of the last ply are counted, not made. Castling
in Chess960 is written by the rooks' files: HAha.

This program has the engine bound to fancymagic. For other techniques it builds itself
anew, which needs a checkout.`,
		Example: `  slidebench perft --depth 4
  slidebench perft --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" --depth 3 --divide`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c) },
	}
	f := c.Flags()
	f.StringVar(&o.technique, "technique", sliders.Technique, "technique that answers for sliders")
	f.IntVar(&o.depth, "depth", 0, "how deep, in plies; in a suite at most (default: all depths of the suite)")
	f.BoolVar(&o.divide, "divide", false, "count for each move of the position")
	f.StringVar(&o.fen, "fen", "", "position, in Forsyth-Edwards notation")
	f.StringVar(&o.suite, "suite", "", "file of positions and counts")
	f.IntVar(&o.threads, "threads", 1, "how many threads count")
	c.MarkFlagsMutuallyExclusive("fen", "suite")
	return c
}

// run counts the positions and compares counts of a suite, in a rebuilt program if the engine here is not bound to the technique.
func (o *perftOptions) run(c *cobra.Command) error {
	tests, err := o.tests(c)
	if err != nil {
		return err
	}
	entries, err := techniques.Find(o.technique)
	if err != nil {
		return err
	}
	if err := entries[0].CheckBindable(); err != nil {
		return err
	}
	if err := machine.CheckTimer(); err != nil {
		return err // perft prints how fast it counts
	}
	e, known := bound.Find(o.technique)
	switch {
	case known: // a build has bound e to the technique
	case o.technique == sliders.Technique: // the engine of a plain build, which registers none
		e = engine.Bound()
	default:
		return rebuilt(c, entries[0])
	}
	entries[0].Fill() // its tables: e asks lookups without looking whether they are full
	if o.fen != "" {
		return o.one(c, e, &tests[0].Position)
	}
	var all uint64
	var in time.Duration
	for _, test := range tests {
		for _, depth := range slices.Sorted(maps.Keys(test.Leaves)) {
			if o.depth > 0 && depth > o.depth {
				continue
			}
			began := machine.Now()
			got, err := o.count(c.Context(), e, &test.Position, depth)
			if err != nil {
				return err
			}
			if want := test.Leaves[depth]; got != want {
				return cli.Answer(fmt.Errorf("%s: depth %d: want %d leaves, got %d", test.FEN, depth, want, got))
			}
			took := machine.Now() - began
			fmt.Fprintf(c.OutOrStdout(), "right  depth %d  %12d leaves  %13s  %s\n", depth, got, speed(got, took), test.FEN)
			all, in = all+got, in+took
		}
	}
	sum(c, all, in)
	return nil
}

// tests returns the positions to count: those of a suite, or a single one.
func (o *perftOptions) tests(c *cobra.Command) ([]position.Test, error) {
	switch {
	case c.Flags().Changed("depth") && (o.depth < 1 || o.depth > deepestPerft):
		return nil, fmt.Errorf("depth %d (want 1 to %d)", o.depth, deepestPerft)
	case o.threads < 1 || o.threads > 1024:
		return nil, fmt.Errorf("%d threads (want 1 to 1024)", o.threads)
	case c.Flags().Changed("fen"):
		if o.depth == 0 {
			return nil, errors.New("--fen needs a depth (want --depth)")
		}
		p, err := position.ParseFEN(o.fen)
		return []position.Test{{Position: p}}, err
	case o.divide:
		return nil, errors.New("--divide is for one position (want --fen)")
	case c.Flags().Changed("suite"):
		text, err := input.Read(o.suite, input.Most)
		if err != nil {
			return nil, fmt.Errorf("cannot read suite %q: %w", o.suite, errors.Unwrap(err)) // input.Read's error has the path, too
		}
		return position.ReadSuite(bytes.NewReader(text), o.suite)
	}
	return position.ReadSuite(strings.NewReader(position.WellKnown), "the suite")
}

// one counts the leaves below a position and prints them, with --divide also those below each move.
func (o *perftOptions) one(c *cobra.Command, e bound.Engine, p *position.Position) error {
	began := machine.Now()
	var leaves uint64
	if o.divide {
		moves := e.Legal(p)
		slices.SortFunc(moves, func(a, b position.Move) int { return cmp.Compare(a.String(), b.String()) })
		for _, m := range moves {
			var after position.Position
			p.Make(m, &after)
			n, err := o.count(c.Context(), e, &after, o.depth-1)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%v: %d\n", m, n)
			leaves += n
		}
	} else {
		var err error
		if leaves, err = o.count(c.Context(), e, p, o.depth); err != nil {
			return err
		}
	}
	sum(c, leaves, machine.Now()-began)
	return nil
}

// sum prints the last line, which slidebench engines reads.
func sum(c *cobra.Command, leaves uint64, took time.Duration) {
	fmt.Fprintln(c.OutOrStdout(), strings.TrimSpace(fmt.Sprintf("%d leaves  %s", leaves, speed(leaves, took))))
}

// speed formats leaves per second, "" for a time that is too short to tell.
func speed(leaves uint64, took time.Duration) string {
	if took < 10*time.Millisecond {
		return ""
	}
	return fmt.Sprintf("%.0f Mnodes/s", float64(leaves)/took.Seconds()/1e6)
}

// count returns the leaves below a position. From depth 4 on, threads count the subtrees behind two plies, and it ends early with the context.
func (o *perftOptions) count(ctx context.Context, e bound.Engine, p *position.Position, depth int) (leaves uint64, err error) {
	if depth < 4 { // too few leaves to divide them among threads
		return e.Perft(p, depth), nil
	}
	var subtrees []position.Position
	for _, m := range e.Legal(p) {
		var after position.Position
		p.Make(m, &after)
		for _, n := range e.Legal(&after) {
			var second position.Position
			after.Make(n, &second)
			subtrees = append(subtrees, second)
		}
	}
	var (
		wg     sync.WaitGroup
		todo   = make(chan int)
		counts = make([]uint64, o.threads)
	)
	for i := range counts {
		wg.Go(func() {
			for s := range todo {
				counts[i] += e.Perft(&subtrees[s], depth-2)
			}
		})
	}
	for i := 0; i < len(subtrees) && ctx.Err() == nil; i++ {
		todo <- i
	}
	close(todo)
	wg.Wait()
	for _, n := range counts {
		leaves += n
	}
	return leaves, ctx.Err()
}

// rebuilt builds this program with its engine bound to a technique, and runs the command in the new program.
func rebuilt(c *cobra.Command, e *techniques.Entry) error {
	root, err := source.Tree(".")
	if err != nil {
		return fmt.Errorf("the engine is not bound to %s in this program: %w", e.Name, err)
	}
	if err := source.CheckBuilding(); err != nil {
		return err
	}
	temp, err := temporary.Folder()
	if err != nil {
		return err
	}
	defer temporary.Remove(temp)
	program, err := (&language.Builder{Source: language.Source{Root: root, Folder: temp, Engines: []*techniques.Entry{e}}}).Program(c.Context(), 1) // with the first layout: nothing is measured
	if err != nil {
		return err
	}
	cmd := process.Tool(c.Context(), program, arguments(c)...)
	cmd.Stdout = c.OutOrStdout()
	var exit *exec.ExitError
	switch err := cmd.Run(); {
	case errors.As(err, &exit) && exit.ExitCode() == cli.No:
		return cli.Answer(errors.New(cmd.Why()))
	case err != nil:
		return errors.New(cmp.Or(cmd.Said.Error(), err.Error()))
	}
	return nil
}

// arguments returns a command's name and its flags as typed, for rebuilt.
func arguments(c *cobra.Command) []string {
	args := []string{c.Name()}
	c.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			args = append(args, "--"+f.Name+"="+value)
		}
	})
	return args
}
