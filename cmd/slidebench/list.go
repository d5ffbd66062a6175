package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
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
	"github.com/slidebench/slidebench/harness/run"
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
			Available: true, Inlined: []string{}, Modes: run.ModesOf(e),
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
