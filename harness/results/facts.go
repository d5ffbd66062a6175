package results

import "slices"

// Fact is what no result file says of a technique: it does not change from run to run.
type Fact struct {
	Family string
	Needs  []string // features of the processor without which it would not be used, spelt as in Target.Features
	Batch  bool     // it answers batches by code of its own, and not by a loop around its single lookups
}

// Facts holds what is known of techniques, by name.
type Facts map[string]Fact

// Picker is the family of what picks another technique when a program starts, and so is none to choose from.
const Picker = "best"

// Picked is the row of the technique that the picker picks, behind a call that is not inlined.
const Picked = "picked"

// Choosable reports whether a technique is one to choose from: one that is ranked and does not pick another one.
func (f *File) Choosable(technique string) bool {
	return f.Ranked(technique) && f.Facts[technique].Family != Picker
}

// Without reports whether a technique can do without a feature.
func (f Facts) Without(technique, feature string) bool {
	return !slices.Contains(f[technique].Needs, feature)
}
