package scaffold

// Inline returns f(). It brings a lookup that is too large for the compiler's inliner into its caller: a function may cost the
// inliner 80, but a literal that is called once 800. The compiler leaves no call and no closure of
//
//	func Queen(sq int, occ uint64) uint64 {
//		return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
//	}
//
// It does not nest: if f calls a function made of Inline, that call remains. A long lookup may become slower by it: with the values of its caller's loop it may need more
// registers than there are.
func Inline(f func() uint64) uint64 { return f() }
