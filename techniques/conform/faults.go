package conform

import (
	"fmt"
	"iter"
	"math/bits"
	"runtime/debug"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// Fault is something wrong that can be planted in the tables of a technique.
type Fault struct {
	Kind   string // what is wrong, such as "wrong factor"
	Detail string // where exactly, such as "bit 3 flipped"; may be empty
	// Squares are those whose answers the fault can change; nil means only the square that the fault was asked for.
	Squares []int
	Swap    func() // plants the fault, and when it is called again, takes it out
}

// Wrong returns the fault that *at holds another value than it should.
func Wrong[T any](kind, detail string, at *T, wrong T) Fault {
	return Fault{Kind: kind, Detail: detail, Swap: func() { *at, wrong = wrong, *at }}
}

type unsigned interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

// FlippedBits returns faults with one bit of *at flipped. The square chooses the bits, 16 apart, so that different
// squares between them try them all.
func FlippedBits[T unsigned](kind string, sq int, at *T) (faults []Fault) {
	size := bits.Len64(uint64(^T(0)))
	for bit := sq % min(size, 16); bit < size; bit += 16 {
		faults = append(faults, Wrong(kind, fmt.Sprintf("bit %d flipped", bit), at, *at^1<<bit))
	}
	return faults
}

// OffByOne returns faults with *at one too large and one too small.
func OffByOne[T unsigned](kind string, at *T) []Fault {
	return []Fault{
		Wrong(kind, "one too large", at, *at+1),
		Wrong(kind, "one too small", at, *at-1),
	}
}

// WrongMasks returns faults of the mask of a piece on sq: with an edge square too many, without a relevant square, with the
// slider's own square, and with a square off its lines. The function flip adds one square to the technique's mask if it is
// not there, and removes it if it is.
func WrongMasks(p board.Piece, sq int, flip func(square int)) (faults []Fault) {
	own := uint64(1) << sq
	mask, lines := board.Mask(p, sq), board.Lines(p, sq)
	for _, c := range []struct {
		kind string
		from uint64
	}{
		{"mask with an edge square", lines &^ mask},
		{"mask without a relevant square", mask},
		{"mask with the slider's square", own},
		{"mask with a square off the lines", ^(lines | own)},
	} {
		squares := slices.Collect(board.Squares(c.from))
		square := squares[sq%len(squares)]
		faults = append(faults, Fault{Kind: c.kind, Detail: board.SquareName(square), Swap: func() { flip(square) }})
	}
	return faults
}

// WrongRays returns the attacks of a piece on sq with one of its rays a square too short, or a square too long, for each ray
// for which there is such a set.
func WrongRays(p board.Piece, sq int, attacks uint64) (wrong []uint64) {
	for _, d := range board.Directions(p) {
		ray := attacks & board.Ray(d, sq)
		for s := range board.Squares(ray) {
			beyond := board.Ray(d, s)
			if ray&beyond != 0 {
				continue // not the ray's last square
			}
			wrong = append(wrong, attacks&^(1<<s))
			for next := range board.Squares(beyond) {
				if beyond&^board.Ray(d, next) == 1<<next {
					wrong = append(wrong, attacks|1<<next)
				}
			}
		}
	}
	return wrong
}

// WrongLine returns faults of a line of the piece through sq, which is without sq itself.
func WrongLine(p board.Piece, sq int, line *uint64) []Fault { return WrongSet("line", p, sq, line) }

// WrongSet returns faults of a set of squares that a piece on sq can attack, such as a ray: with bits flipped, and those of
// WrongLength. what names the set.
func WrongSet(what string, p board.Piece, sq int, set *uint64) []Fault {
	return append(FlippedBits("wrong "+what, sq, set), WrongLength(what, p, sq, set)...)
}

// WrongLength returns the faults that a ray within a set of squares is too short, or too long.
func WrongLength(what string, p board.Piece, sq int, set *uint64) (faults []Fault) {
	for _, wrong := range WrongRays(p, sq, *set) {
		faults = append(faults, Wrong(what+" too short or too long", "", set, wrong))
	}
	return faults
}

// WrongSlots returns faults of slots spread over those of a square, each with a bit flipped.
func WrongSlots[T unsigned](kind string, sq int, slots []T) (faults []Fault) {
	const n = 8
	for i := range n {
		at := i * (len(slots) - 1) / (n - 1)
		flipped := slots[at] ^ 1<<((sq+2*i)&(bits.Len64(uint64(^T(0)))-1))
		faults = append(faults, Wrong(kind, fmt.Sprintf("(%d of %d)", at, len(slots)), &slots[at], flipped))
	}
	return faults
}

// Everywhere makes faults of what serves all squares of a set.
func Everywhere(squares uint64, faults []Fault) []Fault {
	for i := range faults {
		faults[i].Squares = slices.Collect(board.Squares(squares))
	}
	return faults
}

// Tables are the tables of a technique whose watch is to be proved. A piece is a rook or a bishop.
type Tables struct {
	Technique Technique
	// Place sets what slots are found by, such as masks, factors and offsets, to its right values. It may be nil, for a
	// technique that sets all of its tables in one go.
	Place func()
	// Fill fills the slots by what Place has set. What it refuses with an error or a panic is caught.
	Fill func() error
	// Parts returns the faults of what Place sets for a piece on sq.
	Parts func(p board.Piece, sq int) []Fault
	// Slots returns the slots that lookups of a piece on sq can reach, unused ones included, or is nil. Tables of
	// different squares may overlap.
	Slots func(p board.Piece, sq int) []uint64
}

// Depth is how much of a proof is asked for.
type Depth int

// Quick plants faults on two squares and leaves out the last Check; Full plants them on six.
const (
	Quick Depth = iota
	Full
)

// Reporter is told what ProveFaults finds. A testing.TB is one.
type Reporter interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// ProveFaults proves that the tables of a technique are watched. It plants faults in the parts of several squares, before
// slots are filled and after, and faults in their slots after. What Fill does not refuse, CheckSquare must catch if it
// changes an answer and only then, which is established by asking whatever it could change. Of each kind of fault at
// least one must be found, as a kind that never is proves nothing. In the end the tables are right again, and Check
// says so.
//
// The faults are the same in every run.
func ProveFaults(r Reporter, tables Tables, depth Depth) {
	r.Helper()
	// What a lookup without bounds checks does with a fault in it is a panic then, and not the end of the program.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	p := prover{Tables: tables, Reporter: r, found: map[string]int{}, exams: map[int]*Exam{}, right: map[int][2][]uint64{}}
	squares := []int{3, 36, 0, 31, 60, 63} // edges, centre, corners
	if depth == Quick {
		squares = squares[:2]
	}
	if p.Place != nil {
		p.each(squares, p.Parts, p.plantBeforeFill)
	}
	p.build()
	p.each(squares, p.Parts, p.plant)
	if p.Slots != nil {
		p.each(squares, p.slotFaults, p.plant)
	}
	for _, sq := range squares {
		if err := p.check(sq); err != nil {
			r.Errorf("a fault has not been taken out: %v", err)
		}
	}
	p.build()
	if depth == Full {
		if err := Check(p.Technique, 1); err != nil {
			r.Errorf("built anew after the faults: %v", err)
		}
	}
	for kind, n := range p.found {
		if n == 0 {
			r.Errorf("none of the faults %q is ever found", kind)
		}
	}
	if len(p.found) == 0 {
		r.Errorf("no fault was planted")
	}
	r.Logf("%d faults refused by Fill, %d caught by the suite, %d shown to be harmless", p.refused, p.caught, p.harmless)
}

type prover struct {
	Tables
	Reporter
	refused, caught, harmless int
	found                     map[string]int // faults refused or caught, by kind

	// Many faults are planted on few squares, so that what the walk says there is kept.
	exams map[int]*Exam
	right map[int][2][]uint64 // the answers to what everything yields, for a rook and a bishop
}

// check is CheckSquare.
func (p *prover) check(sq int) error {
	if p.exams[sq] == nil {
		p.exams[sq] = NewExam(sq, uint64(sq))
	}
	return p.exams[sq].Check(p.Technique)
}

func (p *prover) each(squares []int, faults func(board.Piece, int) []Fault, plant func(board.Piece, int, Fault)) {
	for _, piece := range []board.Piece{board.Rook, board.Bishop} {
		for _, sq := range squares {
			for _, f := range faults(piece, sq) {
				plant(piece, sq, f)
			}
		}
	}
}

// build makes the tables right.
func (p *prover) build() {
	if p.Place != nil {
		p.Place()
	}
	if err := p.Fill(); err != nil {
		p.Fatalf("without any fault: %v", err)
	}
}

// plantBeforeFill shows that Fill refuses a fault, or judges what it has filled. What it has not refused can be wrong for the
// fault's own squares only: the relevant subsets of all others have found their slots free or rightly filled.
func (p *prover) plantBeforeFill(piece board.Piece, sq int, f Fault) {
	p.Place()
	f.Swap()
	defer f.Swap()
	if refuses(p.Fill) {
		p.refused++
		p.found[f.Kind]++
		return
	}
	p.judge("before Fill", piece, sq, f)
}

func refuses(fill func() error) (refused bool) {
	defer func() {
		if recover() != nil {
			refused = true
		}
	}()
	return fill() != nil
}

func (p *prover) plant(piece board.Piece, sq int, f Fault) {
	f.Swap()
	defer f.Swap()
	p.judge("after Fill", piece, sq, f)
}

// judge compares what the suite says of a planted fault with what is the case.
func (p *prover) judge(when string, piece board.Piece, sq int, f Fault) {
	squares := f.Squares
	if squares == nil {
		squares = []int{sq}
	}
	caught := slices.ContainsFunc(squares, func(s int) bool { return p.check(s) != nil })
	changed := slices.ContainsFunc(squares, p.changes)
	if caught {
		p.caught++
		p.found[f.Kind]++
	} else {
		p.harmless++
		p.found[f.Kind] += 0 // known, and not found yet
	}
	if caught != changed {
		p.Errorf("%v on %s, %s %s, planted %s: caught is %v, changes an answer is %v",
			piece, board.SquareName(sq), f.Kind, f.Detail, when, caught, changed)
	}
}

// changes tells whether any answer for a rook or bishop on sq is wrong. It shares nothing with the suite but the walk.
func (p *prover) changes(sq int) (changed bool) {
	right, known := p.right[sq]
	if !known {
		for i, piece := range rookAndBishop {
			for occ := range everything(piece, sq) {
				right[i] = append(right[i], board.Walk(piece, sq, occ))
			}
		}
		p.right[sq] = right
	}
	defer func() {
		if recover() != nil {
			changed = true
		}
	}()
	for i, answer := range [...]func(sq int, occ uint64) uint64{p.Technique.Rook, p.Technique.Bishop} {
		k := 0
		for occ := range everything(rookAndBishop[i], sq) {
			if answer(sq, occ) != right[i][k] {
				return true
			}
			k++
		}
	}
	return false
}

// everything yields the occupancies that show whether an answer for a piece on sq has changed:
//   - all sets of squares on the lines, the slider's own among them, in an order in which neighbours differ by one
//     square, with the squares off the lines all clear and all set;
//   - all contents of each rank, with the other ranks empty and full.
//
// That is exhaustive for a fault that lets a lookup depend on no more than the lines and one square off them, and for a wrong
// value for one content of one rank, which shows best when nothing stands on the others.
func everything(piece board.Piece, sq int) iter.Seq[uint64] {
	lines := board.Lines(piece, sq) | 1<<sq
	squares := slices.Collect(board.Squares(lines))
	return func(yield func(occ uint64) bool) {
		occ := uint64(0)
		for i := range uint64(1) << len(squares) {
			if i > 0 {
				occ ^= 1 << squares[bits.TrailingZeros64(i)]
			}
			if !yield(occ) || !yield(occ|^lines) {
				return
			}
		}
		for rank := range 8 {
			others := ^(uint64(0xff) << (8 * rank))
			for content := range uint64(256) {
				if !yield(content<<(8*rank)) || !yield(content<<(8*rank)|others) {
					return
				}
			}
		}
	}
}

// slotFaults returns faults of slots spread over those of a piece on sq. Squares whose slots overlap are affected together.
func (p *prover) slotFaults(piece board.Piece, sq int) (faults []Fault) {
	slots := p.Slots(piece, sq)
	const n = 8
	for i := range n {
		at := i * (len(slots) - 1) / (n - 1)
		slot := &slots[at]
		kind, wrong := "slot with a flipped bit", *slot^1<<((sq+9*i)&63)
		if rays := WrongRays(piece, sq, *slot); i%2 != 0 && len(rays) > 0 {
			kind, wrong = "slot with a ray too short or too long", rays[i%len(rays)]
		}
		f := Wrong(kind, fmt.Sprintf("(%d of %d)", at, len(slots)), slot, wrong)
		f.Squares = p.readers(slot)
		faults = append(faults, f)
	}
	return faults
}

// readers returns the squares on which the lookup of a piece can reach a slot.
func (p *prover) readers(slot *uint64) (squares []int) {
	for sq := range 64 {
		for _, piece := range []board.Piece{board.Rook, board.Bishop} {
			slots := p.Slots(piece, sq)
			for i := range slots {
				if &slots[i] == slot {
					squares = append(squares, sq)
				}
			}
		}
	}
	return squares
}
