package guest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
)

// api is a package of another repository with the functions that answer as lookups. An overlay adds a file with calls of them to the package, so neither the functions
// nor their types need be exported, and the package may be a command or internal.
type api struct {
	folder
	functions map[string]declared
	methods   map[string]declared
	others    map[string]bool   // other names that the package declares
	files     []*ast.File       // folder.files, parsed, in the same order
	known     map[string]folder // the packages that it imports, by path
	answers   map[string]string // by Rook, Bishop, Queen, Both: expressions in SQ and OCC, the parameters of the methods that inside writes around them
	imports   map[string]string // paths of the packages that answers and start use, by the names that they have there
	dots      map[string]bool   // paths of the packages that they use and that a file imports with a dot
	start     []string          // statements that fill the tables
	filler    string            // the value of --init, or Build; messages name it
	position  string            // the type that a delta function's first argument points to, "" with --setup
	size      string            // the type of the argument of TableBytes, "" if the package has no function TableBytes
}

// folder is where a package lies.
type folder struct {
	name, path, dir string   // path: to import it
	files           []string // without tests
	left            []string // files that build tags leave out
}

// declared is a function in its file.
type declared struct {
	*ast.FuncDecl
	file *ast.File
}

// inspect loads the package of a lookup, and finds the functions that answer.
func inspect(ctx context.Context, dir string, h *home, l Lookup) (*api, error) {
	cmd := process.Tool(ctx, "go", "list", "-deps", "-f", "{{.DepOnly}}\t{{.Name}}\t{{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{.Path}}{{end}}\t{{with .Module}}{{.Dir}}{{end}}\t{{range .GoFiles}}{{.}} {{end}}{{range .CgoFiles}}{{.}} {{end}}\t{{range .IgnoredGoFiles}}{{.}} {{end}}", "--", l.Pattern)
	cmd.Dir, cmd.Env = dir, h.within(os.Environ())
	out, err := source.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", l.Pattern, err)
	}
	f := &api{
		functions: map[string]declared{}, methods: map[string]declared{}, others: map[string]bool{}, known: map[string]folder{},
		answers: map[string]string{}, imports: map[string]string{}, dots: map[string]bool{},
	}
	packages, own := 0, module{}
	for line := range strings.Lines(out) {
		// A package in the order of -f: 0 whether it is only imported; 1 to 3 name, path and folder; 4 and 5 path and folder of its module; 6 files; 7 files left out.
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 8 {
			return nil, fmt.Errorf("package %s: unexpected list %q", l.Pattern, line)
		}
		p := folder{fields[1], fields[2], fields[3], strings.Fields(fields[6]), strings.Fields(fields[7])}
		if f.known[p.path] = p; fields[0] == "false" {
			f.folder, own = p, module{Path: fields[4], Dir: fields[5]}
			packages++
		}
	}
	if packages != 1 {
		return nil, fmt.Errorf("package %s: %d packages (want one)", l.Pattern, packages)
	}
	// The compiler's errors come before any other.
	if err := command(ctx, dir, cmd.Env, "build", "-buildvcs=false", "-o", os.DevNull, l.Pattern); err != nil {
		return nil, err
	}
	if f.files, err = f.parse(); err == nil {
		err = f.answer(l)
	}
	if err == nil && strings.HasPrefix(f.dir, h.cache) {
		f.dir, err = h.adopt(own, f.dir)
	}
	if err != nil {
		return nil, fmt.Errorf("package %s %w", l.Pattern, err)
	}
	return f, nil
}

// parse reads the files of a package.
func (p folder) parse() (files []*ast.File, err error) {
	for _, name := range p.files {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("does not parse: %w", err)
		}
		files = append(files, file)
	}
	return files, nil
}

// names returns the names that files declare, except those of functions.
func names(files []*ast.File) map[string]bool {
	all := map[string]bool{}
	for _, file := range files {
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				for _, spec := range g.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						all[spec.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							all[name.Name] = true
						}
					}
				}
			}
		}
	}
	return all
}

// answer finds for each piece the expression that calls the lookup, by the user's flags or by usual names.
func (f *api) answer(l Lookup) error {
	f.others = names(f.files)
	for _, file := range f.files {
		for _, d := range file.Decls {
			switch fn, ok := d.(*ast.FuncDecl); {
			case ok && fn.Recv == nil:
				f.functions[fn.Name.Name] = declared{fn, file}
			case ok:
				f.methods[fn.Name.Name] = declared{fn, file}
			}
		}
	}
	// By an expression, the user's board may be turned, so that functions found by name alone would be wrong.
	inWords := language.IsExpression(strings.Join([]string{l.Rook, l.Bishop, l.Queen, l.Both}, " "))
	for _, x := range []struct{ piece, given string }{{"Rook", l.Rook}, {"Bishop", l.Bishop}, {"Queen", l.Queen}, {"Both", l.Both}} {
		fn, found := f.functions[cmp.Or(x.given, x.piece)]
		flag, err := "--"+strings.ToLower(x.piece), error(nil)
		switch {
		case language.IsExpression(x.given):
			_, err = f.expressions(flag, x.given, f.files...)
			f.answers[x.piece] = x.given
		case found && (x.given != "" || !inWords):
			var text string
			text, err = f.call(fn, l.OccFirst)
			if err == nil {
				err = fn.returns(flag, text, map[bool]int{true: 2, false: 1}[x.piece == "Both"])
			}
			if err == nil {
				f.answers[x.piece] = text
				_, err = f.expressions(flag, text, fn.file)
			} else if x.given == "" {
				err = nil // an unrelated function that happens to have the name
			}
		case x.given != "":
			err = f.missing(flag, x.given, l.OccFirst)
		}
		if err != nil {
			return err
		}
	}
	for flag, name := range map[string]string{"--threats": l.Threats, "--setup": l.Setup} {
		if _, found := f.functions[name]; name != "" && !found {
			return f.missing(flag, name, false)
		}
	}
	if fn := f.functions[l.Threats]; l.Threats != "" {
		want := 3 // parameters: a position, a move and the place for threats
		if l.Setup != "" {
			want = 2 // what the function of --setup makes of position and move, and the place
		}
		first := fn.Type.Params.List
		if fn.Type.Params.NumFields() != want || l.Setup == "" && !strings.HasPrefix(written(first[0].Type), "*") {
			return fmt.Errorf("has %s%s (want func(before *Position, move uint32, threats []uint32) int, or with --setup func(own T, threats []uint32) int)", l.Threats, strings.TrimPrefix(written(fn.Type), "func"))
		}
		if l.Setup == "" {
			f.position = strings.TrimPrefix(written(first[0].Type), "*")
			f.need(first[0].Type, fn.file)
		}
	}
	if f.answers["Rook"]+f.answers["Bishop"]+f.answers["Queen"] == "" && l.Threats == "" {
		left := ""
		if len(f.left) > 0 {
			left = "; build tags leave out " + strings.Join(f.left, ", ")
		}
		return fmt.Errorf("has no function Rook, Bishop or Queen of a square and an occupancy (name others: %s%s)", f.candidates(), left)
	}
	// Like a technique's: func TableBytes(p board.Piece) int.
	if fn, found := f.functions["TableBytes"]; found && strings.HasSuffix(written(fn.Type), "board.Piece) int") {
		f.size = written(fn.Type.Params.List[0].Type)
		f.need(fn.Type.Params.List[0].Type, fn.file)
	}
	return f.fill(l.Init)
}

// fill finds the statements that fill tables: the names and calls of --init, in their order, or else a function Build.
func (f *api) fill(init string) error {
	if fn, found := f.functions["Build"]; init == "" && found && written(fn.Type) == "func() error" {
		init = "Build"
	}
	f.filler = init
	all, err := f.expressions("--init", strings.ReplaceAll(init, ";", ","), f.files...) // a user may separate calls by semicolons, as in Go
	if err != nil {
		return err
	}
	for _, text := range all {
		fn, found := f.functions[text]
		switch {
		case found && fn.Type.Params.NumFields() > 0:
			return fmt.Errorf("has %s%s, which takes arguments (want a call: --init '%s(...)')", text, strings.TrimPrefix(written(fn.Type), "func"), text)
		case found && strings.HasSuffix(written(fn.Type), " error") && fn.Type.Results.NumFields() == 1:
			f.start = append(f.start, fmt.Sprintf("if err := %s(); err != nil {\n\t\treturn err\n\t}", text))
		case found:
			f.start = append(f.start, text+"()")
		case token.IsIdentifier(text):
			return f.missing("--init", text, false)
		default:
			f.start = append(f.start, placed("--init", text))
		}
	}
	return nil
}

// expressions divides a flag's text into expressions, and notes which of the files' imports these need.
func (f *api) expressions(flag, text string, files ...*ast.File) (all []string, err error) {
	// The expressions are parsed as the arguments of f. If the whole is a call, but not of f, the text closes a bracket that it has not opened.
	const list = "f("
	e, err := parser.ParseExpr(list + text + ")")
	call, is := e.(*ast.CallExpr)
	if is && err == nil {
		_, is = call.Fun.(*ast.Ident)
	}
	if wrong, listed := errors.AsType[scanner.ErrorList](err); listed {
		err = errors.New(wrong[0].Msg)
	} else if !is {
		err = errors.New("unexpected )")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be asked: %s %q is no expression: %w", flag, text, err)
	}
	for _, arg := range call.Args {
		f.need(arg, files...)
		all = append(all, (list + text)[arg.Pos()-1:arg.End()-1]) // positions count from 1
	}
	return all, nil
}

// missing returns the error for a function that the package lacks, with the functions that it has instead.
func (f *api) missing(flag, given string, occFirst bool) error {
	if method, is := f.methods[given]; is {
		receiver, call := strings.TrimPrefix(written(method.Recv.List[0].Type), "*"), given+"()"
		if flag != "--init" {
			var err error
			if call, err = f.call(method, occFirst); err != nil {
				call = given + "(SQ, OCC)"
			}
		}
		return fmt.Errorf("has %s as a method of %s (want an expression, such as %s 'new(%s).%s')", given, receiver, flag, receiver, call)
	}
	if !token.IsIdentifier(given) {
		return fmt.Errorf("has no function %s (want one of its own, or an expression in SQ and OCC)", given)
	}
	have := f.candidates()
	if flag == "--init" {
		have = "--init " + strings.Join(f.fillers(), ",")
	}
	return fmt.Errorf("has no function %s (want one of its own, such as %s)", given, have)
}

// candidates lists functions of the package that may be lookups, as flags to type.
func (f *api) candidates() string {
	var all []string
	for _, piece := range []string{"rook", "bishop"} {
		for _, name := range slices.Sorted(maps.Keys(f.functions)) {
			if _, err := f.call(f.functions[name], false); err == nil && strings.Contains(strings.ToLower(name), piece) && f.functions[name].Type.Results.NumFields() == 1 {
				all = append(all, "--"+piece+" "+name)
			}
		}
	}
	if all == nil {
		return "--rook rookAttacks, or an expression such as --rook 'attacks(Square(SQ), OCC)'"
	}
	return strings.Join(all[:min(len(all), 6)], " ") // as an error is one line
}

// filling matches names of functions that may fill tables.
var filling = regexp.MustCompile(`(?i)^(?:init|fill|build|set_?up|make|gen|compute|precompute|prepare|load).+|(?:init|tables)$`)

// fillers lists functions of the package that may fill tables, except init: Go itself calls that, and nobody else can.
func (f *api) fillers() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(f.functions)) {
		if fn := f.functions[name]; name != "init" && filling.MatchString(name) && fn.Type.Params.NumFields() == 0 && (fn.Type.Results.NumFields() == 0 || strings.HasSuffix(written(fn.Type), " error")) {
			all = append(all, name)
		}
	}
	return all
}

// call returns the expression that calls a function of a square and an occupancy, converted to the types of its parameters. If the function has further parameters,
// call returns an error with an expression that the user may complete.
func (f *api) call(fn declared, occFirst bool) (text string, err error) {
	words := [2]string{"SQ", "OCC"}
	if occFirst {
		words = [2]string{"OCC", "SQ"}
	}
	var all []string // the arguments
	asks := 0        // how many of words have a parameter
	fits := true     // their parameters have types that convert from numbers, as far as their names tell
	further := false // there are other parameters
	for _, field := range fn.Type.Params.List {
		for range max(1, len(field.Names)) { // a field without names is one parameter
			kind := written(field.Type)
			_, named := field.Type.(*ast.Ident)
			_, selected := field.Type.(*ast.SelectorExpr)
			switch {
			case strings.HasPrefix(kind, "*"):
				all, further = append(all, "new("+kind[1:]+")"), true
			case asks == len(words):
				all, further = append(all, "0"), true
			default:
				arg := words[asks]
				if !fn.isParameter(kind) && kind != map[string]string{"SQ": "int", "OCC": "uint64"}[arg] { // the types in inside
					arg = kind + "(" + arg + ")"
				}
				all, fits = append(all, arg), fits && (named || selected)
				asks++
			}
		}
	}
	text = fn.Name.Name + "(" + strings.Join(all, ", ") + ")"
	fits = fits && asks == len(words)
	if fits && !further {
		return text, nil
	}
	expression := "in SQ and OCC"
	if fits {
		expression = "such as '" + text + "'"
	}
	return "", fmt.Errorf("has %s%s (want a function of a square and an occupancy, or an expression %s)", fn.Name.Name, strings.TrimPrefix(written(fn.Type), "func"), expression)
}

// isParameter reports whether a type is a parameter of a generic function, which the compiler infers.
func (fn declared) isParameter(kind string) bool {
	return fn.Type.TypeParams != nil && slices.ContainsFunc(fn.Type.TypeParams.List, func(field *ast.Field) bool {
		return slices.ContainsFunc(field.Names, func(name *ast.Ident) bool { return name.Name == kind })
	})
}

// returns returns an error unless a function has the wanted number of results.
func (fn declared) returns(flag, call string, wanted int) error {
	results := fn.Type.Results.NumFields()
	switch {
	case results == wanted:
		return nil
	case results == 2 && fn.Type.TypeParams == nil: // a type parameter has no meaning in the advised expression
		return fmt.Errorf("has %s with %d results (want %d: %s 'func() %s { a, _ := %s; return a }()')", fn.Name.Name, results, wanted, flag, written(fn.Type.Results.List[0].Type), call)
	}
	return fmt.Errorf("has %s with %d results (want %d)", fn.Name.Name, results, wanted)
}

// written returns an expression as it is written in Go.
func written(e ast.Expr) string {
	var b strings.Builder
	_ = format.Node(&b, token.NewFileSet(), e) // which a strings.Builder takes whole
	return b.String()
}

// need notes the imports, among those of files, on which an expression depends.
func (f *api) need(e ast.Expr, files ...*ast.File) {
	ast.Inspect(e, func(n ast.Node) bool {
		if n, ok := n.(*ast.SelectorExpr); ok {
			f.need(n.X, files...) // the name behind the dot is none of this package
			return false
		}
		name, ok := n.(*ast.Ident)
		if !ok || f.others[name.Name] || f.functions[name.Name].FuncDecl != nil || doc.IsPredeclared(name.Name) {
			return true
		}
		for _, file := range files {
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value) // which the parser has accepted
				p := f.known[path]
				switch {
				case path == "C": // only the file with the C code may use it
				case spec.Name == nil && p.name == name.Name, spec.Name != nil && spec.Name.Name == name.Name:
					f.imports[name.Name] = path
				case spec.Name != nil && spec.Name.Name == "." && ast.IsExported(name.Name) && p.declares(name.Name): // the name stands without its package
					f.dots[path] = true
				}
			}
		}
		return true
	})
}

// declares reports whether a package declares a name.
func (p folder) declares(name string) bool {
	files, err := p.parse()
	if err != nil {
		return false
	}
	return names(files)[name] || slices.ContainsFunc(files, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
			fn, ok := d.(*ast.FuncDecl)
			return ok && fn.Recv == nil && fn.Name.Name == name
		})
	})
}

// only returns the pieces that the lookup answers for, in the form of facts.Facts.Pieces.
func (f *api) only() string {
	return only(func(piece string) bool { return f.answers[piece] != "" })
}

// only returns the pieces that functions exist for, separated by commas, "" for all, none for none. A queen may be answered by rook and bishop.
func only(has func(piece string) bool) string {
	var pieces []string
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		if has(piece) || piece == "Queen" && has("Rook") && has("Bishop") {
			pieces = append(pieces, strings.ToLower(piece))
		}
	}
	if len(pieces) == 3 {
		return ""
	}
	return cmp.Or(strings.Join(pieces, ","), "none")
}

// asker returns the name of the type whose methods call the lookups.
func (l Lookup) asker() string { return "Slidebench_" + l.Name }

// placed returns a text of Go that makes the compiler's errors name the flag it comes from.
func placed(flag, text string) string { return "/*line " + flag + ":1:1*/" + text }

// inside returns the file that is added to the package. It brings functions that are too large for the inliner into their callers as scaffold.Inline does. It has methods
// of a type, as another package can name the type and so reach them all.
func (f *api) inside(l Lookup) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\n", f.clause())
	for _, name := range slices.Sorted(maps.Keys(f.imports)) {
		fmt.Fprintf(&b, "import %s %q\n", name, f.imports[name])
	}
	for _, path := range slices.Sorted(maps.Keys(f.dots)) {
		fmt.Fprintf(&b, "import . %q\n", path)
	}
	if l.Threats != "" {
		b.WriteString("import slidebench_unsafe \"unsafe\"\n")
	}
	const signature, pairSignature = "(SQ int, OCC uint64) uint64", "(SQ int, OCC uint64) (rook, bishop uint64)"
	fmt.Fprintf(&b, "\ntype %s struct{}\n\nfunc inline%[1]s(f func() uint64) uint64 { return f() }\n\nfunc (%[1]s) Build() error {\n", l.asker())
	for _, statement := range f.start {
		fmt.Fprintf(&b, "\t%s\n", statement)
	}
	b.WriteString("\treturn nil\n}\n")
	if f.size != "" {
		fmt.Fprintf(&b, "\nfunc (%s) TableBytes(p int) int { return TableBytes(%s(p)) }\n", l.asker(), f.size)
	}
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		answer := placed("--"+strings.ToLower(piece), f.answers[piece])
		switch {
		case f.answers[piece] != "": // the lookup's own function or expression
		case piece == "Queen" && f.only() == "":
			answer = fmt.Sprintf("%s) | uint64(%s", f.answers["Rook"], f.answers["Bishop"]) // within the uint64() below
		default:
			continue
		}
		fmt.Fprintf(&b, "\nfunc (%s) %s%s {\n\treturn inline%[1]s(func() uint64 { return uint64(%[4]s) })\n}\n", l.asker(), piece, signature, answer)
	}
	if both := f.answers["Both"]; both != "" {
		fmt.Fprintf(&b, "\nfunc both%s(f func() (rook, bishop uint64)) (rook, bishop uint64) { return f() }\n", l.asker())
		fmt.Fprintf(&b, "\nfunc (%s) Both%s {\n\treturn both%[1]s(func() (rook, bishop uint64) {\n\t\tr, b := %[3]s\n\t\treturn uint64(r), uint64(b)\n\t})\n}\n", l.asker(), pairSignature, placed("--both", both))
	}
	if l.Threats != "" {
		b.WriteString(strings.NewReplacer("ASKER", l.asker(), "THREATS", placed("--threats", l.Threats), "PREPARE", placed("--setup", l.Setup), "POSITION", f.position).Replace(askDelta(l.Setup != "")))
	}
	return b.Bytes()
}

// askDelta returns the method that asks a delta function about n moves. Of the i-th move, number returns the position before it, in the form of board/delta.h, and the
// move; text returns both as text, of which the function of --setup makes the argument, if prepared; and room returns the place for the answer. The method calls ready
// when all arguments are made, before the first question, and done after each answer.
func askDelta(prepared bool) string {
	const head = "\nfunc (ASKER) Deltas(n int, number func(i int) (before slidebench_unsafe.Pointer, move uint32), text func(i int) (fen, move string), ready func(), room func(i int) []uint32, done func(i, count int)) {\n"
	if !prepared {
		return "\nvar _ = [slidebench_unsafe.Sizeof(POSITION{})]struct{}{} == [152]struct{}{} // its size is that of struct slidebench_position\n" + head + `	ready()
	for i := range n {
		before, move := number(i)
		done(i, int(THREATS((*POSITION)(before), move, room(i))))
	}
}
`
	}
	return "\nfunc made_ASKER[T any](n int, one func(fen, move string) T, text func(i int) (fen, move string)) (all []T) {\n\tfor i := range n {\n\t\tall = append(all, one(text(i)))\n\t}\n\treturn all\n}\n" + head + `	all := made_ASKER(n, PREPARE, text)
	ready()
	for i := range all {
		done(i, int(THREATS(all[i], room(i))))
	}
}
`
}

// clause returns the package's name for package clauses. A package named main could not be imported, so it gets another name.
func (f *api) clause() string {
	if f.name == "main" {
		return "slidebench_main"
	}
	return f.name
}

// enter adds code that calls the lookups to the user's package. Packages beside folders named internal pass it on. It returns the import path of the outermost.
func (f *api) enter(l Lookup, h *home) (importable string, err error) {
	own := "slidebench_" + l.Name
	if err := h.enter(filepath.Join(f.dir, own+".go"), f.inside(l)); err != nil {
		return "", err
	}
	if f.name == "main" {
		tests, err := filepath.Glob(filepath.Join(f.dir, "*_test.go"))
		if err != nil {
			return "", err
		}
		for _, at := range tests {
			h.entered[h.built(at)] = "" // removes it, as the next h.enter writes: it is of package main, and the others get another name
		}
		for i, name := range f.folder.files {
			at := filepath.Join(f.dir, name)
			text, err := os.ReadFile(at)
			if err != nil {
				return "", err
			}
			clause := int(f.files[i].Name.Pos() - f.files[i].FileStart) // where the package's name stands
			if err := h.enter(at, slices.Concat(text[:clause], []byte(f.clause()), text[clause+len(f.name):])); err != nil {
				return "", err
			}
		}
	}
	// A package beside each folder internal, the innermost first, passes on the type from the package inside.
	importable, dir := f.path, f.dir
	for {
		outer, inner, is := cutLast(importable+"/", "/internal/")
		if !is {
			return importable, nil
		}
		for range strings.Count("internal/"+inner, "/") { // up to the folder that has internal
			dir = filepath.Dir(dir)
		}
		dir = filepath.Join(dir, own)
		text := fmt.Appendf(nil, "package %s\n\nimport guest %q\n\ntype %s = guest.%[3]s\n", own, importable, l.asker())
		if err := h.enter(filepath.Join(dir, own+".go"), text); err != nil {
			return "", err
		}
		importable = path.Join(outer, own)
	}
}

// registerDeltas is code in Go that registers the timed loops of a delta function, with the sum that bound.Engine describes. It prepares and asks a group of questions at a
// time: as many as SLIDEBENCH_SETUPS in board/delta.h.
const registerDeltas = `
func init() {
	spent := 0.0
	ask := func(q []position.Question, room func(i int) *board.Delta, done func(i int)) {
		const group = 64
		spent = 0
		for first := 0; first < len(q); first += group {
			part := q[first:min(first+group, len(q))]
			var began time.Time
			guest.ASKER{}.Deltas(len(part),
				func(i int) (unsafe.Pointer, uint32) { return unsafe.Pointer(&part[i].Before), uint32(part[i].Move) },
				func(i int) (string, string) { return part[i].Before.String(), part[i].Move.String() },
				func() { began = time.Now() },
				func(i int) []uint32 { return unsafe.Slice((*uint32)(&room(first+i).List[0]), board.MostThreats) },
				func(i, count int) {
					room(first + i).N = int32(count)
					done(first + i)
				})
			spent += float64(time.Since(began).Nanoseconds())
		}
	}
	bound.RegisterDeltas("NAME", bound.Engine{
		Deltas: func(q []position.Question, i, j int) (sum uint64) {
			var d board.Delta
			ask(q[i:j], func(int) *board.Delta { return &d }, func(k int) { sum ^= bits.RotateLeft64(d.Sum(), i+k) })
			return sum
		},
		DeltaBatch: func(deltas []board.Delta, q []position.Question) {
			ask(q, func(i int) *board.Delta { return &deltas[i] }, func(int) {})
		},
		Spent: func() float64 { return spent },
	})
}
`

// cutLast is strings.Cut around the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// source returns the text of the technique's package, or of the prover's if its name is main. For functions that the user's package lacks it calls the walk, which
// nobody times.
func (f *api) source(l Lookup, name, importable string) []byte {
	var b bytes.Buffer
	further := "" // imports of registerDeltas
	if l.Threats != "" && name != "main" {
		for _, path := range []string{"math/bits", "time", "unsafe", slidebench.Module + "/internal/engine/bound", slidebench.Module + "/internal/engine/position"} {
			further += fmt.Sprintf("\t%q\n", path)
		}
	}
	fmt.Fprintf(&b, "// Package %s forwards to %s.\npackage %[1]s\n\nimport (\n%[6]s\t%[3]q\n\tguest %[4]q\n)\n\nfunc Build() error { return guest.%[5]s{}.Build() }\n", name, f.path, slidebench.Module+"/board", importable, l.asker(), further)
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		answer := fmt.Sprintf("board.Walk(board.%s, sq, occ)", piece)
		if f.answers[piece] != "" || piece == "Queen" && f.only() == "" {
			answer = fmt.Sprintf("guest.%s{}.%s(sq, occ)", l.asker(), piece)
		}
		fmt.Fprintf(&b, "\nfunc %s(sq int, occ uint64) uint64 { return %s }\n", piece, answer)
	}
	if f.answers["Both"] != "" {
		fmt.Fprintf(&b, "\nfunc Both(sq int, occ uint64) (rook, bishop uint64) { return guest.%s{}.Both(sq, occ) }\n", l.asker())
	}
	if l.Threats != "" && name != "main" {
		b.WriteString(strings.NewReplacer("ASKER", l.asker(), "NAME", l.Name).Replace(registerDeltas))
	}
	size := fmt.Sprint(l.Bytes)
	if f.size != "" {
		size = "guest." + l.asker() + "{}.TableBytes(int(p))"
	}
	fmt.Fprintf(&b, "\nfunc TableBytes(p board.Piece) int { return %s }\n", size)
	return b.Bytes()
}
