// Package demand says whether the program fills tables on demand. Package ondemand sets it.
package demand

// Filled reports whether tables are filled when somebody first asks for them, and not when the program starts.
var Filled bool
