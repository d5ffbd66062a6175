package scaffold

// Inline returns f(). It brings a lookup that is too large for the compiler's inliner into its caller: a function may cost the
// inliner 80, but a literal that is called once 800. No call and no closure are left of
//
//	func Queen(sq int, occ uint64) uint64 {
//		return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
//	}
//
// It does not nest: a function made of Inline that f calls remains a call. A long lookup may lose by it: with the values of its
// caller's loop it may need more registers than there are.
func Inline(f func() uint64) uint64 { return f() }
