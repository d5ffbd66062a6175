package results

import "slices"

// Fact is what no result file says of a technique: it does not change from run to run.
type Fact struct {
	Family string
	Needs  []string // features of the processor without which it would not be used, spelt as in Target.Features
	Batch  bool     // it answers batches by code of its own, and not by a loop around its single lookups
	State  bool     // it keeps a state that moves change, and answers from it between them
	Sets   bool     // it answers for a set of sliders at once, and not slider by slider
	Aside  bool     // measured to hold others against: not to be chosen
	Code   int      // lines of code of its package, without comments, tests and what is generated; 0 where not counted
	Picks  Picks    // what it picks, for one of the family Picker
}

// Picks says what a technique of the family Picker picks.
type Picks struct {
	Features string            // of the processors on which it picks that, as in Target.Features
	ByMode   map[string]string // names of techniques
}

// Facts holds what is known of techniques, by name.
type Facts map[string]Fact

// Picker is the family of what picks another technique when a program starts, and so is none to choose from.
const Picker = "best"

// Picked is the row of the technique that the picker picks, behind a call that is not inlined.
const Picked = "picked"

// Choosable reports whether a technique is one to choose from: one that is ranked, does not pick another one, and is not aside.
func (f *File) Choosable(technique string) bool {
	fact := f.Facts[technique]
	return f.Ranked(technique) && fact.Family != Picker && !fact.Aside
}

// Unknown returns the ranked techniques of a file of which nothing is known, unless nothing is known of any.
func (f *File) Unknown() (names []string) {
	if f.Facts == nil {
		return nil
	}
	for _, t := range f.Tables {
		for _, s := range t.Series {
			if f.Ranked(s.Technique) && !f.Facts.Known(s.Technique) {
				names = append(names, s.Technique)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Known reports whether anything is known of a technique.
func (f Facts) Known(technique string) bool {
	_, known := f[technique]
	return known
}

// PEXT reports whether a technique is known to extract bits by the instruction, or to deposit them: nothing in the catalogue needs
// BMI2 for anything else, as its shifts come with the GOAMD64 level.
func (f Facts) PEXT(technique string) bool {
	return slices.Contains(f[technique].Needs, "bmi2")
}

// Without reports whether a technique is known to do without a feature.
func (f Facts) Without(technique, feature string) bool {
	return f.Known(technique) && !slices.Contains(f[technique].Needs, feature)
}
