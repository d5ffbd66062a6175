// Package plot draws result files: times of techniques with their intervals, times against the size of tables, and
// independent lookups against dependent ones. Pictures are SVG and PNG, and the same files give the same bytes.
package plot

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/atomicfile"
)

// Options say what to draw, and how. The zero value is a picture of everything, for a light page.
type Options struct {
	Techniques []string // only these; all for none
	Title      string   // headline of every picture; one of ours for ""
	Width      int      // of a picture in pixels, MinWidth to MaxWidth; DefaultWidth for 0
	Theme      string   // light or dark; light for ""
	AllLevels  bool     // every GOAMD64 level of a machine, not only the highest
}

// Widths of pictures in pixels.
const (
	MinWidth     = 480
	DefaultWidth = 960
	MaxWidth     = 4096
)

// Picture is a picture that can be drawn in several formats.
type Picture struct {
	Name          string // of its files, without extension
	Title         string // in one line what it shows
	width, height vg.Length
	theme         theme
	draw          func(draw.Canvas)
}

// SVG returns the picture as an SVG document. It names fonts and embeds none, which would make it a hundred times as
// large: Liberation Sans, by whose metrics it is laid out, and Arial, whose metrics are the same.
func (p *Picture) SVG() []byte {
	c := vgsvg.New(p.width, p.height)
	p.draw(draw.New(c))
	var b bytes.Buffer
	c.WriteTo(&b) // a bytes.Buffer takes everything
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// PNG returns the picture as a PNG image.
func (p *Picture) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(p.theme.background))
	p.draw(draw.New(c))
	var b bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&b)
	return b.Bytes(), err
}

// Write draws the pictures of the files into dir, which it makes where it is missing, each as .svg and .png, and
// returns the paths. Every file appears whole or not at all. Errors are one line.
func Write(dir string, files []*results.File, opt Options) ([]string, error) {
	pictures, err := Pictures(files, opt)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the directory for pictures: %w", err)
	}
	var paths []string
	for i := range pictures {
		p := &pictures[i]
		png, err := p.PNG()
		if err != nil {
			return nil, fmt.Errorf("cannot draw %s.png: %w", p.Name, err)
		}
		for ext, data := range map[string][]byte{".svg": p.SVG(), ".png": png} {
			path := filepath.Join(dir, p.Name+ext)
			if err := atomicfile.Write(path, data); err != nil {
				return nil, fmt.Errorf("cannot write picture: %w", err)
			}
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// Pictures lays out the pictures of the files: for each machine (at its highest GOAMD64 level, unless all are asked
// for) the times of every piece and mode, and for every piece the times against table bytes and against latency. All
// are of the default corpus, or of a mode's first where it has none such.
func Pictures(files []*results.File, opt Options) ([]Picture, error) {
	th, err := opt.complete(files)
	if err != nil {
		return nil, err
	}
	var pictures []Picture
	for _, f := range files {
		targets := f.Highest()
		if opt.AllLevels {
			targets = f.Targets()
		}
		for _, target := range targets {
			pictures = append(pictures, ofTarget(f, target, opt, th)...)
		}
	}
	if len(pictures) == 0 {
		return nil, fmt.Errorf("nothing to draw: no picture is left for the techniques %s", strings.Join(opt.Techniques, ", "))
	}
	// Two runs of one machine have pictures of the same name: number them.
	seen := map[string]int{}
	for i := range pictures {
		name := pictures[i].Name
		seen[name]++
		if n := seen[name]; n > 1 {
			pictures[i].Name = fmt.Sprintf("%s-run%d", name, n)
		}
	}
	return pictures, nil
}

// complete checks the options and fills in what was left to us.
func (o *Options) complete(files []*results.File) (theme, error) {
	if o.Width == 0 {
		o.Width = DefaultWidth
	}
	if o.Width < MinWidth || o.Width > MaxWidth {
		return theme{}, fmt.Errorf("width of %d pixels (want %d to %d)", o.Width, MinWidth, MaxWidth)
	}
	if o.Theme == "" {
		o.Theme = "light"
	}
	th, ok := themes[o.Theme]
	if !ok {
		return theme{}, fmt.Errorf("unknown theme %q (want light or dark)", o.Theme)
	}
	if o.Title == "" {
		o.Title = "Sliding attacks"
	}
	var have []string
	for _, f := range files {
		for _, t := range f.Tables {
			for _, s := range t.Series {
				have = append(have, s.Technique)
			}
		}
	}
	slices.Sort(have)
	have = slices.Compact(have)
	for _, t := range o.Techniques {
		if !slices.Contains(have, t) {
			return theme{}, fmt.Errorf("no technique %q in the result files (have: %s)", t, strings.Join(have, ", "))
		}
	}
	return th, nil
}

// unsafe matches what has no place in a file name: a raw file may come from anywhere.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

func ofTarget(f *results.File, target results.Target, opt Options, th theme) []Picture {
	build := target.GOAMD64
	if build == "" {
		build = target.GOARCH
	}
	var pictures []Picture
	add := func(kind string, t *results.Table, draw func(frame) (vg.Length, func(draw.Canvas))) {
		fr := frame{theme: th, width: vg.Length(opt.Width) * pixel, headline: opt.Title, caption: caption(f, t)}
		height, paint := draw(fr)
		pictures = append(pictures, Picture{
			Name:  unsafe.ReplaceAllString(strings.Join([]string{target.Machine, build, kind}, "-"), "-"),
			Title: fmt.Sprintf("%s, %s, %s", kind, target.Machine, target.Build()),
			width: fr.width, height: height, theme: th, draw: paint,
		})
	}
	for _, piece := range board.Pieces {
		tables := defaults(f, target, piece)
		for _, t := range tables {
			points := points(f, t, opt, true)
			if len(points) > 0 {
				add(fmt.Sprintf("times-%v-%s", piece, t.Mode), t, func(fr frame) (vg.Length, func(draw.Canvas)) {
					return fr.times(t, points)
				})
			}
		}
		throughput := f.Table(target, piece, "throughput", results.DefaultCorpus)
		if throughput == nil {
			continue
		}
		fast := points(f, throughput, opt, false)
		if len(fast) == 0 {
			continue
		}
		add(fmt.Sprintf("tables-%v", piece), throughput, func(fr frame) (vg.Length, func(draw.Canvas)) {
			return fr.tables(throughput, fast)
		})
		if latency := f.Table(target, piece, "latency", results.DefaultCorpus); latency != nil {
			if spots := pairs(fast, points(f, latency, opt, false)); len(spots) > 0 {
				add(fmt.Sprintf("latency-%v", piece), throughput, func(fr frame) (vg.Length, func(draw.Canvas)) {
					return fr.latency(throughput, spots)
				})
			}
		}
	}
	return pictures
}

// defaults returns one table for each mode of a piece: that of the default corpus, else the first.
func defaults(f *results.File, target results.Target, piece board.Piece) []*results.Table {
	var list []*results.Table
	for i := range f.Tables {
		t := &f.Tables[i]
		if t.Target != target || t.Piece != piece {
			continue
		}
		switch n := len(list); {
		case n == 0 || list[n-1].Mode != t.Mode:
			list = append(list, t)
		case t.Corpus == results.DefaultCorpus:
			list[n-1] = t
		}
	}
	return list
}

// point is a technique in a picture.
type point struct {
	name  string
	time  stats.Interval // in the unit of its table
	bytes int64
	bound bool // shown, but no technique to choose
}

// points returns the techniques of a table that are to be drawn, the fastest first: never the second measurement of
// the reference, which is in the caption as noise, and the bounds only where asked for.
func points(f *results.File, t *results.Table, opt Options, bounds bool) []point {
	var list []point
	for _, s := range t.Series {
		bound := slices.Contains(results.Bounds, s.Technique)
		wanted := len(opt.Techniques) == 0 || slices.Contains(opt.Techniques, s.Technique)
		if s.Technique != results.Again(f.Reference) && wanted && (bounds || !bound) {
			list = append(list, point{s.Technique, stats.Median(s.Values), s.TableBytes, bound})
		}
	}
	slices.SortStableFunc(list, func(a, b point) int {
		switch {
		case a.time.Median < b.time.Median:
			return -1
		case a.time.Median > b.time.Median:
			return 1
		}
		return 0
	})
	return list
}

// caption says where the numbers of a picture come from.
func caption(f *results.File, t *results.Table) string {
	text := fmt.Sprintf("%s (%s), %s, %s, corpus %s, %d questions, %d rounds", t.CPU, t.Features, t.Build(), f.Revision(),
		t.Corpus, t.Questions, t.Rounds)
	return text + ", raw file " + filepath.Base(f.Name)
}
