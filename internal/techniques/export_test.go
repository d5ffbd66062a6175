package techniques

import "github.com/slidebench/slidebench/techniques/conform"

// Lookups returns the functions that an entry's methods call, for exams: over a billion questions, the methods take longer than most functions.
func (e *Entry) Lookups() conform.Technique {
	e.Fill()
	both := e.pair
	if both == nil {
		both = func(sq int, occ uint64) (rook, bishop uint64) { return e.rook(sq, occ), e.bishop(sq, occ) }
	}
	return conform.BothFuncs{Funcs: conform.Funcs{RookFunc: e.rook, BishopFunc: e.bishop, QueenFunc: e.queen}, BothFunc: both}
}
