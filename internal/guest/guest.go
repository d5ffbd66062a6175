// Package guest proves and measures lookups of other repositories beside the techniques. A small program, which wrong lookups may crash, proves them, and notes each
// question before asking it. To measure them, the package copies this source tree into a temporary folder, with a technique added that forwards to the other repository's
// functions. A Go workspace joins the copy and the other repository, so that nothing is written there. The measured programs are built from the copy: the compiler
// inlines the functions into the timed loops like those of any technique. The program that plans knows only the technique's facts.
package guest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/overlay"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// Lookup says which functions in a Go package of another repository answer.
type Lookup struct {
	Name    string // of the technique, in lower case
	Pattern string // the package, as for the go command
	// Rook, Bishop, Queen and Both are names of functions, or expressions in SQ and OCC; "" for a function of just that name, if there is one.
	Rook, Bishop, Queen, Both string
	Threats, Setup            string // the function for the delta of a move, and the function that makes its argument, "" for none
	Init                      string // functions or calls that fill the tables, in their order; "" for Build, where the package has it
	OccFirst                  bool   // the occupancy is the first argument, and the square the second
	Bytes                     int    // size of the tables that a queen's lookup reads, where the package has no function TableBytes
	SizeUnknown               bool   // the user gave no Bytes: Data is the size of its variables
	Data                      int    // bytes of the package's variables
}

// goodName matches names that a package and a technique may have.
var goodName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// Parse reads "./attacks" or "mine=./attacks". The default name is the last element of the pattern.
func Parse(text string) (l Lookup, err error) {
	name, pattern, named := strings.Cut(text, "=")
	if !named {
		name, pattern = strings.ToLower(filepath.Base(text)), text
	}
	if !goodName.MatchString(name) || pattern == "" {
		return l, fmt.Errorf("package %q (want a package with a name in lower-case letters and digits, such as mine=./attacks)", text)
	}
	if err := free(name); err != nil {
		return l, fmt.Errorf("package %q: %w", text, err)
	}
	return Lookup{Name: name, Pattern: pattern}, nil
}

// free returns an error if a technique or control has the name already.
func free(name string) error {
	if _, err := techniques.Find(name); err == nil || slices.ContainsFunc(techniques.Controls(), func(e *techniques.Entry) bool { return e.Name == name }) {
		return fmt.Errorf("%s is a technique's name here (want another one, such as my%[1]s=...)", name)
	}
	return nil
}

// Tree is a copy of this source tree with lookups of another repository.
type Tree struct {
	Root   string // of the copy
	Source string // the folder that was copied
	Guests []techniques.Guest
}

// module is a module as go list -m -json describes it.
type module struct{ Path, Version, Dir string }

// Guests are lookups to measure. One in Go and one in another language may have the same name.
type Guests struct {
	Lookups []Lookup
	Files   []File
}

// New makes a tree in a folder for lookups of the module around dir. It copies the source in from, or for "" that of the version that the module requires.
func New(ctx context.Context, folder, dir string, g Guests, from string) (*Tree, error) {
	from, err := Source(ctx, dir, from)
	if err != nil {
		return nil, err
	}
	t := &Tree{Root: filepath.Join(folder, "slidebench"), Source: from}
	h := &home{}
	if len(g.Lookups) > 0 {
		if h, err = homeOf(ctx, t.Root, t.Root, dir); err != nil {
			return nil, err
		}
	}
	for _, l := range g.Lookups {
		p, err := inspect(ctx, dir, h, l)
		if err != nil {
			return nil, err
		}
		importable, err := p.enter(l, h)
		if err == nil {
			err = t.put(l.Name, ".go", p.source(l, l.Name, importable))
		}
		if err != nil {
			return nil, err
		}
		t.add(facts.Facts{Name: l.Name, Source: g.description(l.Name, p.path), Pieces: p.only(), Deltas: l.Threats != "", SizeUnknown: l.SizeUnknown && p.size == "", Data: l.Data}, p.answers["Both"] != "", l.Bytes)
	}
	if err := copyTree(from, t.Root); err != nil { // the source has no folders guest and _entered, which are there by now
		return nil, err
	}
	if err := h.workspace(ctx, folder, Environment(), "./slidebench"); err != nil {
		return nil, err
	}
	for _, f := range g.Files {
		if err := t.addFile(dir, f, g.description(f.Name, "")); err != nil {
			return nil, err
		}
	}
	var entries strings.Builder
	for _, e := range t.Guests {
		fmt.Fprintf(&entries, "\t{Name: %q, Family: %q, People: %q, Source: %q, Only: %q, Pieces: %q, Deltas: %t, SizeUnknown: %t, Data: %d},\n",
			e.Name, e.Family, e.People, e.Source, e.Only, e.Pieces, e.Deltas, e.SizeUnknown, e.Data)
	}
	list := filepath.Join(t.Root, "internal", "techniques", "facts", "guests.go")
	text := "package facts\n\nvar guests = []Facts{\n" + entries.String() + "}\n"
	if err := cmp.Or(os.Truncate(list, 0), os.WriteFile(list, []byte(text), 0o666)); err != nil { // Truncate fails if there was no list: then the tree is too old for guests
		return nil, err
	}
	if err := command(ctx, t.Root, h.within(Environment()), "generate", "./internal/techniques"); err != nil {
		return nil, err
	}
	return t, nil
}

// add adds a guest whose lookups read some bytes of tables, the same number for each piece. both says whether it has a lookup for rook and bishop at once.
func (t *Tree) add(f facts.Facts, both bool, bytes int) {
	f.Family, f.People = facts.Guest, "its own repository"
	if !f.SizeUnknown { // the user or the package says the size
		f.Data = 0
	}
	g := techniques.Guest{Facts: f, Both: both}
	for i := range g.Bytes {
		g.Bytes[i] = bytes
	}
	t.Guests = append(t.Guests, g)
}

// home is the surroundings of lookups in Go: their main modules, and an overlay with the files added to them.
type home struct {
	mains   []module
	replace []string          // flags of go work edit, for the replacements in the user's own go.work
	cache   string            // the folder of downloaded modules, to which no files can be added
	root    string            // the folder that has the overlay
	own     string            // the folder from which this module is built
	entered map[string]string // the overlay: files by the paths at which they are to exist, "" for no file there
}

// homeOf returns the modules around a folder; root gets the overlay, and this module is built from the folder own. For a folder without a module, the overlay adds a go.mod.
func homeOf(ctx context.Context, root, own, dir string) (h *home, err error) {
	h = &home{root: root, own: own, entered: map[string]string{}}
	cmd := process.Tool(ctx, "go", "env", "GOMODCACHE", "GOMOD", "GOWORK")
	cmd.Dir = dir
	out, err := source.Output(cmd)
	lines := append(strings.Split(out, "\n"), "", "") // the three values, even after an error
	h.cache = lines[0] + string(filepath.Separator)
	work := filepath.IsAbs(lines[2])
	if work && err == nil {
		h.replace, err = replaced(ctx, lines[2])
	}
	if err != nil || work || lines[1] != os.DevNull { // os.DevNull: no module. Asked for modules, go says again what is wrong
		h.mains, err = modules(ctx, dir)
		return h, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	h.mains = []module{{Path: cmp.Or(pathOf(dir), "engine"), Dir: dir}}
	return h, h.enter(filepath.Join(dir, "go.mod"), []byte("module "+h.mains[0].Path+"\n\ngo "+source.NeededGo+"\n"))
}

// replaced returns the replacements in a go.work, as flags of go work edit.
func replaced(ctx context.Context, file string) (flags []string, err error) {
	out, err := source.Output(process.Tool(ctx, "go", "work", "edit", "-json", file))
	var work struct{ Replace []struct{ Old, New module } }
	if err := cmp.Or(err, json.Unmarshal([]byte(out), &work)); err != nil {
		return nil, err
	}
	at := func(m module) string { return strings.TrimSuffix(m.Path+"@"+m.Version, "@") }
	for _, r := range work.Replace {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) {
			r.New.Path = filepath.Join(filepath.Dir(file), r.New.Path)
		}
		flags = append(flags, "-replace="+at(r.Old)+"="+at(r.New))
	}
	return flags, nil
}

// mostFiles is the most files that are read to guess a module's path: the folder may be anybody's home.
const mostFiles = 10_000

// pathOf returns the module path by which Go files in a folder, or below, import folders there, "" if none does.
func pathOf(dir string) (found string) {
	files := 0
	_ = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if files++; found != "" || files > mostFiles {
			return fs.SkipAll
		}
		if err != nil || e.IsDir() || filepath.Ext(file) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return nil
		}
		for _, spec := range parsed.Imports {
			path, _ := strconv.Unquote(spec.Path.Value) // which the parser has accepted
			parts := strings.Split(path, "/")
			for i := 1; i < len(parts) && strings.Contains(parts[0], "."); i++ { // not of the standard library
				if info, err := os.Stat(filepath.Join(dir, filepath.Join(parts[i:]...))); err == nil && info.IsDir() {
					found = strings.Join(parts[:i], "/")
				}
			}
		}
		return nil
	})
	return found
}

// enter adds a file at a path to the overlay: it exists only while programs are built.
func (h *home) enter(at string, text []byte) error {
	// The go command ignores folders with names that begin with "_".
	file := filepath.Join(h.root, "_entered", fmt.Sprintf("%d-%s", len(h.entered), filepath.Base(at)))
	h.entered[h.built(at)] = file
	return cmp.Or(write(file, text), overlay.WriteOf(h.root, h.entered))
}

// built returns the path from which a file at a path is built: lookups may be in this very module, for which its copy stands.
func (h *home) built(at string) string {
	for _, m := range h.mains {
		if rest, is := strings.CutPrefix(at, m.Dir+string(filepath.Separator)); is && m.Path == slidebench.Module {
			return filepath.Join(h.own, rest)
		}
	}
	return at
}

// adopt copies a downloaded module, so that files can be added, and returns the path of its folder dir in the copy.
func (h *home) adopt(m module, dir string) (string, error) {
	to := filepath.Join(h.root, "_entered", fmt.Sprintf("module-%d", len(h.mains)))
	if err := os.CopyFS(to, os.DirFS(m.Dir)); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(to, "go.mod")); err != nil { // it is older than modules
		if err := os.WriteFile(filepath.Join(to, "go.mod"), []byte("module "+m.Path+"\n"), 0o666); err != nil {
			return "", err
		}
	}
	h.mains = append(h.mains, module{Path: m.Path, Dir: to})
	return filepath.Join(to, strings.TrimPrefix(dir, m.Dir)), nil
}

// within adds the overlay's flag to an environment for go commands.
func (h *home) within(environment []string) []string {
	if len(h.entered) == 0 {
		return environment
	}
	flags := ""
	for _, variable := range environment { // the last one counts
		if value, is := strings.CutPrefix(variable, "GOFLAGS="); is {
			flags = value
		}
	}
	return append(environment, "GOFLAGS="+strings.TrimSpace(flags+" '-overlay="+overlay.Of(h.root)+"'"))
}

// workspace makes a Go workspace in a folder, of the joined folders and the main modules.
func (h *home) workspace(ctx context.Context, folder string, environment []string, joined ...string) error {
	work := append([]string{"work", "init"}, joined...)
	for _, m := range h.mains {
		if m.Path != slidebench.Module { // the copy stands for it
			work = append(work, m.Dir)
		}
	}
	err := command(ctx, folder, h.within(environment), work...)
	if err == nil && len(h.replace) > 0 {
		err = command(ctx, folder, environment, append([]string{"work", "edit"}, h.replace...)...)
	}
	return err
}

// Source returns the folder of the source to build from: from, or for "" the version that the module around dir requires, or else this program's own source.
func Source(ctx context.Context, dir, from string) (folder string, err error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", source.NoGo()
	}
	if err := source.OldGo(); err != nil || from != "" {
		return from, err
	}
	own, err := modules(ctx, dir, slidebench.Module)
	switch {
	case err == nil && own[0].Dir != "":
		return own[0].Dir, nil
	case err == nil && own[0].Version != "": // perhaps only vendored packages exist, without the source
		return download(ctx, dir, own[0])
	}
	return ownSource(ctx)
}

// builtFrom is the checkout that this program was built from. make has the linker set it; "" elsewhere.
var builtFrom string

// IsSource returns an error if a folder is not the root of this module's source.
func IsSource(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !strings.HasPrefix(string(text), "module "+slidebench.Module+"\n") {
		return fmt.Errorf("%s is not the source of %s (want the folder of its go.mod)", dir, slidebench.Module)
	}
	return nil
}

// ownSource returns the folder of this program's own source: the checkout that it was built from or lies in, or else its released version, downloaded.
func ownSource(ctx context.Context) (folder string, err error) {
	_, file, _, _ := runtime.Caller(0) // the path of this file: absolute, unless -trimpath has left out the folder
	for _, dir := range []string{builtFrom, filepath.Dir(filepath.Dir(filepath.Dir(file)))} {
		if filepath.IsAbs(dir) && IsSource(dir) == nil {
			return dir, nil
		}
	}
	program, err := process.Own()
	if err != nil {
		return "", err
	}
	for dir := filepath.Dir(program); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if IsSource(dir) == nil {
			return dir, nil
		}
	}
	if builtFrom != "" {
		return "", fmt.Errorf("this slidebench was built from %s, which is gone (--checkout says where it is)", builtFrom)
	}
	if slidebench.Version() == "" {
		return "", fmt.Errorf("this slidebench does not know its own source (--checkout says where a checkout of it is, or go run %s/cmd/slidebench@latest fetches it)", slidebench.Module)
	}
	return download(ctx, "", module{Path: slidebench.Module, Version: slidebench.Version()})
}

// download returns the folder of the source of a module's version.
func download(ctx context.Context, dir string, m module) (folder string, err error) {
	cmd := process.Tool(ctx, "go", "mod", "download", "-json", m.Path+"@"+m.Version)
	cmd.Dir = dir
	out, err := source.Output(cmd)
	var downloaded struct{ Dir, Error string }
	switch bad := json.Unmarshal([]byte(out), &downloaded); {
	case downloaded.Error != "":
		why, _, _ := strings.Cut(downloaded.Error, "\n")
		err = errors.New(why)
	case err == nil:
		err = bad
	}
	if err != nil {
		return "", fmt.Errorf("the source of slidebench: %w (--checkout says where a checkout of it is)", err)
	}
	return downloaded.Dir, nil
}

// modules returns the main modules around a folder, or modules with given paths. It asks by -mod=readonly, as a folder vendor does not say where modules are.
func modules(ctx context.Context, dir string, paths ...string) (all []module, err error) {
	cmd := process.Tool(ctx, "go", append([]string{"list", "-mod=readonly", "-m", "-json=Path,Version,Dir"}, paths...)...)
	cmd.Dir = dir
	out, err := source.Output(cmd)
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(strings.NewReader(out)); decoder.More(); {
		var m module
		if err := decoder.Decode(&m); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) == 0 || all[0].Path == "command-line-arguments" {
		return nil, fmt.Errorf("%s is in no Go module (go mod init makes one)", dir)
	}
	return all, nil
}

// aside are folders of the source tree that no build needs.
var aside = []string{".git", "bin", "results", "docs"}

// copyTree copies a source tree except for the folders in aside.
func copyTree(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, e := range entries {
		path, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case slices.Contains(aside, e.Name()): // is not copied
		case e.IsDir():
			err = os.CopyFS(target, os.DirFS(path))
		default:
			var text []byte
			if text, err = os.ReadFile(path); err == nil {
				err = os.WriteFile(target, text, 0o666)
			}
		}
		if err != nil {
			return fmt.Errorf("copying %s: %w", path, err)
		}
	}
	return nil
}

// ofFlag matches the place at the beginning of a compiler's error, if it lies in the text of a flag: see placed.
var ofFlag = regexp.MustCompile(`^.*(--(?:rook|bishop|queen|both|threats|setup|init)):\d+:\d+`)

// command runs the go command. Its error is the first line of output that is not a heading.
func command(ctx context.Context, dir string, environment []string, args ...string) error {
	cmd := process.Tool(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, environment
	if err := cmd.Run(); err != nil {
		why := complaint(cmd.Said.String(), err)
		if flag := ofFlag.FindStringSubmatchIndex(why); flag != nil {
			return errors.New(why[flag[2]:flag[3]] + why[flag[1]:])
		}
		return fmt.Errorf("go %s: %s", strings.Join(args, " "), why)
	}
	return nil
}

// complaint returns the first line of a command's output that is neither a heading nor the Go runtime's remark on hidden features that it does not know.
func complaint(said string, err error) string {
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "GODEBUG: ") {
			return line
		}
	}
	return err.Error()
}

// Environment returns the environment for commands in a tree. The go command finds the tree's workspace by itself. -trimpath leaves folders' names out of packages, so
// that copies share compiled packages. A workspace accepts only -mod=readonly, while a user may have set mod or vendor; the last -mod counts. -buildvcs=false keeps the go
// command from asking git about a repository around the folder of temporary files.
func Environment() []string { return append(os.Environ(), settings()...) }

// settings returns the variables in which Environment differs from that of this process.
func settings() []string {
	return []string{"GOWORK=", "GOFLAGS=" + strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=readonly -trimpath -buildvcs=false")}
}

// Enter makes this process plan with the tree's guests, and build from the tree, until leave is called.
func (t *Tree) Enter() (leave func()) {
	var undo []func()
	for _, setting := range append(settings(), source.Variable+"="+t.Root) {
		name, value, _ := strings.Cut(setting, "=")
		before, set := os.LookupEnv(name)
		undo = append(undo, func() {
			if os.Setenv(name, before); !set {
				os.Unsetenv(name)
			}
		})
		os.Setenv(name, value)
	}
	techniques.SetGuests(t.Guests)
	return func() {
		techniques.SetGuests(nil)
		for _, do := range undo {
			do()
		}
	}
}

// Ask asks a measured program for its list: it notes the sizes of the guests' tables in Go, and leaves out techniques that the tree, perhaps of another version, lacks.
func (t *Tree) Ask(ctx context.Context, b build.Build, program string) error {
	offers, err := language.Of(b).Offers(ctx, b, t.Root, program)
	if err != nil {
		return err
	}
	for i := range t.Guests {
		g := &t.Guests[i]
		at := slices.IndexFunc(offers, func(o language.Offer) bool { return o.Name == g.Name })
		if at < 0 {
			return fmt.Errorf("the program that measures has no %s", g.Name)
		}
		g.Bytes = offers[at].Bytes
	}
	var lacking []string
	for _, e := range techniques.Catalogue() {
		if !slices.ContainsFunc(offers, func(o language.Offer) bool { return o.Name == e.Name }) {
			lacking = append(lacking, e.Name)
		}
	}
	techniques.SetGuests(t.Guests, lacking...)
	return nil
}

// file returns the path of the file of a guest's technique with an extension.
func (t *Tree) file(name, extension string) string {
	return filepath.Join(t.Root, "guest", name, name+extension)
}

// put writes a technique's file.
func (t *Tree) put(name, extension string, text []byte) error {
	return write(t.file(name, extension), text)
}

// write writes a file, and makes its folder.
func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}
