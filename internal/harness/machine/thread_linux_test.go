package machine

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Timed leaves out time in which its thread does not run. Here the thread sleeps, as if another program had its CPU.
func TestTimedLeavesOutOthers(t *testing.T) {
	cpu, _ := ChooseCPU()
	err := Pinned(cpu, func() error {
		const rest = 100 * time.Millisecond
		if took := Timed(func() { ts := unix.NsecToTimespec(int64(rest)); _ = unix.Nanosleep(&ts, nil) }); took > float64(rest)/2 {
			t.Errorf("a sleep of %v was timed as %.3g ms of work", rest, took/1e6)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
