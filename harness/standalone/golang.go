package standalone

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/internal/licence"
)

// face is what callers of a technique may use: what a package of the catalogue has of it is copied with all that it needs. Methods of
// State are part of it.
var face = []string{"Rook", "Bishop", "Queen", "Both", "RookBatch", "BishopBatch", "QueenBatch", "BothBatch", "Rooks", "Bishops", "Queens",
	"State", "Done"}

// golang returns the files of a technique in Go.
func (o *Options) golang() ([]File, error) {
	p, err := load(o.Technique.Folder())
	if err != nil {
		return nil, err
	}
	own := p.packages[len(p.packages)-1]
	c := copying{Options: o, program: p, own: own, needed: map[*unit]bool{}, assembled: map[*assembly]bool{}}
	c.collect()
	if err := c.name(); err != nil {
		return nil, err
	}
	return c.write()
}

// copying is a technique on its way out.
type copying struct {
	*Options
	*program
	own       *pkg // the technique's own package
	needed    map[*unit]bool
	assembled map[*assembly]bool         // the files in assembly that are needed
	names     map[*pkg]map[string]string // in the copy, by what things are called in their packages
}

// every calls visit with each unit, in order.
func (p *program) every(visit func(u *unit)) {
	for _, k := range p.packages {
		for _, f := range k.files {
			for _, u := range f.units {
				visit(u)
			}
		}
	}
}

// collect finds what is needed: the face, and what that leads to.
func (c *copying) collect() {
	c.every(func(u *unit) {
		if u.pkg == c.own && u.receiver == "" && (slices.Contains(face, u.names[0].Name) || u.names[0].Name == "init") {
			c.need(u)
		}
	})
	for before := -1; before != len(c.needed); {
		before = len(c.needed)
		selected := map[string]bool{"String": true, "Error": true} // fmt calls these
		for u := range c.needed {
			maps.Copy(selected, u.selects)
		}
		c.every(func(u *unit) {
			if !c.needed[u] && c.follows(u, selected) {
				c.need(u)
			}
		})
	}
}

// follows reports whether a unit is needed because of others that do not name it: a method that is called or is part of the face, what fills a
// table, or an assertion.
func (c *copying) follows(u *unit, selected map[string]bool) bool {
	switch {
	case u.receiver != "":
		inFace := u.pkg == c.own && u.receiver == "State" && u.names[0].IsExported()
		return c.neededIn(u.pkg, u.receiver) && (inFace || selected[u.names[0].Name])
	case u.names[0].Name == "init":
		for reached := range reach(u, map[*unit]bool{}) {
			if c.needed[reached] && reached.group != nil && reached.group.Tok == token.VAR {
				return true
			}
		}
	case u.names[0].Name == "_":
		for used := range u.uses {
			if c.needed[used] {
				return true
			}
		}
	}
	return false
}

// neededIn reports whether a package's type of a name is needed.
func (c *copying) neededIn(k *pkg, name string) bool {
	return slices.ContainsFunc(k.named(name), func(u *unit) bool { return c.needed[u] })
}

// named returns the declarations of a name in a package: in different files there may be one each.
func (k *pkg) named(name string) (found []*unit) {
	for _, f := range k.files {
		for _, u := range f.units {
			if u.receiver == "" && slices.ContainsFunc(u.names, func(n *ast.Ident) bool { return n.Name == name }) {
				found = append(found, u)
			}
		}
	}
	return found
}

// reach adds to reached a unit and all that it uses.
func reach(u *unit, reached map[*unit]bool) map[*unit]bool {
	if !reached[u] {
		reached[u] = true
		for used := range u.uses {
			reach(used, reached)
		}
	}
	return reached
}

// need marks a unit as needed, and all that it uses. A function without a body needs the file in assembly that has it, and everything in Go
// that this file names.
func (c *copying) need(u *unit) {
	if c.needed[u] {
		return
	}
	c.needed[u] = true
	for used := range u.uses {
		c.need(used)
	}
	if f, is := u.node.(*ast.FuncDecl); !is || f.Body != nil {
		return
	}
	for _, a := range u.assembly {
		if c.assembled[a] || !strings.Contains(a.text, "TEXT ·"+u.names[0].Name+"(") {
			continue
		}
		c.assembled[a] = true
		for _, name := range symbols(a.text) {
			for _, used := range a.named(name) {
				c.need(used)
			}
		}
	}
}

// symbol matches what assembly names of Go: ·function, ·variable, const_name, and type_field or type__size. It also matches parameters, such as
// slice_base+0(FP), which are nothing of Go's.
var symbol = regexp.MustCompile(`·(\w+)|\bconst_(\w+)|\b([A-Za-z]\w*?)_\w+(\+\d+\(FP\))?`)

func symbols(text string) (names []string) {
	for _, found := range symbol.FindAllStringSubmatch(text, -1) {
		if found[4] == "" {
			names = append(names, found[1]+found[2]+found[3])
		}
	}
	return names
}

// name finds a name for everything that is needed. The technique's own names stay; others get their package's name in front.
func (c *copying) name() error {
	c.names = map[*pkg]map[string]string{}
	taken := map[string]string{}
	for _, k := range slices.Backward(c.packages) {
		c.names[k] = map[string]string{}
		for _, f := range k.files {
			for _, u := range f.units {
				if !c.needed[u] || u.receiver != "" {
					continue
				}
				for _, n := range u.names {
					name := n.Name
					if name == "init" || name == "_" {
						continue
					}
					whose := k.folder + "." + name
					if k != c.own {
						name = k.name + strings.ToUpper(name[:1]) + name[1:]
					}
					if other := taken[name]; other != "" && other != whose { // Walk and walk
						name = k.name + "_" + n.Name
					}
					if other := taken[name]; other != "" && other != whose {
						return fmt.Errorf("%s and %s both want the name %s", other, whose, name)
					}
					taken[name], c.names[k][n.Name] = whose, name
				}
			}
		}
	}
	return nil
}

// output is a file to write. Declarations that the same builds compile go into the same file.
type output struct {
	name       string
	constraint string
	units      []*unit
}

// write returns the files.
func (c *copying) write() ([]File, error) {
	outputs := []*output{{name: c.Technique.Name + ".go"}}
	to := func(u *unit) *output {
		if u.constraint == nil && architecture(u.file.name) == "" {
			return outputs[0]
		}
		name := c.fileName(u.pkg, u.file.name)
		if i := slices.IndexFunc(outputs, func(o *output) bool { return o.name == name }); i >= 0 {
			return outputs[i]
		}
		o := &output{name: name}
		if u.constraint != nil {
			o.constraint = "//go:build " + u.constraint.String() + "\n\n"
		}
		outputs = append(outputs, o)
		return o
	}
	// The technique's own declarations come first, and what fills tables last, after what it relies on.
	for _, k := range slices.Backward(c.packages) {
		for _, f := range k.files {
			for _, u := range f.units {
				if c.needed[u] && u.names[0].Name != "init" {
					o := to(u)
					o.units = append(o.units, u)
				}
			}
		}
	}
	c.every(func(u *unit) {
		if c.needed[u] && u.names[0].Name == "init" && u.receiver == "" {
			o := to(u)
			o.units = append(o.units, u)
		}
	})
	var files []File
	for _, o := range outputs {
		text, err := format.Source(c.text(o))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.name, err)
		}
		files = append(files, File{o.name, text})
	}
	for _, k := range c.packages {
		for _, a := range k.assembly {
			if c.assembled[a] {
				files = append(files, File{c.fileName(k, a.name), []byte(c.header() + "\n" + c.renamed(a))})
			}
		}
	}
	slices.SortStableFunc(files[1:], func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files, nil
}

// fileName returns the name of a file of which only some builds compile what is in it.
func (c *copying) fileName(k *pkg, name string) string {
	if k == c.own || strings.HasPrefix(name, k.name) {
		return name
	}
	return k.name + "_" + name
}

// text returns a file's text, not yet formatted.
func (c *copying) text(o *output) []byte {
	var b, body bytes.Buffer
	b.WriteString(c.header() + "\n" + o.constraint)
	if o.name == c.Technique.Name+".go" {
		b.WriteString(c.comment())
	}
	fmt.Fprintf(&b, "package %s\n\n", c.Package)
	packages := map[string]bool{}
	for i := 0; i < len(o.units); {
		first := o.units[i]
		var group []*unit // neighbours from one group of declarations
		for ; i < len(o.units) && (len(group) == 0 || first.group != nil && o.units[i].group == first.group); i++ {
			group = append(group, o.units[i])
			maps.Copy(packages, o.units[i].packages)
		}
		c.declare(&body, group)
	}
	if len(packages) > 0 {
		b.WriteString("import (\n")
		for _, elsewhere := range []bool{false, true} {
			for _, p := range slices.Sorted(maps.Keys(packages)) {
				if strings.Contains(p, ".") == elsewhere {
					fmt.Fprintf(&b, "\t%q\n", p)
				}
			}
			b.WriteString("\n")
		}
		b.WriteString(")\n\n")
	}
	b.Write(body.Bytes())
	return b.Bytes()
}

// header returns the first lines of a file.
func (o *Options) header() string {
	return fmt.Sprintf("// Code generated by %q; DO NOT EDIT.\n// %s\n", o.command(), licence.Line)
}

// comment returns the package comment of the technique, and says where its references are.
func (c *copying) comment() string {
	f := c.own.files[0]
	text := c.source(f, f.syntax.Doc.Pos(), f.syntax.Doc.End())
	return strings.Replace(text, "// Package "+c.own.name+" ", "// Package "+c.Package+" ", 1) +
		"\n//\n// References in brackets: " + slidebench.Home + "/blob/main/REFERENCES.md\n"
}

// source returns a part of a file.
func (p *program) source(f *file, from, to token.Pos) string {
	return string(f.text[p.offset(from):p.offset(to)])
}

// declare writes a declaration: a function, or what is needed of a group.
func (c *copying) declare(b *bytes.Buffer, group []*unit) {
	u := group[0]
	d := u.group
	if d == nil || u.node == d || !d.Lparen.IsValid() {
		node := ast.Node(d)
		if d == nil {
			node = u.node
		}
		b.WriteString(c.edited(u.file, withComment(u.file, node), node.Pos(), c.lineEnd(u.file, node.End()), group) + "\n\n")
		return
	}
	if d.Doc != nil {
		b.WriteString(c.source(u.file, d.Doc.Pos(), d.Doc.End()) + "\n")
	}
	b.WriteString(d.Tok.String() + " (\n")
	for i, u := range group {
		from := withComment(u.file, u.node)
		if i > 0 && strings.Contains(c.source(u.file, group[i-1].node.End(), from), "\n\n") {
			b.WriteString("\n")
		}
		b.WriteString("\t" + c.edited(u.file, from, u.node.Pos(), c.lineEnd(u.file, u.node.End()), []*unit{u}) + "\n")
	}
	b.WriteString(")\n\n")
}

// withComment returns where a declaration begins, with the comment above it.
func withComment(f *file, node ast.Node) token.Pos {
	var doc *ast.CommentGroup
	switch n := node.(type) {
	case *ast.FuncDecl:
		doc = n.Doc
	case *ast.GenDecl:
		doc = n.Doc
	case *ast.ValueSpec:
		doc = n.Doc
	case *ast.TypeSpec:
		doc = n.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return node.Pos()
}

// lineEnd returns the end of a comment that follows on the line of a declaration's end, or else that end.
func (p *program) lineEnd(f *file, end token.Pos) token.Pos {
	for _, comment := range f.syntax.Comments {
		if comment.Pos() >= end && p.set.Position(comment.Pos()).Line == p.set.Position(end).Line {
			return comment.End()
		}
	}
	return end
}

var (
	firstWord = regexp.MustCompile(`^// (\w+)`)
	capital   = regexp.MustCompile(`[a-z,;] ([A-Z]\w*)`)
)

// mentions yields the words of a comment that may be names, and where they are: the first one, those with a capital within a sentence, and in
// lines of code those with their package.
func mentions(comment, of string) iter.Seq2[int, string] {
	qualified := regexp.MustCompile(`\b(` + of + `\.\w+)`)
	return func(yield func(int, string) bool) {
		start := 0
		for line := range strings.Lines(comment) {
			words := []*regexp.Regexp{capital}
			if strings.HasPrefix(line, "//\t") {
				words[0] = qualified
			} else if start == 0 {
				words = append(words, firstWord)
			}
			for _, word := range words {
				for _, found := range word.FindAllStringSubmatchIndex(line, -1) {
					if !yield(start+found[2], line[found[2]:found[3]]) {
						return
					}
				}
			}
			start += len(line)
		}
	}
}

// edited returns the text of declarations from a place in a file to another one, with the names that they have in the copy. The declaration
// without its comment begins at begin.
func (c *copying) edited(f *file, from, begin, to token.Pos, units []*unit) string {
	type edit struct {
		from, to int
		text     string
	}
	var edits []edit
	change := func(from, to token.Pos, text string) { edits = append(edits, edit{c.offset(from), c.offset(to), text}) }
	for _, u := range units {
		ast.Inspect(u.node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if used := c.meant[n.Sel]; used != nil && used.pkg != u.pkg && used.receiver == "" {
					change(n.Pos(), n.End(), c.names[used.pkg][n.Sel.Name])
					return false
				}
			case *ast.Ident:
				used := c.meant[n]
				if declared := c.at[n.Pos()]; declared != nil {
					used = declared
				}
				if used != nil && used.receiver == "" {
					if name := c.names[used.pkg][n.Name]; name != "" && name != n.Name {
						change(n.Pos(), n.End(), name)
					}
				}
			}
			return true
		})
	}
	for offset, name := range mentions(c.source(f, from, begin), f.pkg.name) {
		bare := strings.TrimPrefix(name, f.pkg.name+".")
		if other := c.names[f.pkg][bare]; other != "" && units[0].receiver == "" { // a method's comment is about fields
			change(from+token.Pos(offset), from+token.Pos(offset+len(name)), other)
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	done := c.offset(from)
	for _, e := range edits {
		b.Write(f.text[done:e.from])
		b.WriteString(e.text)
		done = e.to
	}
	b.Write(f.text[done:c.offset(to)])
	return b.String()
}

// renamed returns a file in assembly with the names that things have in the copy.
func (c *copying) renamed(a *assembly) string {
	return symbol.ReplaceAllStringFunc(a.text, func(found string) string {
		parts := symbol.FindStringSubmatch(found)
		old := parts[1] + parts[2] + parts[3]
		name := c.names[a.pkg][old]
		if name == "" || name == old || parts[4] != "" {
			return found
		}
		return strings.Replace(found, old, name, 1)
	})
}
