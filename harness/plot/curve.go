package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// hues are the colours of curves, by theme.
var hues = map[string][]color.Color{
	"light": {rgb(0x1f5fa8), rgb(0xc2410c), rgb(0x15803d), rgb(0x7e22ce), rgb(0xa16207), rgb(0x0e7490), rgb(0xbe185d)},
	"dark":  {rgb(0x6fb1ff), rgb(0xff9d5c), rgb(0x5fd38a), rgb(0xc79bff), rgb(0xe8c15a), rgb(0x5fd0e0), rgb(0xff8fc0)},
}

// curve is a technique in a picture of curves: its times, and where across they were measured.
type curve struct {
	name    string
	across  []float64
	times   []stats.Interval
	best    int  // how many that compete with it were faster where the fewest were
	square  bool // else its points are circles
	control bool // drawn in grey
}

// Curve draws the times of a piece and mode, on the default corpus, over the number of questions: a line for each technique, or
// where these are many for the reference and the fastest. The file holds several numbers of questions of one machine and one
// GOAMD64 level. Errors are one line.
func Curve(f *results.File, piece board.Piece, mode string, opt Options) (*Picture, error) {
	th, err := opt.complete([]*results.File{f})
	if err != nil {
		return nil, err
	}
	var tables []*results.Table
	targets := f.Targets()
	slices.SortStableFunc(targets, func(a, b results.Target) int { return cmp.Compare(a.Questions, b.Questions) })
	for _, target := range targets {
		t := f.Table(target, piece, mode, grid.DefaultCorpus)
		if t == nil {
			return nil, fmt.Errorf("%s: no times for %v, %s, %s, %d questions", f.Name, piece, mode, grid.DefaultCorpus, target.Questions)
		}
		tables = append(tables, t)
		first := tables[0].Target
		target.Questions, target.CorpusDigest = first.Questions, first.CorpusDigest
		if target != first {
			return nil, fmt.Errorf("%s: %s, %s and %s, %s (want one machine and one build)",
				f.Name, first.Machine, first.Build(), target.Machine, target.Build())
		}
	}
	drawn, all, fastest := curvesOf(f, tables, opt, func(t *results.Table) float64 { return float64(t.Questions) },
		func(string) bool { return false }, math.MaxInt)
	if len(drawn) == 0 {
		return nil, fmt.Errorf("%s: no technique to draw", f.Name)
	}
	name := unit(tables[0])
	subtitle := fmt.Sprintf("%v, %s, %s: %s, median with 95 %% interval", piece, mode, grid.DefaultCorpus, name)
	if len(drawn) < all {
		subtitle += fmt.Sprintf("; %d of %d techniques: the reference and, at each number of questions, the %d fastest",
			len(drawn), all, fastest)
	}
	first := tables[0]
	fr := frame{theme: th, width: vg.Length(opt.Width) * pixel, headline: cmp.Or(opt.Title, defaultTitle), caption: fmt.Sprintf(
		"%s (%s), %s, %s, corpus %s, %d rounds for each number of questions, raw files %s",
		first.CPU, first.Features, first.Build(), f.Revision(), first.Corpus, rounds(tables), f.Name)}
	ticks := powerTicks(func(exponent int) string { return fmt.Sprintf("2^%d", exponent) })
	height, paint := fr.curves(subtitle, "questions in the corpus", name, ticks, drawn, hues[opt.Theme])
	return &Picture{
		Name:  unsafe.ReplaceAllString(fmt.Sprintf("questions-%s-%v-%s", first.Machine, piece, mode), "-"),
		Title: fmt.Sprintf("%v, %s: %s over the number of questions, %s", piece, mode, name, first.Machine),
		width: fr.width, height: height, theme: th, draw: paint,
	}, nil
}

// incremental draws, for mode incremental, times over the lookups between two moves, of one table for each number of lookups.
func (fr frame) incremental(f *results.File, tables []*results.Table, opt Options) (vg.Length, func(draw.Canvas)) {
	drawn, all, fastest := curvesOf(f, tables, opt, lookups, func(technique string) bool { return keepsState(f, technique) }, 6)
	name := unit(tables[0])
	subtitle := fmt.Sprintf("%v, %s: %s, moves included, median with 95 %% interval", tables[0].Piece, tables[0].Mode, name)
	rest := ""
	if slices.ContainsFunc(drawn, func(c *curve) bool { return c.square }) {
		subtitle += "; squares: keep a state that each move changes"
		rest = "circles: "
	}
	if len(drawn) < all {
		subtitle += fmt.Sprintf("; %sthe reference and, at each number of lookups, the %d fastest of the others", rest, fastest)
		fr.caption += fmt.Sprintf("; left out: the other %d of %d techniques, which keep no state and are slower", all-len(drawn), all)
	}
	ticks := powerTicks(func(exponent int) string { return strconv.Itoa(1 << exponent) })
	return fr.curves(subtitle, "lookups after each move", name, ticks, drawn, hues[opt.Theme])
}

// lookups returns how many lookups there are after each move in the corpus of a table of mode incremental, 0 for an unknown corpus.
func lookups(t *results.Table) float64 {
	n, _ := strconv.ParseUint(strings.TrimPrefix(t.Corpus, "replay"), 10, 32)
	return float64(n)
}

// keepsState reports whether a technique keeps a state that moves change. Where nothing is known of a technique, it
// is taken to if it answers nothing but lookups between moves, where the reference answers more than that.
func keepsState(f *results.File, technique string) bool {
	if f.Facts.Known(technique) {
		return f.Facts[technique].State
	}
	more := func(technique string) bool {
		return slices.ContainsFunc(f.Tables, func(t results.Table) bool {
			return t.Mode != "incremental" && t.Mode != "init" && t.Find(technique) != nil
		})
	}
	return !more(technique) && more(f.Reference)
}

// rounds returns the fewest rounds of some tables.
func rounds(tables []*results.Table) int {
	return slices.MinFunc(tables, func(a, b *results.Table) int { return cmp.Compare(a.Rounds, b.Rounds) }).Rounds
}

// curvesOf returns the curves to draw through some tables, by name, and the number of all techniques. If Options name techniques, these are
// drawn; else as many as colours tell apart: the reference, techniques with a state, and those among the fastest in any of the tables,
// at most few of each table.
func curvesOf(f *results.File, tables []*results.Table, opt Options, across func(*results.Table) float64,
	state func(technique string) bool, few int) (drawn []*curve, all, fastest int) {
	always := func(c *curve) bool { return c.square || c.name == f.Reference }
	for _, t := range tables {
		faster := 0
		for _, pt := range techniques(points(f, t, opt)) {
			if len(opt.Techniques) == 0 && !f.Choosable(pt.name) {
				continue
			}
			i := slices.IndexFunc(drawn, func(c *curve) bool { return c.name == pt.name })
			if i < 0 {
				i = len(drawn)
				drawn = append(drawn, &curve{name: pt.name, best: math.MaxInt, square: state(pt.name)})
			}
			c := drawn[i]
			c.across, c.times = append(c.across, across(t)), append(c.times, pt.time)
			if !always(c) {
				c.best = min(c.best, faster)
				faster++
			}
		}
	}
	all = len(drawn)
	if most := 2 * len(hues[opt.Theme]); len(opt.Techniques) == 0 && all > most {
		among := func(n int) []*curve {
			return slices.DeleteFunc(slices.Clone(drawn), func(c *curve) bool { return !always(c) && c.best >= n })
		}
		for fastest < few && len(among(fastest+1)) <= most {
			fastest++
		}
		drawn = among(fastest)
	}
	// Colours go by name, so that pictures of the same techniques agree.
	slices.SortFunc(drawn, func(a, b *curve) int { return cmp.Compare(a.name, b.name) })
	return drawn, all, fastest
}

// powerTicks marks powers of four and says how to write the one of two to an exponent.
type powerTicks func(exponent int) string

func (name powerTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for exponent := 0; exponent < 64 && math.Ldexp(1, exponent) <= high; exponent += 2 {
		if n := math.Ldexp(1, exponent); n >= low {
			ticks = append(ticks, plot.Tick{Value: n, Label: name(exponent)})
		}
	}
	return ticks
}

// curves draws a line for each technique, with intervals and, at its right end, its name.
func (fr frame) curves(subtitle, across, up string, ticks plot.Ticker, curves []*curve, hues []color.Color) (vg.Length, func(draw.Canvas)) {
	const ratio, distance = 0.62, midText + 4*pixel // of the data's height to the picture's width; between names
	p := fr.axes(across, up)
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks, timeTicks{}
	names := style(midText, fr.theme.ink)
	hue := func(i int) color.Color {
		if curves[i].control {
			return fr.theme.control
		}
		return hues[i%len(hues)]
	}
	var right vg.Length
	var xs, ys []float64
	for _, c := range curves {
		right = max(right, width(names, c.name))
		xs = append(xs, c.across...)
		for _, time := range c.times {
			low, high := bounds(time)
			ys = append(ys, low, high)
		}
	}
	span(&p.X, xs, 0.02, 1.05)
	span(&p.Y, ys, 0.03, 1.1)
	return fr.picture(subtitle, max(fr.width*ratio, vg.Length(len(curves)+4)*distance), func(c draw.Canvas) {
		data := draw.Crop(c, 0, -right-4*gap, 0, 0)
		p.Draw(data)
		data = p.DataCanvas(data)
		x, y := p.Transforms(&data)

		ends, heights := make([]vg.Point, len(curves)), make([]vg.Length, len(curves))
		for i, cv := range curves {
			line := draw.LineStyle{Color: hue(i), Width: 1.5 * pixel}
			if i >= len(hues) {
				line.Dashes = []vg.Length{5 * pixel, 3 * pixel}
			}
			ends[i] = cv.draw(data, line, x, y)
			heights[i] = ends[i].Y
		}
		left := data.Max.X + 3*gap
		for i, height := range apart(heights, distance, data.Min.Y, data.Max.Y) {
			names.Color = hue(i)
			c.StrokeLine2(draw.LineStyle{Color: fr.theme.soft, Width: pixel / 2}, ends[i].X+radius, ends[i].Y, left-gap/2, height)
			write(c, names, vg.Point{X: left, Y: height}, curves[i].name)
		}
	})
}

// draw draws a curve with its dots and their intervals, and returns its right end.
func (cv *curve) draw(data draw.Canvas, line draw.LineStyle, x, y func(float64) vg.Length) (end vg.Point) {
	bar := line
	bar.Dashes = nil
	var path []vg.Point
	for k, time := range cv.times {
		end = vg.Point{X: x(cv.across[k]), Y: y(time.Median)}
		path = append(path, end)
		if time.Finite() {
			data.StrokeLine2(bar, end.X, y(time.Lo), end.X, y(time.Hi))
		}
		glyph := draw.GlyphStyle{Color: bar.Color, Radius: radius * 0.7, Shape: draw.CircleGlyph{}}
		if cv.square {
			glyph.Radius, glyph.Shape = radius*1.3, draw.BoxGlyph{}
		}
		data.DrawGlyph(glyph, end)
	}
	data.StrokeLines(line, path)
	return end
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
