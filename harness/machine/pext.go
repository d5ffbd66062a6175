package machine

import "github.com/slidebench/slidebench/pext/slowpext"

// PEXTReport says whether PEXT is slow here, by whom that is known, and what it costs.
type PEXTReport = slowpext.Report

// PEXT reports on the PEXT instruction, as package slowpext knows it.
func PEXT() PEXTReport { return slowpext.Detect() }
