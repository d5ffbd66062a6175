package c

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/temporary"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Crash is the error of a program that ends, or is stopped because it is stuck, while it answers a question or fills the tables. Its text is that of conform.Unanswered
// or conform.UnansweredDelta, or a line about the tables.
type Crash struct {
	question
	filler  string // the function that fills the tables
	instead string // the program's end in place of an answer: "ends the program: exit status 0"
	remarks []string
	faulty  bool // ended by a fault that sanitizers may explain
}

// question is a question to a lookup or to a delta function; both are nil while tables are filled.
type question struct {
	lookup *conform.Unanswered
	move   *conform.DeltaMove
	again  func(p *Program) error // repeats the question, and the rest of its request, in a new program
}

// Error returns the text of the exam's error for the question, or a line about the function that fills tables.
func (c *Crash) Error() string {
	switch {
	case c.lookup != nil:
		u := *c.lookup
		u.Instead, u.Remarks = c.instead, c.remarks
		return u.Error()
	case c.move != nil:
		return (&conform.UnansweredDelta{Move: c.move, Instead: c.instead, Remarks: c.remarks}).Error()
	}
	return strings.Join(append([]string{c.filler + ", which fills the tables, " + c.instead}, c.remarks...), "\n")
}

// signals are the names of signals that end a faulty program, by package os's words for them.
var signals = map[string]string{
	"segmentation fault": "SIGSEGV", "bus error": "SIGBUS", "floating point exception": "SIGFPE", "aborted": "SIGABRT", "illegal instruction": "SIGILL",
}

// crash turns an error of a request with n questions to a technique into a *Crash, if the program was busy with a question, which nth returns by its index, or with
// filling tables.
func (p *Program) crash(err error, technique string, n int, nth func(i int) question) error {
	e, has := errors.AsType[*child.Ended](err)
	if !has || e.Late > 0 && !e.Stuck || len(e.Busy) == 0 { // another error; many questions that took too long together; or no question at hand
		return err
	}
	c := &Crash{instead: e.Instead(), question: question{again: func(p *Program) error {
		_, err := p.ask("init %s", technique)
		return err
	}}}
	switch at := e.Busy[0].Doing; {
	case at <= uint64(n): // and at least 1, as Busy has no idle note
		c.question = nth(int(at) - 1)
	case at != child.Filling: // it is starting
		return err
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(e.State, "signal: "), " (") // such as "signal: aborted (core dumped)"
	switch signal := signals[name]; {
	case e.Stuck: // instead says it already
	case signal == "SIGILL":
		c.instead, c.remarks = "ends the program: SIGILL, an illegal instruction", []string{machine.Illegal(e.Said)}
	case signal != "":
		c.instead, c.faulty = fmt.Sprintf("ends the program: %s, %s", signal, name), !hungry.MatchString(e.Said) // sanitizers do not explain a lack of memory
	}
	if said := cmp.Or(summary(e.Said), e.Why()); said != e.State && c.remarks == nil {
		c.remarks = []string{"it says: " + said}
	}
	return c
}

// examine sets the name of the function that fills the tables, by the header, and adds to a fault the finding of the compiler's sanitizers: a program with them is asked
// the same question.
func (c *Crash) examine(ctx context.Context, b Build, root string, u Unit) {
	if header, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(u.file))); err == nil {
		c.filler = initOf(string(header), namesOf(u.Technique))
	}
	if u.guest != nil && u.guest.Init != "" {
		c.filler = u.guest.Init
	}
	if !c.faulty || b.Sanitizers || b.dialect() == dialectRust {
		return
	}
	found, err := c.sanitized(ctx, b, root, u.Technique.Name)
	switch {
	case err != nil:
		found = fmt.Sprintf("%s's sanitizers tell nothing: %v", b.Compiler, err)
	case found == "":
		found = fmt.Sprintf("asked once more under %s's sanitizers, which find nothing", b.Compiler)
	default:
		found = fmt.Sprintf("under %s's sanitizers: %s", b.Compiler, found)
	}
	c.remarks = append(c.remarks, found)
}

// diagnose adds a diagnosis by answers of the program, started anew: exchanged arguments, for instance, show in questions where both are small numbers.
func (c *Crash) diagnose(ctx context.Context, program, technique string) {
	if c.lookup == nil || !c.faulty {
		return
	}
	p, err := Start(ctx, program)
	if err != nil {
		return
	}
	defer p.Close()
	defer p.Watch(child.Patience.Question, child.Patience.Begin, nil)()
	m := &conform.Mistake{Piece: c.lookup.Piece, Square: c.lookup.Square, Occ: c.lookup.Occ}
	conform.Diagnose(m, bulk(Code{p, technique}.answers))
	if m.Diagnosis != "" {
		c.remarks = append(c.remarks, strings.TrimSuffix(m.Diagnosis, "\n"))
	}
}

// sanitized compiles the technique with sanitizers, repeats the question, and returns the summary of what they found.
func (c *Crash) sanitized(ctx context.Context, b Build, root, technique string) (found string, err error) {
	folder, err := temporary.Folder()
	if err != nil {
		return "", err
	}
	defer temporary.Remove(folder)
	b.Sanitizers, b.Engines, b.Techniques = true, "", technique
	program := filepath.Join(folder, "program")
	objects, err := Compile(ctx, b, nil, root, filepath.Join(folder, "objects"))
	if err == nil {
		err = objects.link(ctx, 1, program)
	}
	if err != nil {
		return "", err
	}
	p, err := start(ctx, program, "ASAN_OPTIONS=hard_rss_limit_mb=4096") // as bound in main.c, which is left out with sanitizers
	if err != nil {
		return "", err
	}
	defer p.Close()
	defer p.Watch(child.Patience.Begin, 4*child.Patience.Begin, nil)() // it is slow
	err = c.again(p)
	if end, has := errors.AsType[*child.Ended](err); has {
		return strings.ReplaceAll(summary(end.Said), guestNames(technique), technique), nil
	}
	return "", err
}

// Parts of the output of sanitizers: an undefined behaviour, a wrong address, and the variable beside it.
var (
	undefined = regexp.MustCompile(`(?m)^(?:\S*/)?(\S+: runtime error: .*)$`)
	address   = regexp.MustCompile(`(?m)^SUMMARY: (AddressSanitizer: \S+)(?: (?:\S*/)?(\S+:\d+)\S* in (\w+))?`)
	variable  = regexp.MustCompile(`(?m)^0x\w+ is located (\d+ bytes \w+)(?: \w+ \w+)? global variable '(\w+)' defined in '(?:[^']*/)?([^':]+:\d+)`)
)

// summary returns the output of sanitizers, or of a panic in Rust, as one line: the first undefined behaviour, and the wrong address that ended the program.
func summary(said string) string {
	var found []string
	if m := panicked.FindStringSubmatch(said); m != nil {
		found = append(found, m[1]+m[4]+" at "+m[2]+m[3]) // the groups of one form are empty
	}
	if m := hungry.FindString(said); m != "" {
		found = append(found, m)
	}
	if m := undefined.FindStringSubmatch(said); m != nil {
		found = append(found, m[1])
	}
	if m := address.FindStringSubmatch(said); m != nil {
		text := m[1]
		if m[2] != "" {
			text += fmt.Sprintf(" in %s at %s", m[3], m[2])
		}
		if v := variable.FindStringSubmatch(said); v != nil {
			text += fmt.Sprintf(", %s %s at %s", v[1], v[2], v[3])
		}
		found = append(found, text)
	}
	return strings.Join(found, "; then ")
}

// initOf returns the function by which a technique's header fills its tables: the one function that NAME_init calls, if that is all it does, on its line, or else NAME_init.
func initOf(header, technique string) string {
	_, body, _ := strings.Cut(header, technique+"_init(void) { ")
	name, _, found := strings.Cut(body, "();")
	if !found || strings.ContainsAny(name, " \n") {
		name = ""
	}
	return cmp.Or(name, technique+"_init")
}
