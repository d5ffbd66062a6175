// Package process runs other programs: compilers, engines, guests and go; package child asks them. Whatever a program does, it ends and leaves nothing behind:
//
//   - It leads a process group of its own, which is killed when it has ended. On Linux, so are processes of a program under test in other groups and sessions.
//   - If another process keeps the program's output open, the package waits for a second and no longer.
//   - Its output is kept up to a limit. The temporary files of a tool are removed.
//   - On Linux it ends when this process ends, however that happens.
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

// grace is the time for a program to end after its input has ended, and for its output to end after the program.
const grace = time.Second

// Child is a program to run, and then the running program. Fields of [exec.Cmd] mean the same and are read by Start. Stderr goes to Said if it is nil.
type Child struct {
	Args           []string
	Dir            string
	Env            []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Said           Tail

	// Beside makes Pipes connect files 3 and 4, since lookups may use standard input and output. Reading these pipes blocks the thread: with pipes of package os, an
	// answer would first wake a thread of Go's scheduler, on any processor.
	Beside   bool
	Patience time.Duration // the time to end after it was asked to end: a tool by an interrupt, a program under test by the end of its input

	ctx     context.Context
	misread error  // why Shell refuses its line
	tool    bool   // made by Tool
	folder  string // of a tool's temporary files
	mark    string // in the environment of a program under test, and of all that it starts
	cmd     *exec.Cmd

	in    *os.File // this process's ends of Pipes
	out   *output
	given []io.Closer // the program's ends of Pipes
	files []*os.File  // the same ends if Beside is set

	mutex     sync.Mutex
	over      bool          // the program has ended, so its group's number may be another's
	cancelled bool          // the context was done before the end
	kept      bool          // another process kept the output open after the program's end
	goesOn    bool          // the program did not end after the end of input
	exited    chan struct{} // closed when it has ended
	err       error         // how it failed
	strays    sync.Once     // of endStrays
}

// Tool returns a program that cleans up if it is asked to end, such as a compiler: when the context is done it is interrupted, and killed if it does not end.
func Tool(ctx context.Context, name string, args ...string) *Child {
	return &Child{Args: append([]string{name}, args...), ctx: ctx, tool: true, Patience: 10 * time.Second}
}

// Program returns a program under test. When the context is done it is killed.
func Program(ctx context.Context, name string, args ...string) *Child {
	return &Child{Args: append([]string{name}, args...), ctx: ctx, mark: newMark(), Patience: grace}
}

// Start starts the program. It runs on the processors of the calling thread.
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
	if _, err := os.Stat(os.DevNull); err != nil { // an empty root has no /dev/null, which package exec would open
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
	if c.tool { // tools do not clean up at every moment: the go command leaves files before it compiles
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

// watch waits for the program's end, kills its group, and sets err. unwatch keeps a context that is done later from calling cancel.
func (c *Child) watch(unwatch func() bool) {
	err := c.cmd.Wait()
	unwatch()
	c.mutex.Lock()
	c.signal(kill) // the rest of its group
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
		c.endStrays() // a blocking read ends only when the last process that can write to the pipe has ended
	}
	if c.out != nil {
		time.AfterFunc(grace, c.giveUp)
	}
}

// errKept is the error of a program under test whose output another process keeps open.
var errKept = errors.New("has ended, but a process that it started keeps its output open")

// giveUp closes the pipe of the program's output if another process still has its other end, since that process may never write or end.
func (c *Child) giveUp() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if held(c.out.File) {
		c.kept = true
		c.out.Close()
	}
}

// cancel ends the program when the context is done: a tool is interrupted first, and killed if it does not end in time.
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
	case <-c.exited: // in time
	case <-time.After(c.Patience):
		c.End()
	}
}

// send sends a signal to the program's group, unless the program has ended.
func (c *Child) send(s signal) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.cmd != nil && c.cmd.Process != nil && !c.over {
		c.signal(s)
	}
}

// End kills the program and its group, and processes that a program under test has started in other sessions.
func (c *Child) End() {
	c.send(kill)
	c.endStrays()
}

// endStrays kills, once, all processes that a program under test has started.
func (c *Child) endStrays() {
	if c.mark != "" {
		c.strays.Do(func() { endMarked(c.mark) })
	}
}

// Stop pauses the program and its group, and GoOn lets them go on. Where Stops is false they do nothing.
func (c *Child) Stop() { c.send(stop) }
func (c *Child) GoOn() { c.send(goOn) }

// Pid returns the running program's process number.
func (c *Child) Pid() int { return c.cmd.Process.Pid }

// Ended returns a channel that is closed when the program has ended.
func (c *Child) Ended() <-chan struct{} { return c.exited }

// Exit waits until the program has ended and its output is complete, and returns an error if it failed.
func (c *Child) Exit() error {
	<-c.exited
	return c.err
}

// Wait is Exit, and then kills processes that a program under test has left, and removes a tool's files. It must be called once, and may be called again.
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

// State returns how a program has ended, such as "exit status 1", or says that it did not end by itself.
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

// Took returns the processor time that a program used until its end.
func (c *Child) Took() time.Duration {
	return c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
}

// output is the pipe's end from which this process reads a program's output.
type output struct{ *os.File }

// Pipes connects pipes to the program's standard input and output, or to files 3 and 4, before Start. Reading ends at most a second after the program.
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

// Close ends the input of a program with pipes, and kills the program if it does not end by itself in time. Then it is like Wait.
func (c *Child) Close() error {
	if c.out != nil {
		defer c.out.Close()
		c.in.Close()
		go io.Copy(io.Discard, c.out) // so that a full pipe cannot block the child
	}
	select {
	case <-c.exited: // in time
	case <-time.After(c.Patience):
		c.mutex.Lock()
		c.goesOn = true
		c.mutex.Unlock()
		c.End()
	}
	return c.Wait()
}

// Run starts the program and waits for its end.
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

// whole collects all output of a program; writing more than the limit is an error.
type whole struct {
	bytes.Buffer
	err error
}

// limit is the largest number of bytes that whole collects.
const limit = 64 << 20

// Write appends text up to the limit.
func (w *whole) Write(text []byte) (int, error) {
	if w.Len()+len(text) > limit {
		w.err = fmt.Errorf("prints more than %d MiB", limit>>20)
		return 0, w.err
	}
	return w.Buffer.Write(text)
}

// Shell returns a program under test that a line for a shell starts. The shell replaces itself by the program, so the line must have only one.
func Shell(ctx context.Context, line string) *Child {
	args := shell(line)
	c := Program(ctx, args[0], args[1:]...)
	c.misread = misread(line)
	return c
}

// Parts of a line for a shell: texts that the shell does not split, a variable before the program, and signs of several programs.
var (
	quoted   = regexp.MustCompile("'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"|\\\\.|`[^`]*`|\\$\\([^()]*\\)")
	variable = regexp.MustCompile(`^\w+=`)
	several  = regexp.MustCompile(`&&|\|\||[;\n]|^(?:\(|(?:cd|export|ulimit|umask|source|\.|if|for|while|\{)(?:\s|$))`)
)

// misread returns an error for a line that has more than one program, since a shell that becomes the first program runs no other.
func misread(line string) error {
	switch plain := quoted.ReplaceAllString(strings.TrimSpace(line), "x"); {
	case variable.MatchString(plain):
		return fmt.Errorf("a variable comes before the program (want env %s)", strings.TrimSpace(line))
	case several.MatchString(plain):
		return errors.New("want one program and its arguments, or a shell that becomes it in the end: sh -c 'cd folder && exec ./engine bench'")
	}
	return nil
}

// Why returns one line about a failure: the program's error message on standard error, or how it ended.
func (c *Child) Why() string { return cmp.Or(c.Said.Error(), c.State()) }

// Own returns the path of this program. Without /proc the system does not know it, and Own finds it by its name, unless the program has changed its folder.
func Own() (path string, err error) {
	if path, err = os.Executable(); err == nil {
		return path, nil
	}
	if found, wrong := exec.LookPath(os.Args[0]); wrong == nil {
		return filepath.Abs(found)
	}
	return "", err
}
