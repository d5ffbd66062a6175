//go:build rehearsal

package measure

import (
	"strconv"
	"strings"
	"time"
)

// plant is a technique and how many times as long its work takes, such as magic=1.02. The linker sets it.
var plant string

var (
	name, factor, _ = strings.Cut(plant, "=")
	times, bad      = strconv.ParseFloat(factor, 64)
)

// planted has work of the technique wait, on the clock, after every slice. That is as exact for assembly as for a loop over rays, which no change
// of the lookup would be. Slices of other techniques are timed as before: a wait of no length around them, too, made a cell of the reference 1 %
// slower.
func (t *Timer) planted(work func()) func() {
	if bad != nil {
		panic(bad)
	}
	if !strings.Contains(t.Cell, "/technique="+name+"/") {
		return work
	}
	return func() {
		began := time.Now()
		work()
		for whole := time.Duration(times * float64(time.Since(began))); time.Since(began) < whole; {
		}
	}
}
