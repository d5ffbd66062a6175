package engines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
)

// uci holds engines that stay open for a round, and search on command.
type uci struct {
	*Match
	open []*opened
}

// opened is an engine that listens.
type opened struct {
	Program
	child *process.Child
	to    io.Writer // its input
	parts chan part // of its output; closed at its end
	said  *printed  // the engine's output since the last command
}

// part is a line of an engine's output, or a part of a very long line.
type part struct {
	text   string
	begins bool // the part is the beginning of a line
}

// searches has one search that fills caches and tables, and four that count.
func (u *uci) searches() (uncounted, counted int) { return 1, 4 }

func (u *uci) close() {
	for _, o := range u.open {
		if o == nil { // round has failed before it
			continue
		}
		o.child.End()
		_ = o.child.Close() // an error says that End has killed the engine
		for range o.parts { // read may wait for room in the channel; it ends with the output
		}
	}
	u.open = nil
}

// round starts the engines anew, so that each round has other addresses.
func (u *uci) round(ctx context.Context, order []int) error {
	u.open = make([]*opened, len(u.Programs))
	for _, i := range order {
		p := u.Programs[i]
		o := &opened{Program: p, child: process.Shell(ctx, p.Command), parts: make(chan part, 64), said: u.nodes.print()}
		to, out, err := o.child.Pipes()
		if err != nil {
			return err
		}
		o.to, o.child.Stderr = to, o.child.Stdout
		if err := u.start(o.child); err != nil {
			return fmt.Errorf("%s: %q: %w", p.Name, p.Command, err)
		}
		go o.read(out)
		u.open[i] = o
		for _, ask := range [][2]string{{"uci", "uciok"}, {"isready", "readyok"}} {
			if _, err := u.ask(ctx, []int{i}, u.CPU, ask[0], ask[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// read sends the parts of an engine's output to the channel, until the output ends.
func (o *opened) read(out io.Reader) {
	defer close(o.parts)
	for in, begins := bufio.NewReaderSize(out, 64<<10), true; ; {
		text, err := in.ReadSlice('\n')
		if len(text) > 0 {
			o.parts <- part{string(text), begins}
		}
		if begins = err == nil; err != nil && err != bufio.ErrBufferFull {
			return
		}
	}
}

// gone returns an error that says how an engine ended, or closed its output, before it answered.
func (o *opened) gone() error {
	how := "closes its output"
	select {
	case <-o.child.Ended():
		how = "ended (" + o.child.State() + ")"
		for p := range o.parts {
			_, _ = io.WriteString(o.said, p.text)
		}
	case <-time.After(time.Second):
	}
	return fmt.Errorf("%s: %s", how, says(&o.said.Tail))
}

// start starts a process on the match's CPU, or anywhere if it has none. Engines that stay open never run at once, each on a CPU: Check refuses that.
func (m *Match) start(child *process.Child) error {
	if m.CPU < 0 {
		return child.Start()
	}
	return machine.Pinned(m.CPU, child.Start)
}

// ask sends a text to engines, and waits until each has printed a line that begins with the wanted word. It returns a task for each, with its time; said has its output.
func (u *uci) ask(ctx context.Context, programs []int, cpu int, say, want string) (tasks []*task, err error) {
	for _, i := range programs {
		o := u.open[i]
		tasks = append(tasks, &task{start: func() (*process.Child, <-chan error, error) {
			if _, err := io.WriteString(o.to, say+"\n"); err != nil {
				return nil, nil, o.gone()
			}
			o.said = u.nodes.print()
			answered := make(chan error, 1)
			go func() {
				for p := range o.parts {
					_, _ = io.WriteString(o.said, p.text)
					if word, _, _ := strings.Cut(strings.TrimSpace(p.text), " "); word == want && p.begins {
						answered <- nil
						return
					}
				}
				answered <- o.gone()
			}()
			return o.child, answered, nil
		}})
	}
	if err := u.timed(ctx, cpu, tasks); err != nil {
		return nil, err
	}
	for k, t := range tasks {
		if errors.Is(t.err, errLate) {
			t.err = fmt.Errorf("does not answer %s within %v", want, u.Timeout)
		}
		if o := u.open[programs[k]]; t.err != nil {
			return nil, fmt.Errorf("%s: %q, sent %q: %w", o.Name, o.Command, say, t.err)
		}
	}
	return tasks, nil
}

// search lets engines search all positions, one after the other, as one new game.
func (u *uci) search(ctx context.Context, order []int, cpu int) ([]run, error) {
	did := make([]run, len(order))
	begin := "ucinewgame\n" // before the first position only
	at := "startpos"
	for p := range max(1, len(u.Positions)) {
		if len(u.Positions) > 0 {
			at = "fen " + u.Positions[p]
		}
		if _, err := u.ask(ctx, order, cpu, begin+"position "+at+"\nisready", "readyok"); err != nil {
			return nil, err
		}
		begin = ""
		tasks, err := u.ask(ctx, order, cpu, u.Go, "bestmove")
		if err != nil {
			return nil, err
		}
		for k, i := range order {
			o := u.open[i]
			nodes := o.said.nodes()
			if nodes == 0 {
				return nil, fmt.Errorf("%s: %q, sent %q at %s, prints no number of nodes (its last line: %s); --nodes says how to find it", o.Name, o.Command, u.Go, at, lastLine(&o.said.Tail))
			}
			did[k] = run{did[k].nodes + nodes, did[k].cycles + tasks[k].cycles, did[k].took + tasks[k].time}
		}
	}
	return did, nil
}
