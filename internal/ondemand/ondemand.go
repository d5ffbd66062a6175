// Package ondemand makes a program fill the tables of a technique when it first asks for them, not when it starts. The catalogue links all
// techniques, whose tables are 150 MB together; a program that links techniques without this package has right answers from its start.
package ondemand

import _ "unsafe" // for go:linkname

//go:linkname onDemand github.com/slidebench/slidebench/board.onDemand
var onDemand = true
