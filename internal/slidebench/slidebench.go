// Package slidebench has the path of this module, and the sources that the commands carry along. The package at the module's root sets these, as a
// package embeds only files below its own folder: import it for its effect beside this package where sources are read.
package slidebench

import "embed"

// Sources are the folders of the techniques' families, and of the packages that these import: slidebench copies techniques from there.
var Sources embed.FS

// Timed is the code that asks the techniques when they are timed, and the controls.
var Timed embed.FS

// Module is the path of this module, Home where it is, and Site the published page of its results.
const (
	Module = "github.com/slidebench/slidebench"
	Home   = "https://" + Module
	Site   = "https://slidebench.github.io/slidebench/"
)
