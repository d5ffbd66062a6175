package anylanguage

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// hurry shortens the time that loops run before they are timed, and the time for a proof.
func hurry() (restore func()) {
	before, most, whole := warmth, mostWarmth, budget
	warmth, mostWarmth, budget = 10*time.Millisecond, 50*time.Millisecond, 2*time.Second
	return func() { warmth, mostWarmth, budget = before, most, whole }
}

// A program's times count only if its checksums are right, it works each time anew, its clock agrees, and its lookups wait for each other in loop latency.
func TestTime(t *testing.T) {
	tiertest.Slow(t)
	self, err := os.Executable()
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("SKIP: needs a shell: ", err)
	}
	defer hurry()()
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	block := child.Patience.Block
	sq, occ := questions()
	moves := make([]conform.DeltaMove, len(occ))
	for i := range moves {
		for s := range board.Squares(occ[i] & 0xff0000ff) { // few men: a list by the walk is slow
			moves[i].Men[s] = board.ManPawn + board.Man((i+s)%6)
		}
	}
	const deltas = "threats"
	for _, loop := range append([]string{deltas}, loops...) {
		for fault, says := range map[string]string{ // parts of errors in loop throughput, by faults of program_test.go; "": none
			"none": "", "binary": "", "idle": "the checksum of \"throughput rook\" over questions 0 to 4095 is 0x0, and that of the answers is ", "keeps": "the program keeps what it has answered",
			"half": "its time is not to be believed", "double": " as the program says, and was answered after ", "coarse": "the clock moves in steps of ", "wordy": `is answered by "sum `,
			"untimed": "and nanoseconds)", "unlike": "the checksum of \"throughput rook\"", "ends": `"throughput rook 0 4096" ends the program: exit status 4`,
			"stops": "has no answer within", "independent": "",
		} {
			if loop == deltas && (fault == "binary" || fault != "none" && fault != "idle" && !tiertest.Minutes()) {
				continue // deltas have no binary form, and make test has time for two rows
			}
			if child.Patience.Block = block; fault == "stops" && loop == deltas {
				child.Patience.Block = time.Second // its lists take longer than 100 ms
			} else if fault == "stops" {
				child.Patience.Block = 100 * time.Millisecond
			}
			switch loop {
			case deltas:
				says = strings.Replace(says, "throughput rook", "throughput threats", 1)
			case string(mode.Latency):
				says = strings.Replace(says, "0 4096", "0 4096 0", 1)
				switch says = strings.Replace(says, "throughput", loop, 1); fault {
				case "independent":
					says = "its lookups do not wait for each other"
				case "keeps":
					continue // the mask of checkMask is in its requests
				}
			}
			command := fmt.Sprintf("env %s='%s' '%s'", variable, fault, self)
			var running *timed
			var lists []board.Delta
			var err error
			if loop == deltas {
				running, lists, err = timeThreats(t.Context(), "", command, moves)
			} else {
				running, _, err = timeLookups(t.Context(), "", command, loop, board.Rook, sq, occ)
			}
			if says != "" {
				if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: %v, want %q", fault, err, says)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", fault, err)
				continue
			}
			sum, ns, err := running.do(7, 1007)
			for i := 7; i < 1007; i++ {
				if loop != deltas {
					sum ^= board.Walk(board.Rook, int(sq[i]), occ[i])
					continue
				}
				for _, threat := range lists[i].All() {
					sum ^= uint64(threat)
				}
			}
			if err != nil || sum != 0 || ns < 1000 { // a walk or a list takes more than a nanosecond
				t.Errorf("%s: %v; the checksum is off by %#x after %v ns", fault, err, sum, ns)
			}
			running.Close()
		}
	}
}
