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

// output holds the flags for the language and the file in which a command writes its set.
type output struct {
	export.Options
	file string
}

func (o *output) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.Language, "lang", "", "language or format: "+strings.Join(export.Languages(), ", ")+
		"\n(default go-factors with --package, else csv)")
	c.Flags().StringVar(&o.Package, "package", "", "Go package, C prefix or C++ namespace")
	c.Flags().StringVarP(&o.file, "output", "o", "", "file to write instead of standard output")
}

// check sets the default language, and returns an error if the flags are wrong, so that a command fails before it searches. The
// output file must not be one of the states.
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

// write proves a set and writes it. The commands are those that found the set.
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

// command appends the output flags to a command.
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

// text proves a set and returns its text in the chosen language.
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
		fmt.Fprintf(c.ErrOrStderr(), "verified: %d squares, a table of %d words, %d in use\n", len(set.Entries), set.Words(), set.Used())
	}
	return err
}
