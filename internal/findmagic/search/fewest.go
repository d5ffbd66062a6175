package search

// FewestBits has the least number of index bits that a white magic of a bishop needs, by square: fancymagic/dense has magics with so many, and TestFewestBits proves
// that no magic has fewer. 0 where the least number is not known.
var FewestBits = [64]int{
	5, 4, 5, 5, 5, 5, 4, 5, // a1 to h1
	4, 4, 5, 5, 5, 5, 4, 4,
	4, 4, 0, 7, 7, 0, 4, 4,
	5, 5, 0, 0, 0, 0, 5, 5,
	5, 5, 0, 0, 0, 0, 5, 5,
	4, 4, 0, 7, 7, 0, 4, 4,
	4, 4, 5, 5, 5, 5, 4, 4,
	5, 4, 5, 5, 5, 5, 4, 5,
}
