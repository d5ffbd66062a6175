package board

import "fmt"

// EqualLengths panics unless the slices of a batch have the same length. who is the name of the package, for the message.
func EqualLengths(who string, attacks, occs, squares int) {
	if attacks != occs || occs != squares {
		panic(fmt.Sprintf("%s: a batch of %d attack sets, %d occupancies and %d squares (want one length)", who, attacks, occs, squares))
	}
}
