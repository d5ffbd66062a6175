package slidebench

import (
	"embed"

	"github.com/slidebench/slidebench/internal/slidebench"
)

// The folders of the families, and of the packages that these import. A new family wants its folder here.
//
//go:embed board best blackmagic byteboard classical fancymagic fill firstrank fixedshift hashmap hyperbola internal/ondemand/demand internal/scaffold internal/slowpext magic pext sherwin stateful
var sources embed.FS

//go:embed internal/engine internal/techniques/kernels.go internal/techniques/controls internal/harness/language/c/program
var timed embed.FS

func init() { slidebench.Sources, slidebench.Timed = sources, timed }
