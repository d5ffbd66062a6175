// Command findmagic finds, imports, proves, packs and writes magics. findmagic --help describes its commands.
package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/pack"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/findmagic/state"
)

func main() { cli.Main(root()) }

// root returns the command findmagic with its subcommands.
func root() *cobra.Command {
	root := &cobra.Command{
		Use:   "findmagic",
		Short: "Find, import, prove, pack and write magics",
		Long: `findmagic searches for magics, reads them out of source files of other programs,
proves them, packs their tables, and writes them as source files.

Results go to standard output or to the file of -o, messages to standard error.
Exit status:
  0  fine; also when --time is up and there is a set
  1  no: a wrong set, or no set yet because the search was interrupted or ran
     out of tries or time (with --state, the same command resumes)
  2  could not do it: usage, bad input, or a file that cannot be written

--tries counts those of earlier runs in the state, too.`,
	}
	for _, c := range []*cobra.Command{searchCommand(), mergeCommand(), packCommand(), overlayCommand(), importCommand(), verifyCommand(), exportCommand()} {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			err := run(c, args)
			if answersNo(err) || interrupted(c.Context(), err) {
				return cli.Answer(err)
			}
			return err
		}
		root.AddCommand(c)
	}
	return root
}

// run runs the command with arguments.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return cli.Execute(ctx, root(), args, os.Stdin, stdout, stderr)
}

// answersNo reports whether an error means that the answer is no, or not yet: exit status 1.
func answersNo(err error) bool {
	_, collides := errors.AsType[*factors.Collision](err)
	_, outside := errors.AsType[*factors.Outside](err)
	return collides || outside || errors.Is(err, search.ErrExhausted) || errors.Is(err, pack.ErrExhausted) || errors.Is(err, state.ErrTime)
}

// interrupted reports whether an error comes from the end of the context.
func interrupted(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}
