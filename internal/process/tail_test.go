package process

import (
	"fmt"
	"strings"
	"testing"
)

// A Tail finds the error however much text comes before or after it, passes old text to Forget, and keeps only so much.
func TestTail(t *testing.T) {
	const failure, frame = "Exception in thread \"main\" java.lang.StackOverflowError", "\tat org.example.chess.attacks.SlidingPieces.walk(SlidingPieces.java:123)"
	for _, c := range []struct{ name, before, line, after, want string }{
		{"error first", "", failure, frame, failure},
		{"error last", "table", failure, "", failure},
		{"no error", "table", "", "square", strings.Repeat("square; ", manyLines-1) + "square"}, // the last lines
	} {
		var tail Tail
		forgotten := map[string]bool{}
		tail.Forget = func(text []byte) {
			for _, line := range []string{c.before, c.line, c.after} {
				forgotten[line] = forgotten[line] || strings.Contains("\n"+string(text), "\n"+line+"\n")
			}
		}
		write := func(line string, times int) {
			for range times {
				if n, err := fmt.Fprintf(&tail, "%s\n", line); err != nil || n != len(line)+1 {
					t.Fatal(n, err)
				}
			}
		}
		write(c.before, 200_000) // with c.after, more than the room of a Tail
		write(c.line, 1)
		write(c.after, 200_000)
		if got := tail.Error(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if got := len(tail.String()); got < kept || got > room { // it has forgotten text, down to kept
			t.Errorf("%s: %d bytes are kept", c.name, got)
		}
		if !forgotten[c.before] && !forgotten[c.line] {
			t.Errorf("%s: forgotten lines %v", c.name, forgotten)
		}
	}
	var tail Tail // one line without end
	for range 100 {
		tail.Write(make([]byte, 100_000))
	}
	if got := len(tail.String()); got > room {
		t.Errorf("of one line, %d bytes are kept", got)
	}
}
