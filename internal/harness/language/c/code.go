package c

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

// check panics with a failure of the program, which workload.Recover makes an error again.
func check(err error) {
	if err != nil {
		panic(workload.Failure{Err: err})
	}
}

// Code is a technique in a running program, in the form that package workload proves and times. Its methods panic where the program fails; see workload.Recover.
type Code struct {
	*Program
	Name string
}

// Answers returns the attacks of a piece for all questions.
func (c Code) Answers(p board.Piece, q techniques.Questions) []uint64 {
	return c.lookups(1, q, p, fmt.Sprintf("ask %s %v", c.Name, p))
}

// lookups returns perQuestion answers to each question about a piece. The request lacks only the number of questions. A crash holds a function that asks a new program
// again, from the fatal question on.
func (c Code) lookups(perQuestion int, q techniques.Questions, piece board.Piece, request string) []uint64 {
	answers := make([]uint64, perQuestion*len(q.Occs))
	ask := func(p *Program, q techniques.Questions) error {
		return p.exchange(answers[:perQuestion*len(q.Occs)], fmt.Sprintf("%s %d", request, len(q.Occs)), q.Occs, q.Squares)
	}
	check(c.crash(ask(c.Program, q), c.Name, len(q.Occs), func(i int) question {
		return question{
			lookup: &conform.Unanswered{Piece: piece, Square: int(q.Squares[i]), Occ: q.Occs[i]},
			again:  func(p *Program) error { return ask(p, q.Slice(i, len(q.Occs))) },
		}
	}))
	return answers
}

// Pairs returns the attacks of a rook and of a bishop for all questions.
func (c Code) Pairs(q techniques.Questions) (rooks, bishops []uint64) {
	answers := c.lookups(2, q, board.Rook, "both "+c.Name)
	for i := range q.Occs {
		rooks, bishops = append(rooks, answers[2*i]), append(bishops, answers[2*i+1])
	}
	return rooks, bishops
}

// deltas returns the deltas of moves by the technique's delta function.
func (c Code) deltas(moves []conform.DeltaMove) []board.Delta {
	questions := make([]position.Question, len(moves))
	for i := range moves {
		m, q := &moves[i], &questions[i]
		q.Before, q.Move = position.Placed(&m.Men), position.Move(m.Packed())
		if q.Before.Castling, q.Before.EnPassant = m.Castling, m.EnPassant; m.Black {
			q.Before.Turn = position.Black
		}
	}
	const words = 1 + board.MostThreats/2 // of an answer: the first has the number of threats and forbidden writes, each other two threats
	answers := make([]uint64, words*len(moves))
	ask := func(p *Program, i int) error {
		return p.exchange(answers[words*i:], fmt.Sprintf("moved %s %d", c.Name, len(moves)-i), questions[i:])
	}
	check(c.crash(ask(c.Program, 0), c.Name, len(moves), func(i int) question {
		return question{move: &moves[i], again: func(p *Program) error { return ask(p, i) }}
	}))
	deltas := make([]board.Delta, len(moves))
	for i := range deltas {
		answer := answers[i*words:][:words]
		for _, write := range forbiddenWrites {
			if answer[0]>>32&write.bit != 0 {
				check(&conform.UnansweredDelta{Move: &moves[i], Instead: write.what})
			}
		}
		deltas[i].N = int32(uint32(answer[0]))
		for j, word := range answer[1:] {
			deltas[i].List[2*j], deltas[i].List[2*j+1] = board.Threat(uint32(word)), board.Threat(word>>32)
		}
	}
	return deltas
}

// forbiddenWrites are the bits that main.c sets in an answer when a delta function has written where it must not.
var forbiddenWrites = []struct {
	bit  uint64
	what string
}{{1, "writes to the position"}, {2, fmt.Sprintf("writes before or behind the room for %d threats", board.MostThreats)}}

// Unions returns, for each set of sliders, the union of the squares that they attack.
func (c Code) Unions(p board.Piece, q techniques.Sets) []uint64 {
	answers := make([]uint64, len(q.Occs))
	check(c.exchange(answers, fmt.Sprintf("unions %s %v %d", c.Name, p, len(q.Occs)), q.Sliders, q.Occs))
	return answers
}

// moves returns the squares that a slider on each square may go to, without those of its own side's pieces.
func (c Code) moves(p board.Piece, own []uint64, q techniques.Questions) []uint64 {
	answers := make([]uint64, len(own))
	check(c.exchange(answers, fmt.Sprintf("moves %s %v %d", c.Name, p, len(own)), own, q.Occs, q.Squares))
	return answers
}

// threats lists the threats that vanish and appear by changes of one square. main.c describes the bytes of the request. Where the program fails, threats returns the error.
func (c Code) threats(all []conform.Change) ([]board.Delta, error) {
	var asked []uint8
	for i := range all {
		for _, man := range all[i].Men {
			asked = append(asked, uint8(man))
		}
		asked = append(asked, all[i].Square, uint8(all[i].Before), uint8(all[i].After), 0)
	}
	const width = 1 + board.MostThreats // the words of a struct board_delta
	words, answers := make([]uint32, width*len(all)), make([]board.Delta, len(all))
	err := c.exchange(words, fmt.Sprintf("threats %s %d", c.Name, len(all)), asked)
	for i := range answers {
		d := &answers[i]
		d.N = int32(words[width*i])
		for k := range d.List {
			d.List[k] = board.Threat(words[width*i+1+k])
		}
	}
	return answers, err
}

// mostCorpora is the number of corpora that main.c has room for.
const mostCorpora = 256

// loop returns a loop over the n elements of a corpus. Its first call sends the corpus's arrays to the program. lookups is the number after each move of a replay, or a
// depth.
func (c Code) loop(m mode.Mode, p board.Piece, id int64, kind string, n, lookups int, arrays ...any) workload.Loop {
	return func(i, j int) uint64 {
		place, kept := c.corpora[id]
		if !kept {
			if place = len(c.corpora); place == mostCorpora {
				check(fmt.Errorf("more than %d corpora in one process", mostCorpora))
			}
			check(c.Put(arrays...))
			check(c.do("%s %d %d %d", kind, place, n, lookups))
			c.corpora[id] = place
		}
		sum, err := c.timed("time %s %s %v %d %d %d", c.Name, m, p, place, i, j)
		check(err)
		return sum
	}
}

// Kernel returns the loop for a mode and a piece.
func (c Code) Kernel(m mode.Mode, p board.Piece, q workload.Corpus[techniques.Questions]) workload.Loop {
	return c.loop(m, p, q.ID, "questions", len(q.All.Occs), 0, q.All.Occs, q.All.Squares)
}

// Batches returns the loop over batches for a mode and a piece, which also hands out the answers.
func (c Code) Batches(m mode.Mode, p board.Piece, q workload.Corpus[techniques.Questions]) workload.Batches {
	loop := c.Kernel(m, p, q)
	return func(place []uint64, i, j int, done func(i, j int)) {
		step := j - i // one request: only the last batch's answers are read
		if done != nil {
			step = techniques.BatchSize
		}
		for ; i < j; i += step {
			end := min(i+step, j)
			loop(i, end)
			last := (end-i-1)%techniques.BatchSize + 1                   // questions in the last batch
			check(c.Get(place[:last*(len(place)/techniques.BatchSize)])) // two answers to each where place has room for them
			if done != nil {
				done(i, end)
			}
		}
	}
}

// SetKernel returns the loop over sets for a piece.
func (c Code) SetKernel(p board.Piece, q workload.Corpus[techniques.Sets]) workload.Loop {
	return c.loop(mode.Setwise, p, q.ID, "sets", len(q.All.Occs), 0, q.All.Sliders, q.All.Occs)
}

// ReplayKernel returns the loop over moves for a piece.
func (c Code) ReplayKernel(p board.Piece, q workload.Corpus[workload.Replay]) workload.Loop {
	return c.loop(mode.Incremental, p, q.ID, "replay", len(q.All.Changes), q.All.Lookups, q.All.Before, q.All.Changes, q.All.Squares)
}

// PressureKernel returns the loop for a piece under pressure.
func (c Code) PressureKernel(p board.Piece, pressure corpus.Pressure, q workload.Corpus[techniques.Questions]) workload.Loop {
	loop := c.Kernel(mode.Pressure, p, q)
	return func(i, j int) uint64 {
		if c.crowd != pressure {
			check(c.do("crowd %d %d %d", pressure.Lines, pressure.MiB, pressure.KiB))
			c.crowd = pressure
		}
		return loop(i, j)
	}
}

// EngineKernel returns the work of the engine that the program has bound to the technique.
func (c Code) EngineKernel(m mode.Mode, q workload.Corpus[corpus.Positions]) workload.Loop {
	return c.loop(m, board.Queen, q.ID, "positions", len(q.All.List), q.All.Depth, q.All.List)
}

// DeltaKernel returns the loop over moves of a mode, and a function that returns the checksums of the last batch's first n deltas.
func (c Code) DeltaKernel(m mode.Mode, q workload.Corpus[[]position.Question]) (loop workload.Loop, left func(n int) []uint64) {
	left = func(n int) []uint64 {
		sums := make([]uint64, n)
		check(c.Get(sums))
		return sums
	}
	return c.loop(m, board.Queen, q.ID, "deltas", len(q.All), 0, q.All), left
}

// Build fills the technique's tables.
func (c Code) Build() error {
	_, err := c.timed("init %s", c.Name)
	return err
}

// Code returns the code of a technique.
func (p *Program) Code(e *techniques.Entry) workload.Code { return Code{p, e.Name} }

// Spent returns how long the last loop, or building, took in nanoseconds, as the program has timed it.
func (c Code) Spent() float64 { return c.spent }
