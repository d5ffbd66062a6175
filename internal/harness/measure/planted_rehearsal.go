//go:build rehearsal

package measure

import (
	"strconv"
	"strings"
	"time"
)

// plant is a technique and how many times as long its slices are made to take, such as magic=1.02. The linker sets it.
var plant string

var (
	name, factor, _ = strings.Cut(plant, "=")
	times, bad      = strconv.ParseFloat(factor, 64)
)

// planted makes each slice of the technique wait at its end, within the measured time. This slows all techniques by exactly the same factor, which a
// change of the lookup could not. Slices of other techniques stay as they are: even a wait of length 0 makes a cell of the reference 1 % slower.
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
