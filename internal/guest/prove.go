package guest

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/techniques/conform"
)

//go:embed prover/*.go
var prover embed.FS

// Prover is a program that proves a Go package's lookups in a process of its own, which they may crash.
type Prover struct {
	lookup Lookup
	*api
	prefix   string                // prefix of the names of the module's variables
	folder   string                // of this program
	binary   string                // its path
	Progress func(done, total int) // is called between squares
}

// NewProver builds the prover of a package in an empty folder. The prover is small: of this module it links only the board and the exam.
func NewProver(ctx context.Context, folder, dir string, l Lookup, source string) (*Prover, error) {
	source, err := Source(ctx, dir, source)
	if err != nil {
		return nil, err
	}
	h, err := homeOf(ctx, folder, source, dir)
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
	// text replaces lookups.go, and declares the same names.
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
	// In symbols, a dot in the last element of an import path is %2e.
	prefix := f.path[:strings.LastIndexByte(f.path, '/')+1] + strings.ReplaceAll(f.path[strings.LastIndexByte(f.path, '/')+1:], ".", "%2e") + "."
	for _, m := range h.mains {
		if m.Path != slidebench.Module && strings.HasPrefix(f.path, m.Path+"/") {
			prefix = m.Path + "/" // other packages of the module have variables, too
		}
	}
	p := &Prover{l, f, prefix, folder, filepath.Join(folder, "prover.exe"), func(int, int) {}} // Windows starts no program without .exe
	for name, text := range map[string]string{"lookups.go": text + "\n", "go.mod": "module prover\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(own, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	// Without -trimpath, the standard library is already compiled from the user's other builds.
	environment := append(os.Environ(), "GOWORK=", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=readonly"))
	if err := h.workspace(ctx, folder, environment, own, source); err != nil {
		return nil, err
	}
	return p, command(ctx, own, h.within(environment), "build", "-pgo=off", "-buildvcs=false", "-o", p.binary, ".")
}

// Prove asks the lookups the exam of all squares, with the noise of a seed. It returns a *language.Wrong if an answer is wrong or missing.
func (p *Prover) Prove(ctx context.Context, seed uint64) error {
	squares := make([]int, 64)
	for sq := range squares {
		squares[sq] = sq
	}
	unanswered, instead, err := p.run(ctx, seed, runtime.GOMAXPROCS(0), squares)
	if len(unanswered) > 1 || len(unanswered) == 1 && strings.Contains(instead, "concurrent map") {
		// Several workers were asking, so it is not certain which question ended the program, or the questions ended it together. A single worker asks again.
		squares = nil
		for _, q := range unanswered {
			squares = append(squares, q.Square)
		}
		first := unanswered[0]
		var again string
		if unanswered, again, err = p.run(ctx, seed, 1, squares); len(unanswered) == 1 {
			instead = again
		} else if err == nil {
			unanswered = []*conform.Unanswered{first}
			first.Remarks = append(first.Remarks, "it does so only while other goroutines ask other questions: lookups are to be safe for that")
		}
	}
	if len(unanswered) == 1 {
		unanswered[0].Instead = instead
		err = language.NewWrong(unanswered[0])
	}
	if wrong := (*language.Wrong)(nil); errors.As(err, &wrong) {
		return language.NewWrong(fmt.Errorf("technique %s: %w%s", p.lookup.Name, wrong.Unwrap(), p.unfilled(err.Error())))
	}
	return err
}

// empty matches errors that lookups in empty tables cause.
var empty = regexp.MustCompile(`before tables are filled|index out of range|nil map|nil pointer`)

// unfilled returns advice on filling tables, if nothing fills them and a message looks like empty tables.
func (p *Prover) unfilled(said string) string {
	if all := p.fillers(); p.filler == "" && len(all) > 0 && empty.MatchString(said) {
		return fmt.Sprintf("--init names the functions that fill tables; the package has %s\n", strings.Join(all, ", "))
	}
	return ""
}

// Data returns the bytes of the variables of the package, and of others of its module, that the prover links. Memory from the heap is not among them. It returns 0 unless
// programs are files in ELF.
func (p *Prover) Data() int {
	size, err := language.Data(p.binary, func(name string) bool {
		return strings.HasPrefix(name, p.prefix) && !strings.HasSuffix(name, "inittask")
	})
	if err != nil {
		return 0
	}
	return size
}

// Numbers of questions that are not about a piece, as in package prover.
const (
	bothPieces = 4
	moving     = 5
)

// mostText is the number of bytes that the prover's file has for an error's text.
const mostText = 1 << 14

// run runs the prover. It returns the questions, at most one for each worker, that got no answer, and what came instead; or an error, a *language.Wrong if lookups are to
// blame.
func (p *Prover) run(ctx context.Context, seed uint64, workers int, squares []int) (unanswered []*conform.Unanswered, instead string, err error) {
	file, err := child.NewFile(p.folder, mostText, workers)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	prover := &child.Program{Child: process.Program(ctx, p.binary, file.Name(), fmt.Sprint(seed), fmt.Sprint(workers)), File: file}
	for _, sq := range squares {
		prover.Args = append(prover.Args, fmt.Sprint(sq))
	}
	prover.Stdout, prover.Stderr = &prover.Said, &prover.Said
	if err := prover.Child.Start(); err != nil {
		return nil, "", err
	}
	stop := prover.Watch(child.Patience.Question, child.Patience.Begin, func(notes []child.Note) { p.Progress(int(notes[0].More[0]), len(squares)) })
	_ = prover.Wait() // How, below, says how it ended
	stop()
	notes, err := file.Notes() // the program's, with finished squares and the length of the text, and the workers', with square and occupancy: see prover/main.go
	text := make([]byte, mostText)
	if err := cmp.Or(ctx.Err(), err, file.Get(text)); err != nil {
		return nil, "", err
	}
	text = text[:min(notes[0].More[1], mostText)]
	if notes[0].Doing == child.Done {
		if len(text) > 0 {
			err = language.NewWrong(errors.New(string(text)))
		}
		return nil, "", err
	}
	e := prover.How()
	if instead = ending(e); len(e.Busy) == 0 {
		return nil, "", language.NewWrong(fmt.Errorf("package %s %s", p.path, instead))
	}
	switch e.Busy[0].Doing {
	case child.Starting:
		return nil, "", language.NewWrong(fmt.Errorf("what package %s does at first (its variables, init, and what it imports) %s", p.path, instead))
	case child.Filling:
		return nil, "", language.NewWrong(fmt.Errorf("%s of package %s %s", p.filler, p.path, instead))
	case moving:
		return nil, "", language.NewWrong(fmt.Errorf("threats of the move at the end of %q: the function %s", text, instead))
	}
	for _, n := range e.Busy { // a question is a piece's number plus 1, or bothPieces
		u := &conform.Unanswered{Piece: board.Piece(n.Doing - 1), Square: int(n.More[0]), Occ: n.More[1]}
		if n.Doing == bothPieces {
			u.Piece, u.Remarks = board.Rook, []string{"it is asked for rook and bishop at once"}
		}
		if strings.Contains(e.Said, "SIGILL") {
			u.Remarks = append(u.Remarks, machine.Illegal(e.Said))
		}
		unanswered = append(unanswered, u)
	}
	return unanswered, instead, nil
}

// lastWords matches the line in which the Go runtime, or the prover, gives the reason for its end.
var lastWords = regexp.MustCompile(`(?m)^(?:panic: |fatal error: |SIG|Build: ).*`)

// ending returns what came in place of an answer, in words.
func ending(e *child.Ended) string {
	if line := lastWords.FindString(e.Said); line != "" && !e.Stuck {
		return "ends the program: " + strings.TrimSpace(line)
	}
	return e.Instead()
}
