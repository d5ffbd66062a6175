// Command findmagic finds, imports, proves, packs and writes magics. findmagic --help describes its commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/pack"
	"github.com/slidebench/slidebench/magic/search/state"
)

// Exit codes.
const (
	exitFine   = 0
	exitNo     = 1 // the answer is no, or not yet: a wrong set, or a search that stopped before it found everything
	exitFailed = 2 // the command could not do its work: usage, bad input, a file that cannot be written
)

// stopped marks an error as an answer: the command did its work, and the answer is no.
type stopped struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once, without saving
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole command. Results go to stdout, talk to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "findmagic",
		Short: "Find, import, prove, pack and write magics",
		Long: `findmagic finds magics, reads them out of source files of
other programs, proves sets of them, packs their tables, and writes them as source
files.

Results go to standard output or to the file of -o, messages to standard error.
Exit status:
  0  fine; also when --time is up and there is a set by then
  1  no (a wrong set), or not yet (interrupted, or no set after all the tries or
     all the time; with --state, the same command resumes)
  2  could not do it: usage, bad input, or a file that cannot be written

--tries is a total: it includes the tries recorded in the state.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.DisableSuggestions = true // a message is one line, and suggestions take more
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(searchCommand(), mergeCommand(), packCommand(), overlayCommand(), importCommand(), verifyCommand(), exportCommand())
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitFine
	}
	fmt.Fprintf(stderr, "findmagic: %s\n", strings.TrimSpace(err.Error()))
	if answersNo(err) || interrupted(ctx, err) {
		return exitNo
	}
	return exitFailed
}

// answersNo reports whether an error means that the answer is no, or not yet.
func answersNo(err error) bool {
	var answer stopped
	var collision *factors.Collision
	var outside *factors.Outside
	return errors.As(err, &answer) || errors.As(err, &collision) || errors.As(err, &outside) ||
		errors.Is(err, search.ErrExhausted) || errors.Is(err, pack.ErrExhausted) || errors.Is(err, state.ErrTime)
}

// interrupted reports whether an error says that the context is done.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}
