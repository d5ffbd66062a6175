package measure

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/machine"
)

// The text of a survey has a line for each fact, or only the reason why nothing can be measured.
func TestSurveyText(t *testing.T) {
	for _, c := range []struct {
		survey Survey
		want   []string
	}{
		{Survey{Unusable: "the clock stands still"}, []string{"timer                the clock stands still"}},
		{
			Survey{
				CPU: 3, Clock: 3, Lowest: 2.9, Highest: 3.1, Turn: 5, Disturbed: 0.25, NeverQuiet: true, Resolution: 1, Cost: 20,
				Slowed: []Slowed{{CPU: 1, Times: 1.5}, {CPU: 2, Times: 1.01}}, Cycle: machine.CycleCheck{TimeStamp: 2.5, Counted: 1},
			},
			[]string{
				"3.00 GHz most of the time on CPU 3; nine in ten readings between 2.90 and 3.10", "ticks at 2.500 GHz", "1.000 cycles in a cycle of the chain",
				"25 % of the time another program uses CPU 3's core", "even its best readings are slower", "work on CPU 1 makes that on CPU 3 take 1.50 times as long",
				"work on CPUs [2] does not slow CPU 3", "1 ns, and reading it takes 20 ns",
			},
		},
	} {
		var text strings.Builder
		if err := c.survey.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(text.String(), "\n"); lines != len(c.want) {
			t.Errorf("%d lines, want %d:\n%s", lines, len(c.want), &text)
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("no %q in\n%s", want, &text)
			}
		}
	}
}
