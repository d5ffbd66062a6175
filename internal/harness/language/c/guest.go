package c

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/csources"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

func (inC) Guests() language.Guests {
	return language.Guests{
		Extensions: []string{".c", ".h"}, Function: regexp.MustCompile(`^[A-Za-z_]\w*$`), Shared: []string{"board/board.h", "board/threats.h", "board/delta.h"},
		Forward: func(g language.Guest, source []byte) []byte { return forward(g, source, "", "%s(%s, %s)") }, Extension: ".h", Standard: "-std=",
	}
}

func (inCpp) Guests() language.Guests {
	return language.Guests{
		Extensions: []string{".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".h"}, Claims: isCpp, Function: regexp.MustCompile(`^[A-Za-z_:][\w:<>., ]*$`), Shared: []string{"board/board.h", "board/threats.h", "board/delta.h"},
		Forward: func(g language.Guest, source []byte) []byte {
			return forward(g, source, anything, "slidebench_ask([](auto sq, auto occ) -> decltype(%s(%s, %s)) { return %[1]s(%[2]s, %[3]s); }, slidebench_sq, slidebench_occ)")
		}, Extension: ".hpp", Standard: "-std=",
	}
}

// anything is code in C++ that calls a function whose parameters may be classes or enumerations: it converts the square to the parameter's type, and the occupancy if a
// number does not fit. The last argument 0 chooses the first slidebench_try, with an int, wherever that compiles.
const anything = `struct slidebench_any {
	uint64_t value;
	template <class T> inline __attribute__((always_inline)) operator T() const { return static_cast<T>(value); }
};
template <class F> static inline __attribute__((always_inline)) auto slidebench_try(F f, uint64_t sq, uint64_t occ, int) -> decltype(static_cast<uint64_t>(f(slidebench_any{sq}, occ))) {
	return static_cast<uint64_t>(f(slidebench_any{sq}, occ));
}
template <class F> static inline __attribute__((always_inline)) auto slidebench_try(F f, uint64_t sq, uint64_t occ, long) -> decltype(static_cast<uint64_t>(f(slidebench_any{sq}, slidebench_any{occ}))) {
	return static_cast<uint64_t>(f(slidebench_any{sq}, slidebench_any{occ}));
}
template <class F> static inline __attribute__((always_inline)) uint64_t slidebench_ask(F f, int sq, uint64_t occ) { return slidebench_try(f, (uint64_t)sq, occ, 0); }
`

// noMatch is part of the compilers' error about a call that fits no function.
const noMatch = "matching function for call to"

var (
	// cplusplus matches what only C++ has: some words, a standard header without .h, and a name behind ::.
	cplusplus = regexp.MustCompile(`(?m)^\s*(?:namespace|template|class|using|constexpr|inline constexpr|enum class)\b|^\s*#\s*include\s*<\w+>|\w::\w`)
	// defines matches the macro that one file of a program sets so that a header also defines its functions. For a guest, the unit with its loops and
	// engine is that file.
	defines = regexp.MustCompile(`\b\w+_IMPLEMENTATION\b`)
)

// isCpp reports whether a file is C++ and not C, as both may have headers named .h.
func isCpp(text []byte) bool { return cplusplus.Match(text) }

// forward returns the header that makes a guest a technique. declared is the code that its calls need, in C++ alone, and call the format of a call, for a function and two
// arguments. A #line before the text of a flag, such as --rook, has the compiler name the flag where it complains of the text.
func forward(g language.Guest, source []byte, declared, call string) []byte {
	const sq, occ = "slidebench_sq", "slidebench_occ"
	own, header, inCpp := guestNames(g.Name), "board", declared != ""
	if g.Threats != "" { // not for others, as older source trees lack board/delta.h
		header = "delta"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Forwards to %s.\n#ifndef SLIDEBENCH_GUEST_%s\n#define SLIDEBENCH_GUEST_%[2]s\n#include \"../../board/%[4]s.h\"\n%[3]s", g.Path, strings.ToUpper(g.Name), declared, header)
	for _, macro := range defines.FindAll(source, -1) {
		fmt.Fprintf(&b, "#define %s\n", macro)
	}
	fmt.Fprintf(&b, "#include %q\n", g.Path)
	first, second := sq, occ
	if inCpp { // the parameters of the lambda in call
		first, second = "sq", "occ"
	}
	if g.OccFirst {
		first, second = second, first
	}
	pieces := g.Pieces()
	if !g.Lookups() {
		pieces = nil
	}
	for _, p := range pieces {
		answer := fmt.Sprintf("%s_rook(%s, %s) | %[1]s_bishop(%[2]s, %[3]s)", own, sq, occ) // of a queen without a lookup of her own
		switch {
		case language.IsExpression(p.Answer):
			answer = "(uint64_t)(" + language.Substitute(p.Answer, sq, occ) + ")"
		case p.Answer != "":
			answer = fmt.Sprintf(call, p.Answer, first, second)
		case p.Piece != "queen":
			answer = fmt.Sprintf("board_%s(%s, %s)", p.Piece, sq, occ) // the walk
		}
		fmt.Fprintf(&b, "static inline uint64_t %s_%s(int %s, uint64_t %s) {\n#line 1 \"--%s\"\nreturn %s; }\n", own, p.Piece, sq, occ, p.Piece, answer)
	}
	if g.Threats != "" {
		b.WriteString(strings.NewReplacer("NAME", own, "THREATS", g.Threats, "PREPARE", g.Setup).Replace(forwardDelta(g.Setup != "", inCpp)))
	}
	fmt.Fprintf(&b, "static inline void %s_init(void) {\n#line 1 \"--init\"\n%s; }\n#endif\n", own, called(g.Init, "", ", "))
	return b.Bytes()
}

// forwardDelta returns functions that call the user's delta function THREATS of the technique NAME, directly or with the results of PREPARE. These stand in NAME_room,
// where even references and types that cannot be moved have room in C++.
func forwardDelta(prepared, inCpp bool) string {
	const asked = "\n#line 1 \"--threats\"\nreturn (int64_t)THREATS("
	switch {
	case !prepared:
		return "static inline int64_t NAME_delta(const struct slidebench_position *slidebench_before, uint32_t slidebench_move, uint32_t *slidebench_threats) {" +
			asked + "slidebench_before, slidebench_move, slidebench_threats); }\n"
	case inCpp:
		return `#include <new>
struct NAME_own {
#line 1 "--setup"
decltype(PREPARE("", "")) value; NAME_own(const char *fen, const char *move) : value(PREPARE(fen, move)) {} };
alignas(NAME_own) static unsigned char NAME_room[SLIDEBENCH_SETUPS][sizeof(NAME_own)];
static inline NAME_own *NAME_at(int i) { return std::launder(reinterpret_cast<NAME_own *>(NAME_room[i])); }
static inline void NAME_setup(int i, const char *fen, const char *move) { new (NAME_room[i]) NAME_own(fen, move); }
static inline void NAME_drop(int i) { NAME_at(i)->~NAME_own(); }
static inline int64_t NAME_delta(int i, uint32_t *threats) {` + asked + "NAME_at(i)->value, threats); }\n"
	}
	return `#line 1 "--setup"
static __typeof__(PREPARE("", "")) NAME_room[SLIDEBENCH_SETUPS]; static inline void NAME_setup(int i, const char *fen, const char *move) { NAME_room[i] = PREPARE(fen, move); }
static inline void NAME_drop(int i) { (void)i; }
static inline int64_t NAME_delta(int i, uint32_t *threats) {` + asked + "NAME_room[i], threats); }\n"
}

// called returns a list of functions and statements, with a call in place of each function's name, which alone would be a statement without effect. scope stands before
// each name, and parts are joined by between.
func called(list, scope, between string) string {
	parts := language.Divided(list)
	for i, part := range parts {
		statements := strings.Split(part, ";")
		for j, name := range statements {
			if name = strings.TrimSpace(name); plainName.MatchString(name) {
				statements[j] = scope + name + "()"
			}
		}
		parts[i] = strings.Join(statements, ";")
	}
	return strings.Join(parts, between)
}

// plainName matches the name of a function without a call.
var plainName = regexp.MustCompile(`^[A-Za-z_:](?:[\w:.]|->|<[^()]*>)*$`)

// guestOf returns the guest of a unit in a source tree, nil if it is no guest. In Rust, techniques of the catalogue are compiled like guests.
func (d *dialect) guestOf(root string, u *Unit) (*language.Guest, error) {
	if u.Technique.Family != facts.Guest {
		if d == dialectRust { // a file of functions, as a guest is
			path, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(u.file)))
			return &language.Guest{Name: u.Technique.Name, Path: path, Rook: "rook", Bishop: "bishop", Queen: "queen"}, err
		}
		return nil, nil
	}
	folder, file := filepath.Split(filepath.Join(root, filepath.FromSlash(u.file)))
	text, err := os.ReadFile(filepath.Join(folder, language.GuestFile(u.Technique.Name, filepath.Ext(file))))
	if errors.Is(err, fs.ErrNotExist) {
		return &language.Guest{Name: u.Technique.Name}, nil // a header alone, as in tests
	}
	g := &language.Guest{}
	if err == nil {
		err = json.Unmarshal(text, g)
	}
	return g, err
}

var (
	words    = regexp.MustCompile(`\b[A-Za-z]\w*`)                          // names, and what looks like them
	aside    = regexp.MustCompile(`(?m)//.*$|"[^"\n]*"|^\s*#\s*include.*$`) // text without names
	macro    = regexp.MustCompile(`(?m)^\s*#\s*define (\w+)`)
	reserved = strings.Fields(`NULL UINT64_C auto break case char const continue default define defined do double elif else endif enum extern float for goto if ifdef ifndef inline int int16_t int32_t int64_t
		int8_t long memset noinline noipa register restrict return short signed size_t sizeof static struct switch typedef uint16_t uint32_t uint64_t uint8_t undef union unsigned void volatile while
		T NAME UNIT HEADER ENGINE DELTAS NETSEARCH CALLS BATCH_SIZE`)  // stay as they are: words and attributes of C, and macros that addGuest or the compiler's flags set
)

// seenBy matches the names of board.h, threats.h and delta.h, with members of structs: a guest's file includes these headers, and cannot have such names of its own.
var seenBy = regexp.MustCompile(`^(?:(?:board|BOARD|slidebench|SLIDEBENCH)_.*|rook|bishop|n|list)$`)

// ownNames returns the names in our files that a guest's file may define, too, and preprocessor lines to put behind the guest's file: they rename ours, so that the two
// do not collide. Macros of ours only go, since our files define them anew behind. Names with HAS_ stay: a unit's text defines them behind these lines, and #ifdef asks for them.
func ownNames(files ...[]byte) (names []string, shield string) {
	own, macros := map[string]bool{}, map[string]bool{}
	for _, text := range files {
		for _, m := range macro.FindAllSubmatch(text, -1) {
			macros[string(m[1])] = true
		}
		for _, word := range words.FindAll(aside.ReplaceAll(text, nil), -1) {
			if name := string(word); !slices.Contains(reserved, name) && !strings.HasPrefix(name, "HAS_") && !seenBy.MatchString(name) {
				own[name] = true
			}
		}
	}
	var b strings.Builder
	for name := range own {
		b.WriteString("#undef " + name + "\n")
		if !macros[name] {
			names = append(names, name)
			b.WriteString("#define " + name + " " + ownPrefix + name + "\n")
		}
	}
	slices.Sort(names)
	lines := strings.SplitAfter(b.String(), "\n")
	slices.Sort(lines)
	slices.Reverse(lines) // all #undef first
	return names, strings.Join(lines, "")
}

// ownPrefix begins our names behind a guest's file. merge takes it away again.
const ownPrefix = "slidebench_own_"

// addGuest adds to texts the files of a guest: its unit, with the engine's files or without (nil), and its further sources.
func (o *Objects) addGuest(root string, u *Unit, texts map[string]string, engine []string) error {
	d := o.dialect()
	var files [][]byte
	for _, pattern := range []string{filepath.Join(o.folder, "*.h"), filepath.Join(root, "internal", "engine", "c", "*.[ch]")} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files = append(files, text)
		}
	}
	m := &merged{guest: u.guest, unit: "unit_" + u.Technique.Name + d.extension}
	if d == dialectRust {
		if u.deltas {
			m.deltas = deltasInRust(root)
		}
		texts[m.unit], m.files, o.of[m.unit] = string(unitInRust(u, m.deltas)), []string{m.unit}, m // for a crate, function cargo compiles another text
		o.guests = append(o.guests, m)
		return nil
	}
	names, shield := ownNames(files...)
	m.names = names
	own := map[string]string{}
	for name, text := range u.texts(engine, d.extension) {
		// The guest's file comes first; behind it, its macros and names give way to those of ours.
		own[name] = fmt.Sprintf("#include %q\n#undef T\n#undef NAME\n#undef UNIT\n#undef HEADER\n%s%s", u.file, shield, text)
	}
	for i, path := range u.guest.Sources {
		name, text := o.further(u.guest, i, path)
		own[name] = text
	}
	for name, text := range own {
		texts[name] = text
		o.of[name] = m
		m.files = append(m.files, name)
	}
	slices.Sort(m.files)
	o.guests = append(o.guests, m)
	return nil
}

// further returns the name and the text of the file that includes a guest's further source.
func (o *Objects) further(g *language.Guest, i int, path string) (name, text string) {
	extension := o.dialect().extension
	if filepath.Ext(path) == ".c" {
		extension = ".c"
	}
	return fmt.Sprintf("source%d_%s%s", i, g.Name, extension), fmt.Sprintf("#include %q\n", path)
}

// merged is a guest linked into one object, which hides the guest's names: other guests may have the same names.
type merged struct {
	guest  *language.Guest
	unit   string               // the file with the loops
	files  []string             // of the guest, unit among them
	names  []string             // of ours, which have ownPrefix until all is linked
	deltas string               // the file with deltas of the engine in Rust, "" for none
	crate  *crate               // nil for files
	around *csources.Repository // around the guest's file; nil until it is read
}

func (m *merged) object() string { return "guest_" + m.guest.Name + ".o" }

// merge links the objects of a guest's files into one object, and hides its names but for the unit's. Without groups, the program's linker does not put one guest's inline
// function in place of the same name in another.
func (o *Objects) merge(ctx context.Context, m *merged) error {
	command := []string{"ld", "-r", "--force-group-allocation", "--gc-sections", "-u", m.guest.Name + "_unit", "-o", m.object()}
	for _, file := range m.files {
		command = append(command, file+".o")
	}
	if err := o.execute(ctx, append(command, m.guest.Objects...)); err != nil {
		return err
	}
	var renamed strings.Builder
	for _, name := range m.names {
		fmt.Fprintf(&renamed, "%s%s %[2]s\n", ownPrefix, name)
	}
	if err := os.WriteFile(filepath.Join(o.folder, m.object()+".names"), []byte(renamed.String()), 0o600); err != nil {
		return err
	}
	if err := o.execute(ctx, []string{"objcopy", "--keep-global-symbol=" + m.guest.Name + "_unit", m.object()}); err != nil {
		return err
	}
	return o.execute(ctx, []string{"objcopy", "--redefine-syms=" + m.object() + ".names", m.object()})
}

// label matches the beginning of a loop of mode throughput in assembly, up to whose .cfi_endproc Calls reads, and jump a call or a jump to a name.
var (
	label = regexp.MustCompile(`^\w*?throughput_(rook|bishop|queen)[\w.]*:`)
	jump  = regexp.MustCompile(`^\s+(?:call|jmp|bl|b)q?\s+(\*?[\w.$@%()]+)`)
)

// Calls returns the functions that a guest's timed loops call: none where lookups are inlined. In Rust it leaves out functions that end the program, as index checks call
// them, and sets checks instead.
func (o *Objects) Calls(ctx context.Context, technique string) (called []string, checks bool, err error) {
	file := "unit_" + technique + o.dialect().extension
	text, err := os.ReadFile(filepath.Join(o.folder, file+".s"))
	inside := false
	for line := range strings.Lines(string(text)) {
		switch {
		case label.MatchString(line):
			inside = true
		case strings.Contains(line, ".cfi_endproc"):
			inside = false
		}
		if m := jump.FindStringSubmatch(line); inside && m != nil && !strings.HasPrefix(m[1], ".L") {
			name, _, _ := strings.Cut(m[1], "@") // name@PLT, or *name@GOTPCREL in Rust
			if o.dialect() == dialectRust {
				name = strings.TrimPrefix(name, "*")
			}
			called = append(called, name)
		}
	}
	slices.Sort(called)
	called = slices.Compact(called)
	if readable, err := process.Tool(ctx, "c++filt", called...).Output(); err == nil && len(called) > 0 { // without names it prints none
		called = strings.Split(strings.TrimSpace(string(readable)), "\n")
	}
	for i := range called {
		called[i] = mangled.ReplaceAllString(called[i], "")
	}
	all := len(called)
	if o.dialect() == dialectRust {
		called = slices.DeleteFunc(called, ends.MatchString)
	}
	return called, len(called) < all, err
}

// unknown matches a linker's complaint about an undefined name.
var unknown = regexp.MustCompile("undefined reference to [`']([^'\n]+)'|undefined symbol: (.+)")

// unlinked is the error about names that a linker did not find, with the sources that would define them.
type unlinked struct {
	build    string
	missing  []string             // the names, and where they are defined
	sources  []string             // that define them
	of       map[string]*merged   // the guests whose repositories have the sources
	searched *csources.Repository // the repository that was searched last
	kept     string               // a source of the guest that defines a name only for itself
	left     []string             // names that stay undefined with all of sources
	late     string               // an object of -flto, which only the linker compiles
}

// Error names the undefined names, and advises which sources or flags to add.
func (u *unlinked) Error() string {
	advice := ""
	switch {
	case u.late != "":
		advice = fmt.Sprintf(" (%s has no code: it is compiled by -flto)", u.late)
	case len(u.sources) > 0:
		advice = " (add --compile " + strings.Join(u.sources, " --compile ")
		if len(u.left) > 0 {
			advice += "; then undefined: " + fewOf(u.left)
		}
		advice += ")"
	case u.kept != "":
		advice = fmt.Sprintf(" (-D NAME where a condition leaves it out; --flags '-include %s' where it is inline)", u.kept)
	default:
		advice = fmt.Sprintf(" (none of %d sources below %s defines them: --link takes a library)", u.searched.Files, u.searched.Root)
	}
	return fmt.Sprintf("build %s: undefined: %s%s", u.build, fewOf(u.missing), advice)
}

// fewOf returns the first five of a list as text, and how many more there are.
func fewOf(all []string) string {
	some := slices.Clone(all[:min(len(all), 5)])
	if more := len(all) - len(some); more > 0 {
		some = append(some, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(some, "; ")
}

// undefinedIn returns an *unlinked for a linker's complaint about undefined names, with the files of a guest's repository that define them; nil for other complaints.
func (o *Objects) undefinedIn(ctx context.Context, said []byte) error {
	var names []string
	for _, m := range unknown.FindAllSubmatch(said, -1) {
		names = append(names, cmp.Or(string(m[1]), string(m[2])))
	}
	if len(names) == 0 || len(o.guests) == 0 || o.dialect() == dialectRust { // in Rust there are no sources beside a crate
		return nil
	}
	slices.Sort(names)
	u := &unlinked{build: o.String(), of: map[string]*merged{}}
	for _, m := range o.guests {
		for _, path := range m.guest.Objects {
			if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte("__gnu_lto_slim")) { // by which gcc marks an object without code
				u.late = filepath.Base(path)
			}
		}
	}
	names = slices.Compact(names)
	for _, name := range names {
		text := name
		for _, m := range o.guests {
			u.searched = o.around(ctx, m)
			if paths := u.searched.DefinedBy(name); paths != nil {
				text += u.from(m, paths)
				break
			}
		}
		u.missing = append(u.missing, text)
	}
	return u
}

// from gets the paths of sources that all define one name, and adds the first that the guest lacks to the sources that would help. It returns words for the error.
func (u *unlinked) from(m *merged, paths []string) string {
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil || absolute == m.guest.Path || slices.Contains(m.guest.Sources, absolute) {
			continue
		}
		if u.of[path] == nil {
			u.of[path], u.sources = m, append(u.sources, path)
		}
		return ", defined in " + path
	}
	u.kept = paths[0]
	return ", which " + paths[0] + " keeps to itself"
}

// around returns the repository around a guest's file. It reads it once.
func (o *Objects) around(ctx context.Context, m *merged) *csources.Repository {
	o.reading.Lock()
	defer o.reading.Unlock()
	if m.around == nil {
		m.around = csources.Read(ctx, m.guest.Path, o.logf)
	}
	return m.around
}

// absent matches the complaint of compilers of C and C++ about a header that no folder has.
var absent = regexp.MustCompile(`fatal error: '?([^':\n]+?)'?(?:: No such file or directory| file not found)`)

// unincluded is the error about a header that no folder has.
type unincluded struct {
	error
	name string
	of   *merged // the guest whose file includes the header; nil: a file of this program
}

// including adds, to an error about a header, the folders of the guest's repository that have it, and folders for the headers that these need in turn.
func (o *Objects) including(ctx context.Context, err error) error {
	next, is := errors.AsType[*unincluded](err)
	if !is || next.of == nil || o.dialect() == dialectRust {
		return err
	}
	var folders []string
	for is && next.of != nil {
		found := o.around(ctx, next.of).Including(next.name)
		if len(found) == 0 || slices.Contains(folders, found[0]) { // no folder has the header, or the best one did not help
			break
		}
		absolute, failed := filepath.Abs(found[0])
		if failed != nil {
			return failed
		}
		folders, next.of.guest.Flags = append(folders, found[0]), append(next.of.guest.Flags, "-I"+absolute)
		next, is = errors.AsType[*unincluded](o.compileAll(ctx))
	}
	var advice []string
	if len(folders) > 0 {
		advice = append(advice, "add -I "+strings.Join(folders, " -I "))
	}
	if is && next.of != nil {
		advice = append(advice, fmt.Sprintf("no folder below %s has %s: want -I FOLDER", next.of.around.Root, next.name))
	}
	return fmt.Errorf("%w (%s)", err, strings.Join(advice, "; "))
}

// follow returns the error first, with all sources that it advises to add: those that define missing symbols, and sources that these need in turn. To find them it links
// with more and more sources, until no symbol is undefined or a source does not compile.
func (o *Objects) follow(ctx context.Context, program string, first *unlinked) error {
	for next := first; len(next.sources) > 0 && first.late == ""; {
		first.left = nil
		o.logf("%d names are undefined: looking for what %s needs in turn", len(next.missing), fewOf(next.sources))
		for _, path := range next.sources {
			m := next.of[path]
			absolute, err := filepath.Abs(path)
			if err != nil {
				return first
			}
			name, text := o.further(m.guest, len(o.files), absolute) // a number that no source of the guest has yet
			if err := os.WriteFile(filepath.Join(o.folder, name), []byte(text), 0o600); err != nil {
				return first
			}
			o.files, o.of[name], m.files, m.guest.Sources = append(o.files, name), m, append(m.files, name), append(m.guest.Sources, absolute)
		}
		err := o.compileAll(ctx)
		if err == nil {
			err = o.link(ctx, 1, program)
		}
		further, is := errors.AsType[*unlinked](err)
		if !is { // it links, or a source does not compile
			return first
		}
		next = further
		first.sources, first.left = append(first.sources, next.sources...), next.missing
	}
	return first
}
