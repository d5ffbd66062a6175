// Command prover proves the lookups of another repository in a process of its own, because wrong lookups may crash. Package guest copies it, and replaces
// lookups.go by a file that calls the user's lookups. The prover notes each question in a file, so that its parent knows which question crashed it or
// hangs.
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

// The file of notes has three words for the whole: the stage, how many squares are done, and the length of a text behind all words that says
// what is wrong; and three words for each of the workers: what it asks (0 for nothing, pieces from 1, and bothPieces), the square and the occupancy.
const (
	starting = iota // what packages do at first is not done
	building
	asking
	done
)

const (
	words      = 3
	bothPieces = 4
	moving     = 5 // it asks for a delta, of the position and the move in the text
)

// put notes a word. A goroutine may lie anywhere in a lookup when the process ends: what it has noted stays.
func put(notes []byte, i int, word uint64) { binary.NativeEndian.PutUint64(notes[8*i:], word) }

// noted notes each question before asking it.
type noted struct{ notes []byte }

func (n noted) note(what uint64, sq int, occ uint64) {
	put(n.notes, 1, uint64(sq))
	put(n.notes, 2, occ)
	put(n.notes, 0, what)
}

func (n noted) Rook(sq int, occ uint64) uint64 {
	n.note(1+uint64(board.Rook), sq, occ)
	return Rook(sq, occ)
}

func (n noted) Bishop(sq int, occ uint64) uint64 {
	n.note(1+uint64(board.Bishop), sq, occ)
	return Bishop(sq, occ)
}

func (n noted) Queen(sq int, occ uint64) uint64 {
	n.note(1+uint64(board.Queen), sq, occ)
	return Queen(sq, occ)
}

// together is noted with a lookup for rook and bishop at once.
type together struct{ noted }

func (t together) Both(sq int, occ uint64) (rook, bishop uint64) {
	t.note(bothPieces, sq, occ)
	return both(sq, occ)
}

// asked is a question as struct slidebench_position has it.
type asked struct {
	types               [6]uint64
	colors              [2]uint64
	castling, enPassant uint64
	turn                [8]uint8
	men                 board.Men
}

// ask answers moves. It notes each as text from a byte on.
func ask(notes []byte, from int, moves []conform.DeltaMove) (answers []board.Delta, err error) {
	answers = make([]board.Delta, len(moves))
	for i := range moves {
		m := &moves[i]
		before := asked{castling: m.Castling, enPassant: m.EnPassant, men: m.Men}
		for sq, man := range m.Men {
			if man != board.NoMan {
				before.types[man.Kind()-1] |= 1 << sq
				before.colors[man/board.ManBlack] |= 1 << sq
			}
		}
		if m.Black {
			before.turn[0] = 1
		}
		fen, move, same := m.FEN(), m.String(), before
		put(notes, 2, uint64(copy(notes[from:], fen+" "+move)))
		put(notes, words+1, uint64(i))
		put(notes, words, moving)
		place := make([]uint32, board.MostThreats)
		func() {
			defer func() {
				if p := recover(); p != nil {
					err = &conform.UnansweredDelta{Move: m, Instead: fmt.Sprint("panics: ", p)}
				}
			}()
			deltas(1, func(int) (unsafe.Pointer, uint32) { return unsafe.Pointer(&before), m.Packed() }, func(int) (string, string) { return fen, move }, func() {},
				func(int) []uint32 { return place }, func(_, count int) { answers[i].N = int32(max(-1, min(count, 1<<30))) })
		}()
		put(notes, words, 0)
		put(notes, 2, 0)
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

// The arguments are the file of notes, the seed of the noise, the number of workers, and the squares.
func main() {
	notes, err := open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	debug.SetMaxStack(4 << 20) // a lookup that calls itself for ever is to end at once
	seed, _ := strconv.ParseUint(os.Args[2], 10, 64)
	workers, _ := strconv.Atoi(os.Args[3])
	squares := os.Args[4:]
	put(notes, 0, building)
	if err := Build(); err != nil {
		fmt.Fprintln(os.Stderr, "Build:", err)
		os.Exit(2)
	}
	put(notes, 0, asking)
	var (
		wg    sync.WaitGroup
		next  atomic.Int64
		ended atomic.Int64
		found = make([]error, len(squares))
	)
	if !lookups {
		squares = nil
	}
	for w := range workers {
		own := notes[8*words*(w+1):]
		var technique conform.Technique = noted{own}
		if both != nil {
			technique = together{noted{own}}
		}
		wg.Go(func() {
			finished := false
			defer func() {
				if !finished {
					fmt.Fprintln(os.Stderr, "fatal error: the lookup ends its goroutine (runtime.Goexit)")
					os.Exit(2)
				}
			}()
			for i := next.Add(1) - 1; i < int64(len(squares)); i = next.Add(1) - 1 {
				sq, _ := strconv.Atoi(squares[i])
				found[i] = conform.NewExam(sq, seed).Check(technique)
				put(own, 0, 0)
				put(notes, 1, uint64(ended.Add(1)))
			}
			finished = true
		})
	}
	wg.Wait()
	if deltas != nil {
		found = append(found, conform.CheckDeltasBulk(conform.OrthodoxBulk(1, func(moves []conform.DeltaMove) ([]board.Delta, error) {
			return ask(notes, 8*words*(workers+1), moves)
		}), seed))
	}
	for _, err := range found {
		if err != nil {
			conform.Diagnose(err, nil)
			put(notes, 2, uint64(copy(notes[8*words*(workers+1):], err.Error())))
			break
		}
	}
	put(notes, 0, done)
}
