package anylanguage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// deltaBlock is the largest number of moves in a block, and deltasOfExam about how many moves an exam has.
const (
	deltaBlock   = 256
	deltasOfExam = 200_000
)

// proveThreats proves the deltas of moves by a command that runs in a folder, and returns how many moves it asked. It asks a slow program only a sample. Errors are like
// those of proveLookups, with *conform.DeltaMistake and *conform.UnansweredDelta.
func proveThreats(ctx context.Context, folder, command string, seed uint64, logf func(format string, args ...any)) (questions int, err error) {
	p, err := start(ctx, folder, command)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if !p.threats {
		return 0, fmt.Errorf("%q offers no threats (want the word threats behind \"ready\")", command)
	}
	ask := func(moves []conform.DeltaMove) (deltas []board.Delta, err error) {
		for block := range slices.Chunk(moves, deltaBlock) {
			answers, err := p.deltas(block)
			if err != nil {
				return nil, err
			}
			deltas = append(deltas, answers...)
		}
		questions += len(moves)
		return deltas, nil
	}
	// The first check shows how fast the program is: enough ends it after one block. Then one move in every is asked.
	every, enough := 1, errors.New("enough")
	err = conform.CheckDeltasBulk(conform.OrthodoxBulk(1, func(moves []conform.DeltaMove) ([]board.Delta, error) {
		began := time.Now()
		few := moves[:min(len(moves), deltaBlock)]
		if _, err := ask(few); err != nil {
			return nil, err
		}
		seconds := time.Since(began).Seconds() / float64(len(few)) * deltasOfExam
		every = 1 + int(seconds/budget.Seconds())
		return nil, enough
	}), seed)
	if !errors.Is(err, enough) {
		return questions, err
	}
	if every > 1 {
		logf("it is slow: one move in %d is asked; another --seed asks others", every)
	}
	questions = 0
	err = conform.CheckDeltasBulk(conform.OrthodoxBulk(every, ask), seed) // ask counts
	return questions, err
}

// deltas asks one block of moves, and returns the delta of each.
func (p *program) deltas(moves []conform.DeltaMove) (deltas []board.Delta, err error) {
	questions := fmt.Appendf(nil, "threats %d\n", len(moves))
	for i := range moves {
		questions = fmt.Appendf(questions, "%s %v\n", moves[i].FEN(), &moves[i])
	}
	err = p.block("threats", len(moves), questions, func(i int) error {
		line, err := p.line()
		if err != nil {
			return err
		}
		var d board.Delta
		for word := range strings.FieldsSeq(line) {
			t, err := parseThreat(word)
			if err != nil {
				return fmt.Errorf("%v in %q: the answer %.40q: %w", &moves[i], moves[i].FEN(), line, err)
			}
			if d.N == board.MostThreats {
				return &conform.UnansweredDelta{Move: &moves[i], Instead: fmt.Sprintf("lists more than %d threats", board.MostThreats)}
			}
			d.Add(t)
		}
		deltas = append(deltas, d)
		return nil
	})
	if e, has := errors.AsType[*ended](err); has {
		err = &conform.UnansweredDelta{Move: &moves[len(deltas)], Instead: e.instead, Remarks: e.remarks()}
	}
	return deltas, err
}

// parseThreat reads a threat as board.Threat writes it.
func parseThreat(word string) (board.Threat, error) {
	const men = ".PNBRQK..pnbrqk" // by board.Man
	bad := fmt.Errorf("%q is no threat (want such as -Rd1xpd7 or +ra8xPa2)", word)
	if len(word) != len("-Rd1xpd7") || word[0] != '-' && word[0] != '+' || word[4] != 'x' {
		return 0, bad
	}
	attacker, victim := strings.IndexByte(men, word[1]), strings.IndexByte(men, word[5])
	from, wrong := board.ParseSquare(word[2:4])
	to, also := board.ParseSquare(word[6:8])
	if attacker <= 0 || victim <= 0 || cmp.Or(wrong, also) != nil { // -1 is another letter, and 0 a point: no man
		return 0, bad
	}
	t := board.NewThreat(board.Man(attacker), from, board.Man(victim), to)
	if word[0] == '+' {
		t |= board.Appears
	}
	return t, nil
}
