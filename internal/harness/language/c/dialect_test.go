package c

import (
	"os"
	"slices"
	"testing"
)

// Outside of a checkout, headers and modules are those embedded in this program, in a folder that is removed.
func TestTreeOutsideACheckout(t *testing.T) {
	t.Chdir(t.TempDir())
	root, remove, err := treeHere()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dialects {
		units, err := d.units(root)
		if err != nil || !slices.ContainsFunc(units, func(u Unit) bool { return u.Technique.Name == "fancymagic" }) {
			t.Errorf("%s: %d units, %v", d.about.Name, len(units), err)
		}
	}
	remove()
	if _, err := os.Stat(root); err == nil {
		t.Errorf("%s stays", root)
	}
}
