// Package factors has the factors of fancymagic, and of the techniques that look up by the same factors in tables of another form.
package factors

// Rook and Bishop point to a factor for each square.
var Rook, Bishop = &rookFactors, &bishopFactors
