package c

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Exams has the questions about sliders on some squares that all units are asked.
type Exams struct {
	exams   []*conform.Exam // one for each of squares
	squares uint64
	seed    uint64 // of the moves for delta functions
}

// NewExams prepares the exam of every step-th square. The seed chooses the noise.
func NewExams(step int, seed uint64) Exams {
	x := Exams{seed: seed}
	for sq := 0; sq < 64; sq += step {
		x.exams, x.squares = append(x.exams, conform.NewExam(sq, seed)), x.squares|1<<sq
	}
	return x
}

// Prove proves a unit of a program: all lookups, pairs, batches, sets, moves and states that its header has. A wrong answer is returned as a mistake of package conform.
func (p *Program) Prove(u Unit, x Exams) (err error) {
	defer workload.Recover(&err)
	defer p.Watch(child.Patience.Question, child.Patience.Begin, nil)()
	c := Code{p, u.Technique.Name}
	if u.lookups {
		err = x.check(c.answers)
	}
	if err == nil && u.batches {
		err = x.check(c.inBatches)
		if err == nil {
			err = c.checkBatches()
		}
	}
	if err == nil && u.sets {
		err = c.checkSets()
	}
	if err == nil && u.moves {
		err = c.checkMoves()
	}
	if err == nil && u.threats && u.deltas {
		err = conform.CheckThreatsBulkOn(c.threats, x.squares, 1)
	}
	if err == nil && u.threatState && u.deltas {
		err = conform.CheckThreatStateBulk(c.threats, 1)
	}
	if err == nil && u.states {
		err = c.checkState()
	}
	if err == nil && (u.guestDelta || u.moved && u.deltas) {
		err = c.checkDeltas(x.seed)
	}
	return err
}

// answers returns the answers of a lookup, as check wants them.
func (c Code) answers(m conform.Method, q techniques.Questions) (attacks, bishops []uint64) {
	if m == conform.Both {
		return c.Pairs(q)
	}
	return c.Answers(board.Piece(m), q), nil
}

// check asks a technique that answers in bulk the exam of each square.
func (x Exams) check(ask func(conform.Method, techniques.Questions) (attacks, bishops []uint64)) error {
	for _, exam := range x.exams {
		err := exam.CheckBulk(func(m conform.Method, q conform.Questions) (attacks, bishops []uint64, _ error) {
			attacks, bishops = ask(m, techniques.Questions(q))
			return attacks, bishops, nil
		})
		if err != nil {
			if m := (*conform.Mistake)(nil); errors.As(err, &m) && m.Where == "" {
				conform.Diagnose(m, bulk(ask))
			}
			return err
		}
	}
	return nil
}

// bulk returns a function that asks for a diagnosis. A program that ends leaves out answers.
func bulk(ask func(conform.Method, techniques.Questions) (attacks, bishops []uint64)) conform.Bulk {
	return func(p board.Piece, sq []uint8, occ []uint64) (answers []conform.Answer) {
		var ended error
		defer workload.Recover(&ended)
		attacks, _ := ask(conform.Method(p), techniques.Questions{Squares: sq, Occs: occ})
		for _, a := range attacks {
			answers = append(answers, conform.Answer{Attacks: a})
		}
		return answers
	}
}

// longestBatch is the longest batch that is asked; main.c has room for 8128 questions between its fences.
const longestBatch = 4096

// inBatches returns the answers to questions by batches, as check wants them: lengths fall by 7, for all remainders by a vector's width, down to 1000, and begin anew.
func (c Code) inBatches(m conform.Method, q techniques.Questions) (attacks, bishops []uint64) {
	form := strings.ToLower(m.String())
	for n := longestBatch; len(q.Occs) > 0; n -= 7 {
		n = min(n, len(q.Occs))
		got := c.batch(form, q.Slice(0, n), 0, "apart")
		attacks, bishops = append(attacks, got[:n]...), append(bishops, got[n:]...)
		if q = q.Slice(n, len(q.Occs)); n <= 1000 {
			n = longestBatch
		}
	}
	return attacks, bishops
}

// batch asks one batch; form, offset and how are PIECE, OFFSET and HOW of main.c. For form both it returns the bishops' answers behind the rooks'.
func (c Code) batch(form string, q techniques.Questions, offset int, how string) []uint64 {
	n := len(q.Occs)
	answers := make([]uint64, n, 2*n)
	if form == "both" {
		answers = answers[:2*n]
	}
	check(c.exchange(answers, fmt.Sprintf("batch %s %s %d %d %s", c.Name, form, n, offset, how), q.Occs, q.Squares))
	return answers
}

// checkBatches asks batches of all lengths up to 130 at all offsets within a cache line of 64 bytes, before and behind forbidden pages, with answers beside the questions
// and in place of them. The program checks that nothing else is written.
func (c Code) checkBatches() error {
	questions, err := corpus.New(corpus.Usual[0], 4096, 1)
	if err != nil {
		return err
	}
	for i := range questions.Squares {
		questions.Squares[i] |= uint8(i) & 0xc0 // only the low six bits count
	}
	const longest = 130 // as package conform asks batches in Go
	for _, form := range []string{"rook", "bishop", "queen", "both"} {
		for _, how := range []string{"apart", "inplace", "apart-start", "inplace-start"} {
			for n := range longest + 1 {
				for offset := range 8 {
					from := (n*8 + offset) % (len(questions.Occs) - longest)
					q := questions.Slice(from, from+n)
					if err := rightBatch(form, q, c.batch(form, q, offset, how)); err != nil {
						return fmt.Errorf("batch of %d, %s, offset %d: %w", n, how, offset, err)
					}
				}
			}
		}
	}
	return nil
}

// rightBatch compares the answers to a batch with the walk's.
func rightBatch(form string, q techniques.Questions, answers []uint64) error {
	pieces := []board.Piece{board.Rook, board.Bishop}
	if form != "both" {
		p, err := board.ParsePiece(form)
		if err != nil {
			return err
		}
		pieces = []board.Piece{p}
	}
	for k, p := range pieces {
		for i, occ := range q.Occs {
			sq, got := int(q.Squares[i]&63), answers[k*len(q.Occs)+i]
			if want := board.Walk(p, sq, occ); got != want {
				return &conform.Mistake{Piece: p, Square: sq, Occ: occ, Want: want, Got: got, Where: "in a batch"}
			}
		}
	}
	return nil
}

// setNotes has the questions about sets that package conform asks of functions that walk, piece by piece, to ask them of the program in one request for each piece.
type setNotes [len(board.Pieces)]techniques.Sets

// union returns a function that notes each question and answers it right.
func (s *setNotes) union(p board.Piece) func(sliders, occ uint64) uint64 {
	return func(sliders, occ uint64) uint64 {
		q := &s[p]
		q.Sliders, q.Occs = append(q.Sliders, sliders), append(q.Occs, occ)
		return conform.Union(p, sliders, occ)
	}
}

// checkSets notes the questions of package conform about sets, and then gives it the program's answers to them: with the same seed, 1, it asks the same in the same order.
func (c Code) checkSets() error {
	var asked setNotes
	if err := conform.CheckSets(conform.SetFuncs{RooksFunc: asked.union(board.Rook), BishopsFunc: asked.union(board.Bishop),
		QueensFunc: asked.union(board.Queen)}, 1); err != nil {
		return err
	}
	var answers [len(board.Pieces)][]uint64
	var replay [len(board.Pieces)]func(sliders, occ uint64) uint64
	for _, p := range board.Pieces {
		answers[p] = c.Unions(p, asked[p])
		replay[p] = func(uint64, uint64) (answer uint64) {
			answer, answers[p] = answers[p][0], answers[p][1:]
			return answer
		}
	}
	return conform.CheckSets(conform.SetFuncs{RooksFunc: replay[board.Rook], BishopsFunc: replay[board.Bishop], QueensFunc: replay[board.Queen]}, 1)
}

// checkMoves notes the questions of package conform about moves, square by square, and gives it the program's answers to them, as checkSets does.
func (c Code) checkMoves() error {
	for sq := range 64 {
		var own, answers [len(board.Pieces)][]uint64
		var asked [len(board.Pieces)]techniques.Questions
		note := func(p board.Piece) func(sq int, mine, occ uint64) uint64 {
			return func(sq int, mine, occ uint64) uint64 {
				q := &asked[p]
				own[p], q.Squares, q.Occs = append(own[p], mine), append(q.Squares, uint8(sq)), append(q.Occs, occ)
				return board.Walk(p, sq, occ) &^ mine
			}
		}
		replay := func(p board.Piece) func(sq int, mine, occ uint64) uint64 {
			answers[p] = c.moves(p, own[p], asked[p])
			return func(int, uint64, uint64) (answer uint64) {
				answer, answers[p] = answers[p][0], answers[p][1:]
				return answer
			}
		}
		for _, by := range []func(board.Piece) func(sq int, own, occ uint64) uint64{note, replay} {
			f := conform.MoveFuncs{RookFunc: by(board.Rook), BishopFunc: by(board.Bishop), QueenFunc: by(board.Queen)}
			if err := conform.CheckMovesFrom(&f, sq, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkState makes the changes of a replay, and compares the state's answers after each, from every square and for every piece. A loop returns the exclusive or of its
// answers; with one lookup after each change, two loops that differ by one change differ by one answer.
func (c Code) checkState() error {
	r, err := corpus.NewReplay("replay4", 1024, 1)
	if err != nil {
		return err
	}
	r.Lookups = 1
	for sq := range 64 {
		r.Squares = slices.Repeat([]uint8{uint8(sq)}, len(r.Changes))
		asked, questions := workload.NewReplay(r), r.Questions()
		for _, p := range board.Pieces {
			loop, before := c.ReplayKernel(p, asked), uint64(0)
			for i, occ := range questions.Occs {
				sum := loop(0, i+1)
				if want := board.Walk(p, sq, occ); sum^before != want {
					return &conform.Mistake{Piece: p, Square: sq, Occ: occ, Want: want, Got: sum ^ before, Where: "by a state"}
				}
				before = sum
			}
		}
	}
	return nil
}

// checkDeltas compares a delta function's answers about moves with the truth of package conform.
func (c Code) checkDeltas(seed uint64) error {
	return conform.CheckDeltasBulk(conform.OrthodoxBulk(1, func(moves []conform.DeltaMove) (deltas []board.Delta, err error) {
		defer workload.Recover(&err)
		return c.deltas(moves), nil
	}), seed)
}

// here describes this machine.
var here = sync.OnceValue(machine.Detect)

// has reports whether programs of a build, compiled on this machine, contain a unit.
func (b Build) has(u Unit) bool {
	return !slices.ContainsFunc(u.Technique.Needs, func(feature string) bool {
		return !b.Has(feature) || b.Level == "" && b.Target == "" && !here().Has(feature)
	})
}

// ProveAll proves all units of a program that a build made of a source tree. It returns how many are right, and an error for each that is wrong, joined.
func ProveAll(ctx context.Context, b Build, program, root string, x Exams) (proved int, err error) {
	units, err := b.units(root)
	if err != nil {
		return 0, err
	}
	var wrong []error
	for _, u := range units {
		name := u.Technique.Name
		if u.Technique.Family == "" && name != "walk" || !b.has(u) { // of the controls, walk alone is proved
			continue
		}
		p, err := Start(ctx, program)
		if err == nil {
			err = p.Prove(u, x)
			if closed := p.Close(); err == nil {
				err = closed
			}
		}
		var crash *Crash
		if errors.As(err, &crash) {
			crash.examine(ctx, b, root, u)
			crash.diagnose(ctx, program, name)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%v: %s: %w", b, name, err))
			continue
		}
		proved++
	}
	return proved, errors.Join(wrong...)
}
