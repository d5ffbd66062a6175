package protocol

import (
	"context"
	"errors"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// questions are about one piece.
type questions struct {
	sq  []uint8
	occ []uint64
}

// exam is what a program is asked about sliders on one square, which a technique known to be right has noted.
type exam struct {
	*conform.Exam
	asked [len(board.Pieces)]questions
}

// technique makes one of a function for each piece.
func technique(queen bool, of func(board.Piece) func(sq int, occ uint64) uint64) conform.Technique {
	funcs := conform.Funcs{RookFunc: of(board.Rook), BishopFunc: of(board.Bishop), QueenFunc: of(board.Queen)}
	if queen {
		return funcs
	}
	return struct{ conform.Technique }{funcs} // without Queen
}

func newExam(sq int, seed uint64, queen bool) (*exam, error) {
	x := &exam{Exam: conform.NewExam(sq, seed)}
	return x, x.Check(technique(queen, func(p board.Piece) func(int, uint64) uint64 {
		q := &x.asked[p]
		return func(sq int, occ uint64) uint64 {
			q.sq, q.occ = append(q.sq, uint8(sq)), append(q.occ, occ)
			return board.Walk(p, sq, occ)
		}
	}))
}

// proof asks a command, which it starts anew after an end.
type proof struct {
	ctx     context.Context
	command string
	*program
	asked int
}

// Prove proves a command's answers: all subsets of the lines of every step-th square, as conform.Exam has them. The seed chooses the noise. It returns how
// many questions were asked and whether queens were among them. An error is a *conform.Mistake for a wrong answer, a *conform.Unanswered where a question ends
// the program or has no answer in time, or another one where the program does not keep to the protocol. No process is left behind.
func Prove(ctx context.Context, command string, step int, seed uint64, progress func(done, total int)) (asked int, queen bool, err error) {
	p := &proof{ctx: ctx, command: command}
	if p.program, err = start(ctx, command); err != nil {
		return 0, false, err
	}
	defer func() { p.close() }()
	queen = p.queen
	for sq := 0; sq < 64; sq += step {
		if err := p.square(sq, seed); err != nil {
			return p.asked, queen, err
		}
		progress(sq+1, 64)
	}
	return p.asked, queen, nil
}

func (p *proof) square(sq int, seed uint64) error {
	x, err := newExam(sq, seed, p.queen)
	if err != nil {
		return err
	}
	var answers [len(board.Pieces)][]uint64
	for _, piece := range board.Pieces {
		q := x.asked[piece]
		if answers[piece], err = p.answers(piece, q.sq, q.occ); err != nil {
			return err
		}
		p.asked += len(q.sq)
	}
	err = x.Check(technique(p.queen, func(piece board.Piece) func(int, uint64) uint64 {
		return func(int, uint64) (answer uint64) {
			answer, answers[piece] = answers[piece][0], answers[piece][1:]
			return answer
		}
	}))
	conform.Diagnose(err, func(piece board.Piece, sq []uint8, occ []uint64) (all []conform.Answer) {
		if piece == board.Queen && !p.queen {
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

// answers asks block by block.
func (p *proof) answers(piece board.Piece, sq []uint8, occ []uint64) (answers []uint64, err error) {
	for i := 0; i < len(sq); i += longestBlock {
		j := min(i+longestBlock, len(sq))
		block, err := p.ask(p.ctx, piece, sq[i:j], occ[i:j])
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

// alone asks the questions of a block that has ended the program one by one, of a new process, to find the one that ends it.
func (p *proof) alone(end *ended, piece board.Piece, sq []uint8, occ []uint64) error {
	again, err := start(p.ctx, p.command)
	if err != nil {
		return err
	}
	defer again.close()
	for i := range sq {
		_, err := again.ask(p.ctx, piece, sq[i:i+1], occ[i:i+1])
		e := (*ended)(nil)
		if errors.As(err, &e) {
			u := &conform.Unanswered{Piece: piece, Square: int(sq[i]), Occ: occ[i], Instead: e.instead}
			if e.said != "" && e.said != again.state {
				u.Remarks = []string{"it says: " + e.said}
			}
			return u
		}
		if err != nil {
			return err
		}
	}
	return end
}
