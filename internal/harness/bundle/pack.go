package bundle

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Options say what goes into a bundle.
type Options struct {
	language.Target
	Builds     []string // spellings, or one of Words
	Layouts    int      // of each program
	Contenders []string // techniques to bind the engine to; nil for all possible
	Reporter   language.Reporter
}

// Words lists the words that stand for builds: main for the main builds on machines of all levels, go for the Go builds among them.
var Words = []string{language.WordMain, "go"}

// plan lists the contents of a bundle that is to be packed.
type plan struct {
	Options
	earlier map[string]*differing // by language, the build that was compiled last
	builds  []build.Build
	engines []*techniques.Entry // techniques to bind the engine to
}

// Plan chooses a bundle's contents by options, and returns an error for bad options before anything is compiled.
func Plan(o Options) (*plan, error) {
	if err := checkTarget(o.Target); err != nil {
		return nil, err
	}
	if o.Layouts < 1 || o.Layouts > results.MaxRounds {
		return nil, fmt.Errorf("%d layouts (want 1 to %d: each round has one of its own)", o.Layouts, results.MaxRounds)
	}
	p := &plan{Options: o, earlier: map[string]*differing{}}
	if err := p.choose(); err != nil {
		return nil, err
	}
	contenders, err := techniques.Find(o.Contenders...)
	if err == nil {
		err = run.Distinct("technique", o.Contenders)
	}
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Concat(contenders, techniques.Controls()) {
		if e.Bindable() && e.Experiment == "" && e.Only == "" && p.has(e) {
			p.engines = append(p.engines, e)
		}
	}
	return p, nil
}

// checkTarget returns an error if the toolchain cannot build for a target, or if programs on the target cannot start others.
func checkTarget(t language.Target) error {
	out, err := source.Output(process.Tool(context.Background(), source.Go(), "tool", "dist", "list"))
	if err != nil {
		return err
	}
	all := strings.Fields(out)
	if slices.Contains(all, t.String()) && t.OS != "js" && t.OS != "wasip1" {
		return nil
	}
	var arches []string
	for _, platform := range all {
		if os, arch, _ := strings.Cut(platform, "/"); os == t.OS {
			arches = append(arches, arch)
		}
	}
	if arches == nil {
		return fmt.Errorf("unknown platform %q (want --os linux, darwin, windows or freebsd)", t)
	}
	return fmt.Errorf("unknown platform %q (want --arch %s)", t, strings.Join(arches, ", "))
}

// has reports whether processors of the target's architecture can have the features that a technique needs.
func (p *plan) has(e *techniques.Entry) bool {
	return !slices.ContainsFunc(e.Needs, func(name string) bool {
		f, _ := feature.Find(name)
		return f.Arch != p.Arch
	})
}

// there returns a language whose builds are compiled for the target. The language must be an Abroad: choose refuses builds in others.
func (p *plan) there(word string) language.Language {
	return language.Named(word).(language.Abroad).For(p.Target)
}

// choose sets p.builds to the builds that the options spell, or that one of Words stands for.
func (p *plan) choose() error {
	if len(p.Builds) != 1 || !slices.Contains(Words, p.Builds[0]) {
		for _, spelling := range p.Builds {
			b, err := language.Parse(spelling)
			if err != nil {
				return err
			}
			if _, is := language.Of(b).(language.Abroad); !is {
				return fmt.Errorf("no build %q in a bundle (want %s, or builds in Go or C)", b, strings.Join(Words, ", "))
			}
			if err := p.there(b.Language).Check(b); err != nil {
				return err
			}
			if slices.Contains(p.builds, b) {
				return fmt.Errorf("build %q is named twice", b)
			}
			p.builds = append(p.builds, b)
		}
		if len(p.builds) == 0 {
			return fmt.Errorf("no builds (want %s, or builds in Go or C)", strings.Join(Words, ", "))
		}
		return nil
	}
	for _, l := range language.Those[language.Abroad]() {
		if p.Builds[0] != language.WordMain && l.About().Word != "" {
			continue // the word go stands for builds in Go alone
		}
		builds, missing := p.there(l.About().Word).Here()
		if missing != nil {
			return fmt.Errorf("%w (--build go needs none)", missing)
		}
		p.builds = append(p.builds, builds...)
	}
	return nil
}

// lacks returns why the bundle's programs of a build will not measure a cell, nil if they will.
func (p *plan) lacks(b build.Build, c grid.Cell) error {
	for _, e := range language.Engines(b, []grid.Cell{c}) {
		if !slices.Contains(p.engines, e) {
			return fmt.Errorf("%s is no contender", e.Name)
		}
	}
	return p.there(b.Language).Lacks(b, c, "") // no reference: nobody knows yet with which technique a run will compare
}

// modes lists, for each technique, the modes in which the bundle's programs of a build will measure it. It asks about one piece and corpus of each mode.
func (p *plan) modes(b build.Build) map[string][]mode.Mode {
	modes := map[string][]mode.Mode{}
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		if !p.has(e) {
			continue
		}
		for _, s := range workload.All {
			if p.lacks(b, grid.Cell{Technique: e.Name, Piece: board.Queen, Mode: s.Mode, Corpus: s.Corpora[0]}) == nil {
				modes[e.Name] = append(modes[e.Name], s.Mode)
			}
		}
	}
	return modes
}

// Pack compiles the programs and the command from the source tree here, whose commit goes into the list, and returns the archive.
func (p *plan) Pack(ctx context.Context, commit string) (archive []byte, err error) {
	folder, err := temporary.Folder()
	if err != nil {
		return nil, err
	}
	defer temporary.Remove(folder)
	root, err := source.Tree(".")
	if err != nil {
		return nil, err
	}
	b := Bundle{Commit: commit, OS: p.OS, Arch: p.Arch}
	if b.Toolchain, err = source.Output(process.Tool(ctx, source.Go(), "env", "GOVERSION")); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	for _, one := range p.builds {
		made, err := p.programs(ctx, one, root, folder, &data)
		if err != nil {
			return nil, err
		}
		b.Builds = append(b.Builds, *made)
	}
	b.Data = digest(data.Bytes())
	list, err := json.MarshalIndent(b, "", "\t")
	if err != nil {
		return nil, err
	}
	list = append(list, '\n')
	command, err := p.command(ctx, root, folder, digest(list))
	if err != nil {
		return nil, err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	return p.archive([]file{{results.BundleCommand + p.extension(), command}, {listFile, list}, {dataFile, data.Bytes()}, {"LICENSE", licence}})
}

// extension returns the extension of programs on the target.
func (p *plan) extension() string {
	if p.OS == "windows" {
		return ".exe"
	}
	return ""
}

// Name returns the usual name of the archive's file.
func (p *plan) Name() string {
	if p.OS == "windows" {
		return p.folder() + ".zip"
	}
	return p.folder() + ".tar.gz"
}

// folder returns the name of the folder that the archive has its files in.
func (p *plan) folder() string { return fmt.Sprintf("slidebench-%s-%s", p.OS, p.Arch) }

// Is reports whether a text begins like a bundle's archive: zip or gzip.
func Is(text []byte) bool {
	return bytes.HasPrefix(text, []byte("PK\x03\x04")) || bytes.HasPrefix(text, []byte{0x1f, 0x8b})
}

// programs compiles a build, links it with every layout, and appends the compressed programs to data.
func (p *plan) programs(ctx context.Context, b build.Build, root, folder string, data *bytes.Buffer) (*packed, error) {
	p.Reporter.Logf("compiling %s for %v", cmp.Or(b.String(), "Go"), p.Target)
	l := p.there(b.Language)
	made := &packed{Build: b, Modes: p.modes(b)}
	var err error
	if made.Compiler, err = l.Compiler(ctx, b, nil); err != nil {
		return nil, err
	}
	objects, err := l.Compile(ctx, b, language.Source{Root: root, Command: source.Measuring, Folder: folder, Engines: p.engines})
	if err != nil {
		return nil, err
	}
	d := differing{earlier: p.earlier[b.Language], to: data}
	for layout := 1; layout <= p.Layouts; layout++ {
		program, err := objects.Link(ctx, layout)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(program)
		if err == nil {
			err = os.Remove(program)
		}
		if err != nil {
			return nil, err
		}
		d.add(made, text)
	}
	p.earlier[b.Language] = &d
	return made, nil
}

// differing compresses the programs of a build by storing only their differences from similar programs.
type differing struct {
	of      build.Build
	texts   [][]byte      // the programs by layout
	earlier *differing    // the previous build in this language, nil for the first
	near    bool          // each program nearly equals that of earlier with the same layout, which is then its dictionary
	to      *bytes.Buffer // the data file
}

// add compresses the program with the next layout, appends it to the data file, and lists it in made.
func (d *differing) add(made *packed, text []byte) {
	d.of = made.Build
	n := len(d.texts)
	d.texts = append(d.texts, text)
	p := program{SHA256: digest(text)}
	var small []byte
	switch {
	case n == 0:
		small = pressed(text, nil)
		if d.earlier == nil {
			break // no program is packed yet that could be the dictionary
		}
		const times = 8 // shorter than without a dictionary, to be near
		if less := pressed(text, d.earlier.texts[0]); len(less) < len(small) {
			d.near = len(less) < len(small)/times
			p.Base, small = d.earlier.of.String(), less
		}
	case d.near:
		p.Base, small = d.earlier.of.String(), pressed(text, d.earlier.texts[n]) // every build has as many layouts
	default:
		p.Base, small = firstLayout, pressed(text, d.texts[0])
	}
	p.stored = stored{int64(d.to.Len()), int64(len(small))}
	d.to.Write(small)
	made.Programs = append(made.Programs, p)
}

// command builds the command slidebench for the target, with the digest of the bundle's list in it.
func (p *plan) command(ctx context.Context, root, folder, listDigest string) ([]byte, error) {
	program := filepath.Join(folder, results.BundleCommand)
	cmd := process.Tool(ctx, source.Go(), "build", "-pgo=off", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -X=main.bundled="+listDigest, "-o", program, "./"+source.Main)
	cmd.Dir, cmd.Env = root, append(append(os.Environ(), "GOAMD64=", "GOEXPERIMENT="), p.Environment()...) // empty: it runs on every processor of the target
	if _, err := source.Output(cmd); err != nil {
		return nil, err
	}
	return os.ReadFile(program)
}

// file is a file of an archive.
type file struct {
	name string
	text []byte
}

// archive returns an archive of files, in a folder named after the target: zip for Windows, otherwise a compressed tar.
func (p *plan) archive(files []file) ([]byte, error) {
	var to bytes.Buffer
	folder := p.folder() + "/"
	if p.OS == "windows" {
		z := zip.NewWriter(&to)
		for _, f := range files {
			w, err := z.Create(folder + f.name)
			if err == nil {
				_, err = w.Write(f.text)
			}
			if err != nil {
				return nil, err
			}
		}
		err := z.Close() // which writes the list of the files
		return to.Bytes(), err
	}
	z := gzip.NewWriter(&to)
	t := tar.NewWriter(z)
	for _, f := range files {
		err := t.WriteHeader(&tar.Header{Name: folder + f.name, Mode: 0o755, Size: int64(len(f.text)), ModTime: time.Unix(0, 0)})
		if err == nil {
			_, err = t.Write(f.text)
		}
		if err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return to.Bytes(), err
}
