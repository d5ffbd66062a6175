// Package protocol proves and times lookups in any language: a program answers questions on its standard input by lines on its standard output.
//
// The program first writes the line "ready", followed by the words "queen" if it has a lookup for queens, "binary" if it takes the binary form, and
// "throughput" and "latency" if it has these timed loops. Then it reads blocks until its input ends. A block is a line with a piece and a number of
// questions, such as "rook 4096", and then a line for each question: the square in decimal, a1 = 0, b1 = 1, h8 = 63, and the occupancy as 16 hexadecimal digits, whose bit 0 is a1:
//
//	27 00000800f7080808
//
// The program writes a line for each question: the attacks as at most 16 hexadecimal digits, without a sign. It flushes its output after each block, and
// writes nothing else there; standard error is free.
//
// In the binary form the line with piece and number stays. Behind it come all occupancies of the block, eight bytes each with the lowest first, and then
// all squares, a byte each. Each answer is eight bytes, the lowest first.
//
// A program with timed loops keeps the questions of the last block, numbered from 0, and looks some of them up again after a line such as
//
//	throughput rook 128 4096
//	latency rook 128 4096 0
//
// which ask for the numbers from 128 to 4095; there may be none. It answers by a line with the exclusive or of their attacks, in hexadecimal, and the nanoseconds that the loop
// took, in decimal, by its own clock: nothing but the loop, and no reading or writing. In the loop latency each lookup waits for the one before: before the
// question is asked, the attacks of the question before it, 0 for the first, are ANDed with the last number of the line, which is hexadecimal, and ORed into
// its occupancy.
//
// A program with a function for the delta of a move writes the word "threats" behind "ready", too. A block of these questions is a line such as "threats 256", and then a line for
// each move: the position before it in Forsyth-Edwards notation, in six fields, and the move as engines send it, in a seventh:
//
//	4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 e4d5
//
// The program writes a line for each: the threats that vanish (-) and appear (+), in any order, divided by spaces, each as man and square of the attacker, "x", and man and square of the
// victim. Men of white have capital letters. It is empty if no threat changes. The answer here is
//
//	-Pe4xpd5 -pd5xPe4
//
// If such a program writes "throughput" behind "ready", it has a timed loop for deltas, too. It keeps the moves of the last block, may prepare what its function takes, and answers lines such as
//
//	throughput threats 128 4096
//
// by the exclusive or of all threats in these deltas, in hexadecimal, and the nanoseconds. A threat is a number of 32 bits: from its lowest byte the attacker, its square,
// the victim, and the victim's square, with 128 added if it appears. Men are 1 to 6 for a white pawn, knight, bishop, rook, queen and king, and 9 to 14 for black ones.
//
// Examples in several languages stand in examples/protocol.
package protocol

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/techniques/conform"
)

// longestBlock is the most questions of a block. A pipe need not hold them.
const longestBlock = 4096

// longestLine is how much of a line is read.
const longestLine = 64 << 10

// How long a program may take to begin, filling its tables included, and then for each block.
var (
	beginPatience = 30 * time.Second
	blockPatience = 10 * time.Second
)

// program is a running program.
type program struct {
	child         *process.Child
	in            io.WriteCloser
	out           *bufio.Reader
	late          atomic.Bool // the program was killed after a timeout
	queen, binary bool
	threats       bool
	loops         []string // that it has
}

// start runs a command in a folder, and waits until it is ready.
func start(ctx context.Context, folder, command string) (p *program, err error) {
	p = &program{child: process.Shell(ctx, command)}
	p.child.Dir = folder
	in, out, err := p.child.Pipes()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, longestLine)
	if err := p.child.Start(); err != nil {
		return nil, fmt.Errorf("%q does not start: %w", command, err)
	}
	defer p.within(beginPatience)()
	line, err := p.line()
	if err != nil {
		p.close()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case p.late.Load():
			return nil, fmt.Errorf("%q does not write the line \"ready\" within %v (is its output flushed?)", command, beginPatience)
		}
		return nil, fmt.Errorf("%q ends before it writes the line \"ready\": %s", command, p.child.Why())
	}
	words := strings.Fields(line)
	for i, word := range words {
		switch {
		case i == 0 && word == "ready":
		case i > 0 && word == "queen":
			p.queen = true
		case i > 0 && word == "binary":
			p.binary = true
		case i > 0 && word == "threats":
			p.threats = true
		case i > 0 && slices.Contains(Loops, word):
			p.loops = append(p.loops, word)
		default:
			words = nil
		}
	}
	if len(words) == 0 {
		p.close()
		return nil, fmt.Errorf("%q writes %.40q first (want the line \"ready\", behind it those of the words queen, binary, threats, %s that are true of it)", command, line, strings.Join(Loops, ", "))
	}
	return p, nil
}

// within ends the program when it takes longer than it may, until the returned function is called.
func (p *program) within(patience time.Duration) (stop func() bool) {
	return time.AfterFunc(patience, func() { p.late.Store(true); p.child.End() }).Stop
}

// close ends the program and its children. A program that ends by itself tells how.
func (p *program) close() { _ = p.child.Close() }

func (p *program) line() (string, error) {
	line, err := p.out.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		err = nil
	}
	return strings.TrimRight(string(line), "\r\n"), err
}

// ended says that a program has ended, or was ended, with some answers given.
type ended struct{ instead, said string }

func (e *ended) Error() string { return strings.TrimSuffix(e.instead+": "+e.said, ": ") }

// patience is how long some questions may take.
func patience(n int) time.Duration { return blockPatience * time.Duration(1+n/longestBlock) }

// ask asks one block.
func (p *program) ask(ctx context.Context, piece board.Piece, sq []uint8, occ []uint64) (answers []uint64, err error) {
	defer p.within(patience(len(sq)))()
	var text bytes.Buffer
	fmt.Fprintf(&text, "%v %d\n", piece, len(sq))
	if p.binary {
		for _, o := range occ {
			text.Write(binary.LittleEndian.AppendUint64(nil, o))
		}
		text.Write(sq)
	} else {
		for i, o := range occ {
			fmt.Fprintf(&text, "%d %016x\n", sq[i], o)
		}
	}
	go p.in.Write(text.Bytes()) // while answers come; it ends with the program
	for i := range sq {
		var answer uint64
		if p.binary {
			var word [8]byte
			_, err = io.ReadFull(p.out, word[:])
			answer = binary.LittleEndian.Uint64(word[:])
		} else {
			var line string
			if line, err = p.line(); err == nil {
				answer, err = parse(line, board.Walk(piece, int(sq[i]), occ[i]))
				if err == errWide {
					return answers, &conform.Unanswered{Piece: piece, Square: int(sq[i]), Occ: occ[i], Instead: "has an answer of more than 64 bits: " + line,
						Remarks: []string{"integers that grow are to be cut off, by BigInt.asUintN(64, x) in JavaScript and by & in Python"}}
				}
				if err != nil {
					return answers, fmt.Errorf("%v on %s, occupancy %016x: the answer %.40q %w", piece, board.SquareName(int(sq[i])), occ[i], line, err)
				}
			}
		}
		if err != nil {
			p.close()
			e := &ended{"ends the program: " + p.child.State(), p.child.Said.Error()}
			if p.late.Load() {
				e = &ended{fmt.Sprintf("has no answer within %v (is the output flushed after each block?)", patience(len(sq))), ""}
			}
			return answers, cmp.Or(ctx.Err(), error(e))
		}
		answers = append(answers, answer)
	}
	if p.out.Buffered() > 0 {
		more, _ := p.out.Peek(min(40, p.out.Buffered()))
		return answers, fmt.Errorf("%d questions about a %v have more answers than that: %q is too much", len(sq), piece, more)
	}
	return answers, nil
}

var errWide = errors.New("has more than 64 bits")

// parse reads an answer. The right one helps to tell what is wrong with its form.
func parse(line string, want uint64) (uint64, error) {
	digits := strings.TrimSpace(line)
	answer, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(digits), "0x"), 16, 64)
	switch {
	case len(line) >= longestLine: // however many of its digits are zeros
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
