package ctwin

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
)

// fact is an array of a technique's package that a lookup reads under every occupancy, such as the masks, factors or offsets of all
// squares.
type fact struct {
	name  string // technique/piece/number of the read
	bytes []byte
}

// facts returns the facts of all techniques, from the memory that their lookups read, so that the twins have the very same factors,
// and entries of the same layout. The C program fills the attack tables, from a walk.
func facts() (all []fact) {
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			all = append(all, factsOf(e, p)...)
		}
	}
	return all
}

// factsOf returns the facts of a technique's lookup for a piece.
func factsOf(e *techniques.Entry, p board.Piece) (facts []fact) {
	var reads [64][]place // by square
	var longest []place
	for sq := range reads {
		reads[sq] = constant(e, p, sq)
		if len(reads[sq]) > len(longest) {
			longest = reads[sq]
		}
	}
	for i, read := range longest {
		f := fact{name: fmt.Sprintf("%s/%v/%d", e.Name, p, i)}
		for _, list := range reads {
			switch {
			case i >= len(list): // a square with fewer reads
				f.bytes = append(f.bytes, make([]byte, read.bytes)...)
			case list[i].address != nil:
				f.bytes = append(f.bytes, unsafe.Slice((*byte)(list[i].address), list[i].bytes)...)
			}
		}
		if len(f.bytes) == len(reads)*int(read.bytes) {
			facts = append(facts, f)
		}
	}
	return facts
}

// place is the address and the size of a read.
type place struct {
	address unsafe.Pointer
	bytes   uintptr
}

// constant returns the places that a lookup reads, in order. The address is nil for places that depend on the occupancy.
func constant(e *techniques.Entry, p board.Piece, sq int) (places []place) {
	for i, occ := range []uint64{0, ^uint64(0), 0x00005a5a5a5a0000, 0x0042245a5a244200} {
		var list []place
		e.Reads(p, sq, occ, func(address unsafe.Pointer, bytes uintptr) { list = append(list, place{address, bytes}) })
		if i == 0 {
			places = list
		}
		places = places[:min(len(list), len(places))]
		for j := range places {
			if places[j] != list[j] {
				places[j].address = nil
			}
		}
	}
	return places
}

// writeFile writes the file that c/twin.c loads: the questions, the moves and then the facts, in the machine's byte order.
func writeFile(name string, q techniques.Questions, r techniques.Replay) (err error) {
	var b bytes.Buffer
	put := func(data any) {
		if err == nil {
			err = binary.Write(&b, binary.NativeEndian, data)
		}
	}
	put(uint64(len(q.Occs)))
	put(q.Squares)
	put(q.Occs)
	put([]uint64{r.Occ, uint64(r.Lookups), uint64(len(r.Changes))})
	put(r.Changes)
	put(r.Squares)
	all := facts()
	put(uint64(len(all)))
	for _, f := range all {
		var name [32]byte // ends in a 0
		if copy(name[:len(name)-1], f.name) < len(f.name) {
			return fmt.Errorf("the name %s is too long for c/board.h", f.name)
		}
		put(name)
		put(uint64(len(f.bytes)))
		put(f.bytes)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o600)
}
