// Package process runs other programs: compilers and engines, guests and the go command. Whatever a program does, it ends and leaves nothing behind:
//
//   - It leads a process group of its own, which is ended when the program has ended. A program under test is ended with processes of other groups and sessions, too,
//     on Linux.
//   - A process that keeps the program's output open is waited for a second.
//   - What it prints is kept up to a limit. The temporary files of a tool are removed.
//   - On Linux it ends when this process does, however that ends.
package process

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/internal/temporary"
)

// grace is how long a program may take to end once its input has ended, and its output to end after the program.
const grace = time.Second

// Child is a program to run, and then the running program. Fields are those of [exec.Cmd]: they are read by Start. Standard error goes to Said if Stderr is nil.
type Child struct {
	Args           []string
	Dir            string
	Env            []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Said           Tail

	// Beside has Pipes connect files 3 and 4, since lookups may use standard input and output. These pipes block: with those of package os an answer would wake a thread of
	// the scheduler first, on any processor.
	Beside   bool
	Patience time.Duration // how long it may take to end after it was asked to: a tool by an interrupt, another program by the end of its input

	ctx     context.Context
	misread error // of a line for a shell
	tool    bool
	folder  string // of a tool's temporary files
	mark    string // in the environment of a program under test, and of all that it starts
	cmd     *exec.Cmd

	in    *os.File // of Pipes
	out   *output
	given []io.Closer // the program's ends of pipes
	files []*os.File  // of these, those beside standard input and output

	mutex     sync.Mutex
	over      bool // no process has the number of the group any more
	cancelled bool
	kept      bool
	goesOn    bool // after its output has ended
	exited    chan struct{}
	err       error
	strays    sync.Once
}

// Tool returns a program that cleans up if it is asked to end, such as a compiler: when the context is done it is interrupted, and killed if it does not end.
func Tool(ctx context.Context, name string, args ...string) *Child {
	return &Child{Args: append([]string{name}, args...), ctx: ctx, tool: true, Patience: 10 * time.Second}
}

// Program returns a program under test. When the context is done it is killed.
func Program(ctx context.Context, name string, args ...string) *Child {
	return &Child{Args: append([]string{name}, args...), ctx: ctx, mark: newMark(), Patience: grace}
}

// Start starts the program, on the processors of the calling thread.
func (c *Child) Start() error {
	defer func() {
		for _, end := range c.given {
			end.Close()
		}
	}()
	if err := cmp.Or(c.ctx.Err(), c.misread); err != nil {
		return err
	}
	c.cmd = exec.Command(c.Args[0], c.Args[1:]...)
	c.cmd.Dir, c.cmd.Env, c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr, c.cmd.WaitDelay = c.Dir, c.Env, c.Stdin, c.Stdout, c.Stderr, grace
	c.cmd.ExtraFiles = c.files
	if c.Stderr == nil {
		c.cmd.Stderr = &c.Said
	}
	if _, err := os.Stat(os.DevNull); err != nil { // an empty root has none, which package exec would open
		if c.Stdin == nil {
			c.cmd.Stdin = strings.NewReader("")
		}
		if c.Stdout == nil {
			c.cmd.Stdout = io.Discard
		}
	}
	if c.mark != "" {
		c.cmd.Env = append(c.cmd.Environ(), c.mark)
	}
	if c.tool { // not all clean up at any time: the go command does not before it compiles
		if folder, err := temporary.Folder(); err == nil { // without a folder, the tool fails with a better message
			c.folder = folder
			c.cmd.Env = append(c.cmd.Environ(), "TMPDIR="+folder, "TMP="+folder, "TEMP="+folder)
		}
	}
	c.cmd.SysProcAttr = c.attributes()
	if err := start(c.cmd); err != nil {
		c.clean()
		return err
	}
	c.exited = make(chan struct{})
	go c.watch(context.AfterFunc(c.ctx, c.cancel))
	return nil
}

// watch waits for the program's end.
func (c *Child) watch(unwatch func() bool) {
	err := c.cmd.Wait()
	unwatch()
	c.mutex.Lock()
	c.signal(kill) // whoever is left in its group
	c.over, c.kept = true, errors.Is(err, exec.ErrWaitDelay)
	switch {
	case c.cancelled:
		err = c.ctx.Err()
	case c.kept && c.tool:
		err = nil
	case c.kept:
		err = errKept
	}
	c.err = err
	c.mutex.Unlock()
	close(c.exited)
	if c.Beside {
		c.endStrays() // a read that blocks ends with the last writer alone
	}
	if c.out != nil {
		time.AfterFunc(grace, c.giveUp)
	}
}

var errKept = errors.New("has ended, but a process that it started keeps its output open")

// giveUp closes the pipe of the program's output if a process still has its other end. Nobody may ever write there.
func (c *Child) giveUp() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if held(c.out.File) {
		c.kept = true
		c.out.Close()
	}
}

// cancel ends the program because the context is done.
func (c *Child) cancel() {
	c.mutex.Lock()
	c.cancelled = true
	c.mutex.Unlock()
	if !c.tool {
		c.End()
		return
	}
	c.send(interrupt)
	select {
	case <-c.exited:
	case <-time.After(c.Patience):
		c.End()
	}
}

// send sends a signal to the group, if it is still there.
func (c *Child) send(s signal) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.cmd != nil && c.cmd.Process != nil && !c.over {
		c.signal(s)
	}
}

// End kills the program and its group, and what a program under test has in other sessions.
func (c *Child) End() {
	c.send(kill)
	c.endStrays()
}

func (c *Child) endStrays() {
	if c.mark != "" {
		c.strays.Do(func() { endMarked(c.mark) })
	}
}

// Stop stops the program and its group, and GoOn lets them go on. Where Stops is false they do nothing.
func (c *Child) Stop() { c.send(stop) }
func (c *Child) GoOn() { c.send(goOn) }

// Pid is the running program's number.
func (c *Child) Pid() int { return c.cmd.Process.Pid }

// Ended is closed when the program has ended.
func (c *Child) Ended() <-chan struct{} { return c.exited }

// Exit waits until the program has ended and its output is whole, and says how it failed, if it did.
func (c *Child) Exit() error {
	<-c.exited
	return c.err
}

// Wait is Exit, and then ends what a program under test has left in other sessions. It must be called in the end; it may be called again.
func (c *Child) Wait() error {
	err := c.Exit()
	c.endStrays()
	c.clean()
	return err
}

// clean removes a tool's temporary files.
func (c *Child) clean() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.folder != "" {
		_ = temporary.Remove(c.folder)
		c.folder = ""
	}
}

// State says how a program has ended, or that it had to be ended by Close.
func (c *Child) State() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.goesOn {
		return "it goes on without input and output"
	}
	if c.kept {
		return c.cmd.ProcessState.String() + ", but a process that it started keeps its output open"
	}
	return c.cmd.ProcessState.String()
}

// Took is the processor time of a program that has ended.
func (c *Child) Took() time.Duration {
	return c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
}

// output is the end of a pipe from which a program's output is read.
type output struct{ *os.File }

// Pipes connects the program's standard input and output, or Beside, with pipes, before Start. Reading ends a second after the program at the latest.
func (c *Child) Pipes() (in io.WriteCloser, out io.Reader, err error) {
	pipe := os.Pipe
	if c.Beside {
		pipe = blockingPipe
	}
	theirs, ours, err := pipe()
	if err != nil {
		return nil, nil, err
	}
	from, to, err := pipe()
	if err != nil {
		theirs.Close()
		ours.Close()
		return nil, nil, err
	}
	if c.given = []io.Closer{theirs, to}; c.Beside {
		c.files = []*os.File{theirs, to}
	} else {
		c.Stdin, c.Stdout = theirs, to
	}
	c.in, c.out = ours, &output{from}
	return c.in, c.out, nil
}

// Close ends the input of a program with pipes, and then the program, unless it ends by itself.
func (c *Child) Close() error {
	if c.out != nil {
		defer c.out.Close()
		c.in.Close()
		go io.Copy(io.Discard, c.out) // so that a full pipe cannot block the child
	}
	select {
	case <-c.exited:
	case <-time.After(c.Patience):
		c.mutex.Lock()
		c.goesOn = true
		c.mutex.Unlock()
		c.End()
	}
	return c.Wait()
}

// Run runs the program.
func (c *Child) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	return c.Wait()
}

// Output runs the program and returns its standard output.
func (c *Child) Output() ([]byte, error) {
	var all whole
	c.Stdout = &all
	err := c.Run()
	return all.Bytes(), cmp.Or(all.err, err)
}

// CombinedOutput runs the program and returns what it writes to its standard output and standard error.
func (c *Child) CombinedOutput() ([]byte, error) {
	var all whole
	c.Stdout, c.Stderr = &all, &all
	err := c.Run()
	return all.Bytes(), cmp.Or(all.err, err)
}

// whole collects a tool's output; writing beyond a limit is an error.
type whole struct {
	bytes.Buffer
	err error
}

const limit = 64 << 20

func (w *whole) Write(text []byte) (int, error) {
	if w.Len()+len(text) > limit {
		w.err = fmt.Errorf("prints more than %d MiB", limit>>20)
		return 0, w.err
	}
	return w.Buffer.Write(text)
}

// Shell returns a program under test that a line of a shell starts. The shell becomes the program, so that time and signals are the program's: the line must have one
// program.
func Shell(ctx context.Context, line string) *Child {
	args := shell(line)
	c := Program(ctx, args[0], args[1:]...)
	c.misread = misread(line)
	return c
}

var (
	quoted   = regexp.MustCompile("'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"|\\\\.|`[^`]*`|\\$\\([^()]*\\)")
	variable = regexp.MustCompile(`^\w+=`)
	several  = regexp.MustCompile(`&&|\|\||[;\n]|^(?:\(|(?:cd|export|ulimit|umask|source|\.|if|for|while|\{)(?:\s|$))`)
)

// misread returns an error for a line of which a shell that becomes the first program does not run the rest.
func misread(line string) error {
	switch plain := quoted.ReplaceAllString(strings.TrimSpace(line), "x"); {
	case variable.MatchString(plain):
		return fmt.Errorf("a variable comes before the program (want env %s)", strings.TrimSpace(line))
	case several.MatchString(plain):
		return errors.New("want one program and its arguments, or a shell that becomes it in the end: sh -c 'cd folder && exec ./engine bench'")
	}
	return nil
}

// Why returns a line about a failure: the program's error message, or how it ended.
func (c *Child) Why() string { return cmp.Or(c.Said.Error(), c.State()) }

// Own returns the path of this program, which must not have changed its folder: where there is no /proc, the system does not know it.
func Own() (path string, err error) {
	if path, err = os.Executable(); err == nil {
		return path, nil
	}
	if found, wrong := exec.LookPath(os.Args[0]); wrong == nil {
		return filepath.Abs(found)
	}
	return "", err
}
