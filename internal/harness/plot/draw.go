package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

const (
	dpi   = 96 // pixels in an inch of PNG images
	pixel = vg.Inch / dpi

	// In pixels of a picture of ordinary scale.
	margin    = 16
	gap       = 8
	rowHeight = 21  // of a technique
	radius    = 3.5 // of a dot
	bigText   = 19
	midText   = 14
	lowText   = 12
)

// theme has the colours of a picture on a light or a dark page.
type theme struct {
	background, ink, soft, grid, control color.Color    // soft: axes, captions and small names
	marks                                [3]color.Color // of techniques that need nothing, BMI2, or wider instructions
}

// rgb returns the colour that a page writes as #rrggbb.
func rgb(x uint32) color.Color { return color.RGBA{uint8(x >> 16), uint8(x >> 8), uint8(x), 255} }

// themes are the themes by their names in Options.
var themes = map[string]theme{
	"light": {rgb(0xffffff), rgb(0x1d2430), rgb(0x5b6675), rgb(0xd9dfe5), rgb(0x8a94a3), [3]color.Color{rgb(0x1f5fa8), rgb(0xc2410c), rgb(0x15803d)}},
	"dark":  {rgb(0x14181f), rgb(0xe8ecf1), rgb(0xa3adba), rgb(0x333b47), rgb(0x7c8796), [3]color.Color{rgb(0x6fb1ff), rgb(0xff9d5c), rgb(0x5fd38a)}},
}

// frame is a picture without its data: headline and subtitle on top, a caption at the bottom.
type frame struct {
	theme
	width, height               vg.Length // height 0: as high as the data need
	scale                       vg.Length // factor on the sizes of type, dots and margins
	headline, subtitle, caption string
}

// px converts pixels of a picture of ordinary scale to a length in this picture.
func (fr *frame) px(n vg.Length) vg.Length { return n * pixel * fr.scale }

// style returns the style of sans-serif text of a size.
func style(size vg.Length, c color.Color, bold bool) text.Style {
	s := text.Style{Color: c, Font: font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans", Size: size}, Handler: plot.DefaultTextHandler}
	if bold {
		s.Font.Weight = xfont.WeightBold
	}
	return s
}

// style returns the style of text whose size is in pixels of a picture of ordinary scale; the size of headlines is bold.
func (fr *frame) style(size vg.Length, c color.Color) text.Style {
	return style(fr.px(size), c, size == bigText)
}

// wrap breaks a text into lines of at most the given width: between words; and words longer than a line after their hyphens.
func wrap(s text.Style, txt string, limit vg.Length) (lines []string) {
	for _, word := range strings.Fields(txt) {
		parts, space := []string{word}, " "
		if s.Width(word) > limit {
			parts = strings.SplitAfter(word, "-")
		}
		for _, part := range parts {
			if n := len(lines); n > 0 && s.Width(lines[n-1]+space+part) <= limit {
				lines[n-1] += space + part
			} else {
				lines = append(lines, part)
			}
			space = ""
		}
	}
	return lines
}

// paint lays out a picture: headline and subtitle, then data and axis, which drawData draws, then the caption. Data and axis are data high or, in a picture of fixed
// height, as high as room is left.
func (fr *frame) paint(p *Picture, data vg.Length, drawData func(draw.Canvas)) {
	const leading = 1.35 // of lines, as a multiple of the text's size
	type paragraph struct {
		style text.Style
		lines []string
	}
	of := func(size vg.Length, c color.Color, txt string) paragraph {
		s := fr.style(size, c)
		return paragraph{s, wrap(s, txt, fr.width-2*fr.px(margin))}
	}
	head, sub, foot := of(bigText, fr.ink, fr.headline), of(midText, fr.ink, fr.subtitle), of(lowText, fr.soft, fr.caption)
	height := func(p paragraph) vg.Length { return vg.Length(len(p.lines)) * p.style.Font.Size * leading }
	above, below := fr.px(margin)+height(head)+height(sub)+fr.px(gap), fr.px(margin)+height(foot)
	p.width, p.height, p.background = fr.width, cmp.Or(fr.height, above+data+below), fr.background
	p.draw = func(c draw.Canvas) {
		c.SetColor(fr.background)
		c.Fill(c.Rectangle.Path())
		write := func(y vg.Length, p paragraph) vg.Length {
			for _, line := range p.lines {
				y -= p.style.Font.Size * leading
				c.FillText(p.style, vg.Point{X: c.Min.X + fr.px(margin), Y: y + p.style.Font.Size*(leading-1)}, line)
			}
			return y
		}
		write(write(c.Max.Y-fr.px(margin), head), sub)
		write(c.Min.Y+below-fr.px(gap), foot)
		drawData(draw.Crop(c, fr.px(margin), -fr.px(margin), below, -above))
	}
}

// axes returns an empty plot in the frame's colours and type.
func (fr *frame) axes() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.Tick.Color, a.Padding, a.Tick.Length, a.Label.Padding = fr.soft, fr.soft, 0, fr.px(4), fr.px(gap/4)
		for _, s := range []*text.Style{&a.Label.TextStyle, &a.Tick.Label} {
			s.Color, s.Font = fr.soft, fr.style(lowText, nil).Font
		}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = fr.grid, fr.grid
	grid.Vertical.Width, grid.Horizontal.Width = fr.px(0.7), fr.px(0.7) // a thinner line is lost on small screens
	p.Add(grid)
	return p
}

// quantity is a number about each technique that a picture shows along an axis.
type quantity struct {
	name  string // with its unit
	of    func(row) stats.Interval
	text  func(stats.Interval) string
	scale plot.Normalizer
	ticks plot.Ticker
}

// set makes an axis show a quantity, and moves its ends a little away from the values.
func (q quantity) set(a *plot.Axis) {
	a.Scale, a.Tick.Marker, a.Label.Text = q.scale, q.ticks, q.name
	if a.Min > a.Max { // without values
		a.Min, a.Max = 1, 1
	}
	if _, log := q.scale.(plot.LogScale); log {
		pad := max(math.Pow(a.Max/a.Min, 0.04), 1.05) // 4 % of the axis at each end, and no less than a factor of 1.05
		a.Min, a.Max = a.Min/pad, a.Max*pad
		return
	}
	pad := max((a.Max-a.Min)*0.04, 1) // of per cent or rounds
	a.Min, a.Max = a.Min-pad, a.Max+pad
}

// bounds returns the bounds of an interval, for an interval without bounds its median twice.
func bounds(i stats.Interval) (low, high float64) {
	if !i.Finite() {
		return i.Median, i.Median
	}
	return i.Lo, i.Hi
}

// mark returns the style of a technique's dot, whose shape and colour show the CPU features that the technique needs.
func (fr *frame) mark(r row) draw.GlyphStyle {
	if r.control {
		return draw.GlyphStyle{Color: fr.control, Radius: fr.px(radius), Shape: draw.CircleGlyph{}}
	}
	shape, scale := draw.GlyphDrawer(draw.CircleGlyph{}), vg.Length(1)
	if r.small {
		scale = 0.6
	}
	switch r.needs {
	case bmi2:
		shape, scale = draw.BoxGlyph{}, scale*1.25 // a box's sides are shorter than twice its radius
	case wide:
		shape, scale = draw.PyramidGlyph{}, scale*1.4 // and a triangle covers less of its circle than a box does
	}
	if r.color == nil {
		r.color = fr.marks[r.needs]
	}
	return draw.GlyphStyle{Color: r.color, Radius: fr.px(radius) * scale, Shape: shape}
}

// dot adds a technique's dot and its intervals to a plot.
func (fr *frame) dot(p *plot.Plot, r row, x, y stats.Interval) {
	mark, at := fr.mark(r), plotter.XYs{{X: x.Median, Y: y.Median}}
	bar := draw.LineStyle{Color: mark.Color, Width: fr.px(1.3)}
	if low, high := bounds(x); low < high {
		p.Add(&plotter.XErrorBars{XYs: at, XErrors: plotter.XErrors{{Low: x.Median - low, High: high - x.Median}}, LineStyle: bar, CapWidth: 2.4 * mark.Radius})
	}
	if low, high := bounds(y); low < high {
		p.Add(&plotter.YErrorBars{XYs: at, YErrors: plotter.YErrors{{Low: y.Median - low, High: high - y.Median}}, LineStyle: bar, CapWidth: 2.4 * mark.Radius})
	}
	p.Add(&plotter.Scatter{XYs: at, GlyphStyle: mark})
}

// exactly returns the interval of a value without spread.
func exactly(x float64) stats.Interval { return stats.Interval{Median: x, Lo: x, Hi: x} }

// panel is the part of a picture about one machine.
type panel struct {
	title string
	rows  []row
}

// lines draws panels side by side, with a row for each technique, the first name on top, and a dashed line at the reference. A single panel also shows the numbers.
func (fr *frame) lines(pic *Picture, names []string, panels []panel, q quantity) {
	var plots []*plot.Plot
	low, high := math.Inf(1), math.Inf(-1)
	height := fr.px(rowHeight) * vg.Length(len(names))
	room := (fr.width - fr.px(8*margin)) / vg.Length(len(panels)) // names of techniques take the rest
	title := fr.style(lowText, fr.ink)
	title.XAlign, title.YAlign = draw.XCenter, draw.YBottom
	titles := make([]string, len(panels))
	var above vg.Length // room for titles above the panels
	for i, pn := range panels {
		p := fr.axes()
		reversed := slices.Clone(names)
		slices.Reverse(reversed)
		p.NominalY(reversed...) // NominalY also sets the padding of the other axis
		p.Y.Tick.Label.Color, p.Y.Tick.Label.Font = fr.ink, fr.style(midText, nil).Font
		p.X.Padding = 0
		if len(panels) > 1 {
			titles[i] = strings.Join(wrap(title, pn.title, room), "\n")
			above = max(above, title.Height(titles[i])+fr.px(gap))
			if i > 0 { // rows can be followed by the grid, which has no line where a label is empty
				blank := make([]string, len(names))
				for k := range blank {
					blank[k] = " "
				}
				p.NominalY(blank...)
				p.X.Padding, p.Y.LineStyle.Width = 0, 0
			}
		}
		for _, r := range pn.rows {
			y, v := float64(slices.Index(reversed, r.name)), q.of(r)
			if r.reference {
				p.Add(&plotter.Line{XYs: plotter.XYs{{X: v.Median, Y: -0.5}, {X: v.Median, Y: float64(len(names)) - 0.5}}, LineStyle: fr.dashed(fr.soft)})
			}
			fr.dot(p, r, v, exactly(y))
		}
		low, high = min(low, p.X.Min), max(high, p.X.Max)
		plots = append(plots, p)
	}
	for i, p := range plots {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, -0.5, float64(len(names))-0.5 // rows are at 0, 1, 2 and so on, and the axis ends half a row beyond
		q.set(&p.X)
		if len(plots) > 1 {
			p.X.Label.Text = ""
			continue
		}
		numbers := &plotter.Labels{Offset: vg.Point{X: fr.px(gap), Y: fr.px(lowText / 4)}}
		for _, r := range panels[i].rows {
			s := fr.style(lowText, fr.soft)
			s.YAlign = draw.YCenter
			numbers.XYs = append(numbers.XYs, plotter.XY{X: p.X.Max, Y: float64(len(names) - 1 - slices.Index(names, r.name))})
			numbers.Labels, numbers.TextStyle = append(numbers.Labels, q.text(q.of(r))), append(numbers.TextStyle, s)
		}
		p.Add(numbers)
	}
	fr.paint(pic, height+fr.px(45), func(c draw.Canvas) { // 45 pixels for the axis
		tiles := draw.Tiles{Rows: 1, Cols: len(plots), PadX: fr.px(2 * gap)}
		for i, at := range plot.Align([][]*plot.Plot{plots}, tiles, draw.Crop(c, 0, 0, 0, -above))[0] {
			plots[i].Draw(at)
			data := plots[i].DataCanvas(at)
			c.FillText(title, vg.Point{X: data.Center().X, Y: data.Max.Y + fr.px(gap)}, titles[i])
		}
	})
}

// dashed returns the style of lines that are not data.
func (fr *frame) dashed(c color.Color) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: fr.px(1.3), Dashes: []vg.Length{fr.px(6), fr.px(4)}}
}

// spot is a technique as a point of a plane.
type spot struct {
	row
	x, y stats.Interval
}

// plane draws techniques by two quantities, with stairs also a line along those that no other technique beats in both. Among many techniques, only the most important
// have large dots; others have names only if there is room beside their dots.
func (fr *frame) plane(pic *Picture, rows []row, across, up quantity, stairs bool) {
	const many, important = 32, 12
	n := named{frame: fr}
	for _, r := range rows {
		n.spots = append(n.spots, spot{r, across.of(r), up.of(r)})
	}
	var line plotter.XYs
	if stairs {
		line = pareto(n.spots)
		n.lines = append(n.lines, line)
	}
	rank := func(s spot) int {
		switch {
		case s.reference:
			return 0
		case slices.Contains(line, plotter.XY{X: s.x.Median, Y: s.y.Median}):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(n.spots, func(a, b spot) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.y.Median, b.y.Median))
	})
	p := fr.axes()
	if len(line) > 1 {
		p.Add(&plotter.Line{XYs: line, LineStyle: fr.dashed(fr.soft)})
	}
	for i := range n.spots {
		s := &n.spots[i]
		s.small = len(n.spots) > many && i >= important
		fr.dot(p, s.row, s.x, s.y)
	}
	across.set(&p.X)
	up.set(&p.Y)
	p.Add(&n)
	if ticks, ok := across.ticks.(byteTicks); ok && ticks.none > 0 {
		p.Add(&gapMark{fr, ticks.none * math.Sqrt(noneGap)}) // in the middle between none and the smallest tables, as the axis is logarithmic
	}
	fr.paint(pic, max(fr.width*0.62, fr.px(400)), p.Draw) // in a narrow picture it is higher, for the names
}

// gapMark draws a break in the horizontal axis, between techniques without tables, for which a logarithmic axis has no place, and the axis of sizes.
type gapMark struct {
	*frame
	at float64 // the place on the axis
}

// Plot implements plot.Plotter.
func (g *gapMark) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	middle, half, slant := vg.Point{X: x(g.at), Y: c.Min.Y - p.X.Padding}, g.px(3), g.px(2)
	c.FillPolygon(g.background, []vg.Point{{X: middle.X - half, Y: middle.Y - half}, {X: middle.X + half, Y: middle.Y - half}, {X: middle.X + half, Y: middle.Y + half}, {X: middle.X - half, Y: middle.Y + half}})
	for _, side := range []vg.Length{-half, half} {
		c.StrokeLine2(draw.LineStyle{Color: g.soft, Width: g.px(1)}, middle.X+side-slant, middle.Y-2*half, middle.X+side+slant, middle.Y+2*half)
	}
}

// pareto returns the stairs along the spots that no other spot beats in both x and y. The line is stairs because nothing can be had between two of the spots. A spot with
// too few rounds for an interval beats no other.
func pareto(spots []spot) (line plotter.XYs) {
	sorted := slices.DeleteFunc(slices.Clone(spots), func(s spot) bool { return !s.y.Finite() })
	slices.SortStableFunc(sorted, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.x.Median, b.x.Median), cmp.Compare(a.y.Median, b.y.Median))
	})
	for _, s := range sorted {
		at := plotter.XY{X: s.x.Median, Y: s.y.Median}
		if n := len(line); n == 0 {
			line = append(line, at)
		} else if last := line[n-1]; at.Y < last.Y {
			line = append(line, plotter.XY{X: at.X, Y: last.Y}, at)
		}
	}
	return line
}

// named writes the names of spots beside their dots.
type named struct {
	*frame
	spots []spot        // the most important first
	lines []plotter.XYs // that names avoid
}

// Plot implements plot.Plotter.
func (n *named) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	place := labels{area: c.Rectangle, px: n.px(1)}
	at := func(p plotter.XY) vg.Point { return vg.Point{X: x(p.X), Y: y(p.Y)} }
	for _, line := range n.lines {
		for i := range max(1, len(line)) - 1 {
			place.avoid(at(line[i]), at(line[i+1]), 2.5) // rings, as all costs
		}
	}
	for _, s := range n.spots {
		dot, size := at(plotter.XY{X: s.x.Median, Y: s.y.Median}), n.mark(s.row).Radius+n.px(1)
		xlow, xhigh := bounds(s.x)
		ylow, yhigh := bounds(s.y)
		place.avoid(vg.Point{X: x(xlow), Y: dot.Y}, vg.Point{X: x(xhigh), Y: dot.Y}, 4)
		place.avoid(vg.Point{X: dot.X, Y: y(ylow)}, vg.Point{X: dot.X, Y: y(yhigh)}, 4)
		place.block(around(dot, size, size))
	}
	for _, s := range n.spots {
		names := n.style(midText, cmp.Or(s.color, n.ink))
		if s.small {
			names = n.style(lowText, n.soft)
		}
		dot := at(plotter.XY{X: s.x.Median, Y: s.y.Median})
		box, ring := place.put(dot, names.Width(s.name), names.Font.Size, s.small)
		switch {
		case ring < 0 && s.small:
			continue
		case ring >= near:
			end := nearest(dot, box)
			// Dotted, lest it pass for an interval.
			c.StrokeLine2(draw.LineStyle{Color: n.soft, Width: n.px(1), Dashes: []vg.Length{n.px(1), n.px(2)}}, dot.X, dot.Y, end.X, end.Y)
			place.avoid(dot, end, 2.5) // later names avoid this line
		}
		names.XAlign, names.YAlign = draw.XCenter, draw.YCenter
		c.FillText(names, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}, s.name)
	}
}

// ends writes the names of curves right of their last dots.
type ends struct {
	*frame
	spots []spot
}

// Plot implements plot.Plotter.
func (e *ends) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	slices.SortStableFunc(e.spots, func(a, b spot) int { return cmp.Compare(b.y.Median, a.y.Median) })
	var at []vg.Length
	for _, s := range e.spots {
		at = append(at, y(s.y.Median))
	}
	for i, height := range spread(at, e.px(1.15*midText)) { // names a line apart
		s := e.spots[i]
		names := e.style(midText, cmp.Or(s.color, e.ink))
		names.YAlign = draw.YCenter
		from, to := vg.Point{X: x(s.x.Median) + e.px(2*radius), Y: at[i]}, vg.Point{X: x(s.x.Median) + e.px(14), Y: height}
		c.StrokeLine2(draw.LineStyle{Color: e.soft, Width: e.px(1)}, from.X, from.Y, to.X, to.Y)
		c.FillText(names, vg.Point{X: to.X + e.px(3), Y: to.Y + e.px(midText/8)}, s.name) // centred on letters with descenders
	}
}

// spread moves heights, sorted from the highest down, as little as possible until they are a distance apart: neighbours that are too near share the mean of their moves.
func spread(at []vg.Length, distance vg.Length) []vg.Length {
	type block struct {
		sum vg.Length // of heights, each raised by the room that it needs above
		n   int
	}
	var blocks []block
	mean := func(b block) vg.Length { return b.sum / vg.Length(b.n) }
	for i, h := range at {
		blocks = append(blocks, block{h + vg.Length(i)*distance, 1})
		for k := len(blocks) - 1; k > 0 && mean(blocks[k-1]) < mean(blocks[k]); k-- {
			blocks = append(blocks[:k-1], block{blocks[k-1].sum + blocks[k].sum, blocks[k-1].n + blocks[k].n})
		}
	}
	var apart []vg.Length
	for _, b := range blocks {
		for range b.n {
			apart = append(apart, mean(b)-vg.Length(len(apart))*distance)
		}
	}
	return apart
}

// curves draws a line for each technique over the number of questions, one per view, with the technique's name at the right end.
func (fr *frame) curves(pic *Picture, views []view, up quantity) {
	const names = 1.2 // factor from the curves' width to the picture's: names stand right of the curves
	p := fr.axes()
	n := ends{frame: fr}
	var ticks plot.ConstantTicks
	colors := plotutil.DarkColors
	if fr.background != themes["light"].background {
		colors = plotutil.SoftColors
	}
	for _, v := range views {
		ticks = append(ticks, plot.Tick{Value: float64(v.Questions), Label: fmt.Sprintf("2^%.3g", math.Log2(float64(v.Questions)))})
	}
	var all []string // in an order that does not depend on times, so that pictures of two modes have the same colors
	for _, r := range views[0].rows {
		all = append(all, r.name)
	}
	slices.Sort(all)
	for _, r := range views[0].rows {
		i := slices.Index(all, r.name)
		if !r.control {
			r.color = colors[i%len(colors)]
		}
		line := &plotter.Line{LineStyle: draw.LineStyle{Color: fr.mark(r).Color, Width: fr.px(1.5), Dashes: plotutil.Dashes(i / len(colors))}}
		for _, v := range views {
			if k := slices.IndexFunc(v.rows, func(other row) bool { return other.name == r.name }); k >= 0 {
				x, y := exactly(float64(v.Questions)), up.of(v.rows[k])
				line.XYs = append(line.XYs, plotter.XY{X: x.Median, Y: y.Median})
				fr.dot(p, r, x, y)
				n.spots = append(slices.DeleteFunc(n.spots, func(s spot) bool { return s.name == r.name }), spot{r, x, y}) // the curve's last dot replaces the dot before
			}
		}
		p.Add(line)
	}
	quantity{name: "questions in the corpus", scale: plot.LogScale{}, ticks: ticks}.set(&p.X)
	p.X.Max = p.X.Min * math.Pow(p.X.Max/p.X.Min, names)
	up.set(&p.Y)
	p.Add(&n)
	fr.paint(pic, fr.width*0.62, p.Draw)
}

// rounded returns at most most round numbers at equal distances between low and high.
func rounded(low, high float64, most int) (values []float64) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(most))))
	for _, factor := range []float64{2, 2.5, 2} { // to 2, 5 or 10 times a power of ten
		if (high-low)/step > float64(most) {
			step *= factor
		}
	}
	for k := math.Ceil(low / step); k*step <= high && len(values) < most; k++ {
		values = append(values, k*step)
	}
	return values
}

// mostTicks is the largest number of ticks on an axis of times.
const mostTicks = 24

// timeTicks marks a logarithmic axis of times at round numbers: the shorter the axis, the more numbers per decade.
type timeTicks struct{}

// Ticks returns the marks between two times.
func (timeTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	if !(low > 0 && low < high && high <= math.MaxFloat64) {
		return nil // a logarithmic axis has ends
	}
	steps, first, last := []float64{1, 1.5, 2, 3, 5, 7}, math.Floor(math.Log10(low)), math.Log10(high)
	if high/low > 500 {
		steps = []float64{1}
	} else if high/low > 20 {
		steps = []float64{1, 2, 5}
	}
	var values []float64
	for decade := first; decade <= last; decade += 1 + math.Floor((last-first)/(mostTicks-1)) { // a long axis has not all decades
		for _, step := range steps {
			values = append(values, step*math.Pow(10, decade))
		}
	}
	if high/low < 3 {
		most := 8
		if high >= 1000 { // labels are wide
			most = 5
		}
		values = rounded(low, high, most)
	}
	for _, v := range values {
		if low <= v && v <= high {
			ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.4g", v)})
		}
	}
	return ticks
}

// percentTicks marks an axis of percentages a few times. Only the label at zero has the unit, if the axis contains zero.
type percentTicks struct {
	narrow bool // for panels side by side: every second line of the grid has a label, and the last if it is next to 0, and only the subtitle has the unit
}

// Ticks returns the marks between two percentages.
func (p percentTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	values, step, decimals := rounded(low, high, 6), 1.0, 0
	if len(values) > 1 {
		step = values[1] - values[0]
	}
	if step != math.Round(step) {
		decimals = 1
	}
	for i, v := range values {
		label, odd := percent(v, decimals), math.Mod(math.Round(v/step), 2) != 0
		if p.narrow || v != 0 && low <= 0 && high >= 0 {
			label = strings.TrimSuffix(label, " %")
		}
		if p.narrow && odd && (i < len(values)-1 || i > 0 && values[i-1] != 0) { // next to wider labels there is no room
			label = " " // a line without words
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	return ticks
}

// percent formats a difference from the reference in per cent.
func percent(x float64, decimals int) string {
	if x == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%+.*f %%", decimals, x)
}

// byteTicks marks a logarithmic axis of table bytes at powers of 8, a short axis at powers of 2, and techniques without tables at the position none, if that is not 0.
type byteTicks struct{ none float64 }

// Ticks returns the marks between two sizes in bytes.
func (b byteTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	if b.none > 0 {
		ticks = append(ticks, plot.Tick{Value: b.none, Label: "none"})
		low = b.none * noneGap * 0.99 // just left of the smallest tables: the gap has no marks
	}
	step := 8.0
	if high/low < 64 {
		step = 2
	}
	for v := 1.0; v <= high && v < math.MaxInt64; v *= step {
		if v >= low {
			ticks = append(ticks, plot.Tick{Value: v, Label: results.Bytes(int64(v))})
		}
	}
	return ticks
}

// noneGap is the factor by which the position of techniques without tables is left of the smallest tables.
const noneGap = 8
