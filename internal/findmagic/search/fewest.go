package search

// FewestBits is the least number of index bits of a bishop's white magic, by square: fancymagic/dense has such magics, and the proof of TestFewestBits finds that
// none has fewer bits. It is 0 where neither is known.
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
