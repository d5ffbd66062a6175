package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/magic/search/export"
	"github.com/slidebench/slidebench/magic/search/factors"
)

func exportCommand() *cobra.Command {
	var o output
	var form string
	c := &cobra.Command{
		Use:   "export FILE",
		Short: "Prove a set of factors and write it as a source file, or as CSV or JSON",
		Long: `Prove a set of factors and write it as a source file that can be dropped into
an engine, with lookups for rooks, bishops and queens; or as CSV or JSON. FILE
is what verify reads.

The table is computed at start-up or, with --table, part of the file. With
--lang go-factors only the factors are written, as arrays, for a Go package
with lookups of its own.`,
		Example: `  findmagic export factors.csv --lang c --package magics
  findmagic export factors.csv --lang rust --table
  findmagic export factors.csv --lang go-factors --package blackmagic`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			begin := "findmagic export " + filepath.Base(args[0])
			if form != "" {
				begin += " --form " + form
			}
			o.Command = o.command(begin)
			s, err := readSet(args[0], form)
			if err != nil {
				return err
			}
			text, err := o.text(s)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return o.put(c, s, text)
		},
	}
	o.addFlags(c)
	c.Flags().BoolVar(&o.Table, "table", false, "write the table too, instead of computing it at start-up")
	addFormFlag(c, &form)
	return c
}

// output is the flags that say how a set is written.
type output struct {
	export.Options
	file string
}

func (o *output) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.Language, "lang", "", "what to write: "+strings.Join(export.Languages(), ", ")+
		"\n(default go-factors with --package, else csv)")
	c.Flags().StringVar(&o.Package, "package", "", "Go package, C prefix or C++ namespace")
	c.Flags().StringVarP(&o.file, "output", "o", "", "file to write instead of standard output")
}

// check chooses a language where none is given, and tells what is wrong before anything is searched. The file may be
// none of the states.
func (o *output) check(states ...string) error {
	switch {
	case o.Language != "":
	case o.Package != "":
		o.Language = "go-factors"
	default:
		o.Language = "csv"
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.file == "" {
		return nil
	}
	for _, state := range states {
		if state != "" && sameFile(o.file, state) {
			return fmt.Errorf("-o %s: the state is there (want another file)", o.file)
		}
	}
	return atomicfile.Check(o.file)
}

// sameFile reports whether two paths lead to the same file, whether there is one or not.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// write proves a set and writes it. The commands are what found it.
func (o *output) write(c *cobra.Command, set *factors.Set, commands []string) error {
	o.Command = o.command(commands[0])
	if o.Language == "csv" || o.Language == "json" {
		set.Source = commands
	} else {
		set.Source = commands[1:]
	}
	text, err := o.text(set)
	if err != nil {
		return err
	}
	return o.put(c, set, text)
}

// command completes a command by the flags that say how its set is written.
func (o *output) command(begin string) string {
	begin += " --lang " + o.Language
	if o.Package != "" {
		begin += " --package " + o.Package
	}
	if o.Table {
		begin += " --table"
	}
	return begin
}

// text proves a set and returns it as it is to be written.
func (o *output) text(set *factors.Set) ([]byte, error) {
	var b bytes.Buffer
	err := export.Write(&b, set, o.Options)
	return b.Bytes(), err
}

// put writes the text of a set.
func (o *output) put(c *cobra.Command, set *factors.Set, text []byte) (err error) {
	if o.file == "" {
		_, err = c.OutOrStdout().Write(text)
	} else {
		err = atomicfile.Write(o.file, text)
	}
	if err == nil {
		fmt.Fprintf(c.ErrOrStderr(), "verified: %d squares, %d words\n", len(set.Entries), set.Words())
	}
	return err
}
