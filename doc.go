// Package slidebench is the root of a module that holds techniques for sliding pieces in chess, proves them equal to a slow truth, and measures them.
// It exports nothing: the README says how to use the commands.
//
// These packages may be imported, and keep their exported names and the meaning of answers from v0.1.0 on: package board, squares and sets; each technique's
// package, such as fancymagic and hyperbola/dual; package best, a technique for an engine that does not want to choose; and techniques/conform and
// techniques/techniquestest, which prove an engine's own lookups. Which technique best has, the size of tables, and who fills them when, may change.
// The commands slidebench and findmagic keep their flags and exit statuses, and the raw files of results stay readable.
//
// All else stands below internal and may change with any commit.
package slidebench
