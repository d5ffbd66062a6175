package board

import "fmt"

// EqualLengths panics unless the slices of a batch have one length. It is given their lengths and who was asked.
func EqualLengths(who string, attacks, occs, squares int) {
	if attacks != occs || occs != squares {
		panic(fmt.Sprintf("%s: a batch of %d attack sets, %d occupancies and %d squares (want one length)", who, attacks, occs, squares))
	}
}
