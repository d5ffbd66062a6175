package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/temporary"
)

// guests has the flags for a user's own lookups.
type guests struct {
	packages []string
	sources  []string       // files in other languages than Go
	programs []string       // commands of programs in any language
	lookup   guest.Lookup   // flags about every package; the name is empty
	file     language.Guest // flags about every source
	folders  []string       // --include
	macros   []string       // --define
	options  string         // --flags
	commands string         // --compile-commands
	args     string         // "sq,occ" or "occ,sq"
	checkout string         // --checkout
}

// flags adds the flags to a command.
func (g *guests) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&g.packages, "package", nil, "package of lookups in your own module, such as ./attacks or mine=./attacks (may be repeated)")
	var names, extensions []string
	for _, host := range language.Those[language.Host]() {
		if len(host.Guests().Extensions) == 0 {
			continue
		}
		names, extensions = append(names, host.About().Name), append(extensions, host.Guests().Extensions...)
	}
	slices.Sort(extensions)
	f.StringArrayVar(&g.sources, "source", nil, fmt.Sprintf("lookups in %s: a file (%s) with its functions for a rook, a bishop and, if there is one, a queen, such as mine=attacks.c:my_rook,my_bishop (may be repeated)",
		strings.Join(names, " or "), strings.Join(slices.Compact(extensions), ", ")))
	f.StringArrayVar(&g.programs, "command", nil, "command of a program in any language that answers questions line by line, such as mine='node attacks.js' (may be repeated)")
	f.StringVar(&g.lookup.Rook, "rook", "", "the function for a rook (default with --package: Rook), or with --package or one --source an expression such as 'attacks<ROOK>(Square(SQ), OCC)'")
	f.StringVar(&g.lookup.Bishop, "bishop", "", "the function for a bishop, or an expression")
	f.StringVar(&g.lookup.Queen, "queen", "", "the function for a queen, or an expression (default with --package: Queen, or rook and bishop together)")
	f.StringVar(&g.lookup.Both, "both", "", "with --package: the function for rook and bishop at once (default Both), or an expression")
	f.StringVar(&g.lookup.Threats, "threats", "", "your function for the delta of a move: the threats that vanish and appear; with --command without a function: ask the program for deltas alone")
	f.Lookup("threats").NoOptDefVal = cli.Unnamed
	f.StringVar(&g.lookup.Setup, "setup", "", "with --threats: the function that makes, of a position and a move as text, what yours takes in place of ours; its time does not count")
	f.StringVar(&g.args, "args", "sq,occ", "the order of the functions' arguments, sq,occ or occ,sq")
	f.StringVar(&g.file.Init, "init", "", "the function that fills the tables, or an expression, or several, separated by commas (default with --package: Build, if there is one)")
	f.StringVar(&g.file.Standard, "std", "", "with --source: the language's standard, such as c++17 (default: the compiler's newest in common use)")
	f.StringArrayVar(&g.file.Sources, "compile", nil, "with --source: another file to compile and link, such as 'src/*.cpp' (may be repeated)")
	f.StringArrayVar(&g.file.Objects, "link", nil, "with --source: an object or a static library to link (may be repeated)")
	f.StringArrayVarP(&g.folders, "include", "I", nil, "with --source: a folder of headers (may be repeated)")
	f.StringArrayVarP(&g.macros, "define", "D", nil, "with --source: a macro, such as NAME or NAME=1 (may be repeated)")
	f.StringVar(&g.options, "flags", "", "with --source: further flags of the compiler that say what the source means; optimization and processor are the build's")
	f.StringVar(&g.commands, "compile-commands", "", "with --source: a compile_commands.json that has the file's flags")
	f.StringVar(&g.checkout, "checkout", "", "with --package, --source and --command: the checkout of slidebench to build from (default: the version that your module requires, or this program's own)")
	f.IntVar(&g.lookup.Bytes, "bytes", 0, "the size of the tables that a queen's lookup reads, where there is no function TableBytes")
}

// read reads the flags, and returns the guests with their names.
func (g *guests) read() (all guest.Guests, names []string, err error) {
	if g.args != "sq,occ" && g.args != "occ,sq" {
		return all, nil, fmt.Errorf("--args %q (want sq,occ or occ,sq)", g.args)
	}
	if g.lookup.Threats == cli.Unnamed && len(g.packages)+len(g.sources) > 0 {
		return all, nil, errors.New("--threats without a function (want --threats NAME beside --package and --source)")
	}
	if len(g.programs) > 0 && len(g.packages)+len(g.sources) == 0 && g.lookup.Threats != "" && g.lookup.Threats != cli.Unnamed { // else the name is for those
		return all, nil, fmt.Errorf("--threats %s: a program has no functions to name (want --threats alone)", g.lookup.Threats)
	}
	if g.lookup.Bytes < 0 {
		return all, nil, fmt.Errorf("--bytes %d (want a size)", g.lookup.Bytes)
	}
	for _, text := range g.packages {
		l, err := guest.Parse(text)
		if err != nil {
			return all, nil, err
		}
		lookup := g.lookup
		lookup.Name, lookup.Pattern, lookup.OccFirst = l.Name, l.Pattern, g.args == "occ,sq"
		if len(g.sources) == 0 { // else --init is about the sources
			lookup.Init = g.file.Init
		}
		all.Lookups, names = append(all.Lookups, lookup), append(names, l.Name)
	}
	if err := run.Distinct("package", names); err != nil {
		return all, nil, err
	}
	file := g.file
	file.OccFirst = g.args == "occ,sq"
	if len(g.sources) == 1 && len(g.packages) == 0 { // else --rook and the like are about the packages
		file.Rook, file.Bishop, file.Queen, file.Threats, file.Setup = g.lookup.Rook, g.lookup.Bishop, g.lookup.Queen, g.lookup.Threats, g.lookup.Setup
	}
	var flags []string
	for _, folder := range g.folders {
		flags = append(flags, "-I"+folder)
	}
	for _, macro := range g.macros {
		flags = append(flags, "-D"+macro)
	}
	flags = append(flags, guest.ShellWords(g.options)...)
	own := map[string][]string{} // names of guests by language
	add := func(f guest.File) {
		f.Bytes = g.lookup.Bytes
		in := f.Host.About().Name
		all.Files, own[in] = append(all.Files, f), append(own[in], f.Name)
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	for _, text := range g.programs {
		f, err := guest.ParseCommand(text, language.Guest{Threats: g.lookup.Threats})
		if err != nil {
			return all, nil, err
		}
		add(f)
	}
	for _, text := range g.sources {
		f, err := guest.ParseFile(text, file)
		if err == nil {
			err = f.AddFlags(flags)
		}
		if err == nil && g.commands != "" {
			err = f.ReadCommands(g.commands)
		}
		if err != nil {
			return all, nil, err
		}
		add(f)
	}
	for in, names := range own {
		if err := run.Distinct(in+" source", names); err != nil {
			return all, nil, err
		}
	}
	return all, names, nil
}

// any reports whether the flags bring any guest.
func (g *guests) any() bool { return len(g.packages)+len(g.sources)+len(g.programs) > 0 }

// misplaced returns an error for a flag about lookups, such as --rook, without the flag that brings them.
func (g *guests) misplaced(flags *pflag.FlagSet) error {
	oneSource := len(g.sources) == 1 && len(g.packages) == 0
	for _, x := range []struct {
		names   string // of flags
		brought bool   // another flag brings lookups, and these apply to them
		wants   string // that other flag, for the error
	}{
		{"rook bishop queen", len(g.packages) > 0 || oneSource, "--package, or one --source,"},
		{"both", len(g.packages) > 0, "--package"},
		{"threats", len(g.packages) > 0 || oneSource || len(g.programs) > 0, "--package, one --source, or --command"},
		{"setup", (len(g.packages) > 0 || oneSource) && g.lookup.Threats != "", "--threats, with --package or one --source,"},
		{"init", len(g.packages) > 0 || len(g.sources) > 0, "--package or --source"},
		{"std compile link include define flags compile-commands", len(g.sources) > 0, "--source"},
		{"args", len(g.packages) > 0 || len(g.sources) > 0, "--package or --source"},
		{"bytes checkout", g.any(), "--package, --source or --command"},
	} {
		for name := range strings.FieldsSeq(x.names) {
			if flags.Changed(name) && !x.brought {
				return fmt.Errorf("--%s tells about your lookups (want %s beside it)", name, x.wants)
			}
		}
	}
	return nil
}

// brought returns the guests that a command's flags bring, with their names, after checking the flags.
func (g *guests) brought(c *cobra.Command) (all guest.Guests, names []string, err error) {
	if err := g.misplaced(c.Flags()); err != nil || !g.any() {
		return all, nil, err
	}
	if g.checkout != "" {
		if err := guest.IsSource(g.checkout); err != nil {
			return all, nil, fmt.Errorf("--checkout: %w", err)
		}
		if g.checkout, err = filepath.Abs(g.checkout); err != nil {
			return all, nil, err
		}
	}
	all, names, err = g.read()
	for i := range all.Lookups {
		all.Lookups[i].SizeUnknown = !c.Flags().Changed("bytes")
	}
	for i := range all.Files {
		all.Files[i].SizeUnknown = !c.Flags().Changed("bytes")
	}
	return all, names, err
}

// prove proves the guests: a package by a small program of its own, and a file in the builds of its language, which buildsIn returns. It returns a line for each name on
// what is proved, and puts the size of the guests' variables into all.
func (g *guests) prove(c *cobra.Command, all guest.Guests, names []string, buildsIn func(word string) []build.Build, seed uint64) (lines []string, err error) {
	temp, err := temporary.Folder()
	if err != nil {
		return nil, err
	}
	defer temporary.Remove(temp)
	for _, f := range all.Files {
		if len(f.Left) > 0 {
			cli.Logf(c)("%s: left out: %s (optimization, processor and linking are the build's)", f.Name, strings.Join(f.Left, " "))
		}
	}
	proved := map[string][]string{} // by name: Go, and for each build whether its timed loops call or inline the lookups
	for i, l := range all.Lookups {
		cli.Logf(c)("compiling %s, and the program that asks it", l.Pattern)
		p, err := guest.NewProver(c.Context(), filepath.Join(temp, l.Name), ".", l, g.checkout)
		if err != nil {
			return nil, err
		}
		p.Progress = cli.Progress(c.ErrOrStderr(), "proving "+l.Name)
		if err := answered(p.Prove(c.Context(), seed)); err != nil {
			return nil, err
		}
		all.Lookups[i].Data = p.Data()
		proved[l.Name] = append(proved[l.Name], "Go")
	}
	for _, host := range language.Those[language.Host]() {
		word := host.About().Word
		files := slices.DeleteFunc(slices.Clone(all.Files), func(f guest.File) bool { return f.Host != host })
		if len(files) == 0 {
			continue
		}
		builds := buildsIn(word)
		if len(builds) == 0 {
			return nil, language.NoBuild(files[0].Name, word)
		}
		var own []string
		for _, f := range files {
			own = append(own, f.Name)
		}
		root := filepath.Join(temp, "alone-"+word)
		if err := guest.Alone(root, ".", files); err != nil {
			return nil, err
		}
		report := reporter(c)
		report.Note = func(name, note string) { // of a build: see language.Reporter
			proved[name] = append(proved[name], note)
			for i, f := range all.Files {
				if f.Host == host && f.Name == name {
					all.Files[i].Notes = append(f.Notes, note)
				}
			}
			cli.Logf(c)("%s: %s", name, note)
		}
		data, err := host.Prove(c.Context(), root, builds, own, seed, report)
		if err != nil {
			return nil, answered(err)
		}
		for i, f := range all.Files {
			if f.Host == host {
				all.Files[i].Data = data[f.Name]
			}
		}
	}
	for _, name := range names {
		lines = append(lines, fmt.Sprintf("ok  %s (%s)", name, strings.Join(proved[name], ", ")))
	}
	return lines, nil
}

// enter adds the guests of a command's flags, if there are any, to the catalogue, until leave is called. It first proves them in each measured build, so that the record
// can say which builds inline them. Only the measured programs have the lookups: this program knows names and needs, and asks a measured program in Go for the rest. With a
// commit as base, enter also makes a tree with the lookups of that commit, and returns the tree's root.
func (g *guests) enter(c *cobra.Command, base string, chosen *[]string) (baseTree string, leave func(), err error) {
	leave = func() {}
	all, names, err := g.brought(c)
	if err != nil || len(names) == 0 {
		return "", leave, err
	}
	asked, _ := c.Flags().GetStringSlice("build") // every command that calls enter has the flag
	builds, err := language.Choose(asked)
	if err != nil {
		return "", leave, err
	}
	if g.checkout, err = guest.Source(c.Context(), ".", g.checkout); err != nil { // before the proof
		return "", leave, err
	}
	for _, f := range all.Files { // a resumed run has the builds of its record
		if word := f.Host.About().Word; len(language.In(builds, word)) == 0 && !c.Flags().Changed("resume") {
			return "", leave, language.NoBuild(f.Name, word)
		}
	}
	if err := source.CheckBuilding(); err != nil {
		return "", leave, err
	}
	// measured returns the builds of a language that are asked for, or if there are none, its first one that can be made here: guests are proved in any case.
	measured := func(word string) []build.Build {
		if own := language.In(builds, word); len(own) > 0 {
			return own
		}
		own := language.Found(word)
		return own[:min(1, len(own))]
	}
	if _, err := g.prove(c, all, names, measured, 1); err != nil { // 1 is the seed; only verify prints the lines
		return "", leave, err
	}
	temp, err := temporary.Folder()
	if err != nil {
		return "", leave, err
	}
	leave = func() { temporary.Remove(temp) }
	head, err := newTree(c.Context(), filepath.Join(temp, "head"), ".", all, g.checkout)
	if err != nil {
		return "", leave, err
	}
	if base != "" {
		tree, err := treeOfBase(c.Context(), temp, base, all, head.Source)
		if lacking := source.Lacking(clone(temp)); len(lacking) > 0 { // said first, as it may be the reason of the error
			cli.Logf(c)("warning: base %s is without its submodules %s, whose commits are not here (git submodule update --init fetches them)",
				base, strings.Join(slices.Sorted(maps.Keys(lacking)), ", "))
		}
		if err != nil {
			return "", leave, err
		}
		baseTree = tree.Root
	}
	out := head.Enter()
	leave = func() { out(); temporary.Remove(temp) }
	if len(all.Lookups)+len(language.In(builds, "")) > 0 { // "" is the word of Go
		cli.Logf(c)("compiling a program that measures, with %s", strings.Join(names, ", "))
		b := language.Highest(measured(""))
		program, err := (&language.Builder{Build: b, Source: language.Source{Root: head.Root, Command: source.Measuring, Folder: temp}}).Program(c.Context(), 1) // any layout: the program is only asked
		if err == nil {
			err = head.Ask(c.Context(), b, program)
		}
		if err != nil {
			return "", leave, err
		}
	}
	*chosen = append(*chosen, unchosen(*chosen, names, base)...)
	return baseTree, leave, nil
}

// unchosen returns the names of guests to add to the techniques that the user has chosen, beside which guests are always measured. If the user has chosen none, guard
// measures only the guests, and commands without a base measure all techniques, with the guests.
func unchosen(chosen, names []string, base string) []string {
	if base == "" && len(chosen) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(chosen, name) })
}

// newTree makes a folder, and in it a tree with the guests of dir.
func newTree(ctx context.Context, folder, dir string, all guest.Guests, from string) (*guest.Tree, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	return guest.New(ctx, folder, dir, all, from)
}

// clone returns the folder in which the user's repository is checked out at the base.
func clone(temp string) string { return filepath.Join(temp, "clone") }

// treeOfBase makes a tree with the lookups of a commit of the user's repository. All else in it is copied from the same source as for the head.
func treeOfBase(ctx context.Context, temp, base string, all guest.Guests, from string) (*guest.Tree, error) {
	for _, f := range all.Files {
		if filepath.IsAbs(f.Path) {
			return nil, fmt.Errorf("source %q would be the same file in head and base (want its path from this folder)", f.Path)
		}
	}
	top, err := source.Git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("no git repository here, of which guard could build a base: %w", err)
	}
	for _, f := range all.Files {
		for _, text := range slices.Concat(f.Flags, f.Sources, f.Objects, []string{f.Command}) {
			if strings.Contains(text, top) {
				return nil, fmt.Errorf("%q would be the same in head and base (want its path from this folder)", text)
			}
		}
	}
	commit, err := source.Commit(".", base)
	if err != nil {
		return nil, err
	}
	here, err := source.Git(".", "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	if err := source.CheckOut(".", commit, clone(temp)); err != nil {
		return nil, fmt.Errorf("base %s: %w", base, err)
	}
	tree, err := newTree(ctx, filepath.Join(temp, "base"), filepath.Join(clone(temp), filepath.FromSlash(here)), all, from)
	if err != nil {
		return nil, fmt.Errorf("base %s: %w", base, err)
	}
	return tree, nil
}
