package child

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/process"
)

// variable is the environment variable that makes the test binary behave as one of the kinds in be.
const variable = "SLIDEBENCH_CHILD_TEST"

// The test binary is also the program of these tests.
func TestMain(m *testing.M) {
	if kind := os.Getenv(variable); kind != "" {
		be(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// note writes the i-th note into the shared file, whose last bytes are the notes of the program and of its workers.
func note(i int, n Note) {
	f, err := os.OpenFile(os.Args[1], os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	info, _ := f.Stat()
	text, _ := binary.Append(nil, binary.NativeEndian, n)
	if _, err := f.WriteAt(text, info.Size()-int64(len(text)*(workers+1-i))); err != nil {
		panic(err)
	}
	f.Close()
}

// workers is the number of workers of the programs.
const workers = 2

// be answers requests in the way that a kind of program does: most kinds fail at a certain point.
func be(kind string) {
	in, out := bufio.NewReader(os.Stdin), os.Stdout
	kind, beside := strings.CutSuffix(kind, " beside")
	if beside {
		in, out = bufio.NewReader(os.NewFile(3, "")), os.NewFile(4, "")
		if kind == "answers" || kind == "unready" {
			fmt.Println("lookups may print")
		}
	}
	switch kind {
	case "silent":
		time.Sleep(time.Minute)
	case "hello": // in place of "ready"
		fmt.Fprintln(out, "hello")
		time.Sleep(time.Minute)
	case "babbles": // a line without an end in place of "ready"
		for {
			fmt.Fprint(out, strings.Repeat("0", LongestLine))
		}
	case "unready":
		fmt.Fprintln(os.Stderr, "no tables")
		os.Exit(3)
	}
	fmt.Fprintln(out, "ready for tests")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		switch kind {
		case "hangs":
			time.Sleep(time.Minute)
		case "ends":
			fmt.Fprintln(os.Stderr, "TypeError: planted")
			os.Exit(3)
		case "endless":
			for {
				fmt.Fprint(out, strings.Repeat("0", 1<<16))
			}
		case "more":
			fmt.Fprint(out, "ok\nok\n")
			continue
		case "refuses":
			fmt.Fprintln(out, "error out of tea")
			continue
		case "closed": // goes on without output
			out.Close()
			time.Sleep(time.Minute)
		case "dies": // at question 7
			note(0, Note{Doing: 7, More: [2]uint64{1, 2}})
			os.Exit(4)
		case "fills":
			note(0, Note{Doing: Filling})
			time.Sleep(time.Minute)
		case "stuck": // worker 1 goes on for a quarter of an hour, and worker 2 stays at question 3
			note(0, Note{})
			note(2, Note{Doing: 3})
			for i := range uint64(1 << 20) {
				note(1, Note{Doing: 5, More: [2]uint64{i}})
				time.Sleep(time.Millisecond)
			}
		case "slow": // 30 questions of 100 ms each: together longer than the limit for a question
			note(0, Note{})
			for i := range uint64(30) {
				note(1, Note{Doing: 5, More: [2]uint64{i}})
				time.Sleep(100 * time.Millisecond)
			}
			note(1, Note{})
		}
		fmt.Fprint(out, "ok ", line)
	}
}

// run starts a program of a kind and asks it one question. It returns the words of the greeting, the last line, and surplus bytes.
func run(t *testing.T, ctx context.Context, kind string, limits Limits) (words []string, line, more string, err error) {
	t.Helper()
	f, err := NewFile(t.TempDir(), 1<<16, workers)
	if err != nil {
		t.Fatal(err)
	}
	c := process.Program(ctx, os.Args[0], f.Name())
	c.Env, c.Patience = append(os.Environ(), variable+"="+kind), limits.End
	c.Beside = strings.HasSuffix(kind, " beside")
	p, err := Start(c, f)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if line, words, err = p.Ready(limits.Begin); err != nil || words == nil {
		return words, line, "", err
	}
	if limits.Question > 0 {
		defer p.Watch(limits.Question, limits.Question, nil)()
	}
	defer p.Within(limits.Answer)()
	line, err = p.Ask("question %d", 1)
	return words, line, p.Surplus(), err
}

// Whatever a program does in place of answering, its client ends it and returns one line that says what happened.
func TestUnruly(t *testing.T) {
	const soon, never = 300 * time.Millisecond, time.Minute
	usual := Limits{Begin: never, Answer: never, End: never}
	with := func(change func(l *Limits)) Limits {
		l := usual
		change(&l)
		return l
	}
	// Each of these has one short limit.
	begins, answers := with(func(l *Limits) { l.Begin = soon }), with(func(l *Limits) { l.Answer = soon })
	ends, asks := with(func(l *Limits) { l.End = soon }), with(func(l *Limits) { l.Question = 2 * time.Second })
	for _, c := range []struct {
		kind    string // of be
		limits  Limits
		line    string // the last line that the client reads
		instead string // what Ended.Instead returns, "" if the error is no Ended
		err     string // the end of the error, "" for none
	}{
		{"answers", usual, "ok question 1", "", ""},
		{"silent", begins, "", "has no answer within 300ms", "has not answered for 300ms and was ended"},
		{"hello", usual, "hello", "", ""},
		{"babbles", usual, strings.Repeat("0", LongestLine), "", "and on, more than 65536 bytes without an end of the line"},
		{"unready", usual, "", "ends the program: exit status 3", "has ended: no tables"},
		{"hangs", answers, "", "has no answer within 300ms", "has not answered for 300ms and was ended"},
		{"ends", usual, "", "ends the program: exit status 3", "has ended: TypeError: planted"},
		{"endless", usual, strings.Repeat("0", LongestLine), "", "and on, more than 65536 bytes without an end of the line"},
		{"more", usual, "ok", "", ""},
		{"refuses", usual, "error out of tea", "", `refuses "question 1": out of tea`},
		{"closed", ends, "", "ends the program: it goes on without input and output", "has ended: it goes on without input and output"},
		{"dies", asks, "", "ends the program: exit status 4", "has ended: exit status 4"},
		{"fills", asks, "", "does not end within 2s", "has ended: signal: killed"},
		{"stuck", asks, "", "has no answer within 2s", "has ended: signal: killed"},
		{"slow", asks, "ok question 1", "", ""},
	} {
		for _, kind := range []string{c.kind, c.kind + " beside"} {
			if strings.HasSuffix(kind, "beside") && runtime.GOOS != "linux" {
				continue
			}
			t.Run(kind, func(t *testing.T) {
				t.Parallel()
				words, line, more, err := run(t, t.Context(), kind, c.limits)
				if line != c.line || (err == nil) != (c.err == "") || err != nil && !strings.HasSuffix(err.Error(), c.err) {
					t.Errorf("answer %.100q, error %.200v (want %.100q and %q)", line, err, c.line, c.err)
				}
				greets := !slices.Contains([]string{"silent", "hello", "babbles", "unready"}, c.kind)
				if greets && fmt.Sprint(words) != "[ready for tests]" || !greets && words != nil {
					t.Errorf("greeting %.100q", words)
				}
				if (more == "ok\n") != (c.kind == "more") {
					t.Errorf("%q is too much", more)
				}
				e, has := errors.AsType[*Ended](err)
				if has != (c.instead != "") || has && e.Instead() != c.instead {
					t.Fatalf("got %+v, want %q", e, c.instead)
				}
				// The notes of the kinds that write some.
				busy := map[string]string{"dies": "[{7 [1 2]}]", "fills": fmt.Sprintf("[{%d [0 0]}]", Filling), "stuck": "[{3 [0 0]}]"}[c.kind]
				if has && busy != "" && (fmt.Sprint(e.Busy) != busy || e.Stuck != (c.kind != "dies")) {
					t.Errorf("busy with %v, stuck: %v (want %s)", e.Busy, e.Stuck, busy)
				}
			})
		}
	}
}

// When the context is done, the program is ended, and the error is the context's.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, _, _, err := run(t, ctx, "hangs", Limits{Begin: time.Minute, Answer: time.Minute, End: time.Minute}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Between requests a program may be idle for longer than an answer may take.
func TestIdle(t *testing.T) {
	c := process.Program(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), variable+"=answers")
	p, err := Start(c, nil)
	if err == nil {
		_, _, err = p.Ready(time.Minute)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const limit = 2 * time.Second
	for i := range 2 {
		inTime := p.Within(limit)
		line, err := p.Ask("question %d", i)
		inTime()
		if want := fmt.Sprint("ok question ", i); line != want || err != nil {
			t.Errorf("%q, %v, want %q", line, err, want)
		}
		if i == 0 {
			time.Sleep(limit * 3 / 2)
		}
	}
}

// Get reads the numbers that Put wrote into the file's room, and there is no more room than that.
func TestFile(t *testing.T) {
	f, err := NewFile(t.TempDir(), 16, workers)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Put([]uint64{1}, []uint8{2, 3}); err != nil {
		t.Error(err)
	}
	got := make([]uint8, 10) // eight bytes of the first number, and two
	if err := f.Get(got); err != nil || got[8] != 2 || got[9] != 3 {
		t.Errorf("%v, %v", got, err)
	}
	if err := f.Put(make([]uint64, 3)); err == nil || !strings.Contains(err.Error(), "24 bytes") {
		t.Errorf("got %v", err)
	}
	if err := f.Get(make([]uint64, 3)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("behind the room: %v", err)
	}
	if notes, err := f.Notes(); err != nil || len(notes) != 1+workers || notes[0] != (Note{Doing: Starting}) || notes[1] != (Note{}) {
		t.Errorf("%v, %v", notes, err)
	}
	f.Close()
	if _, err := os.Stat(f.Name()); err == nil {
		t.Error("the file is left")
	}
}
