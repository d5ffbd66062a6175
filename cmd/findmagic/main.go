// Command findmagic finds, proves, packs and writes the factors of magic techniques. Its help tells the rest.
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
	exitFine  = 0
	exitNo    = 1 // the answer is no, or not yet: a wrong set, a search that has stopped without having found everything
	exitCould = 2 // it could not be done: usage, bad input, a file that cannot be written
)

// stopped is an error that is an answer: the command did what it could, and the answer is no.
type stopped struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal does not wait until all is saved
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole command. Results go to stdout, talk to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "findmagic",
		Short: "Find, prove, pack and write the factors of magic techniques",
		Long: `findmagic finds factors for magic techniques, proves sets of them, packs their
tables, and writes them as source files.

Results go to standard output or to the file of -o, talk goes to standard error.
Exit status: 0 fine; 1 the answer is no (a wrong set) or not yet (interrupted, or
nothing to show for all the tries or the time: with --state the same command goes
on); 2 could not do it. To use up --time is fine where there is a set by then.

--tries is the number in all, those of the state included.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.DisableSuggestions = true // they take more than one line
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(searchCommand(), mergeCommand(), packCommand(), overlayCommand(), verifyCommand(), exportCommand())
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitFine
	}
	fmt.Fprintf(stderr, "findmagic: %s\n", strings.TrimSpace(err.Error()))
	if no(err) || interrupted(ctx, err) {
		return exitNo
	}
	return exitCould
}

// no reports whether an error is an answer.
func no(err error) bool {
	var answer stopped
	var collision *factors.Collision
	var outside *factors.Outside
	return errors.As(err, &answer) || errors.As(err, &collision) || errors.As(err, &outside) ||
		errors.Is(err, search.ErrExhausted) || errors.Is(err, pack.ErrExhausted) || errors.Is(err, state.ErrTime)
}

// interrupted reports whether an error is that the context is done.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}

// outcome tells what becomes of a search that has a set to show when it ends: whether to show it, and the error of the command.
// The time that was asked for may be used up; to be interrupted was not asked for.
func outcome(ctx context.Context, err error) (show bool, _ error) {
	if err == nil || errors.Is(err, state.ErrTime) {
		return true, nil
	}
	return interrupted(ctx, err), err
}
