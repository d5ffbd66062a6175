package conform

import (
	"fmt"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// Unanswered is a question without an answer, for callers whose lookups are another program's: the lookup ended it, or went on for too long. As an error it is a line
// that names the question, then the remarks, one a line, and pictures of the occupancy and of the attacks wanted.
type Unanswered struct {
	Piece   board.Piece
	Square  int
	Occ     uint64
	Instead string // what came instead of an answer: "ends the program: exit status 0"
	Remarks []string
}

func (u *Unanswered) Error() string {
	lines := append([]string{fmt.Sprintf("%v on %s %s", u.Piece, board.SquareName(u.Square), u.Instead)}, u.Remarks...)
	return strings.Join(lines, "\n") + "\n" + draw(set("occupancy", u.Occ), set("wanted", board.Walk(u.Piece, u.Square, u.Occ)))
}

// UnansweredDelta is Unanswered for the delta of a move.
type UnansweredDelta struct {
	Move    *DeltaMove
	Instead string
	Remarks []string
}

func (u *UnansweredDelta) Error() string {
	lines := append([]string{fmt.Sprintf("threats of %v: the function %s", u.Move, u.Instead)}, u.Remarks...)
	before, after := u.Move.boards()
	return strings.Join(lines, "\n") + "\n" + draw(placed("before", "", &before), placed("after", "", &after)) + u.Move.position()
}
