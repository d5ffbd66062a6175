package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// hues are the colours of curves, by theme.
var hues = map[string][]color.Color{
	"light": {rgb(0x1f5fa8), rgb(0xc2410c), rgb(0x15803d), rgb(0x7e22ce), rgb(0xa16207), rgb(0x0e7490), rgb(0xbe185d)},
	"dark":  {rgb(0x6fb1ff), rgb(0xff9d5c), rgb(0x5fd38a), rgb(0xc79bff), rgb(0xe8c15a), rgb(0x5fd0e0), rgb(0xff8fc0)},
}

// curve is a technique in a picture of curves: its times, and the numbers of questions that they were measured with.
type curve struct {
	name      string
	questions []float64
	times     []stats.Interval
}

// Curve draws the times of a piece and mode, on the default corpus, over the number of questions: a line for each technique.
// The file holds several numbers of questions of one machine and one GOAMD64 level. Errors are one line.
func Curve(f *results.File, piece board.Piece, mode string, opt Options) (*Picture, error) {
	th, err := opt.complete([]*results.File{f})
	if err != nil {
		return nil, err
	}
	var curves []*curve
	var first *results.Table
	rounds := 0
	targets := f.Targets()
	slices.SortStableFunc(targets, func(a, b results.Target) int { return cmp.Compare(a.Questions, b.Questions) })
	for _, target := range targets {
		t := f.Table(target, piece, mode, results.DefaultCorpus)
		if t == nil {
			return nil, fmt.Errorf("%s: no times for %v, %s, %s, %d questions", f.Name, piece, mode, results.DefaultCorpus, target.Questions)
		}
		if first == nil {
			first, rounds = t, t.Rounds
		}
		rounds = min(rounds, t.Rounds)
		target.Questions, target.CorpusDigest = first.Questions, first.CorpusDigest
		if target != first.Target {
			return nil, fmt.Errorf("%s: %s, %s and %s, %s (want one machine and one build)",
				f.Name, first.Machine, first.Build(), target.Machine, target.Build())
		}
		for _, pt := range points(f, t, opt, false) {
			i := slices.IndexFunc(curves, func(c *curve) bool { return c.name == pt.name })
			if i < 0 {
				i = len(curves)
				curves = append(curves, &curve{name: pt.name})
			}
			c := curves[i]
			c.questions, c.times = append(c.questions, float64(t.Questions)), append(c.times, pt.time)
		}
	}
	if len(curves) == 0 {
		return nil, fmt.Errorf("%s: no technique to draw", f.Name)
	}
	// Colours go by name, so that they are the same in the pictures of all modes.
	slices.SortFunc(curves, func(a, b *curve) int { return cmp.Compare(a.name, b.name) })

	fr := frame{theme: th, width: vg.Length(opt.Width) * pixel, headline: cmp.Or(opt.Title, defaultTitle), caption: fmt.Sprintf(
		"%s (%s), %s, %s, corpus %s, %d rounds for each number of questions, raw files %s",
		first.CPU, first.Features, first.Build(), f.Revision(), first.Corpus, rounds, f.Name)}
	height, paint := fr.curves(first, curves, hues[opt.Theme])
	return &Picture{
		Name:  unsafe.ReplaceAllString(fmt.Sprintf("questions-%s-%v-%s", first.Machine, piece, mode), "-"),
		Title: fmt.Sprintf("%v, %s: nanoseconds per lookup over the number of questions, %s", piece, mode, first.Machine),
		width: fr.width, height: height, theme: th, draw: paint,
	}, nil
}

// powerTicks marks powers of four.
type powerTicks struct{}

func (powerTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for exponent := 0; math.Ldexp(1, exponent) <= high; exponent += 2 {
		if n := math.Ldexp(1, exponent); n >= low {
			ticks = append(ticks, plot.Tick{Value: n, Label: fmt.Sprintf("2^%d", exponent)})
		}
	}
	return ticks
}

// curves draws a line for each technique, with intervals and, at its right end, its name.
func (fr frame) curves(t *results.Table, curves []*curve, hues []color.Color) (vg.Length, func(draw.Canvas)) {
	const ratio, distance = 0.62, midText + 4*pixel // of the data's height to the picture's width; between names
	name, scale := unit(t)
	p := fr.axes("questions in the corpus", name)
	p.X.Tick.Marker, p.Y.Tick.Marker = powerTicks{}, timeTicks{scale}
	names := style(midText, fr.theme.ink)
	var right vg.Length
	var across, up []float64
	for _, c := range curves {
		right = max(right, width(names, c.name))
		across = append(across, c.questions...)
		for _, time := range c.times {
			up = append(up, time.Median)
			if time.Finite() {
				up = append(up, time.Lo, time.Hi)
			}
		}
	}
	span(&p.X, across, 0.02, 1.05)
	span(&p.Y, up, 0.03, 1.1)
	subtitle := fmt.Sprintf("%v, %s, %s: %s, median with 95 %% interval", t.Piece, t.Mode, t.Corpus, name)
	return fr.picture(subtitle, max(fr.width*ratio, vg.Length(len(curves)+4)*distance), func(c draw.Canvas) {
		data := draw.Crop(c, 0, -right-4*gap, 0, 0)
		p.Draw(data)
		data = p.DataCanvas(data)
		x, y := p.Transforms(&data)

		lines := make([]draw.LineStyle, len(curves))
		ends := make([]vg.Point, len(curves))
		for i, cv := range curves {
			lines[i] = draw.LineStyle{Color: hues[i%len(hues)], Width: 1.5 * pixel}
			bar := lines[i]
			if i >= len(hues) {
				lines[i].Dashes = []vg.Length{5 * pixel, 3 * pixel}
			}
			var path []vg.Point
			for k, time := range cv.times {
				at := vg.Point{X: x(cv.questions[k]), Y: y(time.Median)}
				path = append(path, at)
				if time.Finite() {
					data.StrokeLine2(bar, at.X, y(time.Lo), at.X, y(time.Hi))
				}
				data.DrawGlyph(draw.GlyphStyle{Color: bar.Color, Radius: radius * 0.7, Shape: draw.CircleGlyph{}}, at)
			}
			data.StrokeLines(lines[i], path)
			ends[i] = path[len(path)-1]
		}

		heights := make([]vg.Length, len(ends))
		for i := range ends {
			heights[i] = ends[i].Y
		}
		left := data.Max.X + 3*gap
		for i, height := range apart(heights, distance, data.Min.Y, data.Max.Y) {
			names.Color = lines[i].Color
			c.StrokeLine2(draw.LineStyle{Color: fr.theme.soft, Width: pixel / 2}, ends[i].X+radius, ends[i].Y, left-gap/2, height)
			write(c, names, vg.Point{X: left, Y: height}, curves[i].name)
		}
	})
}

// apart returns heights near the given ones, in the same order, that are at least a distance from each other and not
// outside of low and high if there is room.
func apart(heights []vg.Length, distance, low, high vg.Length) []vg.Length {
	order := make([]int, len(heights))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(heights[i], heights[j]) })

	// Neighbours that are too close join a group, which is spread evenly around where its members want to be.
	type group struct {
		n           int
		sum, bottom vg.Length // of the heights wanted; of the lowest member
	}
	place := func(g group) group {
		room := vg.Length(g.n-1) * distance
		g.bottom = max(low, min(g.sum/vg.Length(g.n)-room/2, high-room))
		return g
	}
	var groups []group
	for _, i := range order {
		g := place(group{n: 1, sum: heights[i]})
		for len(groups) > 0 {
			below := groups[len(groups)-1]
			if below.bottom+vg.Length(below.n)*distance <= g.bottom {
				break
			}
			groups = groups[:len(groups)-1]
			g = place(group{n: below.n + g.n, sum: below.sum + g.sum})
		}
		groups = append(groups, g)
	}
	spread := make([]vg.Length, len(heights))
	for _, g := range groups {
		for k := range g.n {
			spread[order[k]] = g.bottom + vg.Length(k)*distance
		}
		order = order[g.n:]
	}
	return spread
}
