package byteboardvbmisimd

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
)

// Changes on a corner and on d4 are few enough for the emulator, which does not run the catalogue's test of threats.
func TestThreats(t *testing.T) {
	if err := conform.CheckThreatsOn(Threats, 1<<0|1<<27, 1); err != nil {
		t.Error(err)
	}
}
