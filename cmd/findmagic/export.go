package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

func exportCommand() *cobra.Command {
	var o output
	var form, fill string
	c := &cobra.Command{
		Use:   "export FILE",
		Short: "Prove a set of magics, and write it as source, CSV or JSON",
		Long: `Prove a set of magics and write it as a source file for an engine, with lookups for
rooks, bishops and queens; or as CSV or JSON. FILE has the format that verify reads.

A source file needs the magics of all squares. --fill takes those that FILE lacks from
another set, and puts their slots behind the table.

The source file computes its table at start-up or, with --table, contains it (not in
Java, Kotlin and Swift). However many files of a program use it, the table exists once:
in C with --name name, one file defines NAME_IMPLEMENTATION before it includes the
header. A debug build in C, C++, Rust or Zig stops at a lookup before the table is
computed.

In C#, Java, Kotlin and Swift, the lookups are in a class that is named like the file of
-o, or Attacks. --name may have dots or be left out; Swift, Rust, Zig, TypeScript and
Python have none.

--lang typescript takes and returns a BigInt, --lang typescript32 pairs of 32 bits.
--lang go-factors writes only the magics, as arrays, for a Go package with lookups of
its own.`,
		Example: `  findmagic export factors.csv --lang c --name magics
  findmagic export factors.csv --lang rust --table
  findmagic export factors.csv --lang java --name engine.board
  findmagic export factors.csv --lang go-factors --name blackmagic`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check("", args[0], fill); err != nil {
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
			if fill != "" {
				o.Command += " --fill " + filepath.Base(fill)
				if err := fillFrom(s, fill); err != nil {
					return err
				}
			}
			text, err := o.text(s)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return o.put(c, s, begin, text)
		},
	}
	o.addFlags(c)
	c.Flags().BoolVar(&o.Table, "table", false, "write the table into the file, instead of computing it at start-up")
	c.Flags().StringVar(&fill, "fill", "", "file of the set from which to take the squares that FILE lacks")
	addFormFlag(c, &form)
	return c
}

// fillFrom adds the entries that a set lacks, from the set in a file.
func fillFrom(s *factors.Set, file string) error {
	other, err := readSet(file, "")
	if err != nil {
		return err
	}
	if err := s.Fill(other); err != nil {
		return fmt.Errorf("--fill %s: %w", file, err)
	}
	return nil
}
