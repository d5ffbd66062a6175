package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/workload"
)

// selectionFlags adds the flags that choose cells.
func selectionFlags(c *cobra.Command, s *run.Selection) {
	f := c.Flags()
	f.StringSliceVar(&s.Techniques, "technique", nil, "techniques to measure (default all that are available)")
	f.StringSliceVar(&s.Pieces, "piece", nil, "rook, bishop, queen (default all, in mode incremental queen)")
	f.StringSliceVar(&s.Modes, "mode", nil, workload.Names(workload.All)+" (default "+workload.Names(workload.Usual())+")")
	f.StringSliceVar(&s.Corpora, "corpus", nil, "random0 to random64: pieces on the board (default "+corpus.Usual[0]+"), "+strings.Join(corpus.Engines, ", ")+", or positions of yours, file:PATH; in mode setwise sliders1 to sliders32: sliders in a set, on average (default "+
		corpus.UsualSets[0]+"); in mode incremental replay1 to replay1024: lookups after a move (default "+strings.Join(corpus.UsualReplays, ", ")+"); in modes of the engine "+
		strings.Join(corpus.UsualGames, ", ")+"; in mode pressure "+strings.Join(corpus.UsualCrowds, ", "))
}

// setupFlags adds the flags that say how to measure.
func setupFlags(c *cobra.Command, s *run.Setup) {
	f := c.Flags()
	f.StringVar(&s.Reference, "reference", "fancymagic", "technique that ratios refer to, measured twice")
	f.DurationVar(&s.Time, "time", 2*time.Millisecond, "time to measure a cell for in a round, at least")
	f.IntVar(&s.Questions, "questions", 1<<16, "questions in a corpus")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the questions and of the order of cells")
	cpuFlag(c, &s.CPU)
}

func cpuFlag(c *cobra.Command, cpu *int) {
	c.Flags().IntVar(cpu, "cpu", -1, "processor to stay on (default: the quietest)")
}

// buildsFlag adds the flag that names builds. Its name was --levels before.
func buildsFlag(c *cobra.Command, builds *[]string, usage string) {
	c.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "levels" {
			name = "builds"
		}
		return pflag.NormalizedName(name)
	})
	c.Flags().StringSliceVar(builds, "builds", nil, usage)
}

// capFlag adds the flag that bounds what a disturbed machine may cost.
func capFlag(c *cobra.Command, most *time.Duration, usual time.Duration) {
	c.Flags().DurationVar(most, "cap", usual, "how long to wait for clean slices on a disturbed machine; 0: as long as it takes")
}

// nameFiles has corpora of files known by their names from now on, and their paths in the setup.
func nameFiles(corpora []string, s *run.Setup) error {
	for i, name := range corpora {
		path, isFile := strings.CutPrefix(name, corpus.FilePrefix)
		if !isFile {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		corpora[i] = corpus.FileName(path)
		s.Files = append(s.Files, path)
	}
	return s.LoadFiles()
}

// checkSetup checks a setup. The processor is left to chooseCPU, which comes after everything that may be refused.
func checkSetup(s *run.Setup, most time.Duration) error {
	switch {
	case most < 0:
		return fmt.Errorf("a cap of %v (want more than 0, or 0 for none)", most)
	case s.Questions < 1 || s.Questions > 1<<24:
		return fmt.Errorf("%d questions (want 1 to %d)", s.Questions, 1<<24)
	case s.Time <= 0:
		return fmt.Errorf("a time of %v for a cell (want more than 0)", s.Time)
	}
	if allowed, err := machine.AllowedCPUs(); err == nil && s.CPU >= 0 && !slices.Contains(allowed, s.CPU) {
		return fmt.Errorf("no CPU %d to measure on (have: %v)", s.CPU, allowed)
	}
	return machine.CheckTimer()
}

// chooseCPU chooses a processor if there is none yet.
func chooseCPU(cpu *int, stderr io.Writer) {
	if *cpu < 0 {
		chosen, why := machine.ChooseCPU()
		*cpu = chosen
		fmt.Fprintf(stderr, "measuring on CPU %d: %s\n", chosen, why)
	}
}
