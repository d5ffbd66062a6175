//go:build unix

package process

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/process/unruly"
)

// The test binary is also an unruly program, or, by the arguments "tool" or "program", starts the unruly program of the further arguments and waits.
func TestMain(m *testing.M) {
	unruly.Behave()
	switch {
	case os.Getenv(unruly.Variable) == "":
		os.Exit(m.Run())
	case len(os.Args) > 2:
		start := map[string]func(context.Context, string, ...string) *Child{"tool": Tool, "program": Program}[os.Args[1]]
		c := start(context.Background(), os.Args[0], os.Args[2:]...)
		c.Stdout = os.Stdout
		fmt.Println("started", c.Start())
		time.Sleep(time.Minute)
	}
	fmt.Println("done")
	os.Exit(0)
}

// Whatever a program does, it ends, either by itself or when its context is done. Mark checks that no process is left.
func TestUnruly(t *testing.T) {
	unruly.Mark(t)
	for _, c := range []struct {
		kind    string // kinds of package unruly
		want    string // the error, "" for none
		endless bool   // it does not end by itself
	}{
		{"", "", false},
		{"fork", "has ended, but a process that it started keeps its output open", false},
		{"setsid", "has ended, but a process that it started keeps its output open", false},
		{"daemon", "", false},
		{"deaf", "", false},
		{"talks", "", false},
		{"errs", "", false},
		{"deafsleep", "context deadline exceeded", true},
		{"spam", "context deadline exceeded", true},
		{"line", "context deadline exceeded", true},
		{"closed", "context deadline exceeded", true},
		{"closedall", "context deadline exceeded", true},
		{"stops", "context deadline exceeded", true},
		{"fork sleep", "context deadline exceeded", true},
		{"setsid deafsleep", "context deadline exceeded", true},
		{"exit", "", false},
		{"exit3", "exit status 3", false},
		{"segv", "signal: segmentation fault", false},
		{"setsid segv", "signal: segmentation fault", false},
		{"killed", "signal: killed", false},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			limit := time.Minute
			if c.endless {
				limit = 300 * time.Millisecond
			}
			ctx, stop := context.WithTimeout(t.Context(), limit)
			defer stop()
			var tail Tail
			p := Program(ctx, os.Args[0], strings.Fields(c.kind)...)
			p.Stdout = &tail
			err := p.Run()
			if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err == nil && c.kind != "exit" && !strings.HasSuffix(tail.String(), "done\n") {
				t.Errorf("it prints %.100q", tail.String())
			}
			if c.kind == "errs" && p.Said.Error() != "TypeError: planted" {
				t.Errorf("it says %q", p.Said.Error())
			}
			if len(tail.String()) > room {
				t.Errorf("%d bytes are kept", len(tail.String()))
			}
			again := p.Wait()
			if again != err {
				t.Errorf("a second time: %v", again)
			}
		})
	}
}

// A line for a shell with more than one program is an error that shows a better line. Quoted texts may contain anything.
func TestMisread(t *testing.T) {
	for line, want := range map[string]string{
		"./a bench":                       "",
		" ./a 'x && y; z' \"a;\\\"b||c\"": "",
		"./a $(cat f; cat g) `b; c`":      "",
		"./a < in > out 2>&1":             "",
		"./a | sed s/x/y/":                "",
		"./a --set X=1":                   "",
		"env X=1 ./a":                     "",
		"sh -c 'cd d && exec ./a'":        "",
		"./cd \\; x":                      "",
		"cdrom":                           "",
		"FOO=1 ./a bench":                 "(want env FOO=1 ./a bench)",
		" A=1 B='x y' ./a":                "(want env A=1 B='x y' ./a)",
		"cd wd && ./a bench":              "sh -c 'cd folder && exec ./engine bench'",
		"cd wd; ./a":                      "sh -c",
		"./build||./a":                    "sh -c",
		"./a\n./b":                        "sh -c",
		"ulimit -s unlimited":             "sh -c",
		"(./a)":                           "sh -c",
		"{ ./a; }":                        "sh -c",
	} {
		err := Shell(t.Context(), line).misread
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", line, err, want)
		}
	}
}
