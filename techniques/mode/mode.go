// Package mode names what can be asked of a technique. It imports nothing.
package mode

// Mode is a way in which a technique is asked and timed.
type Mode string

// The modes. Init is measured around Build and has no kernel.
const (
	Throughput  Mode = "throughput"  // independent lookups, back to back
	Latency     Mode = "latency"     // each lookup waits for the answer of the one before
	Both        Mode = "both"        // one question, two answers: rook and bishop
	BothLatency Mode = "bothlatency" // the same, and each lookup waits for the answers of the one before
	Batch       Mode = "batch"       // slices of questions in, a slice of answers out
	BatchBoth   Mode = "batchboth"   // slices of questions in, two slices of answers out: rook and bishop
	Setwise     Mode = "setwise"     // what all sliders of a set attack, in one answer
	Incremental Mode = "incremental" // moves are made and unmade, with lookups after each
	Init        Mode = "init"        // building the tables
)

// All lists the modes in the order in which tables and reports show them.
var All = [...]Mode{Throughput, Latency, Both, BothLatency, Batch, BatchBoth, Setwise, Incremental, Init}
