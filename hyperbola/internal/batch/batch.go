// Package batch holds what the batches of this family have in common.
package batch

import "fmt"

// Check panics unless a batch's slices are equally long. It is given their lengths and the name of the package that was asked.
func Check(name string, attacks, occs, squares int) {
	if attacks != occs || occs != squares {
		panic(fmt.Sprintf("%s: a batch of %d attack sets, %d occupancies and %d squares (want one length)", name, attacks, occs, squares))
	}
}
