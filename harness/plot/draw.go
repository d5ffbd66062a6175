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
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques/mode"
)

const (
	dpi   = 96
	pixel = vg.Inch / dpi

	margin  = 16 * pixel
	gap     = 8 * pixel
	row     = 24 * pixel  // height of a technique's line
	lowRow  = 18 * pixel  // the same where they are many
	radius  = 3.5 * pixel // of a dot
	whisker = 5 * pixel   // half the bar at the end of an interval
	bigText = 19 * pixel
	midText = 14 * pixel
	lowText = 12 * pixel
)

// theme holds the colours of a picture.
type theme struct {
	background, ink, soft, grid, dot, control, line color.Color
}

func rgb(hex uint32) color.Color {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

var themes = map[string]theme{
	"light": {rgb(0xffffff), rgb(0x1d2430), rgb(0x5b6675), rgb(0xe4e8ec), rgb(0x1f5fa8), rgb(0x8a94a3), rgb(0xc2410c)},
	"dark":  {rgb(0x14181f), rgb(0xe8ecf1), rgb(0xa3adba), rgb(0x2b323d), rgb(0x6fb1ff), rgb(0x7c8796), rgb(0xff9d5c)},
}

// style is sans-serif text of a size.
func style(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler}
}

// pieces cuts a text between two ones, which Liberation Sans sets so close together that 3.511 reads like 3.51.
func pieces(txt string) []string {
	return strings.Split(strings.ReplaceAll(txt, "11", "1\x001"), "\x00")
}

// width is how wide write draws a text.
func width(s text.Style, txt string) vg.Length {
	var sum vg.Length
	for _, piece := range pieces(txt) {
		sum += s.Width(piece)
	}
	return sum
}

// write draws a text whose left end, at half the height of its capitals, is the given point.
func write(c draw.Canvas, s text.Style, at vg.Point, txt string) {
	const capitals = 0.72 // their height in Liberation Sans, as a part of the text's size
	at.Y -= s.Font.Size * capitals / 2
	for _, piece := range pieces(txt) {
		c.FillText(s, at, piece)
		at.X += s.Width(piece)
	}
}

// wrap breaks a text into lines of at most the given width, between words where it can.
func wrap(s text.Style, txt string, limit vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(txt) {
		if line != "" && width(s, line+" "+word) <= limit {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for width(s, word) > limit { // a word that is longer than a line
			runes := []rune(word)
			n := len(runes) - 1
			for n > 1 && width(s, string(runes[:n])) > limit {
				n--
			}
			lines, word = append(lines, string(runes[:n])), string(runes[n:])
		}
		line = word
	}
	return append(lines, line)
}

// frame is the part of a picture around its data: headline, subtitle, and a caption below.
type frame struct {
	theme             theme
	width             vg.Length
	headline, caption string
}

// picture returns the height of a picture whose data take the given height, axis included, and the function that paints it.
func (fr frame) picture(subtitle string, data vg.Length, paint func(draw.Canvas)) (vg.Length, func(draw.Canvas)) {
	head := style(bigText, fr.theme.ink)
	head.Font.Weight = xfont.WeightBold
	sub, foot := style(midText, fr.theme.ink), style(lowText, fr.theme.soft)
	inner := fr.width - 2*margin
	heads, subs, feet := wrap(head, fr.headline, inner), wrap(sub, subtitle, inner), wrap(foot, fr.caption, inner)
	const leading = 1.4 // of lines, as a multiple of the text's size
	block := func(lines []string, size vg.Length) vg.Length { return vg.Length(len(lines)) * size * leading }
	above := margin + block(heads, bigText) + block(subs, midText) + gap
	below := margin + block(feet, lowText) + gap
	height := above + data + below

	return height, func(c draw.Canvas) {
		c.SetColor(fr.theme.background)
		c.Fill(c.Rectangle.Path())
		y := c.Max.Y - margin
		paragraph := func(s text.Style, lines []string) {
			for _, line := range lines {
				y -= s.Font.Size * leading / 2
				write(c, s, vg.Point{X: c.Min.X + margin, Y: y}, line)
				y -= s.Font.Size * leading / 2
			}
		}
		paragraph(head, heads)
		paragraph(sub, subs)
		y = c.Min.Y + below - gap
		paragraph(foot, feet)
		paint(draw.Crop(c, margin, -margin, below, -above))
	}
}

// axes returns an empty plot in the frame's colours, logarithmic both ways.
func (fr frame) axes(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Scale = plot.LogScale{}
		a.Color, a.Tick.LineStyle.Color = fr.theme.soft, fr.theme.soft
		for _, s := range []*text.Style{&a.Label.TextStyle, &a.Tick.Label} {
			s.Color = fr.theme.soft
			s.Font = style(lowText, nil).Font
		}
		a.Label.Padding = gap / 2
		a.Padding = 0
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = fr.theme.grid, fr.theme.grid
	p.Add(grid)
	return p
}

// span sets the range of a logarithmic axis: all values and on either side room, a part of the range, but no less than
// the factor least. Without values it is around 1.
func span(a *plot.Axis, values []float64, room, least float64) {
	if len(values) == 0 {
		values = []float64{1}
	}
	low, high := slices.Min(values), slices.Max(values)
	pad := max(math.Pow(high/low, room), least)
	a.Min, a.Max = low/pad, high*pad
}

// mostTicks is how many ticks an axis has at most.
const mostTicks = 24

// timeTicks marks a logarithmic axis of times at round numbers, the more of them the shorter the axis.
type timeTicks struct{}

func (timeTicks) Ticks(low, high float64) []plot.Tick {
	if !(low > 0 && high <= math.MaxFloat64) {
		return nil // a logarithmic axis has ends
	}
	var values []float64
	if high/low < 3 { // too short for steps of a log scale: equal ones of 1, 2 or 5 units, at least four of them
		step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
		for _, factor := range []float64{5, 2} {
			if (high-low)/(factor*step) >= 4 {
				step *= factor
				break
			}
		}
		for k := math.Ceil(low / step); k*step <= high && len(values) < mostTicks; k++ {
			values = append(values, k*step)
		}
	} else {
		steps := []float64{1, 1.5, 2, 3, 4, 5, 7}
		if high/low > 500 {
			steps = []float64{1}
		} else if high/low > 20 {
			steps = []float64{1, 2, 5}
		}
		last := math.Log10(high)
		apart := 1 + math.Floor((last-math.Log10(low))/(mostTicks-1)) // decades from one tick to the next where there are many
		for decade := math.Floor(math.Log10(low)); decade <= last; decade += apart {
			unit := math.Pow(10, decade)
			for _, step := range steps {
				if v := step * unit; low <= v && v <= high {
					values = append(values, v)
				}
			}
		}
	}
	var ticks []plot.Tick
	for _, v := range values {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.4g", v)})
	}
	return ticks
}

// byteTicks marks a logarithmic axis of table bytes at powers of 8, and techniques without tables at none, if that is
// not 0.
type byteTicks struct{ none float64 }

func (b byteTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	if b.none > 0 {
		ticks = append(ticks, plot.Tick{Value: b.none, Label: "none"})
		low = b.none * noneGap * 0.99
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

// noneGap is how far left of the smallest tables, as a factor, techniques without tables stand.
const noneGap = 8

// unit names the unit of the times and points of a table.
func unit(t *results.Table) string {
	if t.Mode == "init" {
		return "million cycles"
	}
	return "cycles per " + mode.Mode(t.Mode).Per()
}

// entry is a line in a picture of dots: a name on the left, a dot with its interval, and the numbers on the right. Without a
// value it is a heading.
type entry struct {
	name, text string
	value      stats.Interval
	color      color.Color
	square     bool // else a circle
}

// times draws a line for each technique, the fastest on top, and a vertical one at the reference. Of techniques that have no code
// of their own for the mode it leaves out, but for the reference, the slower ones that exceed a number of loops.
func (fr frame) times(t *results.Table, points []point, loops int) (vg.Length, func(draw.Canvas)) {
	name := unit(t)
	var entries []entry
	line, left := 0.0, 0
	for _, pt := range points {
		switch {
		case pt.reference:
			line = pt.time.Median
		case !pt.control && !pt.kernel:
			if loops--; loops < 0 {
				left++
				continue
			}
		}
		e := entry{pt.name, pt.time.Format(1), pt.time, fr.theme.dot, false}
		switch {
		case pt.control:
			e.color = fr.theme.control
		case pt.kernel:
			e.color, e.square = fr.theme.line, true
		}
		entries = append(entries, e)
	}
	subtitle := fmt.Sprintf("%v, %s, %s: %s, median with 95 %% interval", t.Piece, t.Mode, t.Corpus, name)
	if slices.ContainsFunc(points, func(pt point) bool { return pt.kernel }) {
		subtitle += "; squares: code of its own for batches; circles: a loop around single lookups"
	}
	if left > 0 {
		subtitle += fmt.Sprintf("; left out: %d slower such loops", left)
	}
	if line > 0 {
		subtitle += "; dashed: the reference"
	}
	return fr.dots(subtitle, name, entries, line)
}

// dots draws entries, the first on top, on a logarithmic axis, and a vertical line at a value unless that is 0.
func (fr frame) dots(subtitle, axisName string, entries []entry, line float64) (vg.Length, func(draw.Canvas)) {
	p := fr.axes(axisName, "")
	p.HideY()
	p.X.Tick.Marker = timeTicks{}
	span(&p.X, ends(entries, line), 0.03, 1.1)
	p.Y.Scale = plot.LinearScale{}
	p.Y.Min, p.Y.Max = -float64(len(entries)), 0
	rows := fr.rows(entries)
	const axis = 44 * pixel // ticks and label of the axis below
	return fr.picture(subtitle, vg.Length(len(entries))*rows.height+axis, func(c draw.Canvas) {
		data := draw.Crop(c, rows.left+2*gap, -rows.right-2*gap, 0, 0)
		p.Draw(data)
		data = p.DataCanvas(data)
		x, y := p.Transforms(&data)
		if line > 0 {
			dashes := []vg.Length{6 * pixel, 4 * pixel}
			data.StrokeLine2(draw.LineStyle{Color: fr.theme.soft, Width: 1.5 * pixel, Dashes: dashes}, x(line), data.Min.Y, x(line), data.Max.Y)
		}
		for i, e := range entries {
			middle := y(-float64(i) - 0.5)
			if e.value.Median == 0 {
				rows.heading(c, e, middle)
				continue
			}
			rows.texts(c, e, middle)
			fr.dot(data, e, middle, x)
		}
	})
}

// ends returns the values that the axis of some entries has to show.
func ends(entries []entry, line float64) (ends []float64) {
	if line > 0 {
		ends = append(ends, line)
	}
	for _, e := range entries {
		if e.value.Median != 0 {
			low, high := bounds(e.value)
			ends = append(ends, low, high)
		}
	}
	return ends
}

// rows is how the entries of a picture of dots are laid out.
type rows struct {
	names, heads, numbers text.Style
	background            color.Color
	left, right           vg.Length // widths of the names on the left, and of the numbers on the right
	height                vg.Length
	below                 vg.Length // of the numbers below the names; 0: they stand on the right
}

func (fr frame) rows(entries []entry) rows {
	r := rows{names: style(midText, fr.theme.ink), numbers: style(lowText, fr.theme.soft), background: fr.theme.background, height: row}
	r.heads = r.names
	r.heads.Font.Weight = xfont.WeightBold
	for _, e := range entries {
		if e.value.Median != 0 {
			r.left, r.right = max(r.left, width(r.names, e.name)), max(r.right, width(r.numbers, e.text))
		}
	}
	const (
		least = 160 * pixel // for the dots, else the numbers go below the names
		most  = 40          // entries with large names
	)
	if len(entries) > most {
		r.height, r.names.Font.Size = lowRow, lowText
	}
	if fr.width-2*margin-r.left-r.right-4*gap < least {
		r.left, r.right = max(r.left, r.right), 0
		r.height, r.below = 2*r.height*0.85, r.height*0.75
	}
	return r
}

// heading writes an entry without a value, on a patch of background, lest the grid cross it.
func (r rows) heading(c draw.Canvas, e entry, middle vg.Length) {
	c.SetColor(r.background)
	c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: middle - r.height/2}, Max: vg.Point{X: c.Max.X, Y: middle + r.height/2}}.Path())
	write(c, r.heads, vg.Point{X: c.Min.X, Y: middle - pixel}, e.name)
}

// texts writes the name and the numbers of an entry.
func (r rows) texts(c draw.Canvas, e entry, middle vg.Length) {
	right := c.Max.X
	if r.below > 0 {
		right = c.Min.X + r.left
	}
	write(c, r.names, vg.Point{X: c.Min.X + r.left - width(r.names, e.name), Y: middle + r.below/2}, e.name)
	write(c, r.numbers, vg.Point{X: right - width(r.numbers, e.text), Y: middle - r.below/2}, e.text)
}

// dot draws the dot of an entry with its interval.
func (fr frame) dot(data draw.Canvas, e entry, middle vg.Length, x func(float64) vg.Length) {
	if e.value.Finite() {
		bar := draw.LineStyle{Color: e.color, Width: 1.5 * pixel}
		low, high := x(e.value.Lo), x(e.value.Hi)
		data.StrokeLine2(bar, low, middle, high, middle)
		data.StrokeLine2(bar, low, middle-whisker, low, middle+whisker)
		data.StrokeLine2(bar, high, middle-whisker, high, middle+whisker)
	}
	glyph := draw.GlyphStyle{Color: e.color, Radius: radius, Shape: draw.CircleGlyph{}}
	if e.square {
		glyph.Radius, glyph.Shape = radius*1.3, draw.BoxGlyph{} // whose sides are shorter than twice the radius
	}
	data.DrawGlyph(glyph, vg.Point{X: x(e.value.Median), Y: middle})
}

// noisy is the mark behind a number of a table whose A/A noise is high.
func noisy(t *report.Table) string {
	if text := t.Noisy(); text != "" {
		return ", " + text
	}
	return ""
}

// pext draws, for each use, the time of the fastest technique with PEXT as a multiple of the fastest that does without it.
func (fr frame) pext(verdicts []report.Verdict) (vg.Length, func(draw.Canvas)) {
	var entries []entry
	for _, v := range verdicts {
		if !drawable(v.Ratio) {
			continue // no round has both
		}
		e := entry{v.Use.String(), fmt.Sprintf("%s : %s %s", v.PEXT.Technique, v.Other.Technique, v.Ratio.Format(1)) + noisy(v.Table), v.Ratio, fr.theme.control, false}
		switch v.Order {
		case -1:
			e.color = fr.theme.dot
		case 1:
			e.color, e.square = fr.theme.line, true
		}
		entries = append(entries, e)
	}
	return fr.dots("the fastest technique with the instruction PEXT against the fastest without, in one build: left of the line PEXT is faster; "+
		"circles in colour: PEXT is faster; squares: it is slower; grey: as fast, or inconclusive", "time with PEXT : time without PEXT", entries, 1)
}

// spot is a technique in a plane.
type spot struct {
	name        string
	x, y        float64
	xlow, xhigh float64
	ylow, yhigh float64 // intervals
	reference   bool
}

// important sorts spots: the reference, then the spots that first names, then the others, each by the key.
func important(spots []spot, first func(spot) bool, key func(spot) float64) {
	class := func(s spot) int {
		switch {
		case s.reference:
			return 0
		case first(s):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(spots, func(a, b spot) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(key(a), key(b)))
	})
}

// plane draws spots with their intervals and names, and a line behind them. Of many, only the first are large; the others
// have a name if there is room beside them. Chief describes the first.
func (fr frame) plane(p *plot.Plot, subtitle string, spots []spot, chief string, line plotter.XYs) (vg.Length, func(draw.Canvas)) {
	const (
		ratio, least = 0.62, 400 * pixel // height of the data to the width of the picture, and at least
		many, first  = 32, 12
	)
	large := len(spots)
	if large > many {
		large = first
		subtitle += fmt.Sprintf("; %d large dots: %s; small ones have a name where there is room", large, chief)
	}
	return fr.picture(subtitle, max(fr.width*ratio, least), func(c draw.Canvas) {
		p.Draw(c)
		data := p.DataCanvas(c)
		x, y := p.Transforms(&data)
		place := labels{area: data.Rectangle, height: midText}

		var path []vg.Point
		for _, xy := range line {
			path = append(path, vg.Point{X: x(xy.X), Y: y(xy.Y)})
		}
		if len(path) > 1 {
			data.StrokeLines(draw.LineStyle{Color: fr.theme.line, Width: 1.5 * pixel, Dashes: []vg.Length{6 * pixel, 4 * pixel}}, path)
			for i := range path[1:] {
				place.avoid(path[i], path[i+1], 2.5)
			}
		}
		at := make([]vg.Point, len(spots))
		for i, s := range slices.Backward(spots) { // small dots behind large ones
			at[i] = vg.Point{X: x(s.x), Y: y(s.y)}
			size, bars := radius, draw.LineStyle{Color: fr.theme.dot, Width: 1.5 * pixel}
			if i >= large {
				size, bars = radius*0.6, draw.LineStyle{Color: fr.theme.control, Width: 0.75 * pixel}
			}
			for _, bar := range [][2]vg.Point{
				{{X: x(s.xlow), Y: at[i].Y}, {X: x(s.xhigh), Y: at[i].Y}},
				{{X: at[i].X, Y: y(s.ylow)}, {X: at[i].X, Y: y(s.yhigh)}},
			} {
				data.StrokeLine2(bars, bar[0].X, bar[0].Y, bar[1].X, bar[1].Y)
				place.avoid(bar[0], bar[1], 4)
			}
			data.DrawGlyph(draw.GlyphStyle{Color: bars.Color, Radius: size, Shape: draw.CircleGlyph{}}, at[i])
			place.block(around(at[i], size+pixel, size+pixel))
		}
		fr.nameSpots(data, spots, at, large, &place)
	})
}

// nameSpots writes the names of spots near their dots; a small one only beside its dot, if there is room.
func (fr frame) nameSpots(data draw.Canvas, spots []spot, at []vg.Point, large int, place *labels) {
	names := style(midText, fr.theme.ink)
	for i, s := range spots {
		if i == large {
			names, place.height = style(lowText, fr.theme.soft), lowText
		}
		var box vg.Rectangle
		far, ok := false, true
		if i < large {
			box, far = place.put(at[i], width(names, s.name))
		} else if box, ok = place.putBeside(at[i], width(names, s.name)); !ok {
			continue
		}
		if far {
			end := nearest(at[i], box)
			// Dotted, lest it pass for an interval.
			dots := []vg.Length{pixel, 2 * pixel}
			data.StrokeLine2(draw.LineStyle{Color: fr.theme.soft, Width: pixel, Dashes: dots}, at[i].X, at[i].Y, end.X, end.Y)
			place.avoid(at[i], end, 2.5)
		}
		write(data, names, vg.Point{X: box.Min.X + labelPad, Y: (box.Min.Y + box.Max.Y) / 2}, s.name)
	}
}

// tables draws time against table bytes. No technique is both faster and smaller than one on the line.
func (fr frame) tables(t *results.Table, points []point) (vg.Length, func(draw.Canvas)) {
	name := unit(t)
	p := fr.axes("bytes of tables", name)
	var sizes, ends []float64
	for _, pt := range points {
		if pt.bytes > 0 {
			sizes = append(sizes, float64(pt.bytes))
		}
	}
	if len(sizes) == 0 {
		sizes = []float64{1 << 10}
	}
	none := 0.0
	if slices.ContainsFunc(points, func(pt point) bool { return pt.bytes == 0 }) {
		none = slices.Min(sizes) / noneGap
		sizes = append(sizes, none)
	}
	var spots []spot
	for _, pt := range points {
		s := spot{name: pt.name, x: float64(pt.bytes), y: pt.time.Median, reference: pt.reference}
		if pt.bytes == 0 {
			s.x = none
		}
		s.xlow, s.xhigh = s.x, s.x
		s.ylow, s.yhigh = bounds(pt.time)
		spots = append(spots, s)
		ends = append(ends, s.ylow, s.yhigh)
	}
	span(&p.X, sizes, 0.08, 2) // so that there is a tick
	span(&p.Y, ends, 0.08, 1.1)
	p.X.Tick.Marker, p.Y.Tick.Marker = byteTicks{none}, timeTicks{}
	subtitle := fmt.Sprintf("%v, %s, %s: time against size; nothing is both faster and smaller than what is on the dashed line",
		t.Piece, t.Mode, t.Corpus)
	line := pareto(spots)
	important(spots, func(s spot) bool { return slices.Contains(line, plotter.XY{X: s.x, Y: s.y}) }, func(s spot) float64 { return s.y })
	return fr.plane(p, subtitle, spots, "the reference, those on the line, and the fastest", line)
}

// drawable reports whether an interval has a place on a logarithmic axis.
func drawable(i stats.Interval) bool {
	low, high := bounds(i)
	return low > 1e-100 && high < 1e100
}

// bounds returns the bounds of an interval, its median twice where there are none.
func bounds(i stats.Interval) (low, high float64) {
	if !i.Finite() {
		return i.Median, i.Median
	}
	return i.Lo, i.Hi
}

// pareto returns the stairs along the spots that no other spot beats in both x and y. Between two of
// them lies nothing that could be had, so the line takes steps.
func pareto(spots []spot) plotter.XYs {
	sorted := slices.Clone(spots)
	slices.SortStableFunc(sorted, func(a, b spot) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	var line plotter.XYs
	for _, s := range sorted {
		if n := len(line); n == 0 {
			line = append(line, plotter.XY{X: s.x, Y: s.y})
		} else if last := line[n-1]; s.y < last.Y {
			line = append(line, plotter.XY{X: s.x, Y: last.Y}, plotter.XY{X: s.x, Y: s.y})
		}
	}
	return line
}

// pairs returns a spot for each technique that is in both lists, the first across and the second upwards.
func pairs(across, up []point) []spot {
	var spots []spot
	for _, a := range across {
		for _, b := range up {
			if a.name != b.name {
				continue
			}
			s := spot{name: a.name, x: a.time.Median, y: b.time.Median, reference: a.reference}
			s.xlow, s.xhigh = bounds(a.time)
			s.ylow, s.yhigh = bounds(b.time)
			spots = append(spots, s)
		}
	}
	return spots
}

// latency draws the time of dependent lookups against that of independent ones.
func (fr frame) latency(t *results.Table, spots []spot) (vg.Length, func(draw.Canvas)) {
	name := unit(t)
	p := fr.axes("throughput: "+name, "latency: "+name)
	var xs, ys []float64
	for _, s := range spots {
		xs, ys = append(xs, s.xlow, s.xhigh), append(ys, s.ylow, s.yhigh)
	}
	span(&p.X, xs, 0.08, 1.1)
	span(&p.Y, ys, 0.08, 1.1)
	p.X.Tick.Marker, p.Y.Tick.Marker = timeTicks{}, timeTicks{}
	important(spots, func(spot) bool { return false }, func(s spot) float64 { return s.x * s.y })
	return fr.plane(p, fmt.Sprintf("%v, %s: independent lookups against lookups that wait for the one before", t.Piece, t.Corpus), spots,
		"the reference, and those with the smallest product of both times", nil)
}
