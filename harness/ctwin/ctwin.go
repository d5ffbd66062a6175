// Package ctwin times loops of package techniques against twins in C, to show which part of a technique's time is due to the
// technique and which part to Go.
//
// gcc compiles the C program for this processor and without auto-vectorisation (which would merge several lookups
// into one and so time something else). The program reads the same questions, has tables of the same layout, and keeps running:
// samples of Go and C alternate, so that a change of frequency or a neighbour's load affects both. It gets factors and similar
// data from the memory of the packages themselves, and fills the attack tables by a walk of its own. No answer may differ: every
// pair of samples compares the checksums.
//
// Every technique that answers single questions has a twin, except for those in Without.
package ctwin

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

//go:embed c
var sources embed.FS

// Flags are the arguments of gcc.
var Flags = []string{"-O3", "-march=native", "-fno-tree-vectorize", "-fno-tree-slp-vectorize"}

// ErrNoCompiler is the error of Compile if there is no gcc, or if Go lays out entries with words of 32 bits.
var ErrNoCompiler = errors.New("no gcc in PATH, or 32 bits: C twins are skipped")

// Without names the techniques that answer single questions and have no twin, with the reason.
var Without = map[string]string{
	"best":     "it is one of the others behind a call",
	"picked":   "it is one of the others behind a call",
	"dualsimd": "its twin would be that of dual",
	"gfni":     "no machine of ours could check it",
	"gfnisimd": "no machine of ours could check it",
}

// Detailed names the techniques that are measured for every piece and mode.
var Detailed = []string{"noop", "fancymagic", "unchecked", "classical", "quintessence", "pext", "dual"}

// Cell is a timed loop that has a twin.
type Cell struct {
	Technique *techniques.Entry
	Piece     board.Piece
	Mode      mode.Mode
}

// String returns the cell's part of a benchmark's name.
func (c Cell) String() string {
	return fmt.Sprintf("technique=%s/piece=%v/mode=%s", c.Technique.Name, c.Piece, c.Mode)
}

// inGo reports whether the technique has the cell's loop in Go.
func (c Cell) inGo() bool {
	return c.Technique.Kernel(c.Mode, c.Piece) != nil || c.Technique.BatchKernel(c.Mode, c.Piece) != nil ||
		c.Mode == mode.Incremental && c.Technique.ReplayKernel(c.Piece) != nil
}

// A Twin is a running C program with its questions.
type Twin struct {
	Compiler string // gcc's version
	Cells    []Cell // loops that both sides have here, in the catalogue's order

	questions techniques.Questions
	replay    techniques.Replay
	dir       string // folder of the file with questions and facts
	wait      func() error
	stdin     io.WriteCloser
	stdout    *bufio.Reader
	stderr    bytes.Buffer
}

// Compile makes the C program, as a file that Start runs. The error is ErrNoCompiler if there is no gcc.
func Compile(ctx context.Context, program string) error { return compile(ctx, sources, program, Flags) }

// compile makes a program of the C sources in a file system. Its error is one line, the compiler's first complaint.
func compile(ctx context.Context, sources fs.FS, program string, flags []string) error {
	gcc, err := exec.LookPath("gcc")
	if err != nil || bits.UintSize < 64 {
		return ErrNoCompiler
	}
	dir, err := os.MkdirTemp("", "ctwin")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, sources); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "c", "unrolled.h"), unrolled(), 0o600); err != nil {
		return err
	}
	size := fmt.Sprintf("-DBATCH_SIZE=%d", techniques.BatchSize)
	cmd := exec.CommandContext(ctx, gcc, append(slices.Clone(flags), size, "-o", program, filepath.Join(dir, "c", "twin.c"))...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot compile the C twins: %w: %s", err, complaint(out))
	}
	return nil
}

// complaint returns the line of a compiler's output with the error.
func complaint(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "error") }); i >= 0 {
		return lines[i]
	}
	return lines[0]
}

// Start runs the C program on so many questions, and in mode incremental on moves with as many lookups, until Close, or until the context
// is done. The program inherits the CPU of the calling thread: after machine.Pin both sides run on one CPU.
func Start(ctx context.Context, program string, questions int) (t *Twin, err error) {
	t = &Twin{}
	if t.questions, err = corpus.New(corpus.Usual[0], questions, 1); err != nil {
		return nil, err
	}
	if t.replay, err = corpus.NewReplay("replay4", questions, 1); err != nil {
		return nil, err
	}
	if t.dir, err = os.MkdirTemp("", "ctwin"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(t.dir)
		}
	}()
	file := filepath.Join(t.dir, "questions")
	if err := writeFile(file, t.questions, t.replay); err != nil {
		return t, fmt.Errorf("cannot hand questions and facts to the C twins: %w", err)
	}
	cmd := exec.CommandContext(ctx, program, file)
	t.wait = sync.OnceValue(cmd.Wait)
	cmd.Stderr = &t.stderr
	if t.stdin, err = cmd.StdinPipe(); err != nil {
		return t, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return t, err
	}
	t.stdout = bufio.NewReader(stdout)
	if err := cmd.Start(); err != nil {
		return t, fmt.Errorf("cannot start the C twins: %w", err)
	}
	return t, t.greet()
}

// greet reads the program's first two lines.
func (t *Twin) greet() (err error) {
	if t.Compiler, err = t.line(); err != nil {
		return err
	}
	list, err := t.line()
	if err != nil {
		return err
	}
	twins := strings.Fields(list)
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		if e.Available() != nil {
			continue
		}
		for _, p := range board.Pieces {
			for _, m := range mode.All {
				if c := (Cell{e, p, m}); c.inGo() && slices.Contains(twins, fmt.Sprintf("%s/%v/%s", e.Name, p, m)) {
					t.Cells = append(t.Cells, c)
				}
			}
		}
	}
	return nil
}

// line reads one line of the program's output.
func (t *Twin) line() (string, error) {
	line, err := t.stdout.ReadString('\n')
	if err != nil {
		t.wait()
		return "", fmt.Errorf("the C twins have ended: %s", cmp.Or(complaint(t.stderr.Bytes()), err.Error()))
	}
	return strings.TrimSpace(line), nil
}

// run makes the program run a loop, and returns the checksum of all repetitions and their time.
func (t *Twin) run(c Cell, repetitions int, feedback uint64) (sum uint64, spent time.Duration, err error) {
	reply, err := t.ask(fmt.Sprintf("%s %v %s %d %x", c.Technique.Name, c.Piece, c.Mode, repetitions, feedback))
	if err != nil {
		return 0, 0, err
	}
	sum, spent, err = parseReply(reply)
	if err != nil {
		return 0, 0, fmt.Errorf("%v: %w", c, err)
	}
	return sum, spent, nil
}

// ask sends one line and returns the answer.
func (t *Twin) ask(line string) (reply string, err error) {
	if _, err := io.WriteString(t.stdin, line+"\n"); err != nil {
		return "", fmt.Errorf("the C twins do not listen: %w", err)
	}
	return t.line()
}

// parseReply reads a checksum and nanoseconds.
func parseReply(line string) (sum uint64, spent time.Duration, err error) {
	first, second, _ := strings.Cut(line, " ")
	sum, sumErr := strconv.ParseUint(first, 16, 64)
	ns, nsErr := strconv.ParseUint(second, 10, 63)
	if sumErr != nil || nsErr != nil {
		return 0, 0, fmt.Errorf("bad answer %q of the C twins (want a checksum and nanoseconds)", line)
	}
	return sum, time.Duration(ns), nil
}

// runGo works like run, in Go.
func (t *Twin) runGo(c Cell, repetitions int) (sum uint64, spent time.Duration) {
	once := func() uint64 { return c.Technique.Kernel(c.Mode, c.Piece)(t.questions) }
	switch c.Mode {
	case mode.Batch:
		return t.batchGo(c, repetitions)
	case mode.Incremental:
		once = func() uint64 { return c.Technique.ReplayKernel(c.Piece)(t.replay) }
	}
	once() // not timed, warms the caches
	start := time.Now()
	for range repetitions {
		sum += once()
	}
	return sum, time.Since(start)
}

// batchGo is runGo for mode batch. The comment on the checksum in c/twin.c holds here, too.
func (t *Twin) batchGo(c Cell, repetitions int) (sum uint64, spent time.Duration) {
	kernel := c.Technique.BatchKernel(c.Mode, c.Piece)
	var answers [techniques.BatchSize]uint64
	batches := func(wantSum bool) {
		for i := 0; i < len(t.questions.Occs); i += len(answers) {
			n := min(len(t.questions.Occs)-i, len(answers))
			kernel(answers[:n], t.questions.Slice(i, i+n))
			for j := 0; wantSum && j < n; j++ {
				sum ^= answers[j]
			}
		}
	}
	batches(true) // not timed, warms the caches
	start := time.Now()
	for range repetitions {
		batches(false)
	}
	return sum, time.Since(start)
}

// Pair is one sample of each side, taken one after the other, in ns per lookup.
type Pair struct{ Go, C float64 }

// Quickest returns the least time of each side, because disturbances only add to a time. It holds for these two processes: the
// addresses of code and tables are drawn once for each process, and other draws have moved the ratios of table lookups by up to
// 10 %.
func Quickest(pairs []Pair) Pair {
	quickest := pairs[0]
	for _, p := range pairs[1:] {
		quickest = Pair{min(quickest.Go, p.Go), min(quickest.C, p.C)}
	}
	return quickest
}

// Lookups returns how many lookups one repetition of a cell's loop makes.
func (t *Twin) Lookups(c Cell) int {
	if c.Mode == mode.Incremental {
		return len(t.replay.Squares)
	}
	return len(t.questions.Occs)
}

// Time times pair i; in every other pair Go comes first. It is an error if the sides return different checksums.
func (t *Twin) Time(c Cell, repetitions, i int) (Pair, error) {
	var goSum uint64
	var goTime time.Duration
	if i%2 == 0 {
		goSum, goTime = t.runGo(c, repetitions)
	}
	cSum, cTime, err := t.run(c, repetitions, 0)
	if err != nil {
		return Pair{}, err
	}
	if i%2 != 0 {
		goSum, goTime = t.runGo(c, repetitions)
	}
	if goSum != cSum {
		return Pair{}, fmt.Errorf("%v: the checksum is %016x in Go and %016x in C", c, goSum, cSum)
	}
	lookups := float64(repetitions * t.Lookups(c))
	return Pair{float64(goTime.Nanoseconds()) / lookups, float64(cTime.Nanoseconds()) / lookups}, nil
}

// sample is the approximate time of one side of a pair: long compared with the resolution of the clock and a switch of processes,
// and so short that one sample in a few is undisturbed.
const sample = 3 * time.Millisecond

// Repetitions returns how many repetitions of a cell's loop make one sample.
func (t *Twin) Repetitions(c Cell) int {
	_, once := t.runGo(c, 1)
	return int(min(sample/max(once, 1)+1, maxRepetitions))
}

// maxRepetitions is the limit in twin.c.
const maxRepetitions = 1_000_000

// Close ends the program and removes its file.
func (t *Twin) Close() error {
	t.stdin.Close()
	return errors.Join(t.wait(), os.RemoveAll(t.dir))
}
