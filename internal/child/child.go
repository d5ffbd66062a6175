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

// Limits are the longest times that programs may take.
type Limits struct{ Begin, Question, Block, Answer, End, EndBoth time.Duration }

// Patience has the limits that apply. Tests shorten them.
var Patience = Limits{
	Begin:    30 * time.Second, // to fill the tables, before the first question
	Question: 5 * time.Second,  // for a question that the program notes in the shared file
	Block:    10 * time.Second, // for 4096 questions without notes
	Answer:   2 * time.Minute,  // for any other answer: the slowest loop over the largest corpus takes a second
	End:      10 * time.Second, // to end after its input has ended, under sanitizers
	EndBoth:  time.Minute,      // to end after the end of input, for a program that ends a further program first
}

// LongestLine is the usual limit for the bytes of a line that Line reads.
const LongestLine = 64 << 10

// Program is a running program. It is not safe for use by several goroutines. A program without pipes gets its request as arguments, and is run by functions of Child.
type Program struct {
	*process.Child
	*File           // the file shared with this process, or nil
	LongestLine int // the limit for the bytes of a line

	in      io.Writer
	out     *bufio.Reader
	limit   atomic.Int64         // nanoseconds that the present answer may take
	watch   *time.Timer          // ends a program whose answer does not come
	inTime  func()               // stops watch
	late    atomic.Pointer[late] // why the client ended the program
	printed process.Tail         // text on standard output, if answers come by another pipe
}

// late says why a program was late.
type late struct {
	limit time.Duration // that it exceeded
	notes []Note        // the notes that did not change; nil: an answer was late
}

// Start starts a program with pipes for requests and answers. The file, or nil, is closed with the program, or if it does not start.
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
	p.inTime() // until Within sets a limit
	return p, nil
}

// end ends a program that is late.
func (p *Program) end(l *late) {
	p.late.CompareAndSwap(nil, l)
	p.Child.End()
}

// Within sets a limit for the time until the returned function is called: if it is exceeded, the program is ended.
func (p *Program) Within(limit time.Duration) (inTime func()) {
	p.limit.Store(int64(limit))
	p.watch.Reset(limit)
	return p.inTime
}

// Send sends a request. It returns no error: if it fails, the program has ended, and reading the answer returns the reason.
func (p *Program) Send(text []byte) { _, _ = p.in.Write(text) }

// Ask sends a line and returns the line that answers it, with an error if it refuses the request.
func (p *Program) Ask(format string, args ...any) (string, error) {
	fmt.Fprintf(p.in, format+"\n", args...)
	line, err := p.Line()
	if text, refused := Refusal(line); refused {
		err = fmt.Errorf("refuses %q: %s", fmt.Sprintf(format, args...), text)
	}
	return line, err
}

// Refusal returns the text behind "error" if an answer refuses a request.
func Refusal(line string) (text string, refused bool) { return strings.CutPrefix(line, "error ") }

// Ready returns the program's first line and its words: "ready", and words for what the program has. If the line has no "ready", it ends the program.
func (p *Program) Ready(limit time.Duration) (line string, words []string, err error) {
	defer p.Within(limit)()
	line, err = p.Line()
	if words = strings.Fields(line); len(words) > 0 && words[0] == "ready" {
		return line, words, err
	}
	if err == nil {
		p.End()
	}
	return line, nil, err
}

// Long is the error about a line that is too long, and holds its beginning. The program that wrote the line has been ended.
type Long string

// Error returns the beginning of the line.
func (l Long) Error() string {
	return fmt.Sprintf("writes %.40q and on, more than %d bytes without an end of the line", string(l), len(l))
}

// Line reads a line of an answer. Errors begin with a verb whose subject is the program, as in "has ended".
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

// Timed parses the answer to a timed loop: the exclusive or of its answers, and the time that the loop took.
func Timed(line string) (sum uint64, spent time.Duration, ok bool) {
	digits, nanoseconds, _ := strings.Cut(line, " ")
	sum, wrong := strconv.ParseUint(digits, 16, 64)
	ns, wrongTime := strconv.ParseUint(nanoseconds, 10, 62) // 62 bits fit a Duration
	return sum, time.Duration(ns), wrong == nil && wrongTime == nil
}

// Read fills b with bytes of an answer.
func (p *Program) Read(b []byte) error {
	if _, err := io.ReadFull(p.out, b); err != nil {
		return p.gone()
	}
	return nil
}

// Surplus returns the beginning of bytes that came after an answer and that nobody asked for, "" for none.
func (p *Program) Surplus() string {
	more, _ := p.out.Peek(min(40, p.out.Buffered()))
	return string(more)
}

// gone ends the program, and returns why no answer comes: an *Ended, or the error of the context if that is done.
func (p *Program) gone() error {
	p.inTime()
	if err := p.Child.Close(); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("is ended: %w", err)
	}
	return p.How()
}

// Close ends the program, and closes and removes the shared file.
func (p *Program) Close() error {
	p.inTime()
	if p.File != nil {
		p.File.Close()
	}
	return p.Child.Close()
}

// How returns how a program ended that should have gone on. It is called after Close or Wait.
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
	Late  time.Duration // the exceeded limit, for which the program was ended; 0: it ended by itself
	Stuck bool          // a note did not change for too long; false: an answer was late
	Busy  []Note        // the notes that did not change, or those at the end
	State string        // how it ended
	Said  string        // the end of what it printed
	Line  string        // of Said, the line that tells most, "" if it printed nothing
}

// Why returns one line: the program's own error message, or how it ended if it printed none. Unlike Child.Why, it knows messages on standard output, too.
func (e *Ended) Why() string { return cmp.Or(e.Line, e.State) }

// Error returns the reason, without a subject: the program is named before it.
func (e *Ended) Error() string {
	if e.Late > 0 && !e.Stuck {
		return fmt.Sprintf("has not answered for %v and was ended", e.Late)
	}
	return "has ended: " + e.Why()
}

// Instead returns what the program did in place of answering a question, without a subject.
func (e *Ended) Instead() string {
	switch {
	case e.Stuck && e.Busy[0].Doing >= Starting: // it starts or fills tables
		return fmt.Sprintf("does not end within %v", e.Late)
	case e.Late > 0:
		return fmt.Sprintf("has no answer within %v", e.Late)
	}
	return "ends the program: " + e.State
}
