// Command record has the engine search positions. It writes the questions that the engine asks to trace.gz, and how many its searches ask of each kind to
// asked.csv. To note questions, it builds itself once more, with the engine bound to package recorder. It runs in the folder of package corpus.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/bind"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/corpus/recorder"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/temporary"
)

// name is the name of the engine that is bound to package recorder.
const name = "recorder"

// seeds is the number of seeds to draw positions from: enough for corpus.TraceLength questions about each piece.
const seeds = 16

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// run writes the files if the engine of this build notes questions, and otherwise builds and runs the command with that engine.
func run() error {
	if e, known := bound.Find(name); known {
		return errors.Join(record(e), count(e))
	}
	temp, err := temporary.Folder()
	if err != nil {
		return err
	}
	defer temporary.Remove(temp)
	overlay, err := bind.Overlay("../../..", "internal/harness/corpus/internal/record", temp, []bind.Technique{
		{Name: name, Package: "github.com/slidebench/slidebench/internal/harness/corpus/recorder", Both: true},
	})
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "run", "-overlay="+overlay, "./internal/record")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// record has the engine do perft and search in positions of all stages, and writes the first questions about each piece to trace.gz.
func record(e bound.Engine) error {
	counts := [len(board.Pieces)]int{}
	var kept []corpus.Question
	for seed := range uint64(seeds) {
		for _, stage := range []string{"opening1", "middlegame1", "endgame1"} { // their depth of 1 is not used
			q, err := corpus.NewPositions(stage, seed)
			if err != nil {
				return err
			}
			for i := range q.List {
				recorder.Asked = recorder.Asked[:0]
				e.Perft(&q.List[i], 2)
				e.Search(&q.List[i], 2)
				for _, question := range recorder.Asked {
					if counts[question.Piece]++; counts[question.Piece] <= corpus.TraceLength {
						kept = append(kept, question)
					}
				}
			}
		}
	}
	if len(kept) != len(board.Pieces)*corpus.TraceLength {
		return fmt.Errorf("%d questions about a rook, %d about a bishop, %d about a queen are too few", counts[0], counts[1], counts[2])
	}
	var out bytes.Buffer
	if err := corpus.WriteTrace(&out, kept); err != nil {
		return err
	}
	return os.WriteFile("trace.gz", out.Bytes(), 0o644)
}

// count has each search of the engine search its default corpus, and writes to asked.csv how many questions of each kind it asks.
func count(e bound.Engine) error {
	var out bytes.Buffer
	out.WriteString("mode,positions,nodes,pairs,rooks,bishops,queens\n")
	for _, search := range []struct {
		mode.Mode
		run func(*position.Position, int) bound.Result
	}{{mode.Search, e.Search}, {mode.NetSearch, e.NetSearch}} {
		q, err := corpus.NewPositions(corpus.GamesOf(search.Mode)[0], 1) // the usual seed
		if err != nil {
			return err
		}
		asked, nodes := [len(board.Pieces)]int{}, uint64(0)
		recorder.Asked, recorder.Pairs = nil, 0
		for i := range q.List {
			nodes += search.run(&q.List[i], q.Depth).Nodes
		}
		for _, question := range recorder.Asked {
			asked[question.Piece]++
		}
		fmt.Fprintf(&out, "%v,%d,%d,%d,%d,%d,%d\n", search.Mode, len(q.List), nodes, recorder.Pairs, asked[board.Rook], asked[board.Bishop], asked[board.Queen]-recorder.Pairs)
	}
	return os.WriteFile("asked.csv", out.Bytes(), 0o644)
}
