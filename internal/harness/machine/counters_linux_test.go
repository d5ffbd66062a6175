package machine

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The line about counters gives the reason in words for the usual errors.
func TestCountersLine(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "available"},
		{unix.ENOENT, "not available: no cycle counter"},
		{unix.EOPNOTSUPP, "not available: no cycle counter"},
		{unix.EACCES, "not available: forbidden"},
		{unix.EPERM, "not available: forbidden"},
		{unix.ENOSYS, "not available: the kernel has no perf_event_open"},
		{unix.EMFILE, "not available: too many open files: time alone is reported"},
	} {
		if got := countersLine(c.err); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.err, got, c.want)
		}
	}
}
