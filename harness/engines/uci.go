package engines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/slidebench/slidebench/harness/machine"
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
	cmd   *exec.Cmd
	to    io.WriteCloser
	lines chan string // what it prints; closed at its end
	last  string
}

// visits: the first fills caches and tables.
func (u *uci) visits() (uncounted, counted int) { return 1, 4 }

func (u *uci) close() {
	for _, o := range u.open {
		if o == nil {
			continue
		}
		_ = o.to.Close()
		process.End(o.cmd.Process)
		for range o.lines {
		}
		_ = o.cmd.Wait()
	}
	u.open = nil
}

// round starts the engines anew, so that each round has other addresses.
func (u *uci) round(ctx context.Context, order []int) error {
	u.close()
	u.open = make([]*opened, len(u.Programs))
	for _, i := range order {
		p := u.Programs[i]
		o := &opened{Program: p, cmd: process.Shell(p.Command), lines: make(chan string, 64)}
		var err error
		if o.to, err = o.cmd.StdinPipe(); err != nil {
			return err
		}
		out, err := o.cmd.StdoutPipe()
		if err != nil {
			return err
		}
		o.cmd.Stderr = o.cmd.Stdout
		if err := u.start(o.cmd); err != nil {
			return fmt.Errorf("%s: %q: %w", p.Name, p.Command, err)
		}
		go func() {
			defer close(o.lines)
			for s := bufio.NewScanner(out); s.Scan(); {
				o.lines <- s.Text()
			}
		}()
		u.open[i] = o
		for _, ask := range [][2]string{{"uci", "uciok"}, {"isready", "readyok"}} {
			if _, _, err := u.ask(ctx, []int{i}, u.CPU, ask[0], ask[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// start starts a process on the match's CPU.
func (m *Match) start(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() { // the pinned thread ends with this goroutine
		if m.CPU >= 0 && !m.Parallel {
			if err := machine.Pin(m.CPU); err != nil {
				started <- err
				return
			}
		}
		started <- cmd.Start()
	}()
	return <-started
}

// ask says something to engines, and waits for a line of each that begins with a word. It returns all that each engine printed, and what that took.
func (u *uci) ask(ctx context.Context, programs []int, cpu int, say, want string) (said [][]string, tasks []*task, err error) {
	said = make([][]string, len(programs))
	for k, i := range programs {
		o := u.open[i]
		tasks = append(tasks, &task{start: func() (*os.Process, <-chan error, error) {
			if _, err := io.WriteString(o.to, say+"\n"); err != nil {
				return nil, nil, fmt.Errorf("ended: %s", lastLine(o.last))
			}
			answered := make(chan error, 1)
			go func() {
				for line := range o.lines {
					said[k], o.last = append(said[k], line), line
					if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word == want {
						answered <- nil
						return
					}
				}
				answered <- fmt.Errorf("ended: %s", lastLine(o.last))
			}()
			return o.cmd.Process, answered, nil
		}})
	}
	if err := u.timed(ctx, cpu, tasks); err != nil {
		return nil, nil, err
	}
	for k, t := range tasks {
		if errors.Is(t.err, errLate) {
			t.err = fmt.Errorf("does not answer %s within %v", want, u.Timeout)
		}
		if o := u.open[programs[k]]; t.err != nil {
			return nil, nil, fmt.Errorf("%s: %q, told %q: %w", o.Name, o.Command, say, t.err)
		}
	}
	return said, tasks, nil
}

// search lets engines search once from the start position, as a new game.
func (u *uci) search(ctx context.Context, order []int, cpu int) (did []run, err error) {
	if _, _, err := u.ask(ctx, order, cpu, "ucinewgame\nposition startpos\nisready", "readyok"); err != nil {
		return nil, err
	}
	said, tasks, err := u.ask(ctx, order, cpu, u.Go, "bestmove")
	if err != nil {
		return nil, err
	}
	for k, i := range order {
		text := strings.Join(said[k], "\n")
		nodes := u.nodes.read(text)
		if p := u.Programs[i]; nodes == 0 {
			return nil, fmt.Errorf("%s: %q, told %q, prints no number of nodes (its last line: %s); --nodes says how to find it", p.Name, p.Command, u.Go, lastLine(text))
		}
		did = append(did, run{nodes, tasks[k].cycles, tasks[k].time})
	}
	return did, nil
}
