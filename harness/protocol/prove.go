package protocol

import (
	"context"
	"errors"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// proof asks a command, which it starts anew after an end.
type proof struct {
	ctx             context.Context
	folder, command string
	*program
	asked int
}

// Prove proves the answers of a command, which runs in a folder: all subsets of the lines of every step-th square, as conform.Exam has them. The seed chooses the noise. It returns how
// many questions were asked and whether queens were among them. An error is a *conform.Mistake for a wrong answer, a *conform.Unanswered where a question ends
// the program or has no answer in time, or another one where the program does not keep to the protocol. No process is left behind.
func Prove(ctx context.Context, folder, command string, step int, seed uint64, progress func(done, total int)) (asked int, queen bool, err error) {
	p := &proof{ctx: ctx, folder: folder, command: command}
	if p.program, err = start(ctx, folder, command); err != nil {
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
	err := conform.NewExam(sq, seed).CheckBulk(func(m conform.Method, q conform.Questions) (attacks, bishops []uint64, err error) {
		if m == conform.Both || m == conform.Queen && !p.queen {
			return nil, nil, nil
		}
		p.asked += len(q.Squares)
		attacks, err = p.answers(board.Piece(m), q.Squares, q.Occs)
		return attacks, nil, err
	})
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
	again, err := start(p.ctx, p.folder, p.command)
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
