package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// technique describes a technique's package: which kinds of functions it declares.
type technique struct {
	Path, Name string
	HasOne     bool // the package answers one question in a call
	HasBoth    bool // the package answers for rook and bishop in one call
	HasDone    bool // a loop calls Done after its last lookup: it clears vector registers that lookups leave dirty
	HasSets    bool // the package answers for all sliders of a set in one call
	HasMoves   bool // the package returns the squares a slider may go to
	HasThreats bool // the package lists the threats that change with a man
	HasNeeds   bool // the package has a software form, and Available tells which form answers
	HasPicks   bool // batches read other tables, as in package best

	ThreatState bool // the package lists threats by a State
	facts.Found
}

var pieces = [...]string{"Rook", "Bishop", "Queen"}

// loop is a field of struct Kernels, with the type of an array's elements, kind, and the signature and the bodies of its functions.
type loop struct {
	field, kind, signature string
	bodies                 []string // by piece, or a single body
}

// function returns the name of the i-th function of a loop.
func (l loop) function(t technique, i int) string {
	name := t.Name + strings.ToUpper(l.field[:1]) + l.field[1:]
	if len(l.bodies) > 1 {
		name += pieces[i]
	}
	return name
}

// loops returns the timed loops of a technique, as source text.
func (t technique) loops() (loops []loop) {
	const questions, batch = "(q Questions) uint64", "(a []uint64, q Questions)" // signatures; a takes the answers, of batchBoth the rooks' and then the bishops'
	if t.ThreatState {
		return nil // an engine asks it
	}
	if t.State {
		return []loop{t.each("incremental", "ReplayKernel", "(r Replay) (sum uint64)", t.stateBody)}
	}
	one := func(piece string) string {
		return fmt.Sprintf("func(s int, o uint64) uint64 { return %s.%s(s, o) }", t.Name, piece)
	}
	if t.HasOne {
		for _, field := range []string{"throughput", "latency"} {
			loops = append(loops, t.each(field, "Kernel", questions, func(piece string) string {
				return t.sum(fmt.Sprintf("%s(q, %s)", field, one(piece)))
			}))
		}
		for _, field := range []string{"both", "bothLatency"} {
			loops = append(loops, loop{field, "", questions, []string{t.sum(fmt.Sprintf("%s(q, %s)", field, t.pair()))}})
		}
	}
	if t.Batch { // no technique has its own batches and Done
		loops = append(loops, t.each("batch", "BatchKernel", batch, func(piece string) string {
			return fmt.Sprintf("%s.%sBatch(a, q.Occs, q.Squares)", t.Name, piece)
		}), loop{"batchBoth", "", batch, []string{fmt.Sprintf("n := len(q.Occs)\n%s.BothBatch(a[:n], a[n:], q.Occs, q.Squares)", t.Name)}})
	} else { // then it has lookups: faceOf refuses a technique without both
		loops = append(loops, t.each("batch", "BatchKernel", batch, func(piece string) string {
			return t.done(fmt.Sprintf("batch(a, q, %s)", one(piece)))
		}), loop{"batchBoth", "", batch, []string{t.done(fmt.Sprintf("batchBoth(a, q, %s)", t.pair()))}})
	}
	if t.HasSets {
		loops = append(loops, t.each("setwise", "SetKernel", "(q Sets) uint64", func(piece string) string {
			return t.sum(fmt.Sprintf("wholeSets(q, func(sliders, o uint64) uint64 { return %s.%ss(sliders, o) })", t.Name, piece))
		}))
	} else if t.HasOne {
		loops = append(loops, t.each("setwise", "SetKernel", "(q Sets) uint64", func(piece string) string {
			return t.sum(fmt.Sprintf("setwise(q, %s)", one(piece)))
		}))
	}
	if t.HasOne {
		loops = append(loops, t.each("incremental", "ReplayKernel", "(r Replay) uint64", func(piece string) string {
			return t.sum(fmt.Sprintf("replay(r, %s)", one(piece)))
		}))
	}
	return loops
}

// each returns a loop with a function for each piece.
func (t technique) each(field, kind, signature string, body func(piece string) string) loop {
	l := loop{field: field, kind: kind, signature: signature}
	for _, piece := range pieces {
		l.bodies = append(l.bodies, body(piece))
	}
	return l
}

// pair returns the literal that asks for rook and bishop.
func (t technique) pair() string {
	if t.HasBoth {
		return fmt.Sprintf("func(s int, o uint64) (r, b uint64) { return %s.Both(s, o) }", t.Name)
	}
	return fmt.Sprintf("func(s int, o uint64) (r, b uint64) { return %[1]s.Rook(s, o), %[1]s.Bishop(s, o) }", t.Name)
}

// sum returns the statements that return a loop's checksum, after Done where the package has one.
func (t technique) sum(call string) string {
	if t.HasDone {
		return t.done("sum := "+call) + "\nreturn sum"
	}
	return "return " + call
}

// done returns the statements of a loop, followed by a call of Done where the package has one.
func (t technique) done(call string) string {
	if t.HasDone {
		return fmt.Sprintf("%s\n%s.Done()", call, t.Name)
	}
	return call
}

// stateBody returns the body of the loop that makes moves in a State and asks it. As in an engine, the loop updates the occupancy, too: dependencyMask keeps it alive.
func (t technique) stateBody(piece string) string {
	return fmt.Sprintf(`var state %s.State
		state.Prepare(r.Occ)
		occ := r.Occ
		for _, c := range r.Changes {
			occ ^= c.Off | c.On
			for off := c.Off; off != 0; off &= off - 1 {
				state.Remove(bits.TrailingZeros64(off))
			}
			for on := c.On; on != 0; on &= on - 1 {
				state.Add(bits.TrailingZeros64(on))
			}
			for _, sq := range r.Squares[:r.Lookups] {
				sum ^= state.%s(int(sq))
			}
			r.Squares = r.Squares[r.Lookups:]
		}
		return sum ^ occ&dependencyMask`, t.Name, piece)
}

// writeWiring writes the fields of a technique's Entry.
func (t technique) writeWiring(out io.Writer) {
	line := func(has bool, fields string) { // in fields, x is the package
		if has {
			io.WriteString(out, strings.ReplaceAll(fields, "x.", t.Name+".")+",\n")
		}
	}
	line(t.HasOne, "rook: x.Rook, bishop: x.Bishop, queen: x.Queen")
	line(t.HasBoth, "pair: x.Both")
	line(t.Batch, "batches: &conform.BatchFuncs{RookFunc: x.RookBatch, BishopFunc: x.BishopBatch, QueenFunc: x.QueenBatch, BothFunc: x.BothBatch}")
	line(t.HasSets, "sets: &conform.SetFuncs{RooksFunc: x.Rooks, BishopsFunc: x.Bishops, QueensFunc: x.Queens}")
	line(t.HasMoves, "moves: &conform.MoveFuncs{RookFunc: x.RookMoves, BishopFunc: x.BishopMoves, QueenFunc: x.QueenMoves}")
	line(t.HasThreats, "threats: x.Threats")
	line(t.State, "checkState: conform.CheckState[x.State]")
	line(t.ThreatState, "checkThreatState: func(squares, seed uint64) error { return conform.CheckThreatState(new(x.State), squares, seed) }")
	line(true, "build: x.Build, tableBytes: x.TableBytes")
	line(t.HasPicks, "batchTableBytes: x.BatchTableBytes")
	line(t.HasNeeds, "available: x.Available")
	fmt.Fprintf(out, "Facts: facts.Facts{Found: %#v},\nKernels: Kernels{\n", t.Found)
	for _, l := range t.loops() {
		if len(l.bodies) == 1 {
			fmt.Fprintf(out, "%s: %s,\n", l.field, l.function(t, 0))
			continue
		}
		fmt.Fprintf(out, "%s: [...]%s{%s, %s, %s},\n", l.field, l.kind, l.function(t, 0), l.function(t, 1), l.function(t, 2))
	}
	fmt.Fprintf(out, "},\n")
}
