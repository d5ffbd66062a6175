// Package facts has what is known of each technique without measuring it: the catalogue, which everything that lists techniques reads.
package facts

import (
	"path"

	"github.com/slidebench/slidebench"
)

// Facts are those of one technique.
type Facts struct {
	Name   string // as flags and benchmark names spell it, and the name of its package
	Family string // the first-line folder it lives in, "" for a control
	People string
	Year   int    // of the first publication, 0 if not known
	Source string // key into REFERENCES.md; of a guest, where its repository has it
	// Needs are the features of the processor that it is about, spelt as in machine.Fingerprint.FeatureSet. Without them its
	// answers are right, and come from something else.
	Needs []string
	// Experiment is what GOEXPERIMENT has to hold in a build in which the technique is what its name says, "" if nothing.
	Experiment string
	PairOnly   bool   // it is about rook and bishop together: its lookups for one of them are another technique's, and not timed
	EngineOnly bool   // it is timed in an engine alone
	Only       string // the language that has its lookups, "" for Go, too: where another has them alone, those in Go are the walk, and not timed
	// Pieces are the ones that it answers for and is timed with, separated by commas; "" for all. Of others the walk's answers are proved.
	Pieces string
	Unsaid bool // how large its tables are is not said: Data is the size of the data that its object brings
	Data   int
	Search bool // mode init also times the search for its factors, which its package's go:generate line describes
	Unsafe bool // its lookups read memory through unsafe pointers

	Found
}

// Found is what go generate finds in a technique's package.
type Found struct {
	Lines int  // of code, in Go and assembly, without comments, tests and what is generated; 0 where not counted
	Batch bool // it answers batches by code of its own; without, by a loop around its single lookups
	State bool // it keeps a state that moves change, and answers from it between them

	// Inlines tells for rook, bishop and queen whether their timed loops on amd64 have no call left in them, and CallsBoth that for
	// both answers there is a call left, though rook and bishop each inline. They come from the compiler's machine code.
	Inlines   [3]bool
	CallsBoth bool
}

// Families that are no folder of their own.
const (
	Picker = "best"  // techniques that are another technique under a name of their own. They are never recommended
	Guest  = "guest" // techniques of other repositories
)

// Folder returns the folder of the technique's package, from the module's root.
func (f Facts) Folder() string {
	switch f.Family {
	case "":
		return "techniques/controls/" + f.Name
	case f.Name:
		return f.Family
	}
	return f.Family + "/" + f.Name
}

// Package returns the import path of the technique's package, for a guest that in its own repository.
func (f Facts) Package() string {
	if f.Family == Guest {
		return f.Source
	}
	return path.Join(slidebench.Module, f.Folder())
}
