package scalar

import (
	"bytes"
	"os"
	"testing"
)

// Assembly can include headers of its own folder only, so each hybrid has a copy of its vectors' header.
func TestSameVectors(t *testing.T) {
	for hybrid, vectors := range map[string]string{"hybridavx2": "obstructionavx2", "hybridavx512": "obstructionavx512"} {
		theirs, err := os.ReadFile("../../../hyperbola/" + vectors + "/vectors_amd64.h")
		if err != nil {
			t.Fatal(err)
		}
		ours, err := os.ReadFile("../../" + hybrid + "/vectors_amd64.h")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(ours, theirs) {
			t.Errorf("pext/%s/vectors_amd64.h is not the one in hyperbola/%s: copy it", hybrid, vectors)
		}
	}
}
