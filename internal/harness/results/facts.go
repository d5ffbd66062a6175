package results

import (
	"slices"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// Facts are the catalogue's facts about techniques, by name. Result files have none: readers of reports set them.
type Facts map[string]facts.Facts

// Choosable reports whether a technique may be recommended: it is no control, not a picker such as best, and not set aside.
func (f *File) Choosable(technique string) bool {
	return !grid.IsControl(technique) && f.Facts[technique].Family != facts.Picker && !(f.Aside != nil && f.Aside(technique))
}

// Unknown returns the ranked techniques of a file that have no facts. It returns none for a file without any facts.
func (f *File) Unknown() (names []string) {
	if f.Facts == nil {
		return nil
	}
	for _, t := range f.Tables {
		for _, s := range t.Series {
			if s.Ranked() && !f.Facts.Known(s.Technique) {
				names = append(names, s.Technique)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Known reports whether there are facts about a technique.
func (f Facts) Known(technique string) bool {
	_, known := f[technique]
	return known
}

// PEXT reports whether a technique is known to use PEXT or PDEP.
func (f Facts) PEXT(technique string) bool { return f[technique].PEXT() }

// Without reports whether a technique is known to do without a feature.
func (f Facts) Without(technique, feature string) bool {
	return f.Known(technique) && !slices.Contains(f[technique].Needs, feature)
}
