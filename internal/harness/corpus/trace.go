package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
)

//go:generate go run ./internal/record

// Question is a question of the trace, the questions that the engine asked.
type Question struct {
	Piece  board.Piece
	Square uint8
	Occ    uint64
}

// trace has the questions that the engine asked, in order, as WriteTrace writes them.
//
//go:embed trace.gz
var trace []byte

// TraceLength is the number of questions about each piece in the trace.
const TraceLength = 1 << 16

// WriteTrace writes questions compressed: for each a byte with square and piece, and eight with the exclusive or of its occupancy and the previous one's.
func WriteTrace(w io.Writer, questions []Question) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	last := uint64(0)
	for _, q := range questions {
		entry := binary.LittleEndian.AppendUint64([]byte{q.Square | byte(q.Piece)<<6}, q.Occ^last)
		last = q.Occ
		if _, err := z.Write(entry); err != nil {
			return err
		}
	}
	return z.Close()
}

// ReadTrace is the inverse of WriteTrace.
func ReadTrace(r io.Reader) (questions []Question, err error) {
	z, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return nil, fmt.Errorf("bad trace: %w", err)
	}
	last := uint64(0)
	for {
		var entry [9]byte
		switch _, err := io.ReadFull(z, entry[:]); {
		case err == io.EOF:
			return questions, nil
		case err != nil:
			return nil, fmt.Errorf("bad trace: cut short after %d questions: %w", len(questions), err)
		case entry[0]>>6 > byte(board.Queen):
			return nil, fmt.Errorf("bad trace: question %d is about no piece", len(questions))
		}
		last ^= binary.LittleEndian.Uint64(entry[1:])
		questions = append(questions, Question{board.Piece(entry[0] >> 6), entry[0] & 63, last})
	}
}

// Trace returns the questions that the engine asks in perft and search of several dozen positions, in order. A rook+bishop pair is asked about a queen.
var Trace = sync.OnceValues(func() ([]Question, error) { return ReadTrace(bytes.NewReader(trace)) })

// ByPiece reports whether a corpus has different questions for each piece.
func ByPiece(name string) bool { return name == "trace" }

// newTrace returns the first n of the trace's questions about a piece, and begins again after the last.
func newTrace(p board.Piece, n int) (q techniques.Questions, err error) {
	all, err := Trace()
	if err != nil {
		return q, err
	}
	for len(q.Occs) < n {
		before := len(q.Occs)
		for _, one := range all {
			if one.Piece == p && len(q.Occs) < n {
				q.Squares, q.Occs = append(q.Squares, one.Square), append(q.Occs, one.Occ)
			}
		}
		if len(q.Occs) == before {
			return q, fmt.Errorf("bad trace: no questions about a %v", p)
		}
	}
	return q, nil
}
