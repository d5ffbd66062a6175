package child

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/slidebench/slidebench/internal/process"
)

// Limits are how long programs may take.
type Limits struct{ Begin, Question, Block, Answer, End, EndBoth time.Duration }

// Patience has the limits. Tests shorten them.
var Patience = Limits{
	Begin:    30 * time.Second, // before the first question: filling the tables
	Question: 5 * time.Second,  // a question that is noted
	Block:    10 * time.Second, // 4096 questions without notes
	Answer:   2 * time.Minute,  // any other answer: the slowest loop over the largest corpus takes a second
	End:      10 * time.Second, // after the end of its input, under sanitizers
	EndBoth:  time.Minute,      // after the end of its input, with another program to end
}

// LongestLine is the number of bytes that Line reads of a line.
const LongestLine = 64 << 10

// Program is a running program. It is not safe for use by several goroutines. A program that is asked by its arguments alone is started, waited for and ended by its Child.
type Program struct {
	*process.Child
	*File           // which the program shares, or nil
	LongestLine int // that Line reads

	in      io.Writer
	out     *bufio.Reader
	limit   atomic.Int64 // nanoseconds for the answer that is due
	watch   *time.Timer  // ends a program whose answer does not come
	inTime  func()
	late    atomic.Pointer[late] // why the client ended the program
	printed process.Tail         // on standard output, where answers go beside it
}

// late says that a program was late.
type late struct {
	limit time.Duration
	notes []Note // that did not change; nil: an answer was late
}

// Start starts a program with pipes. The file is closed with it, or if it does not start.
func Start(c *process.Child, f *File) (*Program, error) {
	p := &Program{Child: c, File: f, LongestLine: LongestLine}
	in, out, err := c.Pipes()
	if c.Beside {
		c.Stdout = &p.printed
	}
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		if f != nil {
			f.Close()
		}
		return nil, err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, LongestLine)
	p.watch = time.AfterFunc(time.Hour, func() { p.end(&late{limit: time.Duration(p.limit.Load())}) })
	p.inTime = func() { p.watch.Stop() }
	p.inTime()
	return p, nil
}

// end ends a program that is late.
func (p *Program) end(l *late) {
	p.late.CompareAndSwap(nil, l)
	p.Child.End()
}

// Within ends the program unless all answers from here on come in time, until the returned function is called.
func (p *Program) Within(limit time.Duration) (inTime func()) {
	p.limit.Store(int64(limit))
	p.watch.Reset(limit)
	return p.inTime
}

// Send sends a request. Where it fails, the program is gone: reading the answer says why.
func (p *Program) Send(text []byte) { _, _ = p.in.Write(text) }

// Ask sends a line and returns the line that answers it.
func (p *Program) Ask(format string, args ...any) (string, error) {
	fmt.Fprintf(p.in, format+"\n", args...)
	line, err := p.Line()
	if text, refused := Refusal(line); refused {
		err = fmt.Errorf("refuses %q: %s", fmt.Sprintf(format, args...), text)
	}
	return line, err
}

// Refusal returns the text of an answer by which a program refuses a request.
func Refusal(line string) (text string, refused bool) { return strings.CutPrefix(line, "error ") }

// Ready reads the greeting, whose words are "ready" and names of what the program has. A program that begins with another line is ended; it has no words.
func (p *Program) Ready(limit time.Duration) (line string, words []string, err error) {
	defer p.Within(limit)()
	line, err = p.Line()
	if words = strings.Fields(line); err == nil && (len(words) == 0 || words[0] != "ready") {
		words = nil
		p.End()
	}
	return line, words, err
}

// Long is the error about a line that is too long, of which it holds the beginning. The program that wrote the line has been ended.
type Long string

func (l Long) Error() string {
	return fmt.Sprintf("writes %.40q and on, more than %d bytes without an end of the line", string(l), len(l))
}

// Line reads a line of an answer. Errors begin with a verb: the program is their subject.
func (p *Program) Line() (string, error) {
	part, err := p.out.ReadSlice('\n')
	line := string(part)
	for ; err == bufio.ErrBufferFull; line += string(part) {
		if len(line) >= p.LongestLine {
			p.End()
			return line, Long(line)
		}
		part, err = p.out.ReadSlice('\n')
	}
	if err != nil {
		return "", p.gone()
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Timed reads the answer to a timed loop.
func Timed(line string) (sum uint64, spent time.Duration, ok bool) {
	digits, nanoseconds, _ := strings.Cut(line, " ")
	sum, wrong := strconv.ParseUint(digits, 16, 64)
	ns, wrongTime := strconv.ParseUint(nanoseconds, 10, 62)
	return sum, time.Duration(ns), wrong == nil && wrongTime == nil
}

// Read reads bytes of an answer.
func (p *Program) Read(b []byte) error {
	if _, err := io.ReadFull(p.out, b); err != nil {
		return p.gone()
	}
	return nil
}

// Surplus returns the beginning of what has come behind an answer, "" if nothing has.
func (p *Program) Surplus() string {
	more, _ := p.out.Peek(min(40, p.out.Buffered()))
	return string(more)
}

// gone returns why no answer comes: an *Ended or the error of a context that is done.
func (p *Program) gone() error {
	p.inTime()
	if err := p.Child.Close(); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("is ended: %w", err)
	}
	return p.How()
}

// Close ends the program and removes what it shares with this one.
func (p *Program) Close() error {
	p.inTime()
	if p.File != nil {
		p.File.Close()
	}
	return p.Child.Close()
}

// How says, after Close or Wait, how a program ended that should have gone on.
func (p *Program) How() *Ended {
	e := &Ended{State: p.State(), Said: cmp.Or(p.Said.String(), p.printed.String()), Line: cmp.Or(p.Said.Error(), p.printed.Error())}
	if l := p.late.Load(); l != nil {
		e.Late, e.Stuck, e.Busy = l.limit, l.notes != nil, l.notes
	}
	if !e.Stuck && p.File != nil {
		all, _ := p.Notes()
		e.Busy = slices.DeleteFunc(all, func(n Note) bool { return n.Doing == Idle })
	}
	return e
}

// Ended says how a program ended that should have gone on.
type Ended struct {
	Late  time.Duration // it was ended, as it took longer; 0: it ended by itself
	Stuck bool          // late was a note, and not an answer
	Busy  []Note        // of what it was doing, or of what took too long
	State string        // how it ended
	Said  string        // the end of what it printed
	Line  string        // of that, the line that tells most, "" if it printed nothing
}

// Why is one line: the program's own error message, or how it ended if it printed none. Child.Why does not know what was printed beside the answers.
func (e *Ended) Why() string { return cmp.Or(e.Line, e.State) }

func (e *Ended) Error() string {
	if e.Late > 0 && !e.Stuck {
		return fmt.Sprintf("has not answered for %v and was ended", e.Late)
	}
	return "has ended: " + e.Why()
}

// Instead says what came in place of the answer to a question.
func (e *Ended) Instead() string {
	switch {
	case e.Stuck && e.Busy[0].Doing >= Starting:
		return fmt.Sprintf("does not end within %v", e.Late)
	case e.Late > 0:
		return fmt.Sprintf("has no answer within %v", e.Late)
	}
	return "ends the program: " + e.State
}
