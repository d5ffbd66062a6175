package anylanguage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/techniques/conform"
)

// longestBlock is the most questions in a block. They need not fit into a pipe: answers are read while questions are sent.
const longestBlock = 4096

// program is a running program.
type program struct {
	*child.Program
	offer
}

// offer has the words behind "ready", by which a program says what it can do.
type offer struct {
	queen, binary, threats bool
	loops                  []string
}

// start runs a command in a folder, and waits until it is ready.
func start(ctx context.Context, folder, command string) (p *program, err error) {
	c := process.Shell(ctx, command)
	c.Dir = folder
	p = &program{}
	if p.Program, err = child.Start(c, nil); err != nil {
		return nil, fmt.Errorf("%q does not start: %w", command, err)
	}
	line, words, err := p.Ready(child.Patience.Begin)
	if e, has := errors.AsType[*child.Ended](err); has {
		p.Close()
		if e.Late > 0 {
			return nil, fmt.Errorf("%q does not write the line \"ready\" within %v (is its output flushed?)", command, e.Late)
		}
		return nil, fmt.Errorf("%q ends before it writes the line \"ready\": %s", command, e.Why())
	}
	if ctx.Err() != nil {
		p.Close()
		return nil, ctx.Err()
	}
	for i, word := range words {
		switch {
		case i == 0: // ready
		case word == "queen":
			p.queen = true
		case word == "binary":
			p.binary = true
		case word == "threats":
			p.threats = true
		case slices.Contains(loops, word):
			p.loops = append(p.loops, word)
		default:
			words = nil // an unknown word: refused below
		}
	}
	if len(words) == 0 { // or the line does not begin with ready
		p.Close()
		return nil, fmt.Errorf("%q writes %.40q first (want the line \"ready\", behind it those of the words queen, binary, threats, %s that are true of it)", command, line, strings.Join(loops, ", "))
	}
	return p, nil
}

// line reads a line, or the beginning of a line that is too long.
func (p *program) line() (string, error) {
	line, err := p.Line()
	if _, long := errors.AsType[child.Long](err); long {
		err = nil
	}
	if text, refused := child.Refusal(line); refused {
		err = fmt.Errorf("the program refuses: %s", text)
	}
	return line, err
}

// ended is the error of a program that ends, or is stopped because it is late, before it has given all answers: what it did instead, and its last line.
type ended struct{ instead, said string }

func (e *ended) Error() string { return strings.TrimSuffix(e.instead+": "+e.said, ": ") }

// remarks returns the program's last line, as a conform.Unanswered shows it.
func (e *ended) remarks() []string {
	if e.said == "" {
		return nil
	}
	return []string{"it says: " + e.said}
}

// patience returns how long a program may take for n questions.
func patience(n int) time.Duration { return child.Patience.Block * time.Duration(1+n/longestBlock) }

// block sends n questions and meanwhile calls read(i) for each answer. about names the kind of question in errors.
func (p *program) block(about string, n int, questions []byte, read func(i int) error) error {
	defer p.Within(patience(n))()
	go p.Send(questions) // it ends with the program
	for i := range n {
		err := read(i)
		if e, has := errors.AsType[*child.Ended](err); has && e.Late > 0 {
			return &ended{e.Instead() + " (is the output flushed after each block?)", ""}
		} else if has {
			return &ended{e.Instead(), e.Line}
		}
		if err != nil {
			return err
		}
	}
	if more := p.Surplus(); more != "" {
		return fmt.Errorf("%d questions about %s have more answers than that: %q is too much", n, about, more)
	}
	return nil
}

// ask asks one block of questions about a piece, and returns the answers.
func (p *program) ask(piece board.Piece, sq []uint8, occ []uint64) (answers []uint64, err error) {
	questions := fmt.Appendf(nil, "%v %d\n", piece, len(sq))
	for i, o := range occ {
		if p.binary {
			questions = binary.LittleEndian.AppendUint64(questions, o)
		} else {
			questions = fmt.Appendf(questions, "%d %016x\n", sq[i], o)
		}
	}
	if p.binary {
		questions = append(questions, sq...)
	}
	answers = make([]uint64, 0, len(sq))
	err = p.block("a "+piece.String(), len(sq), questions, func(i int) error {
		if p.binary {
			var word [8]byte
			if err := p.Read(word[:]); err != nil {
				return err
			}
			answers = append(answers, binary.LittleEndian.Uint64(word[:]))
			return nil
		}
		line, err := p.line()
		if err != nil {
			return err
		}
		answer, err := parse(line, board.Walk(piece, int(sq[i]), occ[i]))
		switch {
		case err == errWide:
			return &conform.Unanswered{Piece: piece, Square: int(sq[i]), Occ: occ[i], Instead: "has an answer of more than 64 bits: " + line,
				Remarks: []string{"integers that grow are to be cut off, by BigInt.asUintN(64, x) in JavaScript and by & in Python"}}
		case err != nil:
			return fmt.Errorf("%v on %s, occupancy %016x: the answer %.40q %w", piece, board.SquareName(int(sq[i])), occ[i], line, err)
		}
		answers = append(answers, answer)
		return nil
	})
	return answers, err
}

var errWide = errors.New("has more than 64 bits")

// parse reads an answer. If that fails, the right answer, want, helps to name the mistake, such as decimal digits.
func parse(line string, want uint64) (uint64, error) {
	digits := strings.TrimSpace(line)
	answer, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(digits), "0x"), 16, 64)
	switch {
	case len(line) >= child.LongestLine: // too long, even if most digits are zeros
	case err == nil:
		return answer, nil
	case strings.HasPrefix(digits, "-"):
		return 0, errors.New("has a sign (write it unsigned, by Long.toHexString in Java, and by BigInt.asUintN(64, x) in JavaScript)")
	case digits == strconv.FormatUint(want, 10):
		return 0, errors.New("is right, but decimal (write hexadecimal digits)")
	case errors.Is(err, strconv.ErrRange):
		return 0, errWide
	}
	return 0, errors.New("is no number (want at most 16 hexadecimal digits, and nothing else on standard output)")
}
