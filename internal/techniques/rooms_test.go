package techniques_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The rooms of the module. The core is the catalogue of techniques with its proof, and the harness that measures it; it imports none of the others.
const (
	core        = "core"
	findmagic   = "findmagic"
	guests      = "guests"
	engines     = "engines"
	laboratory  = "laboratory and pages"
	commands    = "commands"
	testSupport = "test support"
)

// outside has the folders and files of all rooms but the core. Where two entries fit, the longer one counts.
var outside = map[string]string{
	"internal/findmagic": findmagic, "cmd/findmagic": findmagic,
	"internal/guest": guests, "cmd/slidebench/guest.go": guests,
	"internal/engines": engines, "cmd/slidebench/engines.go": engines,
	"internal/lab": laboratory, "cmd/lab": laboratory, "examples": laboratory, ".ci": laboratory,
	"internal/cli": commands, "cmd": commands, "cmd/measure": core,

	// Guests in other languages are compiled into the loops of their language, by its package: only their files can be counted apart.
	"internal/harness/language/guests.go": guests, "internal/harness/language/anylanguage": guests,
	"internal/harness/language/c/guest.go": guests, "internal/harness/language/c/crash.go": guests, "internal/harness/language/c/crate.go": guests,
	"internal/csources": guests,
}

// roomOf returns the room of a file or a folder.
func roomOf(name string) string {
	for at := name; at != "."; at = path.Dir(at) {
		if room := outside[at]; room != "" {
			return room
		}
		if strings.HasSuffix(at, "test") && at != "techniques/techniquestest" { // that is for users' tests, too
			return testSupport
		}
	}
	return core
}

// door reports whether a package of the core may import one of another room.
func door(folder, imported string) bool {
	return folder == "magic/internal/gen" || // a program that writes factors: nothing links it
		folder == "techniques/techniquestest" && imported == "internal/tiertest" ||
		folder == "internal/harness/language/c" && imported == "internal/csources" || // its files on guests use it
		folder == "internal/harness/language/all" // languages are known by one list
}

// Rooms import the core, and it imports none of them. The laboratory and commands use all rooms.
func TestRooms(t *testing.T) {
	seen := map[string]int{} // imports by "room -> room"
	for folder, all := range imports(t) {
		own := roomOf(folder)
		for _, imported := range all {
			other := roomOf(imported)
			seen[own+" -> "+other]++
			switch {
			case imported == "testing" || other == core || own == other: // everybody may import these
			case own == testSupport || own == commands: // they may import all rooms
			case own == laboratory && other != testSupport: // it may import all rooms of programs
			case strings.HasPrefix(folder, "cmd/") && other == commands: // a room's own command
			case door(folder, imported):
			default:
				t.Errorf("%s (%s) imports %s (%s)", folder, own, imported, other)
			}
		}
	}
	if seen["findmagic -> core"] == 0 || seen["commands -> guests"] == 0 || seen["laboratory and pages -> engines"] == 0 {
		t.Errorf("not all rooms are seen: %v", seen)
	}
}

// The measured program links neither a search for magics, nor guests, nor engines, nor the laboratory.
func TestMeasureLinksTheCore(t *testing.T) {
	for _, imported := range list(t, "-deps", module+"cmd/measure") {
		folder, ours := strings.CutPrefix(imported, module)
		if ours && roomOf(folder) != core {
			t.Errorf("cmd/measure links %s (%s)", folder, roomOf(folder))
		}
	}
}

// mostCore is the largest number of lines of code of the core: the 39,152 of 29 November 2026, and some for corrections. This number only falls: whoever needs more lines
// cuts as many.
const mostCore = 39_160

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// The core has at most mostCore lines of code in Go, which are neither blank nor comments, without tests, generated files, and factors that a search has found. The log has
// the lines of all rooms, as wc counts them, and those of code.
func TestLines(t *testing.T) {
	lines, code := map[string]int{}, map[string]int{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, file)
		name := filepath.ToSlash(rel)
		switch {
		case e.IsDir() && (slices.Contains([]string{"bin", "results", "docs"}, name) || e.Name() == "testdata" || strings.HasPrefix(name, ".") && name != "." && name != ".ci"):
			return fs.SkipDir
		case e.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		case path.Base(name) == "factors.go" && roomOf(name) == core:
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil || generated.Match(text) {
			return err
		}
		for line := range bytes.Lines(text) {
			lines[roomOf(name)]++
			if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
				code[roomOf(name)]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for _, room := range []string{core, findmagic, guests, engines, laboratory, commands, testSupport} {
		fmt.Fprintf(&said, "\n%6d %6d %s", lines[room], code[room], room)
		if lines[room] == 0 {
			t.Errorf("%s has no lines: its folders in outside are gone", room)
		}
	}
	t.Log(said.String())
	if code[core] > mostCore {
		t.Errorf("the core has %d lines of code, %d more than it may (mostCore, in internal/techniques/rooms_test.go)", code[core], code[core]-mostCore)
	}
}
