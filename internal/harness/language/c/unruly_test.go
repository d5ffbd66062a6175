//go:build unix

package c

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/process/unruly"
)

// However a compiled program behaves, its proof ends in one line, and leaves neither a process nor a file behind.
func TestUnrulyPrograms(t *testing.T) {
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	child.Patience.End = 100 * time.Millisecond
	// begins answers on file 4 that the program is ready, and reads a request from file 3.
	const begins = "exec <&3 >&4; echo ready; read x; "
	for _, c := range []struct{ script, want string }{ // want is part of the error
		{"sleep 60 & exit 3", "has ended: exit status 3"},
		{begins + "sleep 60 & exit 3", "has ended: exit status 3"},
		{begins + "setsid sleep 60 & sleep 0.2; exit 3", "has ended: exit status 3"},
		{begins + "setsid sleep 60 & sleep 0.2; kill -SEGV $$", "has ended: signal: segmentation fault"},
		{begins + "exit 0", "has ended: exit status 0"},
		{"exec >&4; yes", `says "y"`},
		{"exec tr '\\0' x < /dev/zero >&4", "without an end of the line"},
		{begins + "yes", "no checksum and no time"},
		{begins + "exec tr '\\0' x < /dev/zero", "without an end of the line"},
		{begins + "exec >&- 4>&-; sleep 60", "has ended: it goes on without input and output"},
		{"trap '' INT TERM HUP; " + begins + "sleep 60", "has not answered for 500ms"},
		{begins + "echo TypeError: planted >&2; yes '    at frame' | head -c 3000000 >&2; exit 3", "has ended: TypeError: planted"},
	} {
		t.Run(c.script, func(t *testing.T) {
			unruly.Empty(t)
			unruly.Mark(t)
			script := filepath.Join(t.TempDir(), "program")
			if err := os.WriteFile(script, []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			if child.Patience.Answer = time.Minute; strings.Contains(c.want, "500ms") { // the one script that ignores signals
				child.Patience.Answer = 500 * time.Millisecond
			}
			p, err := Start(t.Context(), script)
			if err == nil {
				_, err = p.timed("time")
			}
			if !strings.Contains(fmt.Sprint(err), c.want) || strings.Contains(fmt.Sprint(err), "\n") {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if p != nil {
				p.Close()
			}
		})
	}
}
