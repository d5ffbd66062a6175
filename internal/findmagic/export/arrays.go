package export

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// formNames are the constants for forms that go-factors declares if the entries of a set have different forms.
var formNames = [...]string{factors.White: "white", factors.Black: "black", factors.Bits32: "bits32", factors.Torus: "torus"}

// follow reports whether a lookup can compute the offsets, so that the file can leave them out: every entry's slots begin where the widest index of the entry before it
// ends, the first at 0 or behind another piece's slots; or all begin at 0.
func follow(entries []factors.Entry, behind int) bool {
	next := entries[0].Offset
	if next != 0 && next != behind {
		return false
	}
	zero, end := true, true
	for i := range entries {
		zero = zero && entries[i].Offset == 0
		end = end && entries[i].Offset == next
		next += length(&entries[i])
	}
	return zero || end
}

// length returns the number of slots that an entry's indices can reach.
func length(e *factors.Entry) int { return 1 << (e.Form.Width() - e.Shift) }

// array is an array in a file of go-factors, with a value for each square.
type array struct {
	Comment, Name, Type string
	Values              string // in lines
}

// Arrays returns the arrays of a piece: the magics, unless all squares have the same magic, and every other value that a
// lookup cannot derive.
func (p *piece) Arrays() []array {
	var arrays []array
	// add adds an array of elements of a type (of), in lines of so many columns.
	add := func(comment, name, of string, columns int, value func(e *factors.Entry) string) {
		var b strings.Builder
		for sq := range p.Entries {
			end := " "
			if (sq+1)%columns == 0 {
				end = "\n"
			}
			fmt.Fprintf(&b, "%s,%s", value(&p.Entries[sq]), end)
		}
		arrays = append(arrays, array{comment, p.Name + name, of, b.String()})
	}
	if p.Has("factor") {
		add("", "Factors", "uint64", 4, func(e *factors.Entry) string { return fmt.Sprintf("%#016x", e.Factor) })
	}
	if p.Has("shift") && !asWideAsMasks(p.Entries) {
		add("", "Shifts", "uint8", 8, func(e *factors.Entry) string { return fmt.Sprint(e.Shift) })
	}
	if p.Placed {
		comment := ""
		if slices.ContainsFunc(p.Entries, func(e factors.Entry) bool { return e.Offset < 0 }) {
			comment = fmt.Sprintf("// %sOffsets are in words, modulo 2^32: where the smallest index of a square is above 0, index and offset\n"+
				"// may have to wrap to reach the table's first slots, so they are added as uint32.\n", p.Name)
		}
		add(comment, "Offsets", "uint32", 8, func(e *factors.Entry) string { return fmt.Sprint(uint32(e.Offset)) })
	}
	if p.Overlaid && !p.Home {
		add("", "Rotations", "uint8", 8, func(e *factors.Entry) string { return fmt.Sprint(e.Rotation) })
	}
	if p.Mixed {
		add("", "Forms", "form", 8, func(e *factors.Entry) string { return formNames[e.Form] })
	}
	return arrays
}

// asWideAsMasks reports whether every index has as many bits as its square's mask has squares, so that the shift follows from the mask.
func asWideAsMasks(entries []factors.Entry) bool {
	for i := range entries {
		e := &entries[i]
		if e.Form.Width()-e.Shift != bits.OnesCount64(board.Mask(e.Piece, e.Square)) {
			return false
		}
	}
	return true
}
