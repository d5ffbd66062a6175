// Command slidebench proves, times and plots the ways to find a chess slider's attacks. Its help tells the rest.
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
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	_ "github.com/slidebench/slidebench/harness/language/all"
	_ "github.com/slidebench/slidebench/internal/ondemand" // most commands ask no technique, or one
)

// Exit codes.
const (
	exitFine   = 0
	exitNo     = 1 // the answer is no: a wrong technique, a regression
	exitFailed = 2 // it could not be done: usage, bad input
)

// negative is an error that is an answer: the command did its work, and the result is bad.
type negative struct{ error }

// exited is the exit code of another program, which has done the work, and said why not.
type exited int

func (e exited) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "slidebench",
		Short: "Prove, time and plot the ways to find a chess slider's attacks",
		Long: `slidebench holds the known ways to find which squares a rook, bishop or queen
attacks, proves them equal to the slow truth, times them on this machine, and
reports and plots the results.

Results go to standard output, talk to standard error. Exit status: 0 fine,
1 the answer is no (a wrong technique, a regression), 2 could not do it.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(listCommand(), machineCommand(), verifyCommand(), attacksCommand(), copyCommand(),
		benchCommand(), reportCommand(), recommendCommand(), plotCommand(), guardCommand(), noiseCommand(), curveCommand(), perftCommand(), threadsCommand(), rehearseCommand(),
		measureCommand())
	return root
}

// execute is the whole command. Results go to stdout, talk to stderr.
func execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &checkedWriter{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	err := errors.Join(root.ExecuteContext(ctx), out.err)
	var bad negative
	var other exited
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &other) && out.err == nil:
		return int(other)
	case errors.As(err, &bad) && out.err == nil:
		fmt.Fprintf(stderr, "slidebench: %v\n", err)
		return exitNo
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "slidebench: interrupted")
		return exitFailed
	}
	fmt.Fprintf(stderr, "slidebench: %s\n", strings.Join(strings.Fields(err.Error()), " "))
	return exitFailed
}

// checkedWriter remembers the first error of a writer, so that a result that was not written is noticed wherever it was
// printed.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// progress returns a function that shows how much is done and how long the rest will take: a bar on a terminal, a line
// for every tenth elsewhere.
func progress(stderr io.Writer, what string) func(done, total int) {
	if !isTerminal(stderr) {
		shown, began := 0, time.Now()
		return func(done, total int) {
			if tenths := 10 * done / total; tenths > shown {
				shown = tenths
				left := time.Duration(float64(time.Since(began)) / float64(done) * float64(total-done))
				fmt.Fprintf(stderr, "%s: %d %%, %v left\n", what, 10*tenths, left.Round(time.Second))
			}
		}
	}
	var bar *progressbar.ProgressBar
	return func(done, total int) {
		if bar == nil {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(stderr), progressbar.OptionSetDescription(what),
				progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
		}
		_ = bar.Set(done)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
