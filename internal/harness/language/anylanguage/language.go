// Package anylanguage has the one build whose name is command: users' programs in any language, which a user names by --command. They answer questions and time themselves in
// the wire form of package child (examples: examples/protocol). The reference is timed beside them, in Go, by slidebench itself.
package anylanguage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

func init() { language.Register(inAny{}) }

type inAny struct{}

// theBuild is the language's only build.
var theBuild = build.Build{Language: "command"}

// extension is that of the file by which a guest's program stands in a source tree.
const extension = ".command"

func (inAny) About() language.About {
	return language.About{Word: theBuild.Language, Name: "any language", Builds: theBuild.String(), GuestWords: language.Words, Stays: true /* see Move */}
}

func (inAny) Here() ([]build.Build, error) { return []build.Build{theBuild}, nil }

// Check asks for Linux, where a process inherits the processor of its parent.
func (inAny) Check(b build.Build) error {
	switch {
	case b != theBuild:
		return fmt.Errorf("unknown build %q (want %v)", b, theBuild)
	case runtime.GOOS != "linux":
		return fmt.Errorf("build %v needs Linux, and this is %s", b, runtime.GOOS)
	}
	return nil
}

func (inAny) Compiler(context.Context, build.Build, []string) (string, error) {
	return "programs that time themselves, and the reference in Go", nil // nothing is compiled
}

func (inAny) Guests() language.Guests {
	return language.Guests{Extension: extension, Forward: func(g language.Guest, _ []byte) []byte { return []byte(g.Command + "\n") }}
}

// guests reads the programs in a source tree, by their names.
func guests(root string) (all map[string]language.Guest, err error) {
	all = map[string]language.Guest{}
	paths, err := filepath.Glob(filepath.Join(root, facts.Guest, "*", language.GuestFile("*", extension)))
	for _, path := range paths {
		var g language.Guest
		text, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(text, &g)
		}
		if err != nil {
			return nil, err
		}
		all[g.Name] = g
	}
	return all, err
}

// here reads the programs in the source tree here, once per tree.
var here = source.PerTree(func() (h struct {
	guests map[string]language.Guest
	err    error
}) {
	var root string
	if root, h.err = source.Tree("."); h.err == nil {
		h.guests, h.err = guests(root)
	}
	return h
})

func (inAny) Lacks(b build.Build, c grid.Cell, reference string) error {
	h := here()
	if h.err != nil {
		return h.err
	}
	return lacks(h.guests, c, c.Technique == reference)
}

// lacks returns why the build does not measure a cell, nil if it does: it has the programs in all, in the modes that they offer, and the reference.
func lacks(all map[string]language.Guest, c grid.Cell, reference bool) error {
	g, is := all[c.Technique]
	loop, ofThreats := string(c.Mode), c.Mode == mode.Threats
	if ofThreats { // the loop "throughput threats"
		loop = string(mode.Throughput)
	}
	fits := func(g language.Guest) bool { return ofThreats == (g.Threats != "") } // a program has either lookups or threats
	switch {
	case c.Mode != "" && (!slices.Contains(loops, loop) || !slices.ContainsFunc(slices.Collect(maps.Values(all)), fits)): // or no program is of that kind
		return fmt.Errorf("build %v has no loop for %v", theBuild, c)
	case !is && reference && ofThreats && c.Technique != sliders.Technique: // to which slidebench's own engine is bound
		return fmt.Errorf("build %v has deltas by %s alone, and those of programs", theBuild, sliders.Technique)
	case !is && reference:
		return nil
	case !is:
		return fmt.Errorf("build %v has the programs of --command and the reference alone", theBuild)
	}
	o, err := offered(g.Path, g.Command)
	switch {
	case err != nil:
		return err
	case len(o.loops) == 0:
		return fmt.Errorf("%s is proved only: %q offers no loop to time (want the words %s behind \"ready\")", g.Name, g.Command, strings.Join(loops, " and "))
	case c.Mode != "" && !slices.Contains(o.loops, loop):
		return fmt.Errorf("%q offers no loop %s", g.Command, loop)
	case ofThreats && !o.threats:
		return fmt.Errorf("%q offers no threats", g.Command)
	case c.Mode != "" && !ofThreats && c.Piece == board.Queen && !o.queen:
		return fmt.Errorf("%q has no lookup for queens", g.Command)
	}
	return nil
}

var offers sync.Map // of commands, by folder and command

// offered starts a command once, and returns the words behind its "ready".
func offered(folder, command string) (offer, error) {
	once, _ := offers.LoadOrStore([2]string{folder, command}, sync.OnceValues(func() (o offer, err error) {
		p, err := start(context.Background(), folder, command)
		if err == nil {
			p.Close()
			o = p.offer
		}
		return o, err
	}))
	return once.(func() (offer, error))()
}

func (inAny) Offers(_ context.Context, _ build.Build, root, _ string) (list []language.Offer, err error) {
	all, err := guests(root)
	for _, e := range techniques.Catalogue() {
		has := func(c grid.Cell) error { return lacks(all, c, e.Only == "") } // each technique in Go may be the reference
		list = append(list, language.Offer{Name: e.Name, Available: e.Available() == nil && has(grid.Cell{Technique: e.Name}) == nil, Lacks: has})
	}
	return list, err
}

// Prove proves the programs of techniques in a source tree, and notes what each has.
func (inAny) Prove(ctx context.Context, root string, builds []build.Build, names []string, seed uint64, report language.Reporter) (sizes map[string]int, err error) {
	if root == "" {
		if root, err = source.Tree("."); err != nil {
			return nil, err
		}
	}
	all, err := guests(root)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		note, err := proved(ctx, name, all[name], seed, report)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
			if isWrong(err) {
				err = language.NewWrong(err)
			}
			return nil, err
		}
		if report.Note != nil {
			report.Note(name, note)
		}
	}
	return nil, nil
}

// proved proves a program's lookups, or its deltas, and returns a note with the pieces and the number of questions.
func proved(ctx context.Context, name string, g language.Guest, seed uint64, report language.Reporter) (note string, err error) {
	logf := func(format string, args ...any) { report.Logf("%s: %s", name, fmt.Sprintf(format, args...)) }
	if g.Threats != "" {
		questions, err := proveThreats(ctx, g.Path, g.Command, seed, logf)
		return fmt.Sprintf("threats, %d questions", questions), err
	}
	proof, err := proveLookups(ctx, g.Path, g.Command, 1, seed, logf, report.Progress)
	if err != nil {
		return "", err
	}
	note = "rook and bishop"
	if proof.queen {
		note = "rook, bishop and queen"
	}
	note += fmt.Sprintf(", %d questions", proof.questions)
	if proof.left != "" {
		note += ", " + proof.left
	}
	return note, nil
}

// isWrong reports whether an error is about an answer that is wrong or missing, and not about a program that cannot be asked.
func isWrong(err error) bool {
	_, mistake := errors.AsType[*conform.Mistake](err)
	_, unanswered := errors.AsType[*conform.Unanswered](err)
	_, ofDelta := errors.AsType[*conform.DeltaMistake](err)
	_, unansweredDelta := errors.AsType[*conform.UnansweredDelta](err)
	return mistake || unanswered || ofDelta || unansweredDelta
}

// objects are the programs in a source tree, and the folder for the files that name them.
type objects struct {
	folder string
	all    map[string]language.Guest
}

func (inAny) Compile(_ context.Context, _ build.Build, s language.Source) (language.Objects, error) {
	all, err := guests(s.Root)
	return objects{s.Folder, all}, err
}

// Link writes a file that names the programs. There is no layout to draw: each round has new processes.
func (o objects) Link(_ context.Context, layout int) (program string, err error) {
	text, err := json.Marshal(o.all)
	if err != nil {
		return "", err
	}
	program = filepath.Join(o.folder, fmt.Sprintf("%v-%d", theBuild, layout))
	return program, os.WriteFile(program, text, 0o600)
}

// programs has the guests' programs of a build. Each loop about a piece has a process of its own, on the processor where Start was called.
type programs struct {
	ctx     context.Context
	cpus    []int
	all     map[string]language.Guest
	running []*timed
}

// Start reads the file that Link wrote. Programs start at the first call of their loops.
func (inAny) Start(ctx context.Context, program string) (language.Program, error) {
	p := &programs{ctx: ctx}
	text, err := os.ReadFile(program)
	if err == nil {
		err = json.Unmarshal(text, &p.all)
	}
	if err != nil {
		return nil, err
	}
	p.cpus, err = machine.AllowedCPUs()
	return p, err
}

// CheckTimer has nothing to check: each program's clock is checked before it is believed.
func (p *programs) CheckTimer() error { return nil }

// Move refuses: a program may have started others.
func (p *programs) Move(int) error { return errors.ErrUnsupported }

// Close ends the processes of all loops.
func (p *programs) Close() error {
	for _, t := range p.running {
		t.Close()
	}
	return nil
}

// Code returns the code of a user's program, or in Go that of the reference.
func (p *programs) Code(e *techniques.Entry) workload.Code {
	g, is := p.all[e.Name]
	if !is {
		return inGo{workload.Go(e)}
	}
	return &code{programs: p, guest: g}
}

// inGo is the reference's code. Its deltas come from the engine that slidebench itself is bound to.
type inGo struct{ workload.Code }

func (inGo) DeltaKernel(m mode.Mode, q workload.Corpus[[]position.Question]) (workload.Loop, func(n int) []uint64) {
	return workload.DeltaLoop(engine.Bound(), m, q.All)
}

// code asks a user's program for answers, and has it time one loop. No cell of the build needs the other methods: the embedded workload.Code is nil.
type code struct {
	workload.Code
	*programs
	guest   language.Guest
	timed   *timed   // with the loop; nil before the loop's first call
	answers []uint64 // to the questions of the loop
	spent   float64
}

// Kernel returns the program's loop of a mode, for a piece.
func (c *code) Kernel(m mode.Mode, p board.Piece, q workload.Corpus[techniques.Questions]) workload.Loop {
	return c.loop(func() (t *timed, err error) {
		t, c.answers, err = timeLookups(c.ctx, c.guest.Path, c.guest.Command, string(m), p, q.All.Squares, q.All.Occs)
		return t, err
	})
}

// DeltaKernel returns the program's loop of deltas, and a function for the answers of its last batch, which the program has listed beforehand. The loop's checksum is
// made of those lists; timed has compared them with the program's own checksum.
func (c *code) DeltaKernel(m mode.Mode, q workload.Corpus[[]position.Question]) (workload.Loop, func(n int) []uint64) {
	run := c.loop(func() (t *timed, err error) {
		var deltas []board.Delta
		t, deltas, err = timeThreats(c.ctx, c.guest.Path, c.guest.Command, moves(q.All))
		c.answers = nil
		for i := range deltas {
			c.answers = append(c.answers, deltas[i].Sum())
		}
		return t, err
	})
	last := 0 // the first move of the last call: a call in mode threatsbatch is one batch
	return func(i, j int) (sum uint64) {
		run(i, j)
		last = i
		for k := i; k < j && m == mode.Threats; k++ { // batches are compared by their answers, and have no checksum
			sum ^= bits.RotateLeft64(c.answers[k], k)
		}
		return sum
	}, func(n int) []uint64 { return c.answers[last : last+n] }
}

// moves returns questions in the form of package conform, as the program is asked them. conform.DeltaMove.Packed says which bits of a move mean what.
func moves(q []position.Question) (all []conform.DeltaMove) {
	for i := range q {
		p, m := &q[i].Before, q[i].Move
		d := conform.DeltaMove{Men: p.Men, Black: p.Turn == position.Black, Castling: p.Castling, EnPassant: p.EnPassant, From: m.From(), To: m.To(), Special: conform.Special(m >> 18)}
		if promotion := m.Promotion(); promotion != position.Pawn {
			d.Promotion = position.NewMan(promotion, p.Turn)
		}
		all = append(all, d)
	}
	return all
}

// loop returns a loop that starts the program at its first call, and panics with a workload.Failure where the program fails.
func (c *code) loop(start func() (*timed, error)) workload.Loop {
	return func(i, j int) (sum uint64) {
		err := error(nil)
		if c.timed == nil {
			err = c.start(start)
		}
		if err == nil {
			sum, c.spent, err = c.timed.do(i, j)
		}
		if err != nil {
			panic(workload.Failure{Err: err})
		}
		return sum
	}
}

// start starts the program on the one processor where Start was called, though its caller may run on another by now; without restriction, if Start was free to move.
func (c *code) start(start func() (*timed, error)) error {
	do := func() (err error) {
		if c.timed, err = start(); err == nil {
			c.running = append(c.running, c.timed)
		}
		return err
	}
	if len(c.cpus) != 1 {
		return do()
	}
	return machine.Pinned(c.cpus[0], do)
}

// Answers returns the answers that the loop's checksums are compared with.
func (c *code) Answers(board.Piece, techniques.Questions) []uint64 { return c.answers }

// Spent returns how long the last loop took in nanoseconds, as the program has timed it.
func (c *code) Spent() float64 { return c.spent }
