package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/techniques"
)

// listColumns are the columns of the catalogue: those with a Head are for people, those with a Key for programs.
var listColumns = []columns.Column[*techniques.Entry]{
	{Key: "name", Head: "technique", Read: func(e *techniques.Entry) columns.Value { return columns.Word(e.Name) }},
	{Key: "family", Head: "family", DropOrder: 4, Read: func(e *techniques.Entry) columns.Value { return columns.Word(e.Family) }},
	{Key: "people", Head: "people", Read: func(e *techniques.Entry) columns.Value { return columns.Word(e.People) }},
	{Key: "year", Head: "year", DropOrder: 7, Read: func(e *techniques.Entry) columns.Value { // 0 if unknown: Rank shows nothing for 0
		return columns.Show(columns.Rank(e.Year).String(), float64(e.Year), e.Year)
	}},
	{Key: "source", Head: "source", DropOrder: 2, Read: func(e *techniques.Entry) columns.Value { return columns.Word(e.Source) }}, // key into REFERENCES.md
	{Key: "tableBytes", Read: func(e *techniques.Entry) columns.Value { return columns.Count(e.TableBytes(board.Queen)) }},         // for all pieces
	{Key: "rookBytes", Head: "rook bytes", DropOrder: 6, Read: func(e *techniques.Entry) columns.Value { return columns.Count(e.TableBytes(board.Rook)) }},
	{Key: "bishopBytes", Head: "bishop bytes", DropOrder: 5, Read: func(e *techniques.Entry) columns.Value { return columns.Count(e.TableBytes(board.Bishop)) }},
	{Key: "needs", Head: "needs", Read: func(e *techniques.Entry) columns.Value { return words(e.Needs) }},
	{Key: "languages", Head: "languages", DropOrder: 8, Read: func(e *techniques.Entry) columns.Value { return words(language.Copied(e)) }},
	{Key: "available", Head: "available", DropOrder: 3, Read: func(e *techniques.Entry) columns.Value {
		if err := e.Available(); err != nil {
			return columns.Show("no: "+err.Error(), math.NaN(), false)
		}
		return columns.Show("yes", math.NaN(), true)
	}},
	{Key: "why", Read: func(e *techniques.Entry) columns.Value { // the technique is not available
		if err := e.Available(); err != nil {
			return columns.Word(err.Error())
		}
		return columns.Word("")
	}},
	{Key: "inlines", Head: "inlines", DropOrder: 1, Read: func(e *techniques.Entry) columns.Value { // whether all its lookups are inlined
		pieces := inlined(e)
		return columns.Show(cmp.Or(strings.Join(pieces, " "), "no"), math.NaN(), len(pieces) == len(board.Pieces))
	}},
	{Key: "inlinedPieces", Read: func(e *techniques.Entry) columns.Value { return words(inlined(e)) }},
	{Key: "modes", Read: func(e *techniques.Entry) columns.Value { return words(language.ModesOf(e)) }}, // in which it can be timed
}

// words returns a column's value for a list of words, which programs see as a list even if it is empty.
func words[Word ~string](list []Word) columns.Value {
	all := make([]string, len(list))
	for i, word := range list {
		all[i] = string(word)
	}
	return columns.Show(strings.Join(all, " "), math.NaN(), all)
}

// inlined returns the pieces whose lookups the compiler inlines into the timed loops.
func inlined(e *techniques.Entry) (pieces []string) {
	for _, p := range board.Pieces {
		if e.Inlines[p] {
			pieces = append(pieces, p.String())
		}
	}
	return pieces
}

func listCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the techniques: people, year, source, table sizes, needs",
		Example: "  slidebench list\n  slidebench list --format json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			out := c.OutOrStdout()
			all := techniques.Catalogue()
			table := columns.Of(listColumns, all)
			drawn := map[string]func() string{"text": func() string { return table.Terminal(cli.Width(out)) }, "markdown": table.Markdown, "csv": table.CSV}[format]
			switch {
			case format == "json":
				encoder := json.NewEncoder(out)
				encoder.SetIndent("", "  ")
				return encoder.Encode(columns.Objects(listColumns, all))
			case drawn == nil:
				return fmt.Errorf("unknown format %q (want text, markdown, csv or json)", format)
			}
			_, err := fmt.Fprintln(out, drawn())
			return err
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, markdown, csv or json")
	return c
}
