package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/imported"
)

func importCommand() *cobra.Command {
	var o output
	var guess imported.Options
	var form string
	var repair, inPlace bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Read magics out of other programs, prove and repair them",
		Long: `Read magics out of a source file of another program, prove them as the program uses
them, and write them as a set that verify, export and pack read.

import knows numbers and what stands between them, not languages. It reads Ada, C, C++,
C#, D, Erlang, F#, Fortran, Go, Haskell, Java, JavaScript, Julia, Kotlin, Lua, Nim, OCaml,
Pascal, Python, Rust, Scala, Swift, TypeScript, Verilog, Visual Basic, Zig and similar
languages, assembler, JSON, TOML, YAML, CSV, logs and plain lists, with each magic as one
number, as words or as bytes; and memory: files of 512 or 1,024 bytes, and dumps of them.

import tries every table of 64 rows as the magics of rooks and of bishops, in every form
and order of squares, with and without the shifts or index bits, masks and offsets that
the file has. The reading that proves is taken; names only say what is tried first. Where
the file states no widths, an index has as many bits as there are relevant squares, or as
many as a shift by a constant leaves; where it states no offsets, tables lie end to end.
import says on standard error what it used.

import exits 1 if a reading is right on most squares and no reading on all: it names the
wrong numbers, their squares and lines. It exits 2 if no set is proved, and then names
the nearest reading and the flags that state it.

--repair finds new magics for the wrong squares, with as many bits, and corrects masks,
shifts and offsets. It writes a copy beside FILE with the new numbers in place of the
wrong ones, or to the file of -o, or with --in-place FILE itself, and says which numbers
changed. With --lang, it writes the set instead.`,
		Example: `  findmagic import factors.go
  findmagic import factors.go --form black --lang rust
  findmagic import factors.go --rook rookFactors --bishop bishopFactors --order a1
  findmagic import factors.go --repair -o repaired.go`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			begin := "findmagic import " + filepath.Base(args[0]) // of the command in the set's source
			if form != "" {
				parsed, err := factors.ParseForm(form)
				if err != nil {
					return err
				}
				guess.Form = &parsed
			}
			// Flags that determine the set are part of the command.
			c.Flags().Visit(func(f *pflag.Flag) {
				switch f.Name {
				case "form", "order", "rook", "bishop":
					begin += " --" + f.Name + " " + f.Value.String()
				case "index-bits":
					begin += " --index-bits " + strings.Join(guess.Shifts, ",")
				case "repair":
					begin += " --repair"
				}
			})
			// asText says that the repaired text of the file is written, and not the set. It looks for --lang before check sets the default language.
			asText := repair && o.Language == "" && o.Package == ""
			switch {
			case inPlace && (!asText || o.file != "" || args[0] == "-"):
				return errors.New("--in-place changes FILE (want it with --repair, and without --lang, --name and -o)")
			case inPlace:
				o.file, o.force = args[0], true
			case asText && o.file == "" && args[0] != "-":
				extension := filepath.Ext(args[0])
				o.file = strings.TrimSuffix(args[0], extension) + ".repaired" + extension
			}
			if err := cmp.Or(o.check("", args[0]), guess.Check()); err != nil {
				return err
			}
			if !asText {
				if err := o.refuseOverwrite(begin, nil); err != nil {
					return err
				}
			}
			text, err := readFile(args[0])
			if err != nil {
				return err
			}
			var set *factors.Set
			var said []string
			repaired := new(imported.Repaired)
			if !repair {
				set, said, err = imported.Guess(c.Context(), string(text), guess)
			} else if repaired, err = imported.Repair(c.Context(), string(text), guess); err == nil {
				set, said = repaired.Set, repaired.Said
			}
			if err != nil && c.Context().Err() != nil {
				return fmt.Errorf("%s: %v", args[0], err) // not wrapped, so that an interruption is no answer, and exits with status 2
			}
			if wrong, ok := errors.AsType[*imported.Wrong](err); ok {
				err = cli.Answer(wrong)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			source := []string{begin} // of the set: the command, and how import read the file
			for _, line := range said {
				fmt.Fprintln(c.ErrOrStderr(), line)
				source = append(source, line)
			}
			switch {
			case asText && repaired.Text == string(text):
				fmt.Fprintf(c.ErrOrStderr(), "%s is right: nothing to repair\n", args[0])
				return nil
			case asText && repaired.Text != "":
				if err := o.put(c, set, begin, []byte(repaired.Text)); err != nil || o.file == "" {
					return err
				}
				fmt.Fprintf(c.ErrOrStderr(), "the repaired file is %s\n", o.file)
				return nil
			case asText:
				return fmt.Errorf("%s spells its numbers in a way that cannot be kept (want --lang csv for the set)", args[0])
			}
			return o.write(c, set, source)
		},
	}
	o.addFlags(c)
	c.Flags().BoolVar(&repair, "repair", false, "find the wrong numbers anew, and write a copy with them in place\n(with --lang or --name, the set)")
	c.Flags().BoolVar(&inPlace, "in-place", false, "with --repair: change FILE itself")
	c.Flags().StringVar(&form, "form", "", "form of the magics: white, black or 32bit (default: whichever is right)")
	c.Flags().StringVar(&guess.Order, "order", "", "the square of number 0: a1, a8, h1 or h8, or of numbers 0 and 1, as in\na1-a2 (default: whichever is right)")
	c.Flags().StringVar(&guess.Magics[board.Rook], "rook", "", "array of the rooks' magics, as messages name it, or NAME:LINE")
	c.Flags().StringVar(&guess.Magics[board.Bishop], "bishop", "", "array of the bishops' magics")
	c.Flags().StringSliceVar(&guess.Shifts, "index-bits", nil, "array of index bits or of shifts (once for each piece)")
	return c
}
