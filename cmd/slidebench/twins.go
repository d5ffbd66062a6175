package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/ctwin"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/internal/atomicfile"
)

func twinsCommand() *cobra.Command {
	var layouts, cpu int
	var into string
	c := &cobra.Command{
		Use:   "twins",
		Short: "Compare Go with the same loops in C",
		Long: `twins times loops of Go against the same loops in C, compiled by gcc, in turns, and
compares their checksums. Each number of --layouts is a fresh build of Go with its
functions in another order, at GOAMD64 level v1 for a few techniques and at v3 for all.
With --results the lines replace <machine>/twins/go-c.txt, from which pages show how Go
compares with C. It takes about five minutes, and needs gcc and the go command.`,
		Example: "  slidebench twins --layouts 1 --results results",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if layouts < 1 {
				return fmt.Errorf("%d layouts (want at least 1; intervals need 6)", layouts)
			}
			lines, err := twins(c, layouts, cpu)
			if err != nil {
				return err
			}
			if into == "" {
				_, err = c.OutOrStdout().Write(lines)
				return err
			}
			folder := filepath.Join(into, machine.Detect().Slug(), "twins")
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return err
			}
			file := filepath.Join(folder, "go-c.txt")
			if err := atomicfile.Write(file, lines); err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), file)
			return err
		},
	}
	f := c.Flags()
	f.IntVar(&layouts, "layouts", 7, "builds at each level")
	cpuFlag(c, &cpu)
	f.StringVar(&into, "results", "", "folder whose <machine>/twins/go-c.txt the lines replace (default: to standard output)")
	return c
}

// twins builds and runs a program for each layout and level, and returns what they print.
func twins(c *cobra.Command, layouts, cpu int) ([]byte, error) {
	if err := completeCPU(&cpu, c.ErrOrStderr()); err != nil {
		return nil, err
	}
	root, err := run.SourceTree(".")
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "twins")
	if err := ctwin.Compile(c.Context(), program); err != nil {
		return nil, err
	}
	here := machine.Detect()
	levels := slices.Compact([]string{append(here.Levels(), "")[0], curveLevel()})
	var lines bytes.Buffer
	tick, done := progress(c.ErrOrStderr(), "twins"), 0
	for layout := 1; layout <= layouts; layout++ {
		for i, level := range levels {
			binary, err := run.Build(c.Context(), root, level, layout, temp)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&lines, "goamd64: %s\ngoos: %s\ngoarch: %s\ncpu: %s\n", level, runtime.GOOS, runtime.GOARCH, here.CPU)
			cmd := exec.CommandContext(c.Context(), binary, "twin", "--program", program, "--cpu", strconv.Itoa(cpu),
				fmt.Sprintf("--detailed=%v", i < len(levels)-1))
			if err := measureTwins(cmd, &lines); err != nil {
				return nil, err
			}
			done++
			tick(done, layouts*len(levels))
		}
	}
	return lines.Bytes(), nil
}

// measureTwins runs a process that measures, and writes what it prints. The error has the last line of what the process said.
func measureTwins(cmd *exec.Cmd, out io.Writer) error {
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("measuring twins: %s", cmp.Or(run.LastLine(said.String()), err.Error()))
	}
	return nil
}

// twinCommand is what twins starts.
func twinCommand() *cobra.Command {
	var o ctwin.Options
	c := &cobra.Command{
		Use:    "twin",
		Short:  "Measure twins in this process; twins starts it",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(c *cobra.Command, _ []string) error { return ctwin.Measure(c.Context(), o, c.OutOrStdout()) },
	}
	f := c.Flags()
	f.StringVar(&o.Program, "program", "", "C program")
	f.IntVar(&o.CPU, "cpu", 0, "processor to stay on")
	f.IntVar(&o.Questions, "questions", 1<<16, "questions")
	f.BoolVar(&o.Detailed, "detailed", false, "only the techniques of which every piece and mode is measured")
	return c
}
