package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// labels finds places for names near their dots: inside the area, never on a dot or on another name, and off lines if there is room.
type labels struct {
	area    vg.Rectangle
	px      vg.Length // a pixel of a picture of ordinary scale
	blocked []vg.Rectangle
	names   []vg.Rectangle // those of blocked that hold a name
	lines   []line
}

// line is a line that names avoid: up to cost rings farther from its dot, a name's place is still better than one on the line.
type line struct {
	from, to vg.Point
	cost     float64
}

// block forbids names a place.
func (l *labels) block(r vg.Rectangle) { l.blocked = append(l.blocked, r) }

// avoid makes names avoid a line if they can.
func (l *labels) avoid(a, b vg.Point, cost float64) { l.lines = append(l.lines, line{a, b, cost}) }

// Places are tried on ellipses around the dot, the nearest ring first.
const (
	angles, rings = 24, 16
	near          = 2 // rings within which a name needs no line to its dot
)

// put chooses and blocks the best place for the name of a dot, and returns it with the number of its ring. Without room it returns -1, and the name stands on its dot;
// with beside, which allows only places near the dot and off all lines, the name is then left out.
func (l *labels) put(dot vg.Point, width, height vg.Length, beside bool) (box vg.Rectangle, ring int) {
	const pad = 2
	half := vg.Point{X: width/2 + pad*l.px, Y: height/2 + pad*l.px}
	if beside {
		box, ring = l.best(dot, half, near, 0)
	} else {
		box, ring = l.best(dot, half, rings, math.Inf(1))
	}
	switch {
	case ring >= 0: // a free place
	case beside:
		return box, ring
	default:
		box = around(dot, half.X, half.Y)
	}
	l.block(box)
	l.names = append(l.names, box)
	return box, ring
}

// best returns the cheapest free place within some rings, of half the size given, and the number of its ring, -1 for none. A ring farther away costs 1, and a crossed line
// its own cost; places whose crossed lines cost more than the limit, most, are left out. Within a ring, places on the right are cheapest, then those on the left, above and below.
func (l *labels) best(dot, half vg.Point, rings int, most float64) (box vg.Rectangle, ring int) {
	least := math.Inf(1)
	ring = -1
	for k := range rings {
		away := (radius + 1 + 8*vg.Length(k)) * l.px // rings are 8 pixels apart, and the first is a pixel off the dot
		for angle := range angles {
			sin, cos := math.Sincos(2 * math.Pi * float64(angle) / angles)
			r := around(vg.Point{X: dot.X + vg.Length(cos)*(half.X+away), Y: dot.Y + vg.Length(sin)*(half.Y+away)}, half.X, half.Y)
			crossed := l.crossed(r)
			if crossed > most {
				continue
			}
			cost := float64(k) + 0.3*math.Abs(sin) - 0.1*cos + crossed
			if k >= near {
				cost += l.behind(dot, r)
			}
			if cost < least && l.free(r) {
				box, ring, least = r, k, cost
			}
		}
	}
	return box, ring
}

// crossed returns the cost of the lines that cross a place.
func (l *labels) crossed(r vg.Rectangle) (cost float64) {
	for _, line := range l.lines {
		if crosses(line.from, line.to, r) {
			cost += line.cost
		}
	}
	return cost
}

// behind returns the cost of the names that the line from a place to its dot crosses.
func (l *labels) behind(dot vg.Point, r vg.Rectangle) (cost float64) {
	for _, name := range l.names {
		if crosses(dot, nearest(dot, r), name) {
			cost += 4 // rings
		}
	}
	return cost
}

// free reports whether a place is inside the area, and neither blocked nor taken.
func (l *labels) free(r vg.Rectangle) bool {
	if r.Min.X < l.area.Min.X || r.Max.X > l.area.Max.X || r.Min.Y < l.area.Min.Y || r.Max.Y > l.area.Max.Y {
		return false
	}
	for _, b := range l.blocked {
		if r.Min.X < b.Max.X && b.Min.X < r.Max.X && r.Min.Y < b.Max.Y && b.Min.Y < r.Max.Y {
			return false
		}
	}
	return true
}

// around returns the rectangle with p in its middle that reaches dx to the left and to the right, and dy up and down.
func around(p vg.Point, dx, dy vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: p.X - dx, Y: p.Y - dy}, Max: vg.Point{X: p.X + dx, Y: p.Y + dy}}
}

// nearest returns the point of a rectangle that is nearest to p.
func nearest(p vg.Point, r vg.Rectangle) vg.Point {
	return vg.Point{X: min(max(p.X, r.Min.X), r.Max.X), Y: min(max(p.Y, r.Min.Y), r.Max.Y)}
}

// crosses reports whether the line from a to b goes through a rectangle: by cutting it at each of the four sides, as Liang and Barsky do.
func crosses(a, b vg.Point, r vg.Rectangle) bool {
	from, to := 0.0, 1.0
	d := b.Sub(a)
	for _, side := range [4][2]vg.Length{
		{-d.X, a.X - r.Min.X}, {d.X, r.Max.X - a.X}, {-d.Y, a.Y - r.Min.Y}, {d.Y, r.Max.Y - a.Y}, // the whole step towards a side, and the room from a to it
	} {
		switch step, room := float64(side[0]), float64(side[1]); {
		case step == 0 && room < 0:
			return false
		case step < 0:
			from = max(from, room/step)
		case step > 0:
			to = min(to, room/step)
		}
	}
	return from <= to
}
