package guest

import (
	"bytes"
	"context"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/techniques/conform"
)

//go:embed prover/*.go
var prover embed.FS

// How long a package may take before its first lookup, and a lookup.
var (
	patience       = 30 * time.Second
	lookupPatience = 5 * time.Second
)

// Prover is a program that proves a package's lookups, in a process of its own.
type Prover struct {
	lookup Lookup
	*face
	prefix   string // how the names of its module's variables begin
	binary   string
	notes    string                // file of what the program is doing
	Progress func(done, total int) // is called between squares
}

// NewProver builds the prover of a package in an empty folder. It is small: of this module it has the board and the questions alone.
func NewProver(ctx context.Context, folder, dir string, l Lookup, source string) (*Prover, error) {
	source, err := Source(ctx, dir, source)
	if err != nil {
		return nil, err
	}
	h, err := homeOf(ctx, folder, dir)
	if err != nil {
		return nil, err
	}
	f, err := inspect(ctx, dir, h, l)
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(prover, "prover")
	if err != nil {
		return nil, err
	}
	own := filepath.Join(folder, "prover")
	if err := os.CopyFS(own, files); err != nil {
		return nil, err
	}
	importable, err := f.enter(l, h)
	if err != nil {
		return nil, err
	}
	text := string(f.source(l, "main", importable)) + "\nvar both func(sq int, occ uint64) (rook, bishop uint64)"
	if f.answers["Both"] != "" {
		text += " = Both"
	}
	text += "\nvar deltas func(n int, number func(i int) (before unsafe.Pointer, move uint32), text func(i int) (fen, move string), ready func(), room func(i int) []uint32, done func(i, count int))"
	if l.Threats != "" {
		text += " = guest." + l.asker() + "{}.Deltas"
	}
	text = strings.Replace(text, "import (", "import (\n\t\"unsafe\"", 1)
	text += fmt.Sprintf("\n\nconst lookups = %v", f.answers["Rook"]+f.answers["Bishop"]+f.answers["Queen"] != "")
	// A linker writes a dot of the last element as %2e.
	prefix := f.path[:strings.LastIndexByte(f.path, '/')+1] + strings.ReplaceAll(f.path[strings.LastIndexByte(f.path, '/')+1:], ".", "%2e") + "."
	for _, m := range h.mains {
		if m.Path != slidebench.Module && strings.HasPrefix(f.path, m.Path+"/") {
			prefix = m.Path + "/"
		}
	}
	p := &Prover{l, f, prefix, filepath.Join(folder, "prover.exe"), filepath.Join(folder, "notes"), func(int, int) {}}
	for name, text := range map[string]string{"lookups.go": text + "\n", "go.mod": "module prover\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(own, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	// Names of folders stay in packages: so the standard library is what the user has compiled for other programs.
	environment := append(os.Environ(), "GOWORK=", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=readonly"))
	if err := h.workspace(ctx, folder, environment, own, source); err != nil {
		return nil, err
	}
	return p, command(ctx, own, h.within(environment), "build", "-pgo=off", "-buildvcs=false", "-o", p.binary, ".")
}

// Prove asks the lookups everything about sliders on all squares, with the noise of a seed. It returns a *language.Wrong if an answer is wrong or
// does not come.
func (p *Prover) Prove(ctx context.Context, seed uint64) error {
	squares := make([]int, 64)
	for sq := range squares {
		squares[sq] = sq
	}
	asked, instead, err := p.run(ctx, seed, runtime.GOMAXPROCS(0), squares)
	if len(asked) > 1 || len(asked) == 1 && strings.Contains(instead, "concurrent map") {
		// Any of these questions may have ended the program, or one that was answered meanwhile. Asked by one goroutine the last one has.
		squares = nil
		for _, q := range asked {
			squares = append(squares, q.Square)
		}
		first := asked[0]
		var again string
		if asked, again, err = p.run(ctx, seed, 1, squares); len(asked) == 1 {
			instead = again
		} else if err == nil {
			asked = []*conform.Unanswered{first}
			first.Remarks = append(first.Remarks, "it does so only while other goroutines ask other questions: lookups are to be safe for that")
		}
	}
	if len(asked) == 1 {
		asked[0].Instead = instead
		err = language.NewWrong(asked[0])
	}
	if wrong := (*language.Wrong)(nil); errors.As(err, &wrong) {
		return language.NewWrong(fmt.Errorf("technique %s: %w%s", p.lookup.Name, wrong.Unwrap(), p.unfilled(err.Error())))
	}
	return err
}

var empty = regexp.MustCompile(`before tables are filled|index out of range|nil map|nil pointer`)

// unfilled says how to fill tables, where nothing has and a message looks like that.
func (p *Prover) unfilled(said string) string {
	if all := p.fillers(); p.filler == "" && len(all) > 0 && empty.MatchString(said) {
		return fmt.Sprintf("--init names the functions that fill tables; the package has %s\n", strings.Join(all, ", "))
	}
	return ""
}

// Data returns the size of the variables of the package, and of others of its module, that lookups need. What they take from the heap is not among
// them, and without a file in ELF nothing is known.
func (p *Prover) Data() int {
	size, err := language.Data(p.binary, func(name string) bool {
		return strings.HasPrefix(name, p.prefix) && !strings.HasSuffix(name, "inittask")
	})
	if err != nil {
		return 0
	}
	return size
}

// Stages and words of notes, as in the prover.
const (
	starting = iota
	building
	asking
	done

	words      = 3
	bothPieces = 4
	moving     = 5
)

// mostText is the number of bytes that are kept of an error's text.
const mostText = 1 << 14

// notes are a prover's.
type notes []uint64

func (p *Prover) read(workers int) (n notes, text string, err error) {
	all, err := os.ReadFile(p.notes)
	if err != nil {
		return nil, "", err
	}
	n = make(notes, words*(workers+1))
	if err := binary.Read(bytes.NewReader(all), binary.NativeEndian, n); err != nil {
		return nil, "", err
	}
	behind := all[8*len(n):]
	return n, string(behind[:min(n[2], uint64(len(behind)))]), nil
}

// asked returns the questions that were asked when the prover ended, or those of some workers.
func (n notes) asked(of func(worker int) bool) (asked []*conform.Unanswered) {
	for w := 1; w < len(n)/words; w++ {
		q := n[words*w:]
		if q[0] == 0 || !of(w) {
			continue
		}
		u := &conform.Unanswered{Piece: board.Piece(q[0] - 1), Square: int(q[1]), Occ: q[2]}
		if q[0] == bothPieces {
			u.Piece, u.Remarks = board.Rook, []string{"it is asked for rook and bishop at once"}
		}
		asked = append(asked, u)
	}
	return asked
}

// run runs the prover. It returns the questions, one at most for each worker, to which no answer came, and what came instead; or an error, a *language.Wrong if
// the lookups are to blame.
func (p *Prover) run(ctx context.Context, seed uint64, workers int, squares []int) (asked []*conform.Unanswered, instead string, err error) {
	if err := os.WriteFile(p.notes, make([]byte, 8*words*(workers+1)+mostText), 0o666); err != nil {
		return nil, "", err
	}
	cmd := process.Program(ctx, p.binary, p.notes, fmt.Sprint(seed), fmt.Sprint(workers))
	for _, sq := range squares {
		cmd.Args = append(cmd.Args, fmt.Sprint(sq))
	}
	cmd.Stdout, cmd.Stderr = &cmd.Said, &cmd.Said
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	hung := p.watch(cmd, ended, workers, len(squares))
	n, text, err := p.read(workers)
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		return nil, "", err
	case n[0] == done && text != "":
		return nil, "", language.NewWrong(errors.New(text))
	case n[0] == done:
		return nil, "", nil
	}
	instead = ending(cmd.State(), cmd.Said.String())
	switch {
	case hung != nil && n[words] == moving:
		instead = fmt.Sprintf("has no answer within %v", lookupPatience)
	case hung != nil && n[0] == asking:
		return n.asked(hung), fmt.Sprintf("has no answer within %v", lookupPatience), nil
	case hung != nil:
		instead = fmt.Sprintf("does not end within %v", patience)
	}
	switch n[0] {
	case starting:
		return nil, "", language.NewWrong(fmt.Errorf("what package %s does at first (its variables, init, and what it imports) %s", p.path, instead))
	case building:
		return nil, "", language.NewWrong(fmt.Errorf("%s of package %s %s", p.filler, p.path, instead))
	}
	if n[words] == moving {
		return nil, "", language.NewWrong(fmt.Errorf("threats of the move at the end of %q: the function %s", text, instead))
	}
	asked = n.asked(func(int) bool { return true })
	if strings.Contains(cmd.Said.String(), "SIGILL") {
		for _, u := range asked {
			u.Remarks = append(u.Remarks, machine.Illegal(cmd.Said.String()))
		}
	}
	if len(asked) == 0 {
		err = language.NewWrong(fmt.Errorf("package %s %s", p.path, instead))
	}
	return asked, instead, err
}

// watch waits for the end of the prover, and ends it if it hangs. It returns which workers hang, nil if none does.
func (p *Prover) watch(cmd *process.Child, ended <-chan error, workers, squares int) (hung func(worker int) bool) {
	const ticks = 20
	tick := time.NewTicker(lookupPatience / ticks)
	defer tick.Stop()
	var last notes
	since := make([]int, workers+1) // ticks since the stage, or a worker's question, last changed
	for {
		select {
		case <-ended:
			return hung
		case <-tick.C:
		}
		now, _, err := p.read(workers)
		if err != nil || hung != nil {
			continue
		}
		p.Progress(int(now[1]), squares)
		late := func(w int) bool {
			if w == 0 {
				return now[0] < asking && time.Duration(since[0])*lookupPatience/ticks >= patience
			}
			return now[words*w] != 0 && since[w] >= ticks
		}
		for w := range since {
			group := words * w
			if since[w]++; last == nil || !slices.Equal(now[group:group+words], last[group:group+words]) {
				since[w] = 0
			}
			if late(w) {
				hung = late
				cmd.End()
			}
		}
		last = now
	}
}

// ending says how a program ended that ought to go on.
func ending(state, said string) string {
	for line := range strings.Lines(said) {
		for _, word := range []string{"panic: ", "fatal error: ", "SIG", "Build: "} {
			if strings.HasPrefix(line, word) {
				return "ends the program: " + strings.TrimSpace(line)
			}
		}
	}
	return "ends the program: " + state
}
