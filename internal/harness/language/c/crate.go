package c

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/process"
)

// manifest is the file that stands for a guest whose source is a crate of several files.
const manifest = "Cargo.toml"

// isCrate reports whether a guest is a whole crate.
func isCrate(g *language.Guest) bool { return filepath.Base(g.Path) == manifest }

// crate is a guest's crate, as cargo describes it.
type crate struct {
	workspace, library string   // its folder; the library's name
	root, edition      string   // the root source file, such as src/lib.rs
	program            bool     // root is compiled as a program only, not as a library
	links              string   // the folder of links to the files of the folder above workspace
	manifests          []string // of the workspace
	needs              []string // packages of registries
}

// crateOf returns the crate of a manifest. It asks cargo.
func crateOf(ctx context.Context, path string) (*crate, error) {
	cmd := process.Tool(ctx, "cargo", "metadata", "--no-deps", "--offline", "--quiet", "--format-version", "1", "--manifest-path", path)
	cmd.Dir = filepath.Dir(path)
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("no cargo in PATH, which lookups in a crate need")
	}
	if _, is := errors.AsType[*exec.ExitError](err); is {
		return nil, fmt.Errorf("cargo metadata: %s", complaint([]byte(cmd.Said.String()), err))
	}
	var all struct {
		Root     string `json:"workspace_root"`
		Packages []struct {
			Name     string
			Manifest string `json:"manifest_path"`
			Run      string `json:"default_run"`
			Needs    []struct {
				Name, Source, Kind, Target string
				Optional                   bool
			} `json:"dependencies"`
			Targets []struct {
				Name, Edition string
				Kind          []string
				Source        string `json:"src_path"`
			}
		}
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, fmt.Errorf("cargo metadata: %w", err)
	}
	var manifests []string
	for _, p := range all.Packages {
		manifests = append(manifests, p.Manifest)
	}
	for _, p := range all.Packages {
		if p.Manifest != path {
			continue
		}
		c := &crate{workspace: all.Root, manifests: manifests}
		for _, need := range p.Needs {
			if need.Source != "" && need.Kind != "dev" && need.Target == "" && !need.Optional && !slices.Contains(c.needs, need.Name) { // each build needs it
				c.needs = append(c.needs, need.Name)
			}
		}
		best := 0
		for _, t := range p.Targets {
			rank := 0 // the library is best, then the program that cargo run runs, then any other
			switch {
			case slices.ContainsFunc(t.Kind, func(kind string) bool { return strings.HasSuffix(kind, "lib") }):
				rank = 3
			case !slices.Contains(t.Kind, "bin"): // an example, a test or a build script
			case t.Name == p.Run || p.Run == "" && t.Name == p.Name:
				rank = 2
			default:
				rank = 1
			}
			if rank > best {
				best, c.library, c.root, c.edition, c.program = rank, strings.ReplaceAll(t.Name, "-", "_"), t.Source, t.Edition, rank < 3
			}
		}
		if best == 0 {
			return nil, fmt.Errorf("%s has no library and no program", path)
		}
		return c, nil
	}
	return nil, fmt.Errorf("%s is a workspace (want the file of one of its crates: %s)", path, strings.Join(manifests, ", "))
}

// cargo compiles a guest's crate with the loops as one more of its modules, so that they may call and inline its private functions. The changed root file stands in a
// folder whose other files are links to the crate's.
func (o *Objects) cargo(ctx context.Context, m *merged) error {
	c, err := crateOf(ctx, m.guest.Path)
	if err != nil {
		return fmt.Errorf("build %v: %w", o.Build, err)
	}
	text, err := os.ReadFile(c.root)
	if err != nil {
		return err
	}
	g := *m.guest
	g.Standard = c.edition
	head := fmt.Sprintf("%s\nmod slidebench {\nextern crate std;\nmod asked {\nuse crate::*;\n", text) // std: for a crate without it
	if !regexp.MustCompile(`\bmod ` + c.library + `\b`).Match(text) {                                  // lookups may be called by the crate's own name, unless a module has it
		head += "use crate as " + c.library + ";\n"
	}
	above := filepath.Dir(c.workspace) // path dependencies may lie beside the workspace
	// differ has the text of each file that differs from the crate's.
	differ := map[string][]byte{c.root: append([]byte(head), inRustAsked(&Unit{guest: &g}, "", m.deltas)...)}
	if err := c.alone(m.guest.Path, differ); err != nil {
		return err
	}
	if c.program { // compiled as a library, as the loops' own program has main
		c.library = "slidebench_" + g.Name
		file, _ := filepath.Rel(filepath.Dir(m.guest.Path), c.root) // both are absolute
		differ[m.guest.Path] = fmt.Appendf(differ[m.guest.Path], "\n[lib]\nname = %q\npath = %q\n", c.library, file)
	}
	lock := filepath.Join(c.workspace, "Cargo.lock") // a copy, as cargo may write to it
	if text, err := os.ReadFile(lock); err == nil {
		differ[lock] = text
	}
	m.crate, c.links = c, filepath.Join(o.folder, "crate_"+g.Name)
	if err := mirror(above, c.links, differ); err != nil {
		return err
	}
	within := func(path string) string { return c.links + strings.TrimPrefix(path, above) }
	target := filepath.Join(o.folder, "target_"+g.Name)
	command := []string{"cargo", "rustc", "--release", "--offline", "--quiet", "--message-format=short", "--lib", "--crate-type=staticlib", "--manifest-path", within(g.Path)}
	for folder := filepath.Dir(above); ; folder = filepath.Dir(folder) { // settings that cargo would find above the crate
		if path := filepath.Join(folder, ".cargo", "config.toml"); isFile(path) {
			command = append(command, "--config", path)
		}
		if folder == filepath.Dir(folder) {
			break
		}
	}
	flags := append(o.processorInRust(o.hidden), "--cap-lints=allow")
	for _, flag := range g.Flags {
		if strings.HasPrefix(flag, "--cfg") { // rustc's; all others are cargo's
			flags = append(flags, flag)
		} else {
			command = append(command, flag)
		}
	}
	cmd := process.Tool(ctx, command[0], append(command[1:], "--", "--emit=asm="+filepath.Join(o.folder, m.unit+".s"))...)
	cmd.Dir = within(filepath.Dir(g.Path))
	cmd.Env = append(os.Environ(), "CARGO_TARGET_DIR="+target, "CARGO_ENCODED_RUSTFLAGS="+strings.Join(flags, "\x1f"))
	for _, setting := range []string{"OPT_LEVEL=3", "PANIC=abort", "CODEGEN_UNITS=1", "LTO=off", "DEBUG=false", "OVERFLOW_CHECKS=false", "DEBUG_ASSERTIONS=false", "INCREMENTAL=false", "STRIP=none"} {
		cmd.Env = append(cmd.Env, "CARGO_PROFILE_RELEASE_"+setting)
	}
	if err := o.complete(ctx, cmd, within(c.workspace)); err != nil { // where cargo runs rustc
		if lacking.MatchString(err.Error()) {
			err = fmt.Errorf("%w (%s depends on %s: cargo fetch or cargo vendor gets packages where there is a network)", err, manifest, cmp.Or(strings.Join(c.needs, ", "), "others that do"))
		}
		return err
	}
	return os.Rename(filepath.Join(target, "release", "lib"+c.library+".a"), filepath.Join(o.folder, m.unit+".o")) // an archive, which ld takes like an object
}

// isFile reports whether a path is a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// lacking matches cargo's complaint about packages that are not on this machine.
var lacking = regexp.MustCompile("error: (?:no matching package|failed to (?:select a version|get|download|load source)|unable to)")

// development matches a table of dependencies that only tests have, and members the lists of a workspace's members.
var (
	development = regexp.MustCompile(`(?m)^[ \t]*\[(?:target\..*\.)?dev-dependencies\b[^\n]*\n(?:[ \t]*(?:[^\[ \t\n][^\n]*)?(?:\n|\z))*`)
	members     = regexp.MustCompile(`(?ms)^([ \t]*(?:default-)?members[ \t]*=[ \t]*)\[.*?\]`)
)

// alone adds the manifests of a crate's workspace to the files that differ; own is the crate's manifest. It cuts dependencies of tests and of other members: cargo would
// demand these packages, though nothing here needs them.
func (c *crate) alone(own string, differ map[string][]byte) error {
	root := filepath.Join(c.workspace, manifest)
	folder, err := filepath.Rel(c.workspace, filepath.Dir(own))
	if err != nil {
		return err
	}
	for _, path := range append([]string{root}, c.manifests...) {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text = development.ReplaceAll(text, nil)
		if path == root {
			text = members.ReplaceAll(text, fmt.Appendf(nil, "${1}[%q]", filepath.ToSlash(folder)))
		}
		differ[path] = text
	}
	return nil
}

// mirror makes a folder of links to the files of another folder. Files in differ are written with their own text instead.
func mirror(from, to string, differ map[string][]byte) error {
	entries, err := os.ReadDir(from)
	if err == nil {
		err = os.MkdirAll(to, 0o777)
	}
	for _, e := range entries {
		if err != nil {
			return err
		}
		source, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		text, differs := differ[source]
		inside := false // a file that differs lies in this folder
		for path := range differ {
			inside = inside || strings.HasPrefix(path, source+string(filepath.Separator))
		}
		switch {
		case differs:
			err = os.WriteFile(target, text, 0o666)
		case inside:
			err = mirror(source, target, differ)
		case e.Name() != ".git": // no part of the crate
			if err = os.Symlink(source, target); errors.Is(err, fs.ErrExist) { // from an earlier call of Compile with this folder
				err = nil
			}
		}
	}
	return err
}
