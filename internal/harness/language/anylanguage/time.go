package anylanguage

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

// loops are the timed loops that a program may have.
var loops = []string{string(mode.Throughput), string(mode.Latency)}

// timed is a running program that times one loop, for one piece or for deltas. It gets no other requests, so that a just-in-time compiler sees a single
// lookup in the loop.
type timed struct {
	*program
	loop string   // the first words of its request: "throughput rook"
	sums []uint64 // sums[i] is the exclusive or of the first i answers
	step uint64   // the greatest common divisor of all times so far, in nanoseconds: the clock's step
}

// A loop runs for warmth at least, until the slowest of inARow passes takes at most agree times as long as the quickest, or mostWarmth is over. Only then is it timed.
var warmth, mostWarmth = 500 * time.Millisecond, 3 * time.Second

const (
	inARow = 3
	agree  = 1.02
)

// timeLookups starts a command in a folder, has it answer questions about a piece, and runs its loop until it is as quick as it gets. It returns an error if the loop
// does not wait where it should, keeps its answers, or has a clock that disagrees with this program's, or is too coarse.
func timeLookups(ctx context.Context, folder, command, loop string, piece board.Piece, sq []uint8, occ []uint64) (t *timed, answers []uint64, err error) {
	t, err = newTimed(ctx, folder, command, fmt.Sprintf("%s %v", loop, piece), func(p *program) ([]uint64, error) {
		answers, err = p.ask(piece, sq, occ)
		return answers, err
	})
	if err == nil && loop == string(mode.Latency) {
		if err = t.checkMask(piece, sq, occ); err != nil {
			t.Close()
		}
	}
	return t, answers, err
}

// timeThreats is timeLookups for the loop of deltas.
func timeThreats(ctx context.Context, folder, command string, moves []conform.DeltaMove) (t *timed, deltas []board.Delta, err error) {
	t, err = newTimed(ctx, folder, command, string(mode.Throughput)+" threats", func(p *program) (sums []uint64, err error) {
		deltas, err = p.deltas(moves)
		for i := range deltas {
			sum := uint64(0)
			for _, threat := range deltas[i].All() {
				sum ^= uint64(threat)
			}
			sums = append(sums, sum)
		}
		return sums, err
	})
	return t, deltas, err
}

// newTimed starts a command, has it answer all questions, and runs its loop until it settles.
func newTimed(ctx context.Context, folder, command, loop string, answer func(*program) ([]uint64, error)) (t *timed, err error) {
	t = &timed{loop: loop, sums: make([]uint64, 1)}
	if t.program, err = start(ctx, folder, command); err != nil {
		return nil, err
	}
	answers, err := answer(t.program)
	for i, sum := range answers {
		t.sums = append(t.sums, t.sums[i]^sum)
	}
	if err == nil {
		err = t.settle()
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// do has the loop look up questions i to j-1. It returns the checksum, and how many nanoseconds the loop took by the program's own clock.
func (t *timed) do(i, j int) (sum uint64, ns float64, err error) {
	sum, reported, _, err := t.times(1, i, j, 0)
	if want := t.sums[j] ^ t.sums[i]; err == nil && sum != want {
		err = fmt.Errorf("the checksum of %q over questions %d to %d is %#x, and that of the answers is %#x: it is not measured", t.loop, i, j-1, sum, want)
	}
	return sum, float64(max(1, reported)), err
}

// times has the loop look up questions i to j-1 n times in a row. It returns the checksum, the same each time, the time that the program reports for all n, and the time
// until its last answer by this program's clock.
func (t *timed) times(n, i, j int, mask uint64) (sum uint64, reported, elapsed time.Duration, err error) {
	defer t.Within(patience(n * (j - i)))()
	request := fmt.Sprintf("%s %d %d", t.loop, i, j)
	if strings.HasPrefix(t.loop, string(mode.Latency)) {
		request += fmt.Sprintf(" %x", mask)
	}
	began := machine.Now()
	t.Send([]byte(strings.Repeat(request+"\n", n)))
	for k := range n {
		line, err := t.line()
		if e, has := errors.AsType[*child.Ended](err); has {
			if e.Late > 0 {
				return 0, 0, 0, fmt.Errorf("%q has no answer within %v (is the output flushed?)", request, e.Late)
			}
			return 0, 0, 0, fmt.Errorf("%q ends the program: %s", request, e.Why())
		}
		if err != nil {
			return 0, 0, 0, err
		}
		one, spent, ok := child.Timed(line)
		if !ok {
			return 0, 0, 0, fmt.Errorf("%q is answered by %.40q (want the exclusive or of the answers as at most 16 hexadecimal digits, and nanoseconds)", request, line)
		}
		if k > 0 && one != sum {
			return 0, 0, 0, fmt.Errorf("%q has the checksum %#x at first, and %#x later", request, sum, one)
		}
		sum, reported, t.step = one, reported+spent, divisor(t.step, uint64(spent))
	}
	elapsed = machine.Now() - began
	// The program's clock may move in steps. Half of the time at most is excused so, as after the first time the step is that time.
	if reported > elapsed+elapsed/100+time.Microsecond+min(reported/2, time.Duration(n)*time.Duration(t.step)) {
		return 0, 0, 0, fmt.Errorf("%q takes %v as the program says, and was answered after %v (want nanoseconds)", request, reported, elapsed)
	}
	if more := t.Surplus(); more != "" {
		return 0, 0, 0, fmt.Errorf("%q has more than one answer: %q is too much", request, more)
	}
	return sum, reported, elapsed, nil
}

// divisor returns the greatest common divisor of two numbers.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// settle runs the loop until its times stop falling (a just-in-time compiler may work meanwhile), and then checks the loop's clock and answers.
func (t *timed) settle() error {
	all := len(t.sums) - 1
	var passes []time.Duration
	for began := machine.Now(); ; {
		if _, _, err := t.do(0, all); err != nil { // for the checksum; the time is that of the next pass
			return err
		}
		_, reported, _, err := t.times(1, 0, all, 0)
		if err != nil {
			return err
		}
		passes = append(passes, reported)
		last := passes[max(0, len(passes)-inARow):]
		settled := len(last) == inARow && float64(slices.Max(last)) <= agree*float64(slices.Min(last))
		if spent := machine.Now() - began; spent >= warmth && settled || spent > mostWarmth {
			break
		}
	}
	if err := machine.CheckStep(float64(max(1, t.step))); err != nil {
		return err
	}
	if err := t.checkAgain(); err != nil { // before the clock: kept answers take too little time to compare clocks
		return err
	}
	return t.checkClock(slices.Min(passes))
}

// checkMask compares the checksum of the loop latency where each answer, ANDed with a mask, is ORed into the next occupancy: so each lookup must wait for the one before
// it.
func (t *timed) checkMask(piece board.Piece, sq []uint8, occ []uint64) error {
	const mask = 0x5aa5_3cc3_0ff0_9669 // any half of the bits
	sum, _, _, err := t.times(1, 0, len(occ), mask)
	want, answer := uint64(0), uint64(0)
	for i := range occ {
		answer = board.Walk(piece, int(sq[i]), occ[i]|answer&mask)
		want ^= answer
	}
	if err == nil && sum != want {
		err = fmt.Errorf("loop latency has the checksum %#x, want %#x, where the attacks of the question before are ANDed with %x: its lookups do not wait for each other", sum, want, uint64(mask))
	}
	return err
}

// checkClock compares the program's clock with this program's, over passes that together take some milliseconds, less the time of as many passes over no question.
func (t *timed) checkClock(pass time.Duration) error {
	const (
		together = 20 * time.Millisecond
		most     = 256 // passes
		tries    = 50  // other programs may come between
	)
	n := int(min(most, 1+together/max(1, pass)))
	nothing := time.Hour // the least so far: an interrupted pass would excuse a wrong clock
	var reported, elapsed time.Duration
	for range tries {
		for range 3 {
			_, _, again, err := t.times(n, 0, 0, 0)
			if err != nil {
				return err
			}
			nothing = min(nothing, again)
		}
		var err error
		if _, reported, elapsed, err = t.times(n, 0, len(t.sums)-1, 0); err != nil {
			return err
		}
		if elapsed -= nothing; elapsed-reported <= elapsed/10 {
			return nil
		}
		if n < most {
			n++ // it may have become quicker
		}
	}
	return fmt.Errorf("%d times %q over all questions take %v, and the program says %v: its time is not to be believed", n, t.loop, elapsed, reported)
}

// checkAgain compares the time of questions asked for the third time in a row with that of others. A processor that learns a slow loop's branches then needs a quarter of
// the time or more, but a program that keeps its checksums needs next to none.
func (t *timed) checkAgain() error {
	const few, kept = 4096, 0.1 // questions that take long enough to time, and a part of the time of fresh ones
	all := len(t.sums) - 1
	if all < few {
		return nil
	}
	var again, fresh []float64 // ns per question
	for range 9 {
		length := all/4 + rand.IntN(all/4)
		for _, times := range []int{1, 3} {
			i, ns := rand.IntN(all-length), 0.0
			for range times {
				var err error
				if _, ns, err = t.do(i, i+length); err != nil {
					return err
				}
			}
			if times == 1 {
				fresh = append(fresh, ns/float64(length))
			} else {
				again = append(again, ns/float64(length))
			}
		}
	}
	slices.Sort(again)
	slices.Sort(fresh)
	if a, f := again[len(again)/2], fresh[len(fresh)/2]; a < kept*f {
		return fmt.Errorf("a question takes %.2f ns where the same ones were asked together before, and %.2f ns elsewhere: the program keeps what it has answered", a, f)
	}
	return nil
}
