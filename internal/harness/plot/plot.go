// Package plot draws result files as SVG and PNG; package report writes them as text. It draws an engine's search speed with each technique against the reference, times
// with their intervals, times against the size of tables, and independent lookups against dependent ones. Pictures for a post have a fixed size and few techniques,
// others all techniques. Curve draws times over the number of questions, and Rounds speeds of programs, round by round. The same files give the same bytes.
package plot

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"image/color"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Options select the techniques and the form of pictures. The zero value draws everything, for a light page.
type Options struct {
	Post       []string // draw pictures for a post, of these PostKinds, PostWidth x PostHeight pixels, with at most PostTechniques; none: draw the other pictures
	Techniques []string // draw only these; none: all, or for a post those that chosen returns
	Title      string   // headline of every picture, at most MaxTitle bytes; "": its own
	Width      int      // of a picture in pixels, MinWidth to MaxWidth; DefaultWidth for 0; a post has its own
	Theme      string   // light or dark; light for ""
	AllLevels  bool     // every GOAMD64 level of a machine, not only the highest
	Formats    []string // svg, png; none: svg
	Force      bool     // Write may replace files that slidebench did not draw
}

// Formats are the formats of pictures.
var Formats = []string{"svg", "png"}

// Widths of pictures in pixels, and the length of a headline.
const (
	MinWidth     = 480
	DefaultWidth = 960
	MaxWidth     = 4096
	MaxTitle     = 200
)

// PostKinds are the kinds of pictures for a post: an engine's search speed against the reference, the time of a lookup, time over table size, and
// search speeds on several machines side by side.
var PostKinds = []string{"search", "lookup", "size", "machines"}

// The size of pictures for a post in pixels, and their limits. Their type is readable at half their width.
const (
	PostWidth, PostHeight = 1200, 675
	PostTechniques        = 15
	postMachines          = 5 // side by side
)

// Picture is a picture that can be drawn in several formats.
type Picture struct {
	Name          string // of its files, without extension
	Alt           string // alternative text for people who cannot see it, in one line
	width, height vg.Length
	background    color.Color
	draw          func(draw.Canvas)
}

// texts matches a text element of an SVG document, with its attributes, weight, size and words.
var texts = regexp.MustCompile(`<text ([^>]*?font-weight:(\w+);[^>]*?font-size:([\d.]+)px[^>]*)>([^<]*)</text>`)

// SVG returns the picture as an SVG document. The document names fonts and embeds none: embedding makes it a hundred times as large. The layout follows the
// metrics of Liberation Sans. Each text states its length, so a browser with another font stretches the text instead of cutting it.
func (p *Picture) SVG() []byte {
	c := vgsvg.New(p.width, p.height)
	p.draw(draw.New(c))
	var b bytes.Buffer
	c.WriteTo(&b) // a bytes.Buffer takes everything
	svg := texts.ReplaceAllFunc(b.Bytes(), func(text []byte) []byte {
		parts := texts.FindSubmatch(text)
		size, _ := strconv.ParseFloat(string(parts[3]), 64)
		s := style(vg.Length(size), nil, string(parts[2]) == "bold")
		var length vg.Length // without kerning
		for _, r := range html.UnescapeString(string(parts[4])) {
			length += s.Width(string(r))
		}
		return fmt.Appendf(nil, `<text %s textLength="%.4g" lengthAdjust="spacingAndGlyphs">%s</text>`, parts[1], length.Points(), parts[4])
	})
	svg = bytes.Replace(svg, []byte("<g "), []byte("<title>"+html.EscapeString(p.Alt)+"</title>\n<g "), 1)
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte(fonts))
}

// fonts turns kerning off: with it, two ones are so close together in Liberation Sans that 3.511 looks like 3.51.
const fonts = "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;font-kerning:none;"

// PNG returns the picture as a PNG image.
func (p *Picture) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(p.background))
	p.draw(draw.New(c))
	var b bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&b)
	return b.Bytes(), err
}

// File is a picture that was written.
type File struct{ Path, Alt string }

// Write draws the pictures of the files into the folder dir, which it makes if it is missing, each in every format asked for. It writes each file whole or not at all,
// and none if the name of one is taken by another kind of file. Errors are one line.
func Write(dir string, files []*results.File, opt Options) (written []File, err error) {
	pictures, err := Pictures(files, opt)
	if err != nil {
		return nil, err
	}
	switch {
	case len(pictures) > 0: // there is something to draw
	case len(opt.Techniques) > 0:
		return nil, fmt.Errorf("nothing to draw: no picture is left for the techniques %s", strings.Join(opt.Techniques, ", "))
	case len(opt.Post) > 0:
		return nil, fmt.Errorf("nothing to draw: no picture of %s (want the modes search or throughput of queens in an ordinary build; for machines, mode search on several)",
			strings.Join(opt.Post, ", "))
	default:
		return nil, errors.New("nothing to draw: nothing but builds with an experiment (want an ordinary build, or all levels)")
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file (want a folder to draw into; is the name behind -o missing?)", dir)
	}
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
				if err := RefuseOverwrite(path); err != nil {
					return nil, err
				}
			}
			written, drawings = append(written, File{path, p.Alt}), append(drawings, data)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the directory for pictures: %w", err)
	}
	for i, file := range written {
		if err := atomicfile.Write(file.Path, drawings[i]); err != nil {
			return nil, fmt.Errorf("cannot write picture: %w", err)
		}
	}
	return written, nil
}

// RefuseOverwrite returns an error if a path holds anything but a picture drawn by this package.
func RefuseOverwrite(path string) error { return atomicfile.RefuseOverwrite(path, drawn) }

// Pictures lays out the pictures of the files, for each machine at its highest GOAMD64 level and in other languages, or at all levels if asked: the times of every piece and mode, on
// the mode's default corpus if that was measured, and for every piece time over table size and throughput against latency. For a post it lays out PostKinds. Builds with
// an experiment are drawn only among all levels.
func Pictures(files []*results.File, opt Options) ([]Picture, error) {
	d := drawing{Options: opt}
	if err := d.complete(files); err != nil {
		return nil, err
	}
	for _, f := range files {
		targets := d.targets(f)
		for _, target := range targets {
			if len(opt.Post) == 0 {
				d.long(f, target)
			} else if d.searched(f, target) || !slices.ContainsFunc(targets, func(t results.Target) bool { return d.searched(f, t) }) {
				d.post(f, target) // builds without a search only if no build of the file has it
			}
		}
	}
	if slices.Contains(opt.Post, "machines") {
		d.machines(files)
	}
	// Pictures of two runs of one machine, and of more machines than stand side by side, have the same name: number them.
	seen := map[string]int{}
	for i := range d.pictures {
		p := &d.pictures[i]
		seen[p.Name]++
		if n := seen[p.Name]; n > 1 {
			p.Name = fmt.Sprintf("%s-%d", p.Name, n)
		}
	}
	return d.pictures, nil
}

// targets returns the targets of a file that are drawn.
func (d *drawing) targets(f *results.File) []results.Target {
	if d.AllLevels {
		return f.Targets()
	}
	return f.Advised()
}

// language returns the name of a target's language, or its level of Go if all levels are drawn.
func (d *drawing) language(target results.Target) string {
	if d.AllLevels && target.InGo() {
		return target.Build()
	}
	return target.Language()
}

// drawing lays out the pictures of some files.
type drawing struct {
	Options
	theme
	pictures []Picture
}

// complete checks the options and fills in defaults.
func (d *drawing) complete(files []*results.File) error {
	d.Width, d.Theme = cmp.Or(d.Width, DefaultWidth), cmp.Or(d.Theme, "light")
	if d.Width < MinWidth || d.Width > MaxWidth {
		return fmt.Errorf("width of %d pixels (want %d to %d)", d.Width, MinWidth, MaxWidth)
	}
	for _, format := range d.Formats {
		if !slices.Contains(Formats, format) {
			return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(Formats, " or "))
		}
	}
	var ok bool
	if d.theme, ok = themes[d.Theme]; !ok {
		return fmt.Errorf("unknown theme %q (want light or dark)", d.Theme)
	}
	if n := len(d.Title); n > MaxTitle {
		return fmt.Errorf("title of %d bytes (want at most %d)", n, MaxTitle)
	}
	for _, kind := range d.Post {
		if !slices.Contains(PostKinds, kind) {
			return fmt.Errorf("unknown kind of picture for a post %q (want %s)", kind, strings.Join(PostKinds, ", "))
		}
	}
	if n := len(d.Techniques); len(d.Post) > 0 && n > PostTechniques {
		return fmt.Errorf("%d techniques in a picture for a post (want at most %d)", n, PostTechniques)
	}
	have := map[string]bool{}
	for _, f := range files {
		for _, t := range f.Tables {
			for _, s := range t.Series {
				have[s.Technique] = true
			}
		}
	}
	for _, t := range d.Techniques {
		if !have[t] {
			return fmt.Errorf("no technique %q in the result files (have: %s)", t, strings.Join(slices.Sorted(maps.Keys(have)), ", "))
		}
	}
	return nil
}

// search returns the view of an engine's search, without rows if it was not measured.
func (d *drawing) search(f *results.File, target results.Target) view {
	return d.view(f, f.Table(target, board.Queen, "search", grid.DefaultGames))
}

// searched reports whether an engine's search was measured.
func (d *drawing) searched(f *results.File, target results.Target) bool {
	return len(d.search(f, target).rows) > 0
}

// post lays out the pictures of a target for a post: of an engine's search or, if no build of the machine has that, of single lookups.
func (d *drawing) post(f *results.File, target results.Target) {
	search := d.sure(d.search(f, target))
	lookup := d.sure(d.view(f, f.Table(target, board.Queen, "throughput", grid.DefaultCorpus)))
	main, of := search, "Search time"
	if len(main.rows) == 0 {
		main, of = lookup, "Time of a lookup"
	}
	names := d.chosen(nil, main)
	for _, kind := range d.Post {
		switch kind {
		case "search":
			d.speeds(names, search.only(names))
		case "lookup":
			d.times(kind, "Time of a lookup", lookup.only(names))
		case "size":
			// Wanted are those along the dashed line, and the fastest, some of which apart would leave out.
			wanted, apart := append(main.unbeaten(), main.fastest(3)...), main
			if len(d.Techniques) == 0 { // named techniques all stay
				apart = main.apart(wanted)
			}
			d.sizes(kind, of+" over table size", main.only(d.chosen(wanted, apart)))
		}
	}
}

// machines lays out, for each language with a search on several machines, their search speeds side by side. It leaves out runs with hidden features or beside a neighbour.
func (d *drawing) machines(files []*results.File) {
	var languages []string
	views := map[string][]view{}
	for _, f := range files {
		for _, target := range d.targets(f) {
			language := d.language(target)
			if v := d.sure(d.search(f, target)); len(v.rows) > 0 && !target.Restricted() {
				if views[language] == nil {
					languages = append(languages, language)
				}
				views[language] = append(views[language], v)
			}
		}
	}
	for _, language := range languages {
		n := len(views[language])
		pictures := (n + postMachines - 1) / postMachines
		for some := range slices.Chunk(views[language], (n+pictures-1)/pictures) { // about equally many in each
			if len(some) > 1 {
				names := d.chosen(nil, some...)
				for i := range some {
					some[i] = some[i].only(names)
				}
				d.speeds(names, some...)
			}
		}
	}
}

// long lays out the pictures of a target with all techniques.
func (d *drawing) long(f *results.File, target results.Target) {
	for _, piece := range board.Pieces {
		for _, t := range defaults(f, target, piece) {
			words := t.Mode.Words(piece, t.Corpus)
			d.times(fmt.Sprintf("times-%v-%s", piece, t.Mode), words, d.view(f, t))
		}
		throughput := d.view(f, f.Table(target, piece, "throughput", grid.DefaultCorpus))
		throughput.rows = slices.DeleteFunc(throughput.rows, func(r row) bool { return r.control })
		d.sizes(fmt.Sprintf("tables-%v", piece), fmt.Sprintf("%v, time over table size", piece), throughput)
		d.latency(fmt.Sprintf("latency-%v", piece), throughput, d.view(f, f.Table(target, piece, "latency", grid.DefaultCorpus)))
	}
}

// defaults returns one table for each mode of a piece: for the mode's default corpus, else the first. In a file, tables of one target, piece and mode stand one behind the
// other: see results.SortTables.
func defaults(f *results.File, target results.Target, piece board.Piece) (list []*results.Table) {
	for i := range f.Tables {
		t := &f.Tables[i]
		if t.Target != target || t.Piece != piece {
			continue
		}
		switch n := len(list); {
		case n == 0 || list[n-1].Mode != t.Mode:
			list = append(list, t)
		case slices.Contains([]string{grid.DefaultCorpus, grid.DefaultSets, grid.DefaultMoves, grid.DefaultGames, grid.DefaultNetGames, grid.DefaultDeltas, grid.DefaultCrowd}, t.Corpus):
			list[n-1] = t
		}
	}
	return list
}

// row is a technique in a picture.
type row struct {
	name  string
	time  stats.Interval // in the unit of its table
	speed stats.Interval // as a multiple of the reference's; None without a reference
	results.Size
	needs                     needs
	control, reference, small bool        // small: its dot is small; see plane
	color                     color.Color // nil: the mark of its needs decides
}

// needs is the kind of features that a technique needs, as far as marks distinguish kinds.
type needs int

const (
	nothing needs = iota
	bmi2
	wide // vector instructions and the like
)

// view is a table with the rows to draw: the fastest first, and rows with too few rounds for an interval last.
type view struct {
	*results.Table
	file *results.File
	rows []row
}

// view returns a table's rows, of the techniques that the user named if any, without the reference's second one, rows of older code, and times that are missing or have no place
// on an axis. A missing table, nil, has no rows.
func (d *drawing) view(f *results.File, t *results.Table) view {
	v := view{t, f, nil}
	if t == nil {
		return v
	}
	reference := t.Find(f.Reference)
	for _, s := range t.Series {
		r := row{name: s.Technique, time: report.Shown(t, s.Time()), speed: stats.None, Size: s.Size,
			control: grid.IsControl(s.Technique), reference: s.Technique == f.Reference}
		if reference != nil {
			r.speed = reference.Over(&s)
		}
		for _, need := range f.Facts[s.Technique].Needs {
			if r.needs = max(r.needs, bmi2); !slices.Contains(feature.Likes("bmi2"), need) { // one other need is enough
				r.needs = wide
			}
		}
		low, high := bounds(r.time) // an axis has room for twelve decades at most
		wanted := len(d.Techniques) == 0 || slices.Contains(d.Techniques, s.Technique)
		if wanted && !s.AA && !s.Older && low > max(1e-100, high*1e-12) && high < 1e100 {
			v.rows = append(v.rows, r)
		}
	}
	few := func(r row) int { return map[bool]int{false: 1}[r.time.Finite()] } // 1 for a row without an interval, 0 for all others
	slices.SortStableFunc(v.rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(few(a), few(b)), cmp.Compare(a.time.Median, b.time.Median))
	})
	return v
}

// sure returns the view without techniques that lack an interval, unless all lack one or the user named techniques: a post is a summary.
func (d *drawing) sure(v view) view {
	with := slices.DeleteFunc(slices.Clone(v.rows), func(r row) bool { return !r.time.Finite() })
	if len(with) > 0 && len(d.Techniques) == 0 {
		v.rows = with
	}
	return v
}

// only returns the view with only some techniques.
func (v view) only(names []string) view {
	v.rows = slices.DeleteFunc(slices.Clone(v.rows), func(r row) bool { return !slices.Contains(names, r.name) })
	return v
}

// unbeaten returns the Pareto front: each technique that is smaller than all faster ones.
func (v view) unbeaten() (names []string) {
	var least results.Size
	for _, r := range v.rows { // the fastest first
		if (names == nil || results.CompareSizes(r.Size, least) < 0) && r.time.Finite() && v.file.Choosable(r.name) {
			names, least = append(names, r.name), r.Size
		}
	}
	return names
}

// fastest returns at most most techniques that may be recommended, the fastest first.
func (v view) fastest(most int) (names []string) {
	for _, r := range v.rows {
		if len(names) < most && r.time.Finite() && v.file.Choosable(r.name) {
			names = append(names, r.name)
		}
	}
	return names
}

// apart returns the view without techniques whose dots, in a picture of times and sizes, would lie on another dot, so that names had no room. The reference, wanted
// techniques and those of other repositories stay.
func (v view) apart(wanted []string) view {
	const time, size = 1.02, 1.5 // dots are on each other if they differ by less than these factors
	stays := func(r row) bool {
		return r.reference || slices.Contains(wanted, r.name) || v.file.Facts[r.name].Family == facts.Guest
	}
	within := func(a, b, factor float64) bool { return max(a/b, b/a) < factor }
	var dots []row
	for _, first := range []bool{true, false} { // first the techniques that stay
		for _, r := range v.rows {
			if stays(r) == first && (first || !slices.ContainsFunc(dots, func(o row) bool {
				// A byte more: without tables, a technique has 0 bytes, to which there is no ratio.
				return within(r.time.Median, o.time.Median, time) && r.SizeUnknown == o.SizeUnknown && within(float64(r.TableBytes+1), float64(o.TableBytes+1), size)
			})) {
				dots = append(dots, r)
			}
		}
	}
	slices.SortStableFunc(dots, func(a, b row) int { return cmp.Compare(a.time.Median, b.time.Median) })
	v.rows = dots
	return v
}

// chosen returns the techniques of a picture for a post, the fastest on average over machines first. If the user named none, it takes the wanted ones, the reference,
// techniques of other repositories, the fastest of each family, then the fastest of the rest, and last those with too few rounds for an interval.
func (d *drawing) chosen(wanted []string, views ...view) []string {
	scores, class := map[string][]float64{}, map[string]int{} // -1: always shown, 0: the family's fastest, 1: the rest, 2: too few rounds
	for _, v := range views {
		for _, r := range v.rows {
			if len(d.Techniques) == 0 && !v.file.Choosable(r.name) {
				continue
			}
			score := -math.Log(r.time.Median)
			if r.speed.Known() {
				score = math.Log(r.speed.Median)
			}
			scores[r.name] = append(scores[r.name], score)
			if r.reference || slices.Contains(wanted, r.name) || v.file.Facts[r.name].Family == facts.Guest {
				class[r.name] = -1
			} else if !r.time.Finite() {
				class[r.name] = max(class[r.name], 2)
			}
		}
	}
	average := func(name string) (sum float64) {
		for _, s := range scores[name] {
			sum += s / float64(len(scores[name]))
		}
		return sum
	}
	byScore := func(a, b string) int { return cmp.Or(cmp.Compare(average(b), average(a)), cmp.Compare(a, b)) }
	names := slices.SortedFunc(maps.Keys(scores), byScore)
	seen := map[string]bool{}
	for _, name := range names {
		if family := views[0].file.Facts[name].Family; class[name] == 0 && seen[family] { // all files have the same facts
			class[name] = 1
		} else {
			seen[family] = true
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(class[a], class[b]) })
	names = names[:min(len(names), PostTechniques)]
	slices.SortFunc(names, byScore)
	return names
}

// unit names the unit of a table's times.
func unit(t *results.Table) string {
	if t.Mode == "init" {
		return "million cycles"
	}
	return "cycles per " + t.Mode.Per()
}

// time returns the quantity time of a table. In a post its interval is drawn and not written.
func (d *drawing) time(t *results.Table) quantity {
	return quantity{
		name: unit(t),
		of:   func(r row) stats.Interval { return r.time },
		text: func(i stats.Interval) string {
			text := i.Format(1)
			if len(d.Post) > 0 {
				text, _, _ = strings.Cut(text, " ")
			}
			return text
		},
		scale: plot.LogScale{}, ticks: timeTicks{},
	}
}

// speed returns the quantity speed: by how many per cent a technique is faster than the reference.
func speed() quantity {
	return quantity{
		of: func(r row) stats.Interval {
			return stats.Interval{Median: 100 * (r.speed.Median - 1), Lo: 100 * (r.speed.Lo - 1), Hi: 100 * (r.speed.Hi - 1)}
		},
		text:  func(i stats.Interval) string { return percent(i.Median, 1) },
		scale: plot.LinearScale{}, ticks: percentTicks{},
	}
}

// medians explains dots and bars in subtitles.
const medians = "medians with 95 % intervals"

// speeds draws search speeds against the reference, of one or more machines in one language.
func (d *drawing) speeds(names []string, views ...view) {
	var panels []panel
	var taken []string // names of machines
	for _, v := range views {
		v.rows = slices.DeleteFunc(v.rows, func(r row) bool { return !r.speed.Known() })
		if len(v.rows) == 0 { // no reference to compare with, or no technique that the user named
			return
		}
		slices.SortFunc(v.rows, func(a, b row) int { return cmp.Compare(slices.Index(names, a.name), slices.Index(names, b.name)) })
		taken = append(taken, v.ShortName(taken...))
		panels = append(panels, panel{taken[len(taken)-1], v.rows})
	}
	q, where := speed(), d.language(views[0].Target)
	q.ticks = percentTicks{narrow: len(views) == postMachines} // fewer panels have room for all labels
	if len(views) == 1 {
		where = d.where(views[0])
	}
	headline := fmt.Sprintf("Search speed against %s: %s", views[0].file.Reference, where)
	d.add("search", headline, "nodes in the same time, in %: right is faster; "+medians, views, func(fr *frame, p *Picture) {
		fr.lines(p, names, panels, q)
	}, func(r row) string { return q.text(q.of(r)) })
}

// times draws a row for each technique of a view, the fastest on top.
func (d *drawing) times(kind, words string, v view) {
	if len(v.rows) == 0 {
		return
	}
	var names []string
	for _, r := range v.rows {
		names = append(names, r.name)
	}
	q := d.time(v.Table)
	subtitle := fmt.Sprintf("%s, %s", unit(v.Table), medians)
	if len(d.Post) > 0 {
		subtitle = "queen, independent lookups: " + subtitle
	}
	d.add(kind, words+": "+d.where(v), subtitle, []view{v}, func(fr *frame, p *Picture) {
		fr.lines(p, names, []panel{{rows: v.rows}}, q)
	}, func(r row) string { return q.text(r.time) })
}

// where returns words for a view's language or build, and its machine.
func (d *drawing) where(v view) string {
	if len(d.Post) > 0 {
		return d.language(v.Target) + ", " + v.ShortName()
	}
	return v.Build() + ", " + v.ShortName()
}

// sizes draws times against table bytes.
func (d *drawing) sizes(kind, words string, v view) {
	v.rows = slices.DeleteFunc(v.rows, func(r row) bool { return r.SizeUnknown })
	if len(v.rows) == 0 {
		return
	}
	none := 0.0 // where techniques without tables stand
	if sized := slices.DeleteFunc(slices.Clone(v.rows), func(r row) bool { return r.TableBytes == 0 }); len(sized) < len(v.rows) {
		none = 1 << 7 // anywhere: nothing else is on the axis
		if len(sized) > 0 {
			none = float64(slices.MinFunc(sized, func(a, b row) int { return results.CompareSizes(a.Size, b.Size) }).TableBytes) / noneGap
		}
	}
	time := d.time(v.Table)
	size := quantity{name: "bytes of tables", scale: plot.LogScale{}, ticks: byteTicks{none}, of: func(r row) stats.Interval {
		if r.TableBytes == 0 {
			return exactly(none)
		}
		return exactly(float64(r.TableBytes))
	}}
	note := ""
	for _, r := range v.rows {
		if today := v.file.Today; today != nil && v.Piece == board.Queen && today(r.name) >= 0 && today(r.name) != r.TableBytes {
			note += fmt.Sprintf("; %s has %s since", r.name, results.Bytes(today(r.name)))
		}
	}
	d.add(kind, words+": "+d.where(v), unit(v.Table)+", "+medians+"; lower left is better: on the dashed line is what no other technique beats in both time and size"+note, []view{v}, func(fr *frame, p *Picture) {
		fr.plane(p, v.rows, size, time, true)
	}, func(r row) string { return fmt.Sprintf("%s (%s)", time.text(r.time), r.SizeText()) })
}

// latency draws the times of dependent lookups against those of independent ones.
func (d *drawing) latency(kind string, independent, dependent view) {
	waits := map[string]stats.Interval{}
	for _, r := range dependent.rows {
		waits[r.name] = r.time
	}
	rows := slices.DeleteFunc(slices.Clone(independent.rows), func(r row) bool { return waits[r.name] == stats.Interval{} }) // without latency
	if len(rows) == 0 {
		return
	}
	across, up := d.time(independent.Table), d.time(dependent.Table)
	across.name, up.name = "throughput: "+across.name, "latency: "+up.name
	up.of = func(r row) stats.Interval { return waits[r.name] }
	words := fmt.Sprintf("%v, latency against throughput: %s", independent.Piece, d.where(independent))
	independent.rows = rows
	d.add(kind, words, medians, []view{independent}, func(fr *frame, p *Picture) { fr.plane(p, rows, across, up, false) }, nil)
}

// Curve draws the times of a piece and mode, on the default corpus, over the number of questions: a line for each technique and for noop. The file must have several
// numbers of questions of one machine and one build. Errors are one line.
func Curve(f *results.File, piece board.Piece, m mode.Mode, opt Options) (*Picture, error) {
	d := drawing{Options: opt}
	if err := d.complete([]*results.File{f}); err != nil {
		return nil, err
	}
	var views []view
	for _, target := range f.Targets() {
		t := f.Table(target, piece, m, grid.DefaultCorpus)
		if t == nil {
			return nil, fmt.Errorf("%s: no times for %v, %s, %s, %d questions", f.Name, piece, m, grid.DefaultCorpus, target.Questions)
		}
		v := d.view(f, t)
		v.rows = slices.DeleteFunc(v.rows, func(r row) bool { return r.control && r.name != "noop" })
		views = append(views, v)
		// But for the questions and their digest, all targets are the first.
		first := views[0].Target
		target.Questions, target.CorpusDigest = first.Questions, first.CorpusDigest
		if target != first {
			return nil, fmt.Errorf("%s: %s, %s and %s, %s (want one machine and one build)",
				f.Name, first.Machine, first.Build(), target.Machine, target.Build())
		}
	}
	if len(views[0].rows) == 0 {
		return nil, fmt.Errorf("%s: no technique to draw", f.Name)
	}
	slices.SortStableFunc(views, func(a, b view) int { return cmp.Compare(a.Questions, b.Questions) })
	all := views[0]
	table := *all.Table
	table.Questions, all.Table = 0, &table // so that the caption names no number of questions
	d.add(fmt.Sprintf("questions-%v-%s", piece, m), fmt.Sprintf("%v, %s over the number of questions: %s", piece, m, d.where(all)),
		unit(all.Table)+", "+medians, []view{all}, func(fr *frame, p *Picture) { fr.curves(p, views, d.time(all.Table)) }, nil)
	return &d.pictures[0], nil
}

// unsafe matches characters that are not used in file names, as a raw file's texts may come from anybody.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// marks explains the shapes of dots in captions, in the order of needs.
var marks = [...]string{"circles: for any processor", "squares: need BMI2 (PEXT)", "triangles: need vector instructions"}

// add adds a picture of one or more machines, which layOut lays out. Its alternative text lists the rows' values, unless value is nil.
func (d *drawing) add(kind, headline, subtitle string, views []view, layOut func(*frame, *Picture), value func(row) string) {
	headline = strings.ToUpper(headline[:1]) + headline[1:]
	var marked [len(marks)]bool
	var controls, few bool
	var sources, said, machines []string
	for _, v := range views {
		machines = append(machines, v.ShortName(machines...))
		var values []string
		for _, r := range v.rows {
			controls, few = controls || r.control, few || !r.time.Finite() || kind == "search" && !r.speed.Finite()
			marked[r.needs] = marked[r.needs] || !r.control && v.file.Facts != nil
			if value != nil {
				values = append(values, r.name+" "+value(r))
			}
		}
		source := filepath.Base(v.file.Name)
		if strings.Contains(source, "*") {
			source = v.file.Name // a pattern for several runs
		}
		text := strings.Join(values, ", ")
		if len(views) > 1 { // the three fastest are enough
			text = machines[len(machines)-1] + " " + strings.Join(values[:min(3, len(values))], ", ")
		}
		said, sources = append(said, text), append(sources, source)
	}
	for i, text := range marks {
		if marked[i] {
			subtitle += "; " + text
		}
	}
	if controls {
		subtitle += "; grey: baselines"
	}
	if few {
		subtitle += "; without a bar: too few rounds for an interval"
	}
	v := views[0]
	build := v.Built.String()
	if v.InGo() && !d.AllLevels {
		build = "go"
	}
	name, caption := "machines-"+build, "slidebench, raw files "+strings.Join(sources, ", ")
	if len(views) == 1 {
		name = strings.Join([]string{v.Machine, cmp.Or(v.Built.String(), v.GOARCH), kind}, "-")
		corpus := v.Corpus
		if v.Questions > 0 && !v.Mode.OfEngine() {
			corpus += fmt.Sprintf(", %d questions", v.Questions)
		}
		caption = fmt.Sprintf("%s (%s), %s, corpus %s, %d rounds; slidebench, %s, raw file %s",
			v.CPU, v.Features, v.Build(), corpus, v.Rounds, v.file.Revision(), sources[0])
	}
	if d.Theme == "dark" {
		name += "-dark"
	}
	fr := frame{theme: d.theme, width: vg.Length(d.Width) * pixel, scale: 1, headline: cmp.Or(d.Title, headline), subtitle: subtitle, caption: caption}
	if len(d.Post) > 0 {
		fr.width, fr.height, fr.scale = PostWidth*pixel, PostHeight*pixel, 1.6
	}
	p := Picture{Name: unsafe.ReplaceAllString(name, "-"), Alt: headline}
	if value != nil {
		p.Alt += "; " + strings.Join(said, "; ")
	}
	layOut(&fr, &p)
	d.pictures = append(d.pictures, p)
}
