package facts

import "slices"

// kinds are the usual names of families, where they differ from the folder's.
var kinds = map[string]string{
	"classical": "rays", "fancymagic": "magic", "fixedshift": "magic", "blackmagic": "magic", "sherwin": "line tables", "firstrank": "first rank",
	"hashmap": "hash map", "byteboard": "byte board", "stateful": "kept state",
}

// Kind names the kind of technique: "magic", "PEXT", "hyperbola". PEXT is only what uses the instruction.
func (f Facts) Kind() string {
	switch {
	case slices.Contains(f.Needs, "bmi2"):
		return "PEXT"
	case f.Family == "pext":
		return "PEXT in software"
	case kinds[f.Family] != "":
		return kinds[f.Family]
	}
	return f.Family
}
