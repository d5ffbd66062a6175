// Package prefix has the Kogge-Stone fill in each of the eight directions, in Go alone. Package koggestone explains it.
//
// The attacks go a step further than the fill. East of the h-file lies the a-file of the next rank, and west of the a-file
// the h-file: so a mask removes the file on which a step around the edge would end.
package prefix

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
)

// up returns the sliders' own squares and the squares that they reach by steps to higher squares through free squares.
func up(sliders, free uint64, step uint) uint64 {
	g, p := sliders, free
	g |= p & (g << step)
	p &= p << step
	g |= p & (g << (2 * step))
	p &= p << (2 * step)
	return g | p&(g<<(4*step))
}

// down works like up, with steps to lower squares.
func down(sliders, free uint64, step uint) uint64 {
	g, p := sliders, free
	g |= p & (g >> step)
	p &= p >> step
	g |= p & (g >> (2 * step))
	p &= p >> (2 * step)
	return g | p&(g>>(4*step))
}

// North returns the attacks of all sliders to the north.
func North(s, empty uint64) uint64 { return up(s, empty, 8) << 8 }

// South returns the attacks of all sliders to the south.
func South(s, empty uint64) uint64 { return down(s, empty, 8) >> 8 }

// East returns the attacks of all sliders to the east.
func East(s, empty uint64) uint64 { return up(s, empty&^fileA, 1) << 1 &^ fileA }

// West returns the attacks of all sliders to the west.
func West(s, empty uint64) uint64 { return down(s, empty&^fileH, 1) >> 1 &^ fileH }

// NorthEast returns the attacks of all sliders to the north-east.
func NorthEast(s, empty uint64) uint64 { return up(s, empty&^fileA, 9) << 9 &^ fileA }

// SouthWest returns the attacks of all sliders to the south-west.
func SouthWest(s, empty uint64) uint64 { return down(s, empty&^fileH, 9) >> 9 &^ fileH }

// NorthWest returns the attacks of all sliders to the north-west.
func NorthWest(s, empty uint64) uint64 { return up(s, empty&^fileH, 7) << 7 &^ fileH }

// SouthEast returns the attacks of all sliders to the south-east.
func SouthEast(s, empty uint64) uint64 { return down(s, empty&^fileA, 7) >> 7 &^ fileA }
