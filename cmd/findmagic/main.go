// Command findmagic searches for the factors of magic techniques and writes them as CSV or as Go source.
//
// Results go to standard output or to the file of -o, talk goes to standard error. It exits 0 when all is well, 1 when
// a search has used up its tries, and 2 when it could not do what was asked.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/magic/search"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "findmagic",
		Short:         "Search for the factors of magic techniques",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.DisableSuggestions = true // they take more than one line
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(searchCommand(), exportCommand())
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "findmagic: %s\n", strings.TrimSpace(err.Error()))
	if errors.Is(err, search.ErrExhausted) {
		return 1
	}
	return 2
}

// output holds the flags that both commands have: which set it is, and how it is written.
type output struct {
	form, layout, lang, pkg, file string
}

func (o *output) addFlags(c *cobra.Command, form, layout string) {
	c.Flags().StringVar(&o.form, "form", form, "how an index is made: white, black or 32bit")
	c.Flags().StringVar(&o.layout, "layout", layout, "index bits and offsets: plain, fancy or fixed")
	c.Flags().StringVar(&o.lang, "lang", "", "what to write: csv or go (default go with --package, else csv)")
	c.Flags().StringVar(&o.pkg, "package", "", "name of the Go package to write")
	c.Flags().StringVarP(&o.file, "output", "o", "", "file to write instead of standard output")
}

// check parses the flags and chooses a language where none is given.
func (o *output) check() (form search.Form, layout search.Layout, err error) {
	if form, err = search.ParseForm(o.form); err != nil {
		return form, layout, err
	}
	if layout, err = search.ParseLayout(o.layout); err != nil {
		return form, layout, err
	}
	switch {
	case o.pkg != "" && !token.IsIdentifier(o.pkg):
		err = fmt.Errorf("not a package name: %q (want a Go identifier)", o.pkg)
	case o.lang == "" && o.pkg == "":
		o.lang = "csv"
	case o.lang == "":
		o.lang = "go"
	case o.lang != "csv" && o.lang != "go":
		err = fmt.Errorf("unknown language %q (want csv or go)", o.lang)
	case o.lang == "go" && o.pkg == "":
		err = errors.New("want --package NAME with --lang go")
	}
	return form, layout, err
}

// write verifies a set and writes it. The command, to which the flags of the language are added, is what writes it again.
func (o *output) write(c *cobra.Command, s *search.Set, command string, birth []string) error {
	if err := s.Verify(); err != nil {
		return err
	}
	var b bytes.Buffer
	var err error
	if o.lang == "go" {
		err = s.WriteGo(&b, o.pkg, fmt.Sprintf("%s --lang go --package %s", command, o.pkg), birth)
	} else {
		err = s.WriteCSV(&b, append([]string{command + " --lang csv"}, birth...))
	}
	if err != nil {
		return err
	}
	if o.file == "" {
		_, err = c.OutOrStdout().Write(b.Bytes())
	} else {
		err = results.WriteFile(o.file, b.Bytes())
	}
	if err == nil {
		fmt.Fprintf(c.ErrOrStderr(), "verified: 128 squares, %d words\n", s.Words())
	}
	return err
}

func searchCommand() *cobra.Command {
	var o output
	var seed uint64
	var piece, square string
	c := &cobra.Command{
		Use:   "search",
		Short: "Find a set of factors from a seed",
		Example: `  findmagic search --form white --layout fancy --seed 1
  findmagic search --form 32bit --layout fancy --seed 1 --lang go --package magic32
  findmagic search --form white --layout plain --seed 1 --piece rook --square e4`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			form, layout, err := o.check()
			if err != nil {
				return err
			}
			if square != "" {
				return searchSquare(c, form, layout, seed, piece, square)
			}
			s, err := search.FindSet(form, layout, seed)
			if err != nil {
				return err
			}
			command := fmt.Sprintf("findmagic search --form %v --layout %v --seed %d", form, layout, seed)
			return o.write(c, s, command, nil)
		},
	}
	o.addFlags(c, "white", "fancy")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed finds the same factors")
	c.Flags().StringVar(&piece, "piece", "", "search one square only, for this piece: rook or bishop")
	c.Flags().StringVar(&square, "square", "", "search one square only, a1 to h8")
	c.MarkFlagsRequiredTogether("piece", "square")
	return c
}

func exportCommand() *cobra.Command {
	var o output
	c := &cobra.Command{
		Use:     "export FILE",
		Short:   "Verify a set of factors in CSV and write it again",
		Example: `  findmagic export factors.csv --form black --layout fixed --lang go --package blackmagic`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			form, layout, err := o.check()
			if err != nil {
				return err
			}
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			s, birth, err := search.ReadCSV(f, form, layout)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			command := fmt.Sprintf("findmagic export %s --form %v --layout %v", filepath.Base(args[0]), form, layout)
			return o.write(c, s, command, birth)
		},
	}
	o.addFlags(c, "black", "fixed")
	return c
}

// searchSquare finds the factor of one square again.
func searchSquare(c *cobra.Command, form search.Form, layout search.Layout, seed uint64, pieceName, square string) error {
	if layout == search.Fixed {
		return errors.New("a fixed set is packed as a whole (want plain or fancy with --square)")
	}
	piece, err := board.ParsePiece(pieceName)
	if err != nil {
		return err
	}
	if piece == board.Queen {
		return fmt.Errorf("a %v has no factor of its own (want rook or bishop)", piece)
	}
	sq, err := board.ParseSquare(square)
	if err != nil {
		return err
	}
	factor, tried, err := search.FindSquare(form, layout, seed, piece, sq)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "%d tried\n", tried)
	_, err = fmt.Fprintf(c.OutOrStdout(), "%#016x\n", factor)
	return err
}
