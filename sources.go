// Package slidebench holds the sources of the techniques, which the command slidebench copies into engines, and of the loops and the engine that ask them.
package slidebench

import "embed"

// Sources are the folders of the families, and of the packages that these import. A new family wants its folder here.
//
//go:embed board best blackmagic byteboard classical fancymagic fill firstrank fixedshift hashmap hyperbola magic pext sherwin stateful
var Sources embed.FS

// Timed is what asks the techniques when they are timed, and the controls.
//
//go:embed engine techniques/kernels.go techniques/controls harness/language/c/program
var Timed embed.FS

// Module is the path of this module, Home where it is, and Site the published page of its results.
const (
	Module = "github.com/slidebench/slidebench"
	Home   = "https://" + Module
	Site   = "https://slidebench.github.io/slidebench/"
)
