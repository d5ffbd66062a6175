// Package demand has the switch by which package ondemand tells package scaffold to fill tables on demand.
package demand

// Filled reports whether tables are filled when somebody first asks for them, and not when the program starts.
var Filled bool
