package anylanguage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// proof is a proof of a command's lookups, with its running program.
type proof struct {
	ctx             context.Context
	folder, command string
	*program
	questions int    // how many the program has answered
	left      string // what was left out, as the program is slow; "": nothing
}

// budget is the time for one proof: if all questions take longer, a sample is asked.
var budget = 20 * time.Second

// samples are parts of an exam, from all of it to the least: of each long part one block in every, on one square in squares, of which the seed chooses the first. There
// is no step of 9 or 7 squares: these would all lie on one diagonal.
var samples = []struct{ every, squares int }{{1, 1}, {4, 1}, {16, 1}, {64, 1}, {64, 3}, {64, 10}}

// d4 is the square on which a program's speed is measured.
const d4 = 27

// proveLookups proves the answers of a command, which runs in a folder, by the exam of every step-th square; the seed chooses the noise. It logs how fast the program
// answers, and asks a slow one only a sample. It returns a *conform.Mistake for a wrong answer, a *conform.Unanswered where a question ends the program or has no answer
// in time, and another error where the program breaks the protocol. It leaves no process behind.
func proveLookups(ctx context.Context, folder, command string, step int, seed uint64, logf func(format string, args ...any), progress func(done, total int)) (*proof, error) {
	p := &proof{ctx: ctx, folder: folder, command: command}
	var err error
	if p.program, err = start(ctx, folder, command); err != nil {
		return p, err
	}
	defer func() { p.Close() }()
	rate, err := p.rate()
	if err != nil {
		return p, err
	}
	typical, sample := conform.NewExam(d4, seed), samples[0]
	var seconds float64
	for _, sample = range samples { // to the least, if all take too long
		seconds = float64(typical.Sample(sample.every, seed).Len(p.has)*(64/step)/sample.squares) / rate
		if seconds <= budget.Seconds() || step > 1 { // a caller with a step has chosen a part already
			break
		}
	}
	logf("%.0f answers a second: about %v", rate, time.Duration(seconds*float64(time.Second)).Round(time.Second))
	if sample != samples[0] {
		p.left = fmt.Sprintf("a sample, as it answers %.0f questions a second: of each square's boards one block in %d", rate, sample.every)
		if sample.squares > 1 {
			p.left += fmt.Sprintf(", and of the squares one in %d", sample.squares)
		}
		logf("the proof is %s, of every kind of question; another --seed asks others", p.left)
	}
	for sq := int(seed % uint64(sample.squares)); sq < 64; sq += step * sample.squares {
		if err := p.exam(conform.NewExam(sq, seed).Sample(sample.every, seed+uint64(sq))); err != nil {
			return p, err
		}
		progress(sq+1, 64)
	}
	progress(64, 64)
	return p, nil
}

// has reports whether the program is asked a method: all but Both, and Queen if it offers queens.
func (p *proof) has(m conform.Method) bool {
	return m != conform.Both && (m != conform.Queen || p.queen)
}

// rate returns how many questions a second the program answers in its quickest block, within half a second (budget/40) in which a just-in-time compiler may work.
func (p *proof) rate() (rate float64, err error) {
	sq, occ := slices.Repeat([]uint8{d4}, longestBlock), slices.Collect(board.Subsets(board.Lines(board.Rook, d4)))
	n := 64 // questions in a block: few at first, for slow programs
	for begin := time.Now(); time.Since(begin) < budget/40; n = min(4*n, longestBlock) {
		now := time.Now()
		if _, err := p.answers(board.Rook, sq[:n], occ[:n]); err != nil {
			return 0, err
		}
		rate = max(rate, float64(n)/time.Since(now).Seconds())
	}
	return rate, nil
}

// exam asks the program all questions of an exam. After a mistake it asks further ones, for a diagnosis.
func (p *proof) exam(x *conform.Exam) error {
	err := x.CheckBulk(func(m conform.Method, q conform.Questions) (attacks, bishops []uint64, err error) {
		if !p.has(m) {
			return nil, nil, nil
		}
		p.questions += len(q.Squares)
		attacks, err = p.answers(board.Piece(m), q.Squares, q.Occs)
		return attacks, nil, err
	})
	conform.Diagnose(err, func(piece board.Piece, sq []uint8, occ []uint64) (all []conform.Answer) {
		if !p.has(conform.Method(piece)) {
			return nil
		}
		answers, _ := p.answers(piece, sq, occ)
		for _, a := range answers {
			all = append(all, conform.Answer{Attacks: a})
		}
		return all
	})
	return err
}

// answers asks the questions, block by block.
func (p *proof) answers(piece board.Piece, sq []uint8, occ []uint64) (answers []uint64, err error) {
	for i := 0; i < len(sq); i += longestBlock {
		j := min(i+longestBlock, len(sq))
		block, err := p.ask(piece, sq[i:j], occ[i:j])
		answers = append(answers, block...)
		if e := (*ended)(nil); errors.As(err, &e) {
			return answers, p.alone(e, piece, sq[i:j], occ[i:j])
		}
		if err != nil {
			return answers, err
		}
	}
	return answers, nil
}

// alone finds the question that crashed the program: it asks a new process the questions of the block, one at a time. If all are answered, it returns end.
func (p *proof) alone(end *ended, piece board.Piece, sq []uint8, occ []uint64) error {
	again, err := start(p.ctx, p.folder, p.command)
	if err != nil {
		return err
	}
	defer again.Close()
	for i := range sq {
		_, err := again.ask(piece, sq[i:i+1], occ[i:i+1])
		e := (*ended)(nil)
		if errors.As(err, &e) {
			return &conform.Unanswered{Piece: piece, Square: int(sq[i]), Occ: occ[i], Instead: e.instead, Remarks: e.remarks()}
		}
		if err != nil {
			return err
		}
	}
	return end
}
