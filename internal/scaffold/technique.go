// Package scaffold is what the packages of techniques are built with: it fills tables and shows where two squares want one slot, brings long lookups
// into their callers. Nothing of it is asked by a lookup but what the compiler inlines.
package scaffold

import (
	"errors"
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/ondemand/demand"
)

// OnDemand reports whether this program calls Build before it asks for a technique's first answer. Other programs fill all tables
// when they start.
func OnDemand() bool { return demand.Filled }

// AtStart fills the tables of a technique's package when the program starts, unless the program fills them on demand, and panics
// where that fails. who is the package's name, for the message. A package that another package of ours imports calls Must
// instead.
func AtStart(who string, build func() error) {
	if !demand.Filled {
		Must(who, build())
	}
}

// Must panics if a technique's package cannot fill its tables. who is the name of the package, for the message.
func Must(who string, err error) {
	if err != nil {
		panic(who + ": " + err.Error())
	}
}

// Need returns nil if the processor and the build have what a technique needs, and otherwise an error that says why not.
func Need(has bool, whyNot string) error {
	if has {
		return nil
	}
	return errors.New(whyNot)
}

// EqualLengths panics unless the slices of a batch have the same length. who is the name of the package, for the message.
func EqualLengths(who string, attacks, occs, squares int) {
	if attacks != occs || occs != squares {
		panic(fmt.Sprintf("%s: a batch of %d attack sets, %d occupancies and %d squares (want one length)", who, attacks, occs, squares))
	}
}

// Each sets dst[i] to the answer of a lookup to sq[i] and occ[i]. It is inlined, and so is a lookup that inlines. dst may be occ.
func Each(dst, occ []uint64, sq []uint8, lookup func(sq int, occ uint64) uint64) {
	for i, o := range occ {
		dst[i] = lookup(int(sq[i]), o)
	}
}

// EachBoth is Each for a lookup of rook and bishop. Either may be occ.
func EachBoth(rook, bishop, occ []uint64, sq []uint8, lookup func(sq int, occ uint64) (rook, bishop uint64)) {
	for i, o := range occ {
		rook[i], bishop[i] = lookup(int(sq[i]), o)
	}
}

// BytesOf returns the size of the tables of a piece: for a queen, of those of a rook and of a bishop.
func BytesOf(p board.Piece, rook, bishop uintptr) int {
	switch p {
	case board.Rook:
		return int(rook)
	case board.Bishop:
		return int(bishop)
	}
	return int(rook + bishop)
}
