package results

import (
	"path"
	"slices"

	"github.com/slidebench/slidebench"
)

// Fact is what is known of a technique without measuring it, and stands in no result file.
type Fact struct {
	Family string   // the folder at the root in which its package is
	Source string   // for the family Guest: the import path
	Needs  []string // features of the processor that it uses, spelt as in Target.Features
	Batch  bool     // it answers batches by code of its own; without, by a loop around its single lookups
	State  bool     // it keeps a state that moves change, and answers from it between them
	Unsafe bool     // its lookups read memory through unsafe pointers
	Aside  bool     // measured as a baseline only, never recommended
	Code   int      // lines of code of its package, without comments, tests and generated files; 0 where not counted
	Picks  Picks    // for the family Picker: its picks
}

// Picks are the techniques that a technique of the family Picker picks.
type Picks struct {
	Features string            // of the processors on which it picks these, as in Target.Features
	ByMode   map[string]string // names of techniques
}

// Facts are the facts of techniques, by name.
type Facts map[string]Fact

// Package returns the import path of a technique's package.
func (f Facts) Package(technique string) string {
	if f[technique].Family == Guest {
		return f[technique].Source
	}
	if family := f[technique].Family; family != technique {
		return path.Join(slidebench.Module, family, technique)
	}
	return path.Join(slidebench.Module, technique)
}

// Picker is the family of techniques that pick another technique when a program starts. They are never recommended.
const Picker = "best"

// Guest is the family of techniques of other repositories.
const Guest = "guest"

// Picked is the control that calls the picker's pick without inlining it.
const Picked = "picked"

// Twice is the control that asks fancymagic everything twice, in modes of the engine: it shows what share of the time lookups take.
const Twice = "twice"

// Choosable reports whether a technique may be recommended: it is ranked, picks no other technique, and is not set aside.
func (f *File) Choosable(technique string) bool {
	fact := f.Facts[technique]
	return f.Ranked(technique) && fact.Family != Picker && !fact.Aside
}

// Unknown returns the ranked techniques of a file that have no facts. It returns none for a file without any facts.
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

// Known reports whether there are facts of a technique.
func (f Facts) Known(technique string) bool {
	_, known := f[technique]
	return known
}

// PEXT reports whether a technique is known to use PEXT or PDEP. The catalogue names BMI2 for nothing else: its shifts come with the
// GOAMD64 level.
func (f Facts) PEXT(technique string) bool {
	return slices.Contains(f[technique].Needs, "bmi2")
}

// Without reports whether a technique is known to do without a feature.
func (f Facts) Without(technique, feature string) bool {
	return f.Known(technique) && !slices.Contains(f[technique].Needs, feature)
}
