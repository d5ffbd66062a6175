//go:build unix

package anylanguage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/process/unruly"
	"github.com/slidebench/slidebench/internal/tiertest"
)

func init() { behave, be = unruly.Behave, unruly.Be }

// However a program behaves at its beginning or with a block, the proof ends in one line, and leaves no process behind.
func TestUnrulyPrograms(t *testing.T) {
	tiertest.Slow(t)
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	const soon = 300 * time.Millisecond
	for _, c := range tiertest.Sample([]struct{ first, then, want string }{ // kinds of package unruly, at the beginning and after half of a block
		{"", "", ""},
		{"fork", "", ""},
		{"setsid", "", ""},
		{"daemon", "", ""},
		{"deaf", "", ""},
		{"errs", "", ""},
		{"talks", "", `writes "    at frame" first`},
		{"spam", "", `writes "    at frame" first`},
		{"line", "", `writes "0000000000`},
		{"deafsleep", "", `does not write the line "ready" within 300ms`},
		{"setsid stops", "", `does not write the line "ready" within 300ms`},
		{"closed", "", `ends before it writes the line "ready": it goes on without input and output`},
		{"exit", "", `ends before it writes the line "ready": exit status 0`},
		{"errs exit3", "", `ends before it writes the line "ready": TypeError: planted`},
		{"segv", "", `ends before it writes the line "ready": signal: segmentation fault`},
		{"", "exit", "ends the program: exit status 0"},
		{"", "setsid exit", "ends the program: exit status 0, but a process that it started keeps its output open"},
		{"", "errs exit3", "ends the program: exit status 3: TypeError: planted"},
		{"setsid", "segv", "ends the program: signal: segmentation fault"},
		{"", "closed", "ends the program: it goes on without input and output"},
		{"", "deafsleep", "has no answer within"},
		{"setsid", "stops", "has no answer within"},
		{"", "spam", "is no number"},
		{"", "line", "is no number"},
	}, 3) {
		t.Run(c.first+" then "+c.then, func(t *testing.T) {
			unruly.Mark(t)
			child.Patience.Begin, child.Patience.Block = time.Minute, time.Minute
			if strings.HasPrefix(c.want, "does not") {
				child.Patience.Begin = soon
			}
			if strings.HasPrefix(c.want, "has no") {
				child.Patience.Block = soon
			}
			fault := "none"
			if c.then != "" {
				fault = "then " + c.then
			}
			p, err := start(t.Context(), "", fmt.Sprintf("env %s='%s' '%s' %s", variable, fault, os.Args[0], c.first))
			if err == nil {
				sq, occ := questions()
				_, err = p.ask(board.Rook, sq, occ)
				p.Close()
			}
			if err == nil && c.want == "" {
				return
			}
			if c.want == "" || err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// An interrupt ends a proof at once, though the program heeds no signal.
func TestUnrulyInterrupted(t *testing.T) {
	unruly.Mark(t)
	ctx, cancel := context.WithCancel(t.Context())
	p, err := start(ctx, "", fmt.Sprintf("env %s='then deafsleep' '%s' setsid", variable, os.Args[0]))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(100*time.Millisecond, cancel)
	sq, occ := questions()
	if _, err := p.ask(board.Rook, sq, occ); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
