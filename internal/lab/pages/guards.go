package pages

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/lab/rehearsal"
)

// writeGuards writes, for each machine, how many real guards with known answers were right.
func writeGuards(p *page) {
	p.each("make rehearse", func(paths []string) {
		all, err := rehearsal.Read(bytes.NewReader(must(os.ReadFile(paths[0]))))
		if err != nil {
			check(fmt.Errorf("%s: %w", paths[0], err))
		}
		p.Printf("**%s**, from %s\n\n", filepath.Base(filepath.Dir(paths[0])), raw(paths[0]))
		p.Head("head", "threshold", "guards", "found", "false alarms", "median time")
		for _, kind := range rehearsal.Kinds {
			p.guards(kind, slices.DeleteFunc(slices.Clone(all), func(o rehearsal.Outcome) bool { return o.Rehearsal != kind.Name }))
		}
	})
}

// guards writes the row of a kind of guard, if any ran.
func (p *page) guards(kind rehearsal.Kind, all []rehearsal.Outcome) {
	n := len(all)
	if n == 0 {
		return
	}
	found, wrong := 0, 0
	var took []time.Duration
	for _, o := range all {
		if o.Found {
			found++
		}
		if len(o.Blamed) > 0 {
			wrong++
		}
		took = append(took, o.Took)
	}
	slices.Sort(took)
	head, right := "equal to base", "nothing to find"
	if kind.Times > 0 {
		of := "drawn from the whole catalogue"
		if kind.Named {
			of = "that is named"
		}
		head, right = fmt.Sprintf("a technique %s takes %.0f %% longer", of, 100*(kind.Times-1)), share(found, n)
	}
	p.Row(head, fmt.Sprintf("%g %%", 100*kind.Threshold), fmt.Sprint(n), right, share(wrong, n),
		took[n/2].String())
}

// share formats how often an event happened, with the exact limits of its probability.
func share(k, n int) string {
	lo, hi := stats.Share(k, n)
	return fmt.Sprintf("%d of %d (%.0f to %.0f %%)", k, n, 100*lo, 100*hi)
}
