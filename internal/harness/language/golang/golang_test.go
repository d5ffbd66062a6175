package golang

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Layouts differ in the order of functions and, if the linker can set it, in the program's address, by whole pages.
func TestLayoutFlags(t *testing.T) {
	seen := map[string]bool{}
	linux, other := language.Target{OS: "linux", Arch: "amd64"}, language.Target{OS: "darwin", Arch: "arm64"}
	for layout := 1; layout <= 12; layout++ {
		flags := layoutFlags(layout, linux)
		if flags != layoutFlags(layout, linux) {
			t.Errorf("layout %d is drawn anew when it is asked for again", layout)
		}
		order, address, moved := strings.Cut(flags, " -T=")
		if order != fmt.Sprintf("-w -randlayout=%d", layout) || !moved || layoutFlags(layout, other) != order {
			t.Errorf("layout %d: flags %q", layout, flags)
		}
		if at, err := strconv.ParseUint(address, 0, 64); err != nil || at%0x1000 != 0 || at < 0x401000 {
			t.Errorf("layout %d begins at %s, %v; want whole pages above the first", layout, address, err)
		}
		seen[address] = true
	}
	if len(seen) == 1 {
		t.Error("all layouts begin at one address")
	}
}

// Two builds in one folder may have other engines, and neither changes what the other builds from.
func TestBuildsHaveOverlaysOfTheirOwn(t *testing.T) {
	root, err := source.Tree(".")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	compiled := func(spelling string, engines ...*techniques.Entry) *objects {
		o, err := golang{}.Compile(t.Context(), build.Must(spelling)[0], language.Source{Root: root, Folder: folder, Engines: engines})
		if err != nil {
			t.Fatal(err)
		}
		return o.(*objects)
	}
	read := func(o *objects) string {
		text, err := os.ReadFile(o.overlay)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	entries, err := techniques.Find("magic", "pext")
	if err != nil {
		t.Fatal(err)
	}
	first := compiled("v3", entries...)
	before := read(first)
	second := compiled("v3+simd", entries[1])
	if read(first) != before || !strings.Contains(before, "magic") || strings.Contains(read(second), "magic/") {
		t.Error("the second overlay changed the first, or has its engines")
	}
	for _, file := range []string{first.overlay, second.overlay} {
		if filepath.Dir(filepath.Dir(file)) != folder {
			t.Errorf("%s is not in a folder of its own", file)
		}
	}
}

// A build has the environment of its level and experiment. One without checks leaves them out everywhere in this module, and has no GOEXPERIMENT.
func TestBuildCommand(t *testing.T) {
	for spelling, want := range map[string]struct {
		env    string
		checks bool
	}{
		"v3":          {"GOAMD64=v3 GOEXPERIMENT=", true},
		"v3+simd":     {"GOAMD64=v3 GOEXPERIMENT=simd", true},
		"v4+nochecks": {"GOAMD64=v4 GOEXPERIMENT=", false},
	} {
		cmd := (&objects{Build: build.Must(spelling)[0], Source: language.Source{Command: source.Main}}).command(t.Context(), 1, "program")
		if got := strings.Join(cmd.Env[len(cmd.Env)-2:], " "); got != want.env {
			t.Errorf("%s: built with %s, want %s", spelling, got, want.env)
		}
		if got := !slices.Contains(cmd.Args, "-gcflags="+slidebench.Module+"/...=-B"); got != want.checks {
			t.Errorf("%s: checks %v in %q", spelling, got, cmd.Args)
		}
		if last := cmd.Args[len(cmd.Args)-1]; last != "./cmd/slidebench" {
			t.Errorf("%s: builds %s", spelling, last)
		}
	}
}

// call matches a call. Its first group has the package, if that is one of those whose functions are no part of an experiment.
var call = regexp.MustCompile(`(unsafe|bits|board|scaffold|superpiece)?\.([A-Z]\w*)\(`)

// A build with an experiment is offered if the toolchain compiles the experiment's probe, which has all calls of the techniques; a package of that name is not enough.
func TestOffersWhatCompiles(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOARCH != "amd64" {
		t.Skip("levels are those of amd64")
	}
	for _, e := range techniques.Catalogue() {
		if e.Experiment == "" {
			continue
		}
		probe, err := probes.ReadFile("_probes/" + e.Experiment + ".go")
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := slidebench.Sources.ReadFile(e.Folder() + "/vectors.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range call.FindAllSubmatch(vectors, -1) {
			if name[1] == nil && !strings.Contains(string(probe), string(name[0])) {
				t.Errorf("%s calls %s, which the probe does not", e.Name, name[2])
			}
		}
	}
	plain := build.Must("v1", "v2", "v3", "v4")
	if got := build.Names(withExperiments(plain)); got != "v4+simd" {
		t.Errorf("%s is offered", got)
	}
	broken := filepath.Join(t.TempDir(), "go") // a toolchain that compiles nothing
	if err := os.WriteFile(broken, []byte("#!/bin/sh\n[ \"$1\" = build ] && echo 'undefined: archsimd.Broadcast' >&2 && exit 1\nexec go \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GO", broken) // for source.Go
	if got := withExperiments(plain); got != nil {
		t.Errorf("%v are offered, though they do not compile", got)
	}
	if err := (golang{}).Check(build.Must("v3+simd")[0]); err == nil || len(levels()) > lowest && !strings.HasSuffix(err.Error(), "undefined: archsimd.Broadcast") {
		t.Errorf("v3+simd is refused by %v", err)
	}
}

// Offers ignores text that other packages print while they are initialized.
func TestOffersBehindNoise(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	for _, noise := range []string{"", "starting init()\n", "loading [net] ... "} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '"+noise+"'\necho '[{\"Name\":\"mine\"}]'\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		offers, err := golang{}.Offers(t.Context(), build.Build{}, "", program)
		if err != nil || len(offers) != 1 || offers[0].Name != "mine" {
			t.Errorf("%q: %+v, %v", noise, offers, err)
		}
	}
}

// Programs for other machines are compiled with -trimpath, so that they hold no path of this one.
func TestAbroadWithoutPaths(t *testing.T) {
	made, err := golang{}.For(language.Target{OS: "darwin", Arch: "arm64"}).Compile(t.Context(), build.Build{}, language.Source{Root: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if args := made.(*objects).command(t.Context(), 1, "program").Args; !slices.Contains(args, "-trimpath") {
		t.Errorf("the go command has the arguments %q", args)
	}
}
