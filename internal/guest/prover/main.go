// Command prover proves the lookups of another repository in a process of its own, because wrong lookups may crash. Package guest copies it, and replaces
// lookups.go by a file that calls the user's lookups. The prover notes each question in a file, in the form of package child, so that its parent knows which question
// crashed it or hangs.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The file that the prover shares with its parent begins with a text: the move that a delta function is asked, or in the end the error. Behind it are notes of three
// words: first the program's, with its state, the number of finished squares, and the text's length; then one for each worker, with the question, the square and the
// occupancy. States are those of package child, which the prover cannot import.
const (
	idle    = 0
	filling = 1<<64 - 1
	done    = 1<<64 - 3
)

// A question is a piece's number plus 1, or one of these. idle stands for none.
const (
	bothPieces = 4
	moving     = 5 // the number of a move takes the place of the square
)

// words is the number of words in a note.
const words = 3

// exchange is the shared file in memory.
var exchange struct {
	text  []byte
	notes []note // of the program, and of its workers
}

// note is a note in the file. It stays when a crash ends the process in the middle of a lookup.
type note []byte

// put sets the i-th word of a note.
func (n note) put(i int, word uint64) { binary.NativeEndian.PutUint64(n[8*i:], word) }

// write puts a text into the file, and its length into the program's note.
func write(text string) { exchange.notes[0].put(2, uint64(copy(exchange.text, text))) }

// noted is the lookups, with a note of each question before it is asked.
type noted struct{ note }

// ask notes a question, its kind last: only then the note counts.
func (n noted) ask(kind uint64, sq int, occ uint64) {
	n.put(1, uint64(sq))
	n.put(2, occ)
	n.put(0, kind)
}

func (n noted) Rook(sq int, occ uint64) uint64 {
	n.ask(1+uint64(board.Rook), sq, occ)
	return Rook(sq, occ)
}

func (n noted) Bishop(sq int, occ uint64) uint64 {
	n.ask(1+uint64(board.Bishop), sq, occ)
	return Bishop(sq, occ)
}

func (n noted) Queen(sq int, occ uint64) uint64 {
	n.ask(1+uint64(board.Queen), sq, occ)
	return Queen(sq, occ)
}

// together is noted, with a lookup for rook and bishop at once.
type together struct{ noted }

func (t together) Both(sq int, occ uint64) (rook, bishop uint64) {
	t.ask(bothPieces, sq, occ)
	return both(sq, occ)
}

// position is a question to a delta function, laid out like struct slidebench_position.
type position struct {
	types               [6]uint64
	colors              [2]uint64
	castling, enPassant uint64
	turn                [8]uint8
	men                 board.Men
}

// ask asks the delta function about moves, and notes each in the first worker's note, as the workers have ended by then.
func ask(moves []conform.DeltaMove) (answers []board.Delta, err error) {
	answers = make([]board.Delta, len(moves))
	for i := range moves {
		m := &moves[i]
		before := position{castling: m.Castling, enPassant: m.EnPassant, men: m.Men}
		for sq, man := range m.Men {
			if man != board.NoMan {
				before.types[man.Kind()-1] |= 1 << sq
				before.colors[man/board.ManBlack] |= 1 << sq // 0 white, 1 black
			}
		}
		if m.Black {
			before.turn[0] = 1
		}
		fen, move, same := m.FEN(), m.String(), before
		write(fen + " " + move)
		exchange.notes[1].put(1, uint64(i))
		exchange.notes[1].put(0, moving)
		place := make([]uint32, board.MostThreats)
		func() {
			defer func() {
				if p := recover(); p != nil {
					err = &conform.UnansweredDelta{Move: m, Instead: fmt.Sprint("panics: ", p)}
				}
			}()
			deltas(1, func(int) (unsafe.Pointer, uint32) { return unsafe.Pointer(&before), m.Packed() }, func(int) (string, string) { return fen, move }, func() {},
				func(int) []uint32 { return place }, func(_, count int) { answers[i].N = int32(max(-1, min(count, 1<<30))) }) // a wrong count, too, has to fit
		}()
		exchange.notes[1].put(0, idle)
		write("")
		if err == nil && before != same {
			err = &conform.UnansweredDelta{Move: m, Instead: "writes to the position"}
		}
		if err != nil {
			return nil, err
		}
		for j, t := range place {
			answers[i].List[j] = board.Threat(t)
		}
	}
	return answers, nil
}

// main proves the lookups and notes the outcome in the shared file. Its arguments are that file, the seed of the noise, the number of workers, and the squares.
func main() {
	all, err := open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	debug.SetMaxStack(4 << 20)                       // so that endless recursion in a lookup ends soon
	seed, _ := strconv.ParseUint(os.Args[2], 10, 64) // package guest writes all numbers
	workers, _ := strconv.Atoi(os.Args[3])
	squares := os.Args[4:]
	exchange.text = all[:len(all)-8*words*(1+workers)] // before the notes
	for i := len(exchange.text); i < len(all); i += 8 * words {
		exchange.notes = append(exchange.notes, all[i:])
	}
	exchange.notes[0].put(0, filling)
	if err := Build(); err != nil {
		fmt.Fprintln(os.Stderr, "Build:", err)
		os.Exit(2)
	}
	exchange.notes[0].put(0, idle)
	var (
		wg    sync.WaitGroup
		next  atomic.Int64
		ended atomic.Int64
		found = make([]error, len(squares))
	)
	if !lookups { // there are only deltas
		squares = nil
	}
	for _, own := range exchange.notes[1:] {
		var technique conform.Technique = noted{own}
		if both != nil {
			technique = together{noted{own}}
		}
		wg.Go(func() {
			finished := false
			defer func() {
				if !finished { // the exam recovers from panics, so a lookup has called runtime.Goexit
					fmt.Fprintln(os.Stderr, "fatal error: the lookup ends its goroutine (runtime.Goexit)")
					os.Exit(2)
				}
			}()
			for i := next.Add(1) - 1; i < int64(len(squares)); i = next.Add(1) - 1 {
				sq, _ := strconv.Atoi(squares[i])
				found[i] = conform.NewExam(sq, seed).Check(technique)
				own.put(0, idle)
				exchange.notes[0].put(1, uint64(ended.Add(1)))
			}
			finished = true
		})
	}
	wg.Wait()
	if deltas != nil {
		found = append(found, conform.CheckDeltasBulk(conform.OrthodoxBulk(1, ask), seed)) // 1: every move is asked, except those of Chess960
	}
	for _, err := range found {
		if err != nil {
			conform.Diagnose(err, nil)
			write(err.Error())
			break
		}
	}
	exchange.notes[0].put(0, done)
}
