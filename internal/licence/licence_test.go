package licence

import (
	"os"
	"strings"
	"testing"
)

// Line has the copyright and the licence's name of the file LICENSE.
func TestLine(t *testing.T) {
	text, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	name, isLicence := strings.CutSuffix(lines[0], " License")
	if !isLicence || !strings.HasPrefix(Line, lines[2]+", ") || !strings.HasSuffix(Line, ": "+name) {
		t.Errorf("%q, want it to begin with %q and to end with %q", Line, lines[2], name)
	}
}
