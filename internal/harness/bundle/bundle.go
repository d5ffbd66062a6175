// Package bundle packs the programs that bench builds into an archive, and measures with them on another machine, which needs neither Go nor a compiler,
// git or this source tree. The archive has the programs of each build with the layouts of all rounds, and the command slidebench.
package bundle

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Names of the files that lie beside the command in a bundle.
const (
	listFile = "bundle.json"
	dataFile = "programs"
)

// Bundle is the list of a bundle's contents, the file bundle.json.
type Bundle struct {
	Commit    string   `json:"commit"`
	Toolchain string   `json:"toolchain"` // of Go
	OS        string   `json:"goos"`
	Arch      string   `json:"goarch"`
	Builds    []packed `json:"builds"` // in each language by rising levels
	Data      string   `json:"data"`   // the digest of the file with the programs

	folder string
}

// packed lists the programs of a build that are in a bundle.
type packed struct {
	Build    build.Build `json:"build"`
	Compiler string      `json:"compiler,omitempty"`
	// Modes lists, for each technique, the modes in which the programs measure it.
	Modes    map[string][]mode.Mode `json:"modes"`
	Programs []program              `json:"programs"` // by layout, from 1
}

// program says where a compressed program is in the data file.
type program struct {
	SHA256 string `json:"sha256"` // of the uncompressed program
	// Base names the program that is its dictionary: "" for none, firstLayout, or the build whose program with the same layout is the dictionary.
	Base string `json:"base,omitempty"`
	stored
}

// firstLayout stands in Base for the first program of the same build.
const firstLayout = "first"

// stored is the place of compressed bytes in the data file.
type stored struct {
	At   int64 `json:"at"`   // offset
	Size int64 `json:"size"` // in bytes
}

// digest returns the SHA-256 of a text as the list spells it.
func digest(text []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(text)) }

// Open reads the list of the bundle in a folder. It returns an error if the list's digest is not want, or the data file's is not the one in the list.
func Open(folder, want string) (*Bundle, error) {
	text, err := os.ReadFile(filepath.Join(folder, listFile))
	if err != nil {
		return nil, fmt.Errorf("the rest of the bundle is missing (want the folder as the archive has it): %w", err)
	}
	if digest(text) != want {
		return nil, fmt.Errorf("%s is of another bundle than this program (want the folder as the archive has it)", filepath.Join(folder, listFile))
	}
	b := &Bundle{folder: folder}
	if err := json.Unmarshal(text, b); err != nil {
		return nil, err
	}
	data, err := os.Open(filepath.Join(folder, dataFile))
	if err != nil {
		return nil, fmt.Errorf("the rest of the bundle is missing (want the folder as the archive has it): %w", err)
	}
	defer data.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, data); err != nil {
		return nil, err
	}
	if fmt.Sprintf("sha256:%x", sum.Sum(nil)) != b.Data {
		return nil, fmt.Errorf("%s is damaged, or of another bundle (want the folder as the archive has it)", data.Name())
	}
	return b, nil
}

// Use opens a bundle, and makes this process measure with the bundle's programs: from here on, each language unpacks programs instead of compiling them.
func Use(folder, want string) (*Bundle, error) {
	b, err := Open(folder, want)
	if err != nil {
		return nil, err
	}
	source.Bundled = &source.Origin{Folder: folder, Commit: b.Commit, Toolchain: b.Toolchain, Digest: want}
	language.Replace(func(l language.Language) language.Language {
		in := inBundle{l, b}
		if starter, is := l.(language.Starter); is {
			return starting{in, starter}
		}
		return in
	})
	return b, nil
}

// Layouts returns with how many layouts each build was linked.
func (b *Bundle) Layouts() int { return len(b.Builds[0].Programs) }

// find returns a build's programs; the error lists the builds that the bundle has.
func (b *Bundle) find(of build.Build) (*packed, error) {
	for i := range b.Builds {
		if b.Builds[i].Build == of {
			return &b.Builds[i], nil
		}
	}
	var have []build.Build
	for _, p := range b.Builds {
		have = append(have, p.Build)
	}
	return nil, fmt.Errorf("no build %q in this bundle (have: %s)", of, build.Names(have))
}

// inBundle is a language whose programs are in a bundle.
type inBundle struct {
	language.Language
	*Bundle
}

// starting is an inBundle for a Starter, a language whose programs slidebench starts and asks.
type starting struct {
	inBundle
	language.Starter
}

// Here returns the bundle's builds in this language that this machine can run, in Go by rising levels, in other languages by falling ones.
func (l inBundle) Here() (builds []build.Build, missing error) {
	word := l.About().Word
	for _, p := range l.Builds {
		if p.Build.Language == word && l.Check(p.Build) == nil {
			builds = append(builds, p.Build)
		}
	}
	if len(builds) == 0 {
		missing = fmt.Errorf("no build in %s in this bundle for this machine", l.About().Name)
	}
	if word != "" {
		slices.Reverse(builds)
	}
	return builds, missing
}

// Check returns an error if the bundle lacks the build, or the processor its level.
func (l inBundle) Check(b build.Build) error {
	if _, err := l.find(b); err != nil {
		return err
	}
	if has := machine.Detect().Levels(); b.Level != "" && !slices.Contains(has, b.Level) {
		return fmt.Errorf("build %q needs a processor of level %s (this machine has: %v)", b, b.Level, has)
	}
	return nil
}

// Compiler returns the compiler's name, version and flags as they were when the bundle was packed.
func (l inBundle) Compiler(_ context.Context, b build.Build, _ []string) (string, error) {
	p, err := l.find(b)
	if err != nil {
		return "", err
	}
	return p.Compiler, nil
}

// Lacks returns why the bundle's programs do not measure a cell, nil if they do.
func (l inBundle) Lacks(b build.Build, c grid.Cell, reference string) error {
	p, err := l.find(b)
	if err != nil {
		return err
	}
	modes, has := p.Modes[c.Technique]
	switch {
	case !has:
		return fmt.Errorf("this bundle has no %s in build %v", c.Technique, b)
	case c.Mode != "" && !slices.Contains(modes, c.Mode):
		return fmt.Errorf("this bundle has no loop for %v in build %v", c, b)
	}
	return nil
}

// Compile compiles nothing: the objects that it returns unpack a program where others link it.
func (l inBundle) Compile(_ context.Context, b build.Build, s language.Source) (language.Objects, error) {
	p, err := l.find(b)
	return unpacking{l.Bundle, p, s.Folder}, err
}

// unpacking is the language.Objects of a build in a bundle.
type unpacking struct {
	*Bundle
	*packed
	into string // the folder for programs
}

// Link unpacks the program with a layout, and returns its path.
func (u unpacking) Link(_ context.Context, layout int) (program string, err error) {
	if layout > len(u.Programs) {
		return "", fmt.Errorf("this bundle has %d layouts of each program, and not %d", len(u.Programs), layout)
	}
	text, err := u.program(u.packed, layout)
	if err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Join(u.folder, dataFile), err)
	}
	program = filepath.Join(u.into, fmt.Sprintf("%v-%d.exe", u.packed.Build, layout))
	return program, os.WriteFile(program, text, 0o700)
}

// program returns the text of a build's program with a layout. If it was compressed with a dictionary, program unpacks that first.
func (b *Bundle) program(p *packed, layout int) (text []byte, err error) {
	s := p.Programs[layout-1]
	var base []byte
	switch s.Base {
	case "": // no dictionary
	case firstLayout:
		base, err = b.program(p, 1)
	default:
		var of build.Build
		if of, err = build.Parse(s.Base); err == nil {
			p, err = b.find(of)
		}
		if err == nil {
			base, err = b.program(p, layout)
		}
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(b.folder, dataFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	small := make([]byte, s.Size)
	if _, err := f.ReadAt(small, s.At); err != nil {
		return nil, err
	}
	if text, err = unpressed(small, base); err != nil {
		return nil, err
	}
	if digest(text) != s.SHA256 {
		return nil, errors.New("a program differs from the one that was packed")
	}
	return text, nil
}
