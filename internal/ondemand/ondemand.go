// Package ondemand makes a program fill the tables of a technique when it first asks for them, not when it starts. The catalogue links all
// techniques, whose tables are 150 MB together; a program that links techniques without this package has right answers from its start.
//
// Go initialises a package as soon as all of its imports are initialised, and of several such packages the one with the first import path (the Go specification, Program
// initialization). Package scaffold, which all techniques import, waits for package demand just as this package does, and its name comes later: so this package is
// initialised before any technique.
package ondemand

import "github.com/slidebench/slidebench/internal/ondemand/demand"

func init() { demand.Filled = true }
