// Package plot draws result files: times of techniques with their intervals, times against the size of tables, independent
// lookups against dependent ones, times over the number of questions, of lookups between moves, and of what crowds the caches between
// lookups, PEXT against the rest, and what to use on each feature set. Where techniques are many, a picture names or draws the few that matter there, and says which.
// Pictures are SVG and PNG, and the same files give the same bytes.
package plot

import (
	"bytes"
	"cmp"
	"errors"
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
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/atomicfile"
)

// Options select what is drawn, and how. The zero value is a picture of everything, for a light page.
type Options struct {
	Techniques []string // only these; none: all, or as many as a picture can tell apart
	Title      string   // headline of every picture; "": its question
	Width      int      // of a picture in pixels, MinWidth to MaxWidth; DefaultWidth for 0
	Theme      string   // light or dark; light for ""
	AllLevels  bool     // every GOAMD64 level of a machine, not only the highest
	Shown      string   // what the files are cut down to, for the headlines; "" if they are whole
	Published  bool     // only what published pages show: for each machine a queen's times against table bytes, at Go's highest level
	Formats    []string // svg, png; none: svg
	Force      bool     // Write replaces files that are no pictures of its own
}

// Formats are the formats of pictures.
var Formats = []string{"svg", "png"}

// Widths of pictures in pixels.
const (
	MinWidth     = 480
	DefaultWidth = 960
	MaxWidth     = 4096
)

// Picture is a picture that can be drawn in several formats.
type Picture struct {
	Name          string // of its files, without extension
	Title         string // in one line
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
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte(fonts))
}

const fonts = "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"

// PNG returns the picture as a PNG image.
func (p *Picture) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(p.theme.background))
	p.draw(draw.New(c))
	var b bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&b)
	return b.Bytes(), err
}

// Write draws the pictures of the files into dir, which it makes where it is missing, each in every format asked for, and
// returns the paths. Every file appears whole or not at all, and none does where another file than such a picture has the name of one. Errors are one line.
func Write(dir string, files []*results.File, opt Options) ([]string, error) {
	pictures, err := Pictures(files, opt)
	if err != nil {
		return nil, err
	}
	if len(pictures) == 0 {
		if len(opt.Techniques) > 0 {
			return nil, fmt.Errorf("nothing to draw: no picture is left for the techniques %s", strings.Join(opt.Techniques, ", "))
		}
		return nil, errors.New("nothing to draw: nothing but builds with an experiment (want an ordinary build, or all levels)")
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file (want a folder to draw into; is the name behind -o missing?)", dir)
	}
	var paths []string
	var drawings [][]byte
	formats := opt.Formats
	if len(formats) == 0 {
		formats = Formats[:1]
	}
	for i := range pictures {
		p := &pictures[i]
		for _, format := range formats {
			data := p.SVG()
			if format == "png" {
				if data, err = p.PNG(); err != nil {
					return nil, fmt.Errorf("cannot draw %s.png: %w", p.Name, err)
				}
			}
			path := filepath.Join(dir, p.Name+"."+format)
			if !opt.Force {
				if err := atomicfile.Spare(path, drawn); err != nil {
					return nil, err
				}
			}
			paths, drawings = append(paths, path), append(drawings, data)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the directory for pictures: %w", err)
	}
	for i, path := range paths {
		if err := atomicfile.Write(path, drawings[i]); err != nil {
			return nil, fmt.Errorf("cannot write picture: %w", err)
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// Pictures lays out the pictures of the files: for each machine (at its highest GOAMD64 level and in C, unless all levels are asked
// for) the times of every piece and mode, and for every piece the times against table bytes and against latency. All
// are of the default corpus, or of a mode's first where it has none such, but those of mode incremental, which stand in one picture
// over the number of lookups after a move. Mode pressure also has a picture over each way to crowd the caches. For each machine, at the level that is best there, they also compare PEXT with the
// rest, and what to use on its feature sets, unless only some techniques are to be drawn. Builds with an experiment are drawn
// among all levels only, so that there may be nothing to draw.
func Pictures(files []*results.File, opt Options) ([]Picture, error) {
	th, err := opt.complete(files)
	if err != nil {
		return nil, err
	}
	var pictures []Picture
	for _, f := range files {
		targets := f.Targets()
		switch {
		case opt.Published:
			targets = f.Highest()
		case !opt.AllLevels:
			targets = f.Advised()
		}
		for _, target := range targets {
			pictures = append(pictures, ofTarget(f, target, opt, th)...)
		}
	}
	if opt.Published {
		pictures = slices.DeleteFunc(pictures, func(p Picture) bool { return !strings.HasSuffix(p.Name, "-tables-queen") })
	} else if len(opt.Techniques) == 0 {
		pictures = append(pictures, questions(files, opt, th)...)
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

// complete checks the options and fills in defaults.
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
	for _, format := range o.Formats {
		if !slices.Contains(Formats, format) {
			return theme{}, fmt.Errorf("unknown format %q (want %s)", format, strings.Join(Formats, " or "))
		}
	}
	th, ok := themes[o.Theme]
	if !ok {
		return theme{}, fmt.Errorf("unknown theme %q (want light or dark)", o.Theme)
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

// unsafe matches characters that have no place in a file name: a raw file may come from anywhere.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// defaultTitle is the headline of pictures that answer no question of their own.
const defaultTitle = "Sliding attacks"

// headlines are the questions that pictures answer, by kind.
var headlines = map[string]string{
	"pext":              "Is PEXT still the fastest here?",
	"batch":             "Many at once",
	"pressure":          crowded,
	"pressure-streamed": crowded,
}

// crowded is the headline of pictures of mode pressure.
const crowded = "While other data crowd the caches"

// picture lays out one picture of a target, whose numbers come from a table like the one given.
func picture(kind string, f *results.File, t *results.Table, opt Options, th theme, draw func(frame) (vg.Length, func(draw.Canvas))) Picture {
	fr := frame{theme: th, width: vg.Length(opt.Width) * pixel, headline: cmp.Or(opt.Title, headlines[kind], defaultTitle), caption: caption(f, t)}
	title := fmt.Sprintf("%s, %s, %s", cmp.Or(headlines[kind], kind), t.Machine, t.Build())
	if opt.Shown != "" {
		title += ": " + opt.Shown
		if opt.Title == "" {
			fr.headline += ": " + opt.Shown
		}
	}
	height, paint := draw(fr)
	return Picture{
		Name:  unsafe.ReplaceAllString(strings.Join([]string{t.Machine, cmp.Or(t.Built.String(), t.GOARCH), kind}, "-"), "-"),
		Title: title,
		width: fr.width, height: height, theme: th, draw: paint,
	}
}

// questions lays out the pictures that answer a question: whether PEXT is the fastest.
func questions(files []*results.File, opt Options, th theme) (pictures []Picture) {
	for _, f := range files {
		all := report.Verdicts(f)
		for _, target := range f.Advised() {
			verdicts := slices.DeleteFunc(slices.Clone(all), func(v report.Verdict) bool { return v.Table.Target != target })
			var tables []*results.Table
			for _, v := range verdicts {
				tables = append(tables, &v.Table.Table)
			}
			if len(tables) > 0 {
				pictures = append(pictures, picture("pext", f, together(tables), opt, th, func(fr frame) (vg.Length, func(draw.Canvas)) {
					return fr.pext(verdicts)
				}))
			}
		}
	}
	return pictures
}

func ofTarget(f *results.File, target results.Target, opt Options, th theme) []Picture {
	var pictures []Picture
	add := func(kind string, t *results.Table, draw func(frame) (vg.Length, func(draw.Canvas))) {
		pictures = append(pictures, picture(kind, f, t, opt, th, draw))
	}
	for _, piece := range board.Pieces {
		tables := defaults(f, target, piece)
		for _, t := range tables {
			if t.Mode == "incremental" {
				if replays := tablesOf(f, target, piece, t.Mode, func(t *results.Table) bool { return lookups(t) > 0 }); len(replays) > 0 && len(techniques(points(f, t, opt))) > 0 {
					kind := "incremental"
					if piece != board.Queen {
						kind = fmt.Sprintf("incremental-%v", piece)
					}
					add(kind, together(replays), func(fr frame) (vg.Length, func(draw.Canvas)) {
						return fr.incremental(f, replays, opt)
					})
				}
				continue
			}
			points := points(f, t, opt)
			if len(points) > 0 {
				kind := fmt.Sprintf("times-%v-%s", piece, t.Mode)
				loops := len(points)
				if piece == board.Queen && t.Mode == "batch" {
					kind = "batch" // the picture of the question how fast many are answered
					if len(opt.Techniques) == 0 {
						loops = 16
					}
				}
				add(kind, t, func(fr frame) (vg.Length, func(draw.Canvas)) {
					return fr.times(t, points, loops)
				})
			}
		}
		for _, k := range crowdings {
			if tables := k.tables(f, target, piece); tables != nil {
				add(k.kind, together(tables), func(fr frame) (vg.Length, func(draw.Canvas)) {
					return fr.pressure(f, k, tables, opt)
				})
			}
		}
		throughput := f.Table(target, piece, "throughput", grid.DefaultCorpus)
		if throughput == nil {
			continue
		}
		fast := techniques(points(f, throughput, opt))
		if len(fast) == 0 {
			continue
		}
		if said := slices.DeleteFunc(slices.Clone(fast), func(pt point) bool { return pt.bytes >= results.Unsaid }); len(said) > 0 {
			add(fmt.Sprintf("tables-%v", piece), throughput, func(fr frame) (vg.Length, func(draw.Canvas)) {
				return fr.tables(throughput, said)
			})
		}
		if latency := f.Table(target, piece, "latency", grid.DefaultCorpus); latency != nil {
			if spots := pairs(fast, techniques(points(f, latency, opt))); len(spots) > 0 {
				add(fmt.Sprintf("latency-%v", piece), throughput, func(fr frame) (vg.Length, func(draw.Canvas)) {
					return fr.latency(throughput, spots)
				})
			}
		}
	}
	return pictures
}

// tablesOf returns the tables of a target, piece and mode that are wanted, in the file's order.
func tablesOf(f *results.File, target results.Target, piece board.Piece, mode string, wanted func(*results.Table) bool) (list []*results.Table) {
	for i := range f.Tables {
		if t := &f.Tables[i]; t.Target == target && t.Piece == piece && t.Mode == mode && wanted(t) {
			list = append(list, t)
		}
	}
	return list
}

// together returns a table without series for the caption of a picture of several tables.
func together(tables []*results.Table) *results.Table {
	var corpora []string
	for _, t := range tables {
		if !slices.Contains(corpora, t.Corpus) {
			corpora = append(corpora, t.Corpus)
		}
	}
	all := *tables[0]
	all.Corpus, all.Rounds, all.Series = strings.Join(corpora, " "), rounds(tables), nil
	return &all
}

// defaults returns one table for each mode of a piece: that of the mode's default corpus, else the first.
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
		case slices.Contains([]string{grid.DefaultCorpus, grid.DefaultSets, grid.DefaultGames, grid.DefaultCrowd}, t.Corpus):
			list[n-1] = t
		}
	}
	return list
}

// point is a technique in a picture.
type point struct {
	name      string
	time      stats.Interval // in what its table is shown in
	bytes     int64
	control   bool // shown, but no technique to choose
	reference bool
	kernel    bool // of a table of batches: answers by code of its own
}

// points returns the rows of a table that are to be drawn, the fastest first: none without a value that has a place on an axis, and never the second measurement
// of the reference, which is in the caption as noise.
func points(f *results.File, t *results.Table, opt Options) []point {
	var list []point
	for _, s := range t.Series {
		control := grid.IsControl(s.Technique)
		wanted := len(opt.Techniques) == 0 || slices.Contains(opt.Techniques, s.Technique)
		time := report.Shown(t, stats.Median(s.Values))
		if s.Technique != grid.Again(f.Reference) && wanted && drawable(time) && s.TableBytes >= 0 {
			kernel := strings.HasPrefix(t.Mode, "batch") && f.Facts[s.Technique].Batch
			list = append(list, point{s.Technique, time, s.TableBytes, control, s.Technique == f.Reference, kernel})
		}
	}
	slices.SortStableFunc(list, func(a, b point) int { return cmp.Compare(a.time.Median, b.time.Median) })
	return list
}

// techniques returns the points without the controls.
func techniques(points []point) []point {
	return slices.DeleteFunc(points, func(pt point) bool { return pt.control })
}

// caption says where the numbers of a picture come from.
func caption(f *results.File, t *results.Table) string {
	return fmt.Sprintf("%s (%s), %s, %s, corpus %s, %d questions, %d rounds, raw file %s", t.CPU, t.Features, t.Build(), f.Revision(),
		t.Corpus, t.Questions, t.Rounds, filepath.Base(f.Name))
}
