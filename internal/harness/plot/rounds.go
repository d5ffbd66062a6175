package plot

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Pairs is a program that was compared with a base, round by round, as slidebench engines compares engines.
type Pairs struct {
	Name   string
	Speeds []float64      // round by round, as multiples of the base's
	Speed  stats.Interval // of all rounds
}

// Rounds draws the speeds of programs against a base over the rounds: a dot for each round, a line for the median, and dashed lines for its interval.
func Rounds(base, caption string, programs []Pairs) *Picture {
	fr := &frame{theme: themes["light"], width: DefaultWidth * pixel, scale: 1, headline: "Speed against " + base + ", round by round",
		subtitle: "dots: rounds; lines: medians, dashed: their 95 % intervals", caption: caption}
	p, up, pic := fr.axes(), speed(), &Picture{Alt: fr.headline}
	up.name = "nodes in the same time"
	n := ends{frame: fr}
	for i, program := range programs {
		r := row{name: program.Name, color: plotutil.DarkColors[i%len(plotutil.DarkColors)]}
		last := float64(len(program.Speeds))
		for k, s := range program.Speeds {
			r.speed = exactly(s)
			fr.dot(p, r, exactly(float64(k+1)), up.of(r))
		}
		r.speed = program.Speed
		all := up.of(r)
		low, high := bounds(all)
		for _, y := range []float64{low, all.Median, high} {
			style := fr.dashed(r.color)
			if y == all.Median {
				style.Dashes = nil
			}
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: 1, Y: y}, {X: last, Y: y}}, LineStyle: style})
		}
		n.spots = append(n.spots, spot{r, exactly(last), all})
		pic.Alt += fmt.Sprintf("; %s %s", program.Name, up.text(all))
	}
	quantity{name: "round", scale: plot.LinearScale{}, ticks: plot.DefaultTicks{}}.set(&p.X)
	up.set(&p.Y)
	p.X.Max += 0.15 * (p.X.Max - p.X.Min) // for names
	p.Add(&n)
	fr.paint(pic, fr.width*0.5, func(c draw.Canvas) { p.Draw(draw.Crop(c, 0, 0, 0, -vg.Length(gap))) })
	return pic
}
