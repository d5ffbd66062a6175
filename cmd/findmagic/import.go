package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/imported"
)

func importCommand() *cobra.Command {
	var o output
	var guess imported.Options
	var form string
	var repair bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Read magics out of other programs, prove and repair them",
		Long: `Read magics out of a source file of another program, prove them as the program uses
them, and write them as a set that verify, export and pack read.

import knows numbers and what stands between them, not languages. It reads Ada, C, C++,
C#, D, Erlang, F#, Fortran, Go, Haskell, Java, JavaScript, Julia, Kotlin, Lua, Nim, OCaml,
Pascal, Python, Rust, Scala, Swift, TypeScript, Verilog, Visual Basic, Zig and similar
languages, assembler, JSON, CSV, logs and plain lists, with each magic as one number or
as two words of 32 bits.

import finds all tables of 64 rows of numbers and proves which of them are the magics of
rooks and of bishops, in which form and in which order of squares, with the shifts or
index bits, masks and offsets that the file states. Names decide only where proof leaves
a choice. Where the file states no widths, an index has as many bits as there are
relevant squares, or as many as a shift by a constant leaves; where it states no
offsets, tables lie end to end. import says on standard error what it found.

import exits 1 if the magics of a piece, or numbers with such a name, are wrong, and
names the squares and the first wrong mask, shift or offset. It exits 2 if the file has
no magics.

--repair finds new magics for the wrong squares, with as many bits, corrects masks,
shifts and offsets, and writes the file with the new numbers in place of the wrong ones.
With --lang, it writes the set instead.`,
		Example: `  findmagic import factors.go
  findmagic import factors.go --form black --lang rust
  findmagic import factors.go --repair`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			begin := "findmagic import " + filepath.Base(args[0])
			if form != "" {
				parsed, err := factors.ParseForm(form)
				if err != nil {
					return err
				}
				guess.Form = &parsed
				begin += " --form " + form
			}
			if guess.Order != "" {
				begin += " --order " + guess.Order
			}
			inPlace := repair && o.Language == "" && o.Package == ""
			if repair {
				begin += " --repair"
			}
			if err := cmp.Or(o.check("", args[0]), guess.Check(), o.spare(begin, nil)); err != nil {
				return err
			}
			text, err := readFile(args[0])
			if err != nil {
				return err
			}
			var set *factors.Set
			var said []string
			repaired := new(imported.Repaired)
			if !repair {
				set, said, err = imported.Guess(string(text), guess)
			} else if repaired, err = imported.Repair(c.Context(), string(text), guess); err == nil {
				set, said = repaired.Set, repaired.Said
			}
			if wrong, ok := errors.AsType[*imported.Wrong](err); ok {
				err = command.Answer(wrong)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			commands := []string{begin}
			for _, line := range said {
				fmt.Fprintln(c.ErrOrStderr(), line)
				commands = append(commands, line)
			}
			switch {
			case inPlace && repaired.Text != "":
				return o.put(c, set, begin, []byte(repaired.Text))
			case inPlace:
				fmt.Fprintf(c.ErrOrStderr(), "%s spells its numbers in a way that cannot be kept: the set is CSV\n", args[0])
			}
			return o.write(c, set, commands)
		},
	}
	o.addFlags(c)
	c.Flags().BoolVar(&repair, "repair", false, "find the wrong numbers anew, and write the file with them in place\n(with --lang or --package, the set)")
	c.Flags().StringVar(&form, "form", "", "form of the magics: white, black or 32bit (default: whichever is right)")
	c.Flags().StringVar(&guess.Order, "order", "", "the square of number 0: a1, a8, h1 or h8 (default: whichever is right)")
	return c
}
