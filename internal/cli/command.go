// Package cli runs the project's commands: their exit codes, messages, progress and help. Package measuring, below it, has the flags of commands that measure.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Exit codes.
const (
	Fine   = 0
	No     = 1 // the answer is no: a wrong technique, a regression
	Failed = 2 // it could not be done: usage, bad input
)

// negative is the error of a command that did its work and whose answer is no.
type negative struct{ error }

// Answer marks an error as the answer no, so that the command exits with No instead of Failed.
func Answer(err error) error { return negative{err} }

// Exited is the error of a command whose work was done by another program. It holds that program's exit code; the program has printed the reason.
type Exited int

// Error returns the exit code in words.
func (e Exited) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// ForceUsage describes the flag --force. Without the flag, a command replaces only files of the kind that it writes.
const ForceUsage = "replace a file that holds something else than such a command writes"

// Main runs a command with the program's arguments and exits with its code. An interrupt ends the command, a second one the program at once.
func Main(root *cobra.Command) {
	gitcmd.Leave()
	if temp := os.Getenv("TMPDIR"); temp != "" {
		if path, err := filepath.Abs(temp); err == nil { // a relative path fails for programs in other folders, and one with - at the start would be a flag
			os.Setenv("TMPDIR", path)
		}
	}
	if _, err := os.Stat(os.TempDir()); errors.Is(err, fs.ErrNotExist) && os.Getenv("TMPDIR") == "" { // a container with nothing but this program has no /tmp
		if own, err := process.Own(); err == nil {
			os.Setenv("TMPDIR", filepath.Dir(own))
		}
	}
	temporary.Sweep()
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	for _, s := range hangups { // the terminal is closed, or the connection lost
		if !signal.Ignored(s) { // under nohup a program ignores it, and goes on
			signals = append(signals, s)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the program at once
		if input.Waiting() {
			fmt.Fprintf(os.Stderr, "%s: interrupted\n", root.Name())
			os.Exit(Failed)
		}
	})
	os.Exit(Execute(ctx, root, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// helpWidth is the number of characters in a line of help; examples, which people copy, may be longer.
const helpWidth = 80

// Templates of help call these functions.
func init() {
	cobra.AddTemplateFunc("wrap", wrap)
	cobra.AddTemplateFunc("grouped", grouped)
}

// FlagGroup is a part of a command's flags, which its help shows under a heading.
type FlagGroup struct {
	Heading string
	Names   []string // flags of the group; names of flags that the command lacks are ignored
}

// groupOf is the key of the annotation in which Group notes the place and the heading of a flag's group.
const groupOf = "group"

// Group makes a command's help show some of its flags in at most ten groups, below the other flags: grouped sorts their places, 0 to 9, as text.
func Group(c *cobra.Command, groups ...FlagGroup) {
	for i, g := range groups {
		for _, name := range g.Names {
			if c.Flags().Lookup(name) != nil {
				_ = c.Flags().SetAnnotation(name, groupOf, []string{strconv.Itoa(i), g.Heading}) // fails only if the flag is not defined
			}
		}
	}
}

// grouped returns the help about flags, group by group, each under its heading.
func grouped(flags *pflag.FlagSet) string {
	of := map[string]*pflag.FlagSet{} // by group
	flags.VisitAll(func(f *pflag.Flag) {
		group := "Flags" // or the group's place and heading, such as "0 What is asked", so that groups are sorted by place
		if place := f.Annotations[groupOf]; place != nil {
			group = strings.Join(place, " ")
		}
		if of[group] == nil {
			of[group] = pflag.NewFlagSet("", pflag.ContinueOnError)
		}
		of[group].AddFlag(f)
	})
	names := slices.Sorted(maps.Keys(of))
	if i := slices.Index(names, "Flags"); i > 0 { // digits sort before letters, and flags without a group come first
		names = append([]string{"Flags"}, slices.Delete(names, i, i+1)...)
	}
	var parts []string
	for _, name := range names {
		heading := strings.TrimLeft(name, "0123456789 ")
		parts = append(parts, heading+":\n"+strings.TrimRight(of[name].FlagUsagesWrapped(helpWidth), " \n"))
	}
	return strings.Join(parts, "\n\n")
}

// wrap puts each paragraph of a help text into lines of helpWidth characters. Paragraphs with indented lines stay as they are.
func wrap(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains("\n"+p, "\n ") {
			paragraphs[i] = columns.Wrap(p, helpWidth)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// Unnamed is the value of a flag whose value is optional, if the user gives none. The word after the flag is its value unless it begins with "-": see joined.
const Unnamed = "-"

// joined joins flags with optional values and the words after them by "=", because package pflag takes no other word for such a value. Of an unknown command it joins none.
func joined(root *cobra.Command, args []string) (all []string) {
	c, _, err := root.Find(args)
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name, is := strings.CutPrefix(arg, "--")
		if is && err == nil && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
			if f := c.Flags().Lookup(name); f != nil && f.NoOptDefVal == Unnamed {
				i++
				arg += "=" + args[i]
			}
		}
		all = append(all, arg)
	}
	return all
}

// unknownShell returns the error of command completion for a shell that it does not know, or for none.
func unknownShell(c *cobra.Command, args []string) error {
	var shells []string
	for _, s := range c.Commands() {
		shells = append(shells, s.Name())
	}
	if len(args) == 0 {
		return fmt.Errorf("no shell (want %s)", strings.Join(shells, ", "))
	}
	return fmt.Errorf("unknown shell %q (want %s)", args[0], strings.Join(shells, ", "))
}

// Execute runs a command and returns its exit code. Results go to stdout, messages to stderr. It also prepares the texts of help and errors.
func Execute(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Version = slidebench.Built()
	root.SetArgs(joined(root, args))
	root.SetIn(stdin)
	out := &Output{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	root.InitDefaultCompletionCmd() // must follow SetOut: it keeps the output of this moment
	for _, c := range root.Commands() {
		if c.Name() == "completion" { // cobra's own prints help for an unknown shell, and exits 0
			c.Args, c.RunE = cobra.ArbitraryArgs, unknownShell
		}
	}
	root.AddCommand(manCommand(root))
	root.SetHelpTemplate(strings.ReplaceAll(root.HelpTemplate(), "trimTrailingWhitespaces", "wrap")) // cobra's templates, with our functions in place of its own
	root.SetUsageTemplate(strings.NewReplacer("Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", "{{grouped .LocalFlags}}",
		".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", helpWidth)).Replace(root.UsageTemplate()))
	c, err := root.ExecuteContextC(ctx)
	if err != nil && strings.Contains(err.Error(), " arg(s)") { // cobra counts arguments, and does not name them
		err = fmt.Errorf("%w (usage: %s)", err, c.UseLine())
	}
	if err != nil { // cobra writes suggestions in lines of their own
		if message, near, found := strings.Cut(err.Error(), "\n\nDid you mean this?\n"); found {
			err = fmt.Errorf("%s (did you mean %s?)", message, strings.Join(strings.Fields(near), " or "))
		}
	}
	err = errors.Join(err, out.err)
	var no negative
	var exited Exited
	switch {
	case err == nil:
		return Fine
	case errors.As(err, &exited) && out.err == nil:
		return int(exited)
	case errors.As(err, &no) && out.err == nil:
		fmt.Fprintf(stderr, "%s: %s\n", root.Name(), printable(err.Error()))
		return No
	case ctx.Err() != nil:
		fmt.Fprintf(stderr, "%s: interrupted\n", root.Name())
		return Failed
	}
	fmt.Fprintf(stderr, "%s: %s\n", root.Name(), printable(strings.Join(strings.Fields(err.Error()), " ")))
	return Failed
}

// printable returns a text with a question mark for each character that a terminal would obey, except ends of lines.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// Output is a writer that keeps its first error, so that Execute notices if any result could not be written.
type Output struct {
	io.Writer
	err error
}

// Write writes, and keeps the first error.
func (w *Output) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// Progress returns a function that shows how much of the work named what is done and how long the rest will take: on a terminal in a line that is drawn again
// for every percent and removed in the end, elsewhere in a line for every 20 percent. If the total grows on the way, a terminal shows fewer percent than before.
func Progress(stderr io.Writer, what string) func(done, total int) {
	return progress(stderr, what, IsTerminal(stderr))
}

// progress is Progress; its caller says whether stderr is a terminal.
func progress(stderr io.Writer, what string, terminal bool) func(done, total int) {
	line, began := progressLine{stderr: stderr, what: what, terminal: terminal}, time.Now()
	return func(done, total int) {
		line.show(done, total, time.Duration(float64(time.Since(began))/float64(done)*float64(total-done))) // 0 done: no line is shown
	}
}

// Predicting is like Progress for work that knows how long the rest will take. Its percentage is that of the time, and it shows a line from the start.
func Predicting(stderr io.Writer, what string) func(done, total int, left time.Duration) {
	line, began := progressLine{stderr: stderr, what: what, terminal: IsTerminal(stderr), shown: -1}, time.Now()
	return func(done, total int, left time.Duration) {
		over := time.Since(began)
		if done == total {
			left = 0
		} else {
			left = max(left, time.Second)
		}
		line.show(int(over/time.Microsecond), max(1, int((over+left)/time.Microsecond)), left) // the parts of the work are microseconds
	}
}

// progressLine is a line that shows how far work is.
type progressLine struct {
	stderr    io.Writer
	what      string // names the work
	terminal  bool
	shown, of int // the percentage shown last, and the total at that time
}

// show draws the line if its percentage has grown, or if a terminal must show a smaller one because the total has grown.
func (l *progressLine) show(done, total int, left time.Duration) {
	percent := 100 * done / total
	if !l.terminal {
		percent -= percent % 20
	}
	if grown := l.terminal && total > l.of && percent < l.shown; percent <= l.shown && !grown {
		return
	}
	l.shown, l.of = percent, total
	switch text := fmt.Sprintf("%s: %d %%, %v left", l.what, percent, left.Round(time.Second)); {
	case !l.terminal:
		fmt.Fprintln(l.stderr, text)
	case done < total:
		fmt.Fprintf(l.stderr, "\r%-60s", text)
	default:
		fmt.Fprintf(l.stderr, "\r%60s\r", "")
	}
}

// IsTerminal reports whether a writer is a terminal, so that people see the text at once.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the number of characters in a line of a terminal: that of the variable COLUMNS, of the terminal, or 80.
func Width(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if checked, ok := w.(*Output); ok {
		w = checked.Writer
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}

// Logf returns a function that prints a line on standard error.
func Logf(c *cobra.Command) func(format string, args ...any) {
	return func(format string, args ...any) { fmt.Fprintf(c.ErrOrStderr(), format+"\n", args...) }
}
