package main

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

func verifyCommand() *cobra.Command {
	var form string
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Prove a set of magics, whoever found it",
		Long: `Prove a set of magics, whoever found it, and print the size of its table and how many
words of it are in use.

FILE is a file, a pipe, or - for standard input. It is CSV with the columns piece,
square, factor, shift, offset and, where squares differ, form and rotation; or JSON with
the same keys. Squares are 0 to 63 (a1 = 0, b1 = 1) or a1 to h8, magics decimal or
hexadecimal. Two comment lines hold for all squares: "# form: white", black, 32bit or
torus, and "# content: whole", overlay or overlayadjacent. The set may lack squares.

verify looks up every relevant subset of every square, bare and with occupants added on
squares that must not matter. If two questions with different answers share a slot, it
shows both and exits 1. If the file is damaged, it exits 2; the state of a search has a
checksum for that.`,
		Example: `  findmagic verify factors.csv
  findmagic verify factors.csv --form black`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := readSet(args[0], form)
			if err != nil {
				return err
			}
			table, err := s.Table()
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return summarize(c.OutOrStdout(), s, len(table))
		},
	}
	addFormFlag(c, &form)
	return c
}

// summarize prints what verify has proved, and the size of the table.
func summarize(w io.Writer, s *factors.Set, words int) error {
	used, subsets := s.Used(), 0
	squares, forms := map[board.Piece]int{}, map[factors.Form]int{} // numbers of entries: a square with both pieces counts twice in forms
	for i := range s.Entries {
		e := &s.Entries[i]
		subsets += 1 << bits.OnesCount64(board.Mask(e.Piece, e.Square))
		squares[e.Piece]++
		forms[e.Form]++
	}
	var mix []string
	for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32, factors.Torus} { // all forms, in the order of package factors
		switch n := forms[form]; n {
		case 0: // no square has this form
		case len(s.Entries):
			mix = append(mix, form.String())
		default:
			mix = append(mix, fmt.Sprintf("%v on %d squares", form, n))
		}
	}
	_, err := fmt.Fprintln(w, columns.List([][2]string{
		{"form", strings.Join(mix, ", ")},
		{"content", s.Content.String()},
		{"squares", fmt.Sprintf("%d of 64 for rooks, %d of 64 for bishops", squares[board.Rook], squares[board.Bishop])},
		{"proved", fmt.Sprintf("%d relevant subsets, bare and with noise", subsets)},
		{"table", fmt.Sprintf("%d words, %.1f KiB", words, float64(words)/128)}, // 128 words are 1 KiB
		{"in use", fmt.Sprintf("%d words of the table, %.1f %%", used, 100*float64(used)/float64(words))},
	}, cli.Width(w)))
	return err
}
