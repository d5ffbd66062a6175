package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
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
		for _, m := range mode.All {
			if e.Has(m, board.Queen) || m == mode.Init && e.TableBytes(board.Queen) > 0 && e.Family != results.Picker {
				l.Modes = append(l.Modes, string(m))
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
			t := table.NewWriter()
			t.AppendHeader(table.Row{"technique", "family", "people", "year", "source", "rook bytes", "bishop bytes", "needs", "available", "inlines"})
			for _, l := range all {
				available := "yes"
				if !l.Available {
					available = "no: " + l.Why
				}
				year := strconv.Itoa(l.Year)
				if l.Year == 0 {
					year = ""
				}
				inlines := strings.Join(l.Inlined, " ")
				if inlines == "" {
					inlines = "no"
				}
				t.AppendRow(table.Row{l.Name, l.Family, l.People, year, l.Source, l.RookBytes, l.BishopBytes, strings.Join(l.Needs, " "), available, inlines})
			}
			t.SetColumnConfigs([]table.ColumnConfig{{Name: "year", Align: text.AlignRight}})
			if err := render(c, t, format); err != nil || format != "table" {
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

// render prints a table in one of the formats that need no knowledge of what it holds.
func render(c *cobra.Command, t table.Writer, format string) error {
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	renderers := map[string]func() string{"table": t.Render, "markdown": t.RenderMarkdown, "csv": t.RenderCSV}
	draw, ok := renderers[format]
	if !ok {
		return fmt.Errorf("unknown format %q (want table, markdown, csv or json)", format)
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), draw())
	return err
}
