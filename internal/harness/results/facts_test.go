package results_test

import (
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// Neither a control, such as walk, nor a picker, such as best, nor a technique set aside, here naive, may be recommended; a technique without facts may. Without is false for a technique without facts.
func TestChoosable(t *testing.T) {
	f := results.File{Reference: "fancymagic", Facts: results.Facts{"best": {Family: facts.Picker}, "pext": {Needs: []string{"bmi2"}},
		"fancymagic": {}, "naive": {}}, Aside: func(technique string) bool { return technique == "naive" }}
	for name, want := range map[string]bool{"pext": true, "fancymagic": true, "unheardof": true,
		"naive": false, "best": false, "picked": false, "walk": false} { // picked is a control of older files
		if f.Choosable(name) != want {
			t.Errorf("%s: choosable %v", name, !want)
		}
	}
	if f.Facts.Without("pext", "bmi2") || !f.Facts.Without("pext", "avx2") || !f.Facts.Without("fancymagic", "bmi2") {
		t.Error("pext does not need BMI2 alone, or fancymagic needs it")
	}
	if f.Facts.Without("unheardof", "bmi2") {
		t.Error("nobody knows whether unheardof needs BMI2")
	}
}
