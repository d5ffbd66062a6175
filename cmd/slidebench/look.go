package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/texttable"
	"github.com/slidebench/slidebench/techniques"
)

// listed is a catalogue entry as list prints it.
type listed struct {
	Name        string   `json:"name"`
	Family      string   `json:"family"`
	People      string   `json:"people"`
	Year        int      `json:"year"`       // 0: not recorded
	Source      string   `json:"source"`     // key into REFERENCES.md
	TableBytes  int      `json:"tableBytes"` // for all pieces
	RookBytes   int      `json:"rookBytes"`
	BishopBytes int      `json:"bishopBytes"`
	Needs       []string `json:"needs"`
	Available   bool     `json:"available"`
	Why         string   `json:"why"`           // not available
	Inlines     bool     `json:"inlines"`       // all its lookups
	Inlined     []string `json:"inlinedPieces"` // those that do
	Modes       []string `json:"modes"`         // that it can be timed in
}

func catalogue() (all []listed) {
	for _, e := range techniques.Catalogue() {
		l := listed{
			Name: e.Name, Family: e.Family, People: e.People, Year: e.Year, Source: e.Source, Needs: append([]string{}, e.Needs...),
			TableBytes: e.TableBytes(board.Queen), RookBytes: e.TableBytes(board.Rook), BishopBytes: e.TableBytes(board.Bishop),
			Available: true, Inlined: []string{},
		}
		if err := e.Available(); err != nil {
			l.Available, l.Why = false, err.Error()
		}
		for _, p := range board.Pieces {
			if e.Inlines[p] {
				l.Inlined = append(l.Inlined, p.String())
			}
		}
		l.Inlines = len(l.Inlined) == len(board.Pieces)
		for _, mode := range techniques.Modes {
			if e.Has(mode, board.Queen) || mode == techniques.Init && e.TableBytes(board.Queen) > 0 && e.Family != results.Picker {
				l.Modes = append(l.Modes, string(mode))
			}
		}
		all = append(all, l)
	}
	return all
}

func listCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the techniques: people, year, source, table sizes, needs",
		Example: "  slidebench list\n  slidebench list --format json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all := catalogue()
			if format == "json" {
				out := json.NewEncoder(c.OutOrStdout())
				out.SetIndent("", "  ")
				return out.Encode(all)
			}
			if err := writeList(c, all, format); err != nil || format != "table" {
				return err
			}
			for _, p := range best.Picks() {
				fmt.Fprintf(c.ErrOrStderr(), "best picks here, for %s: %s (%s)\n", p.Use, p.Technique, p.Why)
			}
			return nil
		},
	}
	c.Flags().StringVar(&format, "format", "table", "table, markdown, csv or json")
	return c
}

// writeList prints the catalogue as a table in one of the formats that need no knowledge of what it holds.
func writeList(c *cobra.Command, all []listed, format string) error {
	header := []string{"technique", "family", "people", "year", "source", "rook bytes", "bishop bytes", "needs", "available", "inlines"}
	var rows [][]string
	for _, l := range all {
		available := "yes"
		if !l.Available {
			available = "no: " + l.Why
		}
		year := strconv.Itoa(l.Year)
		if l.Year == 0 {
			year = ""
		}
		rows = append(rows, []string{l.Name, l.Family, l.People, year, l.Source, strconv.Itoa(l.RookBytes), strconv.Itoa(l.BishopBytes),
			strings.Join(l.Needs, " "), available, cmp.Or(strings.Join(l.Inlined, " "), "no")})
	}
	var out string
	switch format {
	case "table":
		numbers := []int{3, 5, 6}
		spare := []int{9, 4, 8, 1, 6, 5, 3}
		out = texttable.Table{Header: header, Rows: rows, Spare: spare,
			Numeric: func(column int) bool { return slices.Contains(numbers, column) }}.Render(terminalWidth(c.OutOrStdout()))
	case "markdown", "csv":
		t := table.NewWriter()
		t.AppendHeader(tableRow(header))
		for _, r := range rows {
			t.AppendRow(tableRow(r))
		}
		t.SetColumnConfigs([]table.ColumnConfig{{Name: "year", Align: text.AlignRight}, {Name: "rook bytes", Align: text.AlignRight}, {Name: "bishop bytes", Align: text.AlignRight}})
		if out = t.RenderMarkdown(); format == "csv" {
			out = t.RenderCSV()
		}
	default:
		return fmt.Errorf("unknown format %q (want table, markdown, csv or json)", format)
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), out)
	return err
}

func tableRow(cells []string) (row table.Row) {
	for _, c := range cells {
		row = append(row, c)
	}
	return row
}

// terminalWidth returns how many characters a line of the terminal has: as COLUMNS says, as the terminal says, or 80.
func terminalWidth(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if checked, ok := w.(*checkedWriter); ok {
		w = checked.Writer
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}

func machineCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "machine",
		Short: "Show what this machine is, and what would disturb a measurement on it",
		Long: `machine shows the fingerprint that results carry, whether PEXT is slow here (by a
table of processors, and by timing it against a multiplication), and checks the
environment: what it warns of comes with what to do about it. What the system does
not tell is "unknown", which is normal on virtual machines. Before that it watches for two
seconds what the machine is doing now: the clock and how it drifts, for what share of the
time another program works on the same core, which processors share a core, and how finely
times are read.`,
		Example: "  slidebench machine\n  slidebench machine --format json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("unknown format %q (want text or json)", format)
			}
			cpu, _ := machine.ChooseCPU()
			survey, err := measure.NewSurvey(c.Context(), cpu)
			if err != nil {
				return err
			}
			if format == "text" {
				if err := survey.WriteText(c.OutOrStdout()); err != nil {
					return err
				}
				return machine.WriteText(c.OutOrStdout(), machine.Inspect())
			}
			out := json.NewEncoder(c.OutOrStdout())
			out.SetIndent("", "  ")
			return out.Encode(struct {
				machine.Report
				Now measure.Survey `json:"now"`
			}{machine.Inspect(), survey})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func verifyCommand() *cobra.Command {
	var names []string
	var seed uint64
	c := &cobra.Command{
		Use:   harness.VerifyCommand,
		Short: "Prove techniques right: every subset of every square's lines, with noise",
		Long: `verify asks each technique every question that its answer can depend on, with the
slider's own square set and clear and with random noise off its lines, and compares
with the walk; then it compares all techniques with each other on random boards. Batches
are asked in all lengths from 0 to 130 at all offsets, between pages that must not be
touched, and every subset once more; answers for sets of sliders, for all sets on every
line; and what is kept from move to move, after every square that changes.
A wrong answer is shown with the occupancy, the attacks wanted and the attacks got.`,
		Example: "  slidebench verify\n  slidebench verify --technique magic,pext --seed 7",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			entries, err := techniques.Find(names...)
			if err != nil {
				return err
			}
			if err := harness.Verify(harness.Candidates(entries), seed, progress(c.ErrOrStderr(), "verify")); err != nil {
				return no{err}
			}
			for _, e := range entries {
				note := ""
				if why := e.Available(); why != nil {
					note = fmt.Sprintf(" (in its portable form: %v)", why)
				}
				fmt.Fprintf(c.OutOrStdout(), "ok  %s%s\n", e.Name, note)
			}
			return nil
		},
	}
	c.Flags().StringSliceVar(&names, "technique", nil, "techniques to prove (default all)")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the noise")
	return c
}

func attacksCommand() *cobra.Command {
	var name, pieceName, square, occHex, fen string
	c := &cobra.Command{
		Use:   "attacks --technique NAME --piece PIECE --square SQUARE (--occ HEX | --fen FEN)",
		Short: "Show one technique's answer to one question",
		Example: `  slidebench attacks --technique magic --piece rook --square e4 --occ 0x0000001000400010
  slidebench attacks --technique pext --piece bishop --square c1 --fen "rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR w"`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			entries, err := techniques.Find(name)
			if err != nil {
				return err
			}
			piece, err := board.ParsePiece(pieceName)
			if err != nil {
				return err
			}
			sq, err := board.ParseSquare(square)
			if err != nil {
				return err
			}
			var occ uint64
			if c.Flags().Changed("fen") {
				occ, err = board.ParseFEN(fen)
			} else if occ, err = strconv.ParseUint(occHex, 0, 64); err != nil {
				err = fmt.Errorf("bad occupancy %q (want a number below 2^64 such as 0x8100000000000081)", occHex)
			}
			if err != nil {
				return err
			}
			attacks := entries[0].Attacks(piece, sq, occ)
			fmt.Fprintf(c.OutOrStdout(), "%s: %v on %s, occupancy %#016x\n%s\nattacks %d squares: %#016x\n%s", name, piece, square, occ,
				board.Picture(occ), bits.OnesCount64(attacks), attacks, board.Picture(attacks))
			if want := board.Walk(piece, sq, occ); attacks != want {
				return no{errors.New("the walk says otherwise:\n" + board.Picture(want))}
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&name, "technique", "", "technique to ask")
	f.StringVar(&pieceName, "piece", "", "rook, bishop or queen")
	f.StringVar(&square, "square", "", "the slider's square, a1 to h8")
	f.StringVar(&occHex, "occ", "", "occupied squares as a number, bit 0 = a1, bit 63 = h8")
	f.StringVar(&fen, "fen", "", "position whose squares are occupied")
	for _, required := range []string{"technique", "piece", "square"} {
		_ = c.MarkFlagRequired(required)
	}
	c.MarkFlagsMutuallyExclusive("occ", "fen")
	c.MarkFlagsOneRequired("occ", "fen")
	return c
}
