// Package facts has the facts about each technique that need no measurement and no code: the catalogue. Package techniques adds the functions.
package facts

import (
	"path"

	"github.com/slidebench/slidebench/internal/slidebench"
)

// Facts are the facts about one technique.
type Facts struct {
	Name   string // as flags and benchmark names spell it, and the name of its package
	Family string // the folder at the module's root with its package, "" for a control
	People string
	Year   int    // of the first publication, 0 if not known
	Source string // key into REFERENCES.md; for a guest, its path in its own repository
	// Needs are the processor's features that the technique uses, spelt as in machine.Fingerprint.FeatureSet. On processors without them, a software form answers.
	Needs []string
	// Experiment is the GOEXPERIMENT that the technique is built with, "" for none.
	Experiment string
	PairOnly   bool   // the technique has code for pairs and queens only, and only these are timed
	EngineOnly bool   // it is timed only in an engine
	Only       string // for a guest that is not in Go: the only language that has its lookups; in Go, the walk answers for it, and is not timed
	// Pieces names the pieces with code of the technique, separated by commas; "" for all. For other pieces the walk answers, and is not timed.
	Pieces string
	Deltas bool // a guest with a function of its own for the deltas of moves, in place of the engine's
	// SizeUnknown: the size of its tables is unknown. Data is the size of the data in its object file, in bytes.
	SizeUnknown bool
	Data        int
	Unsafe      bool // its lookups read memory through unsafe pointers

	Found
}

// Found has the facts that go generate finds in a technique's package.
type Found struct {
	Lines int  // of code, in Go and assembly, without comments, tests and generated files; 0 if not counted
	Batch bool // the package has code for batches; otherwise a loop calls its single lookups
	State bool // the package has a State, kept from move to move

	// Inlines reports for rook, bishop and queen whether their timed loops on amd64 contain no call, by the compiler's machine
	// code. CallsBoth reports that the loop for both answers contains one, though rook and bishop each inline.
	Inlines   [3]bool
	CallsBoth bool
}

// Values of Family that are no folder of techniques.
const (
	Picker = "best"  // best: a technique under a second name, never recommended
	Guest  = "guest" // techniques of other repositories
)

// Folder returns the folder of the technique's package, from the module's root.
func (f Facts) Folder() string {
	switch f.Family {
	case "":
		return "internal/techniques/controls/" + f.Name
	case f.Name:
		return f.Family
	}
	return f.Family + "/" + f.Name
}

// Package returns the import path of the technique's package; for a guest, of the package in its own repository.
func (f Facts) Package() string {
	if f.Family == Guest {
		return f.Source
	}
	return path.Join(slidebench.Module, f.Folder())
}
