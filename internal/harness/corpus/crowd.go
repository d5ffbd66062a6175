package corpus

import (
	"fmt"
	"regexp"
	"strconv"
)

// Pressure is the amount of other data that crowd the caches between groups of lookups, as an engine's tables and weights do.
type Pressure struct {
	Lines int // random cache lines of a buffer to touch, as an engine touches its transposition table
	MiB   int // size of that buffer in MiB
	KiB   int // KiB to read in order, as an engine reads the weights of an evaluation network
}

// Group is the number of lookups in a group: about as many as an engine makes in a node.
const Group = 16

// UsualMiB is the size of the buffer in MiB if a corpus's name does not say it.
const UsualMiB = 16

// pressureName matches names of corpora such as crowd16of64+32.
var pressureName = regexp.MustCompile(`^crowd(0|[1-9][0-9]{0,3})(?:of([1-9][0-9]{0,3}))?(?:\+([1-9][0-9]{0,4}))?$`)

// ParsePressure reads a name: crowd16 touches 16 lines of 16 MiB after each group, crowd16of64 lines of 64 MiB, and crowd16+32 also streams 32 KiB.
func ParsePressure(name string) (p Pressure, err error) {
	parts := pressureName.FindStringSubmatch(name)
	if parts == nil {
		return p, fmt.Errorf("unknown corpus %q (want %s)", name, names())
	}
	p.MiB = UsualMiB
	for i, to := range []*int{&p.Lines, &p.MiB, &p.KiB} {
		if parts[i+1] != "" {
			*to, _ = strconv.Atoi(parts[i+1]) // a few digits
		}
	}
	if p.Lines > 1024 || p.MiB > 1024 || p.KiB > 16<<10 {
		return p, fmt.Errorf("corpus %q: want at most 1024 lines of 1024 MiB, and at most 16384 KiB streamed", name)
	}
	if p.String() != name {
		return p, fmt.Errorf("bad corpus %q (want it spelt %q)", name, p.String())
	}
	return p, nil
}

// String is the inverse of ParsePressure.
func (p Pressure) String() string {
	name := fmt.Sprintf("crowd%d", p.Lines)
	if p.MiB != UsualMiB {
		name += fmt.Sprintf("of%d", p.MiB)
	}
	if p.KiB != 0 {
		name += fmt.Sprintf("+%d", p.KiB)
	}
	return name
}
