package machine

import "github.com/slidebench/slidebench/pext/slowpext"

// PEXTReport says whether PEXT is slow on this processor, which rule says so, and the times of its instructions.
type PEXTReport = slowpext.Report

// PEXT returns package slowpext's report on the PEXT instruction.
func PEXT() PEXTReport { return slowpext.Detect() }
