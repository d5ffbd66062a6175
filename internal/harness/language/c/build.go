package c

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

//go:generate go run ./internal/gen

//go:embed program
var sources embed.FS

// Build is a build by gcc, clang or rustc: c-gcc and c-clang are for this very processor, c-gcc-v3 for processors of that level. With +vectorizer the compiler may merge
// a loop's lookups into vectors, so that no single lookup is timed; with +calls each lookup is a call with arguments and answers in memory, as Go calls assembly, to see
// what the calls cost.
type Build struct {
	build.Build
	// Techniques names the techniques to compile, separated by commas; "" for all with headers.
	Techniques string
	// Engines names the techniques to compile the engine with, separated by commas; "all" for all possible. It takes longer to compile than all lookups together.
	Engines    string
	Sanitizers bool // for proof: undefined behaviour and wrong addresses end the program
	// Target is the kind of machine, such as aarch64-linux-gnu, that the program is for, or "" for this one. A program with a target needs no shared
	// libraries, so that an emulator, or another machine, can run it.
	Target string
	CC     string // the command of the target's compiler, "" for the usual one
	March  string // of a target: the processor that the compiler may suppose, such as armv9-a+sve2-bitperm, "" for any
}

// compilers has the known compilers, with the flags that turn off their vectorizers.
var compilers = map[string][]string{
	"gcc":   {"-fno-tree-vectorize", "-fno-tree-slp-vectorize"},
	"clang": {"-fno-vectorize", "-fno-slp-vectorize"},
}

const (
	vectorizer = "vectorizer"
	calls      = "calls"
)

// By returns the build in C by a compiler, for this processor.
func By(compiler string) Build { return Build{Build: build.Build{Language: word, Compiler: compiler}} }

// known returns an error for a build that no machine can make, as its compiler, level or option does not exist.
func (b Build) known() error {
	if !slices.Contains(b.dialect().compilers, b.Compiler) || !slices.Contains(append([]string{""}, levels...), b.Level) || !slices.Contains(append([]string{""}, b.dialect().options...), b.Option) {
		return fmt.Errorf("unknown build %q (want %s, such as %v-v3)", b, b.dialect().about.Builds, b.dialect().usual())
	}
	return nil
}

// system is the operating system; tests replace it.
var system = runtime.GOOS

// ofC returns the name of the build's compiler of C; where the build names none, of one that is installed.
func (b Build) ofC() string {
	if b.Compiler != "" {
		return b.Compiler
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		if _, err := exec.LookPath("clang"); err == nil {
			return "clang"
		}
	}
	return "gcc"
}

// compiler returns the path of the build's compiler of C.
func (b Build) compiler() (string, error) { return b.path(b.ofC()) }

// driver returns the path of the program that compiles units and links them.
func (b Build) driver() (string, error) { return b.path(b.dialect().driver(b.Compiler)) }

// path returns the path of a compiler or linker by its name, for the build's target.
func (b Build) path(name string) (string, error) {
	if system != "linux" {
		return "", fmt.Errorf("build %v needs Linux, and this is %s", b, system)
	}
	if b.Target != "" && b.Target != targets[runtime.GOARCH] && b.Compiler != "clang" { // the compiler for this kind of machine has no prefix, and clang compiles for all
		name = b.Target + "-" + name
	}
	name = cmp.Or(b.CC, name)
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("no %s in PATH, which build %v needs", name, b)
	}
	return path, nil
}

// Flags returns the compiler's arguments. Features that are hidden from Go are hidden from C, too.
func (b Build) Flags(hidden []string) []string {
	if b.dialect() == dialectRust {
		return b.rustFlags(hidden)
	}
	return b.flagsOfC(hidden)
}

// flagsOfC returns the arguments for compiling main.c and for linking.
func (b Build) flagsOfC(hidden []string) []string {
	flags := append([]string{b.dialect().standard, "-O3"}, b.processor()...)
	if b.Option != vectorizer {
		flags = append(flags, compilers[b.ofC()]...)
	}
	if b.Option == calls {
		flags = append(flags, "-DCALLS")
	}
	if b.Sanitizers {
		flags = append(flags, "-fsanitize=address,undefined", "-fsanitize-recover=undefined", "-g", "-O1") // Start has the program end at undefined behaviour, sanitized lets it go on
	} else {
		flags = append(flags, "-DNDEBUG") // as in engines that are released
	}
	return append(flags, feature.Without(hidden)...)
}

// processor returns the flags for the processor that the program is to run on, and for a target without shared libraries.
func (b Build) processor() []string {
	march := b.March
	if b.Level != "" {
		march = "x86-64-" + b.Level
	} else if b.Target == "" {
		march = "native"
	}
	var flags []string
	if march != "" {
		flags = append(flags, "-march="+march)
	}
	if b.Target != "" {
		flags = append(flags, "-static")
	}
	if b.Target != "" && b.Compiler == "clang" {
		flags = append(flags, "--target="+b.Target)
	}
	return flags
}

// Version returns the compiler's name, version and flags in one line, or an error that names a compiler that is missing.
func (b Build) Version(ctx context.Context, hidden []string) (string, error) {
	path, err := b.driver()
	if err != nil {
		return "", err
	}
	out, err := process.Tool(ctx, path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", filepath.Base(path), err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return first + " " + strings.Join(b.Flags(hidden), " "), nil
}

// Objects are the compiled units of a build, to be linked in any order.
type Objects struct {
	Build
	compiler, driver string   // paths of the compiler of C, and of the program that compiles units and links
	hidden           []string // features
	flags            []string // but for the standard, which follows from a file's language
	folder           string   // of the sources and their objects
	files            []string // sources, by name
	guests           []*merged
	of               map[string]*merged // the guest of each guest's file
	logf             func(format string, args ...any)
	reading          sync.Mutex // of repositories
}

// Compile compiles the objects of programs: for each technique with a header in the source tree, a unit with its loops. The folder is the caller's and stays: a second
// call, with more or other engines, compiles only objects that differ. An error is the compiler's first complaint, in one line.
func Compile(ctx context.Context, b Build, hidden []string, root, folder string) (*Objects, error) {
	compiler, err := b.compiler()
	if err != nil {
		return nil, err
	}
	driver, err := b.driver()
	if err != nil {
		return nil, err
	}
	c, err := fs.Sub(sources, "program")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(folder, c); err != nil && !errors.Is(err, fs.ErrExist) { // a second call with this folder finds all of them there
		return nil, err
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	units, err := b.units(root)
	if err != nil {
		return nil, err
	}
	if b.dialect() == dialectRust { // in C, conditions of the preprocessor leave out units
		units = slices.DeleteFunc(units, func(u Unit) bool { return !b.has(u) || feature.Hides(hidden, u.Technique.Needs) })
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("there are no techniques in %s (want a commit with files such as %s)", b.dialect().about.Name, b.dialect().file(techniques.Catalogue()[0]))
	}
	texts := map[string]string{"units.c": listOf(units)}
	flags := append(b.flagsOfC(hidden)[1:], "-I"+root, "-I"+folder, fmt.Sprintf("-DBATCH_SIZE=%d", techniques.BatchSize), fmt.Sprintf("-DDELTA_BATCH=%d", workload.DeltaBatch)) // [1:]: without the standard
	if hasDeltas(root) {
		flags = append(flags, "-DDELTAS")
	}
	engine, err := engineIn(root)
	switch {
	case err == nil:
		for _, file := range common {
			texts[file] = fmt.Sprintf("#include \"internal/engine/c/%s\"\n", file)
		}
		flags = append(flags, "-DENGINE", "-DNETSEARCH")
	case b.Engines != "": // and the tree has none
		return nil, err
	}
	o := &Objects{Build: b, compiler: compiler, driver: driver, hidden: hidden, folder: folder, flags: flags, files: []string{"main.c"}, of: map[string]*merged{}, logf: func(string, ...any) {}}
	for _, u := range units {
		own := engine
		if !u.lookups || !b.hasEngine(u.Technique) {
			own = nil
		}
		if u.guest == nil {
			maps.Copy(texts, u.texts(own, b.dialect().extension))
		} else if err := o.addGuest(root, &u, texts, own); err != nil {
			return nil, err
		}
	}
	for name, text := range texts {
		path := filepath.Join(folder, name)
		if before, err := os.ReadFile(path); err != nil || string(before) != text {
			if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.RemoveAll(path+".o")); err != nil {
				return nil, err
			}
		}
		o.files = append(o.files, name)
	}
	slices.Sort(o.files)
	return o, o.including(ctx, o.compileAll(ctx))
}

// compileAll compiles the files that have no object yet, as many at a time as there are processors.
func (o *Objects) compileAll(ctx context.Context) error {
	var (
		wg     sync.WaitGroup
		errs   = make([]error, len(o.files))
		places = make(chan bool, runtime.NumCPU())
	)
	for i, file := range o.files {
		if _, err := os.Stat(filepath.Join(o.folder, file+".o")); err == nil {
			continue
		}
		wg.Go(func() {
			places <- true
			if filepath.Ext(file) == dialectRust.extension {
				errs[i] = o.inRust(ctx, o.of[file])
			} else if errs[i] = o.compile(ctx, file); errs[i] != nil && o.Level != "" {
				errs[i] = o.explain(ctx, file, errs[i]) // a build without a level is for this very processor, which has all there is
			}
			if missing, is := errors.AsType[*unincluded](errs[i]); is {
				missing.of = o.of[file] // nil for a file that is no guest's
			}
			<-places
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	for _, m := range o.guests {
		if err := o.merge(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// command returns the command line that compiles a file, without the file's name.
func (o *Objects) command(file string, args ...string) []string {
	command := []string{o.compiler, dialectC.standard}
	d, m := o.dialect(), o.of[file]
	if filepath.Ext(file) == d.extension {
		command = []string{o.driver, d.standard}
	}
	if m != nil && file == m.unit && d == dialectC {
		command = append(command, "-Werror=implicit-function-declaration") // or the linker would complain, or an answer be cut to 32 bits
	}
	if m == nil {
		return slices.Concat(command, o.flags, args)
	}
	if m.guest.Standard != "" && filepath.Ext(file) == d.extension {
		command[1] = "-std=" + m.guest.Standard
	}
	return slices.Concat(command, o.flags, m.guest.Flags, []string{"-ffunction-sections"}, args) // the linker then drops functions that no lookup needs
}

// compile makes a file's object. A guest's loops are first compiled to assembly, which Calls reads.
func (o *Objects) compile(ctx context.Context, file string) error {
	source := file
	if m := o.of[file]; m != nil && file == m.unit {
		source += ".s"
		if err := o.run(ctx, file, "-S", file, "-o", source); err != nil {
			return err
		}
	}
	return o.run(ctx, file, "-c", source, "-o", file+".o")
}

// run runs the compiler of a file.
func (o *Objects) run(ctx context.Context, file string, args ...string) error {
	return o.execute(ctx, o.command(file, args...))
}

// execute runs a command in the folder of the objects.
func (o *Objects) execute(ctx context.Context, command []string) error {
	cmd := process.Tool(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = o.folder, append(os.Environ(), "LC_ALL=C.UTF-8") // complaints in English, which this package reads
	return o.complete(ctx, cmd, o.folder)
}

// complete runs a command. Its error is the compiler's complaint, with paths relative to the folder from.
func (o *Objects) complete(ctx context.Context, cmd *process.Child, from string) error {
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("no %s in PATH, which lookups of yours in build %v need (binutils has it)", cmd.Args[0], o.Build)
	}
	if err != nil {
		out = o.named(from, out)
		err = fmt.Errorf("build %v: %s", o.Build, complaint(out, err))
		if m := absent.FindSubmatch(out); m != nil {
			err = &unincluded{error: err, name: string(m[1])}
		}
		return cmp.Or(o.undefinedIn(ctx, out), err)
	}
	return nil
}

// advice returns a hint in parentheses on a compiler's error about a guest's source, "" if there is none.
func advice(line string) string {
	switch {
	case strings.HasPrefix(line, "--threats:"), strings.HasPrefix(line, "--setup:"):
		return " (docs/your-engine.md shows what --threats and --setup name)"
	case strings.Contains(line, noMatch) && strings.Contains(line, "slidebench_try"):
		return " (a lookup takes no square and occupancy: want an expression, such as --rook 'rook(Square(SQ), Board(OCC))')"
	case private.MatchString(line):
		return " (--flags -fno-access-control lets your lookups be asked all the same)"
	case strings.Contains(line, "error[E0605]"):
		return " (want an expression, such as --rook 'rook(Square::from(SQ), Board(OCC)).0')"
	case strings.Contains(line, "error[E0308]") && strings.HasPrefix(line, "--"):
		return " (SQ is a u8 and OCC a u64, as in --rook 'rook(SQ as usize, OCC)')"
	case strings.Contains(line, "error[E0432]") && strings.Contains(line, "`crate"):
		return " (a file that needs the rest of its crate: want its Cargo.toml)"
	case strings.Contains(line, "internal compiler error") && !strings.HasPrefix(line, "error: "): // of gcc or clang: rustc's line begins so, and rustc has no --std
		return " (this compiler fails at its own work: another --std, such as c++17, may help)"
	}
	return ""
}

// private matches the complaint of compilers of C++ about members that are not public.
var private = regexp.MustCompile(`(?:is|is a) (?:private|protected) (?:within this context|member of)`)

// complaint returns the line of a compiler's output with the error, and advice on it.
func complaint(out []byte, err error) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, word := range []string{"undefined", "multiple definition", "error"} { // most telling first: a linker's last line says little
		if i := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, word) }); i >= 0 {
			said := lines[i]
			for _, more := range lines[i+1:] { // cargo writes its reasons in the next lines
				if more == "" || !strings.HasPrefix(said, "error: failed to select a version") {
					break
				}
				said += "; " + strings.TrimSpace(more)
			}
			return said + advice(said)
		}
	}
	return cmp.Or(lines[0], err.Error()) // no line: the compiler may have been killed
}

// Link makes a program whose units lie in an order drawn from the layout seed, behind code and data of a drawn length, so that no layout with lucky addresses stays for
// all rounds.
func (o *Objects) Link(ctx context.Context, layout int) (program string, err error) {
	program = filepath.Join(filepath.Dir(o.folder), fmt.Sprintf("%v-%d", o.Build, layout))
	err = o.link(ctx, layout, program)
	if first, is := errors.AsType[*unlinked](err); is {
		err = o.follow(ctx, program, first)
	}
	return program, err
}

// link is Link for a program at a path. The drawn lengths are below a page: of code in steps of 16 bytes, as functions are aligned, and of zeroed data in cache lines.
func (o *Objects) link(ctx context.Context, layout int, program string) error {
	rng := rand.New(rand.NewPCG(uint64(layout), 0))
	pad := fmt.Sprintf("pad%d.s", layout)
	text := fmt.Sprintf(".text\n.skip %d\n.bss\n.skip %d\n.section .note.GNU-stack,\"\"\n", 16*rng.IntN(256), 64*rng.IntN(64))
	if err := os.WriteFile(filepath.Join(o.folder, pad), []byte(text), 0o600); err != nil {
		return err
	}
	command, libraries := []string{o.driver}, []string(nil)
	if o.dialect() == dialectRust {
		command, libraries = []string{o.compiler}, []string{"-lpthread", "-lm", "-ldl"} // which Rust's standard library needs
	}
	command = slices.Concat(command, o.flags, []string{"-o", program, pad})
	var objects []string
	for _, file := range o.files {
		if o.of[file] == nil { // a guest's files are in its own object
			objects = append(objects, file+".o")
		}
	}
	for _, m := range o.guests {
		objects = append(objects, m.object())
	}
	for _, i := range rng.Perm(len(objects)) {
		command = append(command, objects[i])
	}
	return o.execute(ctx, append(command, libraries...))
}

// Unit is a technique with a header, which says what functions the technique has. A unit is compiled by itself.
type Unit struct {
	Technique                                   *techniques.Entry
	file                                        string          // from the module's root
	lookups, both, batches, sets, moves, states bool            // whether it has NAME_rook, _both, _rook_batch, _rooks, _rook_moves and _state_add
	threats, moved, threatState, deltas         bool            // own functions for threats by a change of one square, by a quiet move, and by a state; deltas: the tree's engine has deltas of moves
	guestDelta, setup                           bool            // the guest has a delta function, and a function that makes its argument
	guest                                       *language.Guest // nil for a technique of the catalogue
	tables                                      bool            // tables are defined in a separate file
}

// Units returns the techniques and controls of a source tree that have headers of C, in the catalogue's order.
func Units(root string) (units []Unit, err error) { return dialectC.units(root) }

// units returns the units of a source tree, of which it reads the headers or modules.
func (d *dialect) units(root string) (units []Unit, err error) {
	deltas := hasDeltas(root) && (d != dialectRust || isFile(deltasInRust(root)))
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls(), d.furtherGuests(root)) {
		file := d.file(e)
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		has := func(function string) bool {
			if d == dialectRust {
				return regexp.MustCompile(`(?m)^pub (?:const )?fn ` + function[len("_"):] + `[<(]`).Match(text)
			}
			return strings.Contains(string(text), " "+namesOf(e)+function+"(")
		}
		u := Unit{Technique: e, file: file, lookups: has("_rook"), both: has("_both"), batches: has("_rook_batch"), sets: has("_rooks"), moves: has("_rook_moves"), states: has("_state_add"), threats: has("_threats"), moved: has("_moved"), threatState: has("_state_threats"), deltas: deltas, guestDelta: has("_delta"), setup: has("_setup"),
			tables: strings.Contains(string(text), implementation(e.Name))}
		if u.guest, err = d.guestOf(root, &u); err != nil {
			return nil, err
		}
		if d == dialectRust { // where guestOf returns a guest for each unit
			u.lookups, u.guestDelta, u.setup = u.guest.Lookups(), u.guest.Threats != "", u.guest.Setup != ""
		}
		units = append(units, u)
	}
	return units, nil
}

// furtherGuests returns the guests of a source tree that this program's catalogue lacks.
func (d *dialect) furtherGuests(root string) (entries []*techniques.Entry) {
	folders, _ := filepath.Glob(filepath.Join(root, facts.Guest, "*"))
	for _, folder := range folders {
		name := filepath.Base(folder)
		if _, err := techniques.Find(name); err != nil {
			entries = append(entries, &techniques.Entry{Facts: facts.Facts{Name: name, Family: facts.Guest}})
		}
	}
	return entries
}

// units returns the units of a source tree whose techniques the build names.
func (b Build) units(root string) ([]Unit, error) {
	all, err := b.dialect().units(root)
	if b.Techniques != "" {
		wanted := strings.Split(b.Techniques, ",")
		all = slices.DeleteFunc(all, func(u Unit) bool { return !slices.Contains(wanted, u.Technique.Name) })
	}
	return all, err
}

// headerOf returns the path of a technique's header from the module's root.
func headerOf(e *techniques.Entry) string { return e.Folder() + "/" + e.Name + ".h" }

// namesOf returns the prefix of a technique's functions in C. For a guest it is longer than the name, as a guest's own file may be board.c and define board_rook.
func namesOf(e *techniques.Entry) string {
	if e.Family == facts.Guest {
		return guestNames(e.Name)
	}
	return e.Name
}

func guestNames(name string) string { return "slidebench_guest_" + name }

// condition is true to C's preprocessor if the compiler may use the technique's features. Without them the unit is left out, whose header would be in its software form.
func (u *Unit) condition() string { return feature.Condition(u.Technique.Needs) }

// hasEngine reports whether the engine is compiled with a technique.
func (b Build) hasEngine(e *techniques.Entry) bool {
	return b.dialect() != dialectRust && e.Bindable() && (b.Engines == "all" || slices.Contains(strings.Split(b.Engines, ","), e.Name))
}

// macros returns the macros, without HAS_ in front, for the parts that the header has.
func (u *Unit) macros() (macros []string) {
	for _, part := range []struct {
		has  bool
		name string
	}{{u.lookups, "LOOKUPS"}, {u.both, "BOTH"}, {u.batches, "BATCH"}, {u.sets, "SETS"}, {u.moves, "MOVES"}, {u.states, "STATE"}, {u.threats, "THREATS"}, {u.moved, "MOVED"}, {u.threatState, "THREAT_STATE"}, {u.guestDelta, "DELTA"}, {u.setup, "SETUP"}} {
		if part.has {
			macros = append(macros, part.name)
		}
	}
	return macros
}

// common are the files of a source tree's engine that are compiled once, and not for each technique.
var common = []string{"position.c", "network.c"}

// hasDeltas reports whether a source tree has deltas of moves in C.
func hasDeltas(root string) bool {
	_, err := os.Stat(filepath.Join(root, "internal", "engine", "c", "delta.h"))
	return err == nil
}

// deltasInRust returns the path of a source tree's deltas of moves in Rust.
func deltasInRust(root string) string {
	return filepath.Join(root, "internal", "engine", "rust", "delta.rs")
}

// engineIn returns the files of a source tree's engine that are compiled anew for each technique.
func engineIn(root string) (files []string, err error) {
	all, err := filepath.Glob(filepath.Join(root, "internal", "engine", "c", "*.c"))
	if err != nil {
		return nil, err
	}
	for _, path := range all {
		if name := filepath.Base(path); !slices.Contains(common, name) {
			files = append(files, name)
		}
	}
	if len(files) == 0 {
		return nil, errors.New("there is no engine in C of several files (want a commit with engine/c/search.c, or modes without an engine)")
	}
	return files, nil
}

// texts returns the sources of a technique's files, by name: its loops, its engine, and the definition of its tables. Loops and engine include the header like any file
// of a user's engine. A guest's header may not stand being included twice, so all of a guest is one file.
func (u *Unit) texts(engine []string, extension string) map[string]string {
	var has strings.Builder
	name, header, guest := u.Technique.Name, u.file, u.Technique.Family == facts.Guest
	fmt.Fprintf(&has, "#if %s\n#define T %s\n#define NAME %q\n#define UNIT %[3]s_unit\n#define HEADER %[4]q\n", u.condition(), namesOf(u.Technique), name, header)
	for _, macro := range u.macros() {
		fmt.Fprintf(&has, "#define HAS_%s\n", macro)
	}
	texts, loops := map[string]string{}, "#include \"unit.h\"\n"
	if engine != nil {
		loops = "#define HAS_ENGINE\n" + loops
	}
	for _, file := range engine {
		included := fmt.Sprintf("#include \"internal/engine/c/%s\"\n", file)
		if guest {
			loops += included
		} else {
			texts[name+"_"+strings.TrimSuffix(file, ".c")+extension] = has.String() + included + "#endif\n"
		}
	}
	texts["unit_"+name+extension] = has.String() + loops + "#endif\n"
	if u.tables && !guest {
		texts["tables_"+name+extension] = fmt.Sprintf("#define %s\n#include %q\n", implementation(name), header)
	}
	return texts
}

// implementation returns the macro with which a technique's header defines its tables.
func implementation(name string) string { return strings.ToUpper(name) + "_IMPLEMENTATION" }

// listOf returns the source of a file that lists the units for main.c.
func listOf(units []Unit) string {
	var declared, listed strings.Builder
	for _, u := range units {
		fmt.Fprintf(&declared, "extern const struct unit %s_unit;\n", u.Technique.Name)
		fmt.Fprintf(&listed, "#if %s\n\t&%s_unit,\n#endif\n", u.condition(), u.Technique.Name)
	}
	return fmt.Sprintf("#include \"program.h\"\n%sextern const struct unit *const units[];\nconst struct unit *const units[] = {\n%s\tNULL\n};\n", declared.String(), listed.String())
}

// Has reports whether processors of the build's level or target have a feature; without a level, whether any of this architecture has. In Rust, rustc has to know it,
// too.
func (b Build) Has(name string) bool {
	f, known := feature.Find(name)
	switch {
	case !known:
		return false
	case b.Target != "" && b.Level == "":
		return f.Arch == "arm64" && strings.HasPrefix(b.Target, "aarch64") && (name == "asimd" || strings.Contains(b.March, name)) // all of arm64 have asimd
	case b.dialect() == dialectRust && f.Arch == runtime.GOARCH && !b.rustcHas(name):
		return false
	case b.Level == "":
		return f.Arch == runtime.GOARCH
	}
	return f.Since > 0 && b.Level >= fmt.Sprintf("v%d", f.Since)
}

// Times reports whether the unit has a loop for a mode.
func (u *Unit) Times(m mode.Mode) bool {
	if u.guestDelta && slices.Contains(mode.Deltas, m) {
		return m != mode.ThreatsLatency // the function makes no position after the move, to ask the next move from
	}
	if slices.Contains(mode.Deltas, m) {
		return u.lookups && u.deltas && u.Technique.HasDeltas()
	}
	if m.OfEngine() {
		return u.lookups && u.Technique.Bindable()
	}
	switch m {
	case mode.Throughput, mode.Latency, mode.Both, mode.BothLatency, mode.Pressure:
		return u.lookups
	case mode.Batch, mode.BatchBoth:
		return u.lookups || u.batches
	case mode.Setwise:
		return u.lookups || u.sets
	case mode.Incremental:
		return u.lookups || u.states
	}
	return m == mode.Init // which every unit has
}

// lacks returns why a build has no loop for a cell, or, without a mode, nothing of its technique. In Rust there is no engine, and rustc fills the catalogue's tables.
func (b Build) lacks(units []Unit, c grid.Cell) error {
	i := slices.IndexFunc(units, func(u Unit) bool { return u.Technique.Name == c.Technique })
	if i < 0 {
		e, err := techniques.Find(c.Technique)
		if err != nil {
			return err
		}
		if err := b.lacksFeature(e[0]); err != nil {
			return err
		}
		return fmt.Errorf("build %v has no %s: there is no file %s", b, c.Technique, b.dialect().file(e[0]))
	}
	if err := b.lacksFeature(units[i].Technique); err != nil {
		return err
	}
	if m := c.Mode; b.dialect() == dialectRust && (m.OfEngine() && !slices.Contains(mode.Deltas, m) || m == mode.Init && units[i].Technique.Family != facts.Guest) || !units[i].Times(cmp.Or(c.Mode, mode.Init)) {
		return fmt.Errorf("build %v has no loop for %v", b, c)
	}
	return nil
}

// lacksFeature returns an error that names a feature that a technique needs and the build lacks, nil if it lacks none.
func (b Build) lacksFeature(e *techniques.Entry) error {
	for _, feature := range e.Needs {
		if !b.Has(feature) {
			lacks := "level " + b.Level
			if b.Level == "" {
				lacks = "its compiler"
			}
			return fmt.Errorf("build %v has no %s: it needs %s, which %s lacks", b, e.Name, feature, lacks)
		}
	}
	return nil
}
