// Package harness exports nothing. The harness that proves and measures the techniques stands in internal/harness, so that it can change with any commit:
// commands of other folders use it, which a folder internal below this one would not let them.
//
//	corpus, workload   which questions are asked in each mode
//	measure, machine   slices of work and which of them are clean, on this machine
//	language, bind     programs in each language, and the engine bound to each technique
//	run, guard         planning and measuring a run, and a comparison of two trees
//	verify             the proof of all techniques
//	results, runs      reading raw files, and several runs as one result
//	report, plot       tables and pictures
//
// Own lookups are proved by techniques/techniquestest, and measured by the flags --package, --source and --command of slidebench bench.
package harness
