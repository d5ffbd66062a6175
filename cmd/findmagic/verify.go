package main

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/state"
)

func verifyCommand() *cobra.Command {
	var form string
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Prove a set of factors, whoever found it",
		Long: `Prove a set of factors, whoever found it, and print how large a table it makes.

FILE is CSV with the columns piece,square,factor,shift,offset and, where squares
differ, form and rotation; or JSON with the same keys. Squares are 0 to 63
(a1 = 0, b1 = 1) or a1 to h8, factors decimal or hexadecimal. Comment lines say
what holds for all squares: "# form: white", black, 32bit or torus, and
"# content: whole", overlay or overlayadjacent. The set need not have all squares.

Every relevant subset of every square is looked up, bare and with occupants
added on squares that must not matter. Exit status 1 means that two questions
with different answers share a slot, and shows both; 2 that the file is damaged.
Of a file that is the state of a search, the checksum is tested too.`,
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

func addFormFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "form", "", "form of a file that does not say it: white, black, 32bit or torus")
}

// readSet reads a file of factors. The form is empty if the file says it.
func readSet(name, form string) (s *factors.Set, err error) {
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	if form == "" {
		s, err = factors.Read(bytes.NewReader(text))
	} else {
		var parsed factors.Form
		if parsed, err = factors.ParseForm(form); err != nil {
			return nil, err
		}
		s, err = factors.ReadAs(bytes.NewReader(text), parsed)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// maxFile is the length of the longest file that is read. Sets have some thousands of bytes.
const maxFile = 16 << 20

// stateLine is how a state begins. What follows the comma is for its reader to judge.
var stateLine = regexp.MustCompile(`^# findmagic (\S+), `)

// readFile reads a file that may be a state, and then must be whole.
func readFile(name string) ([]byte, error) {
	// What is no file may have no end.
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: longer than %d bytes, want a file of factors", name, maxFile)
	}
	if kind := stateLine.FindSubmatch(text); kind != nil {
		if _, err := state.Load(name, string(kind[1])); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// summarize prints the size of a proved set, and how far each square's slots are spread.
func summarize(w io.Writer, s *factors.Set, words int) error {
	used, subsets := s.Used(), 0
	squares, forms := map[board.Piece]int{}, map[factors.Form]int{}
	for i := range s.Entries {
		e := &s.Entries[i]
		subsets += 1 << bits.OnesCount64(board.Mask(e.Piece, e.Square))
		squares[e.Piece]++
		forms[e.Form]++
	}
	var mix []string
	for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32, factors.Torus} {
		switch n := forms[form]; n {
		case 0:
		case len(s.Entries):
			mix = append(mix, form.String())
		default:
			mix = append(mix, fmt.Sprintf("%v on %d squares", form, n))
		}
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "form\t%s\n", strings.Join(mix, ", "))
	fmt.Fprintf(out, "content\t%v\n", s.Content)
	fmt.Fprintf(out, "squares\t%d of 64 for rooks, %d of 64 for bishops\n", squares[board.Rook], squares[board.Bishop])
	fmt.Fprintf(out, "proved\t%d relevant subsets, bare and with noise\n", subsets)
	fmt.Fprintf(out, "table\t%d words, %.1f KiB\n", words, float64(words)/128)
	fmt.Fprintf(out, "used\t%d slots, %.1f %%\n", used, 100*float64(used)/float64(words))
	if err := out.Flush(); err != nil {
		return err
	}
	spans := map[board.Piece]*[64]string{}
	for i, span := range s.Spans() {
		e := &s.Entries[i]
		if spans[e.Piece] == nil {
			spans[e.Piece] = new([64]string)
		}
		spans[e.Piece][e.Square] = fmt.Sprint(span.Len())
	}
	for _, p := range [...]board.Piece{board.Rook, board.Bishop} {
		if spans[p] != nil {
			fmt.Fprintf(w, "\n%v: slots from the first to the last used\n%s", p, grid(spans[p]))
		}
	}
	return nil
}

// grid draws a number for each square as a board, rank 8 first, with a dot where there is none.
func grid(cells *[64]string) string {
	width := 1
	for _, cell := range cells {
		width = max(width, len(cell))
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d", rank+1)
		for _, cell := range cells[8*rank:][:8] {
			if cell == "" {
				cell = "."
			}
			fmt.Fprintf(&b, "  %*s", width, cell)
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for file := range 8 {
		fmt.Fprintf(&b, "  %*c", width, 'a'+file)
	}
	b.WriteByte('\n')
	return b.String()
}
