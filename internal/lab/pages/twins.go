package pages

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/report"
)

// Techniques and uses in the table of twins: each technique has two programs, in Go and in C.
var (
	twins    = []string{"fancymagic", "classical", "quintessence", "pext", "dual"}
	twinUses = []report.Use{{Piece: board.Queen, Mode: "throughput"}, {Piece: board.Queen, Mode: "latency"}, {Piece: board.Queen, Mode: "batch"}, perftUse, searchUse}
)

// writeTwins writes, for each machine, the ratios of times in Go to times in C.
func writeTwins(p *page) {
	for _, m := range whole(p.readMachines()) {
		if m.inC.InGo() { // the machine has no build in C
			continue
		}
		heads := []string{"Go : C"}
		for _, u := range twinUses {
			heads = append(heads, u.String())
		}
		p.Printf("**%s**, from %s\n\n", m.name, m.raw())
		p.Head(heads...)
		for _, name := range twins {
			fields := []string{"`" + name + "`"}
			for _, u := range twinUses {
				text := "" // no such instruction on the machine, or measured in too few rounds
				if ratio := m.goOverC(name, u); ratio.Finite() {
					text = fmt.Sprintf("%.2f", ratio.Median)
				}
				fields = append(fields, text)
			}
			p.Row(fields...)
		}
		p.WriteByte('\n')
	}
	if p.Len() == 0 {
		p.Printf("*There are no builds in C in the newest of `%s`: `make bench-uses` measures them where there is a compiler.*\n", fromRoot(p.pattern))
	}
}
