package facts

import (
	"slices"

	"github.com/slidebench/slidebench/internal/feature"
)

// kinds are the usual names of families whose folder has another name.
var kinds = map[string]string{
	"classical": "rays", "fancymagic": "magic", "fixedshift": "magic", "blackmagic": "magic", "sherwin": "line tables", "firstrank": "first rank",
	"hashmap": "hash map", "byteboard": "byte board", "stateful": "kept state",
}

// Kind names the kind of technique: "magic", "PEXT", "hyperbola". Only techniques that use the instruction are of kind PEXT.
func (f Facts) Kind() string {
	switch {
	case f.PEXT():
		return "PEXT"
	case f.Family == "pext":
		return "PEXT in software"
	case kinds[f.Family] != "":
		return kinds[f.Family]
	}
	return f.Family
}

// PEXT reports whether the technique uses PEXT or PDEP, or their counterparts on other processors. A technique needs BMI2 in the catalogue for nothing else: BMI2's
// shifts come with the GOAMD64 level.
func (f Facts) PEXT() bool {
	return slices.ContainsFunc(feature.Likes("bmi2"), func(name string) bool { return slices.Contains(f.Needs, name) })
}
