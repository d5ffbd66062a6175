package byteboardneon

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
)

// Of changes on a corner and on d4. The catalogue's test has all squares.
func TestThreats(t *testing.T) {
	if err := conform.CheckThreatsOn(Threats, 1<<0|1<<27, 1); err != nil {
		t.Error(err)
	}
}
