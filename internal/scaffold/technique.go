// Package scaffold has what packages of techniques are built with: it fills tables and names two squares that want one slot, brings long lookups into their callers, and
// loops over batches. Lookups themselves use only its functions that the compiler inlines.
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

// AtStart fills the tables of a technique's package when the program starts, unless the program fills them on demand, and panics if that fails. who is the package's
// name, for the message. A package that another technique's package imports calls Must instead, so that its tables are there first.
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

// Need returns nil if the processor and the build have what a technique needs, and otherwise whyNot as an error.
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

// Each sets dst[i] to a lookup's answer for sq[i] and occ[i]. The compiler inlines it, with lookups that inline. dst may be occ.
func Each(dst, occ []uint64, sq []uint8, lookup func(sq int, occ uint64) uint64) {
	for i, o := range occ {
		dst[i] = lookup(int(sq[i]), o)
	}
}

// EachBoth is Each for a lookup of rook and bishop at once. Either result may be occ.
func EachBoth(rook, bishop, occ []uint64, sq []uint8, lookup func(sq int, occ uint64) (rook, bishop uint64)) {
	for i, o := range occ {
		rook[i], bishop[i] = lookup(int(sq[i]), o)
	}
}

// BytesOf returns the size of the tables of a piece; a queen's are a rook's and a bishop's.
func BytesOf(p board.Piece, rook, bishop uintptr) int {
	switch p {
	case board.Rook:
		return int(rook)
	case board.Bishop:
		return int(bishop)
	}
	return int(rook + bishop)
}
