package guest_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// A guest's flags say what its source means. Those that would make its row faster or slower than its build are left out by name, wherever they come from.
func TestFlags(t *testing.T) {
	text := `-DONE=1 -D TWO -U THREE -I inc -isystem sys -std=c++17 -fno-exceptions -fwrapv -O2 -Ofast -march=native -mavx512f -ftree-vectorize -flto --param x=1 -static -fprofile-use=p`
	left := []string{"-O2", "-Ofast", "-march=native", "-mavx512f", "-ftree-vectorize", "-flto", "--param", "-static", "-fprofile-use=p"}
	dir := t.TempDir()
	commands := filepath.Join(dir, "compile_commands.json")
	t.Chdir(dir)
	if err := os.WriteFile(commands, []byte(`[{"directory": "`+dir+`/build", "file": "../mine.cpp", "command": "g++ `+text+` '-DSAID=\"a b\"' -Wall -g -c -o mine.o ../mine.cpp"}]`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", commands} {
		f := guest.File{Guest: language.Guest{Path: "mine.cpp"}}
		kept, err := []string{"-DONE=1", "-DTWO", "-UTHREE", "-Iinc", "-isystemsys", "-fno-exceptions", "-fwrapv"}, error(nil)
		if path == "" {
			err = f.AddFlags(strings.Fields(text))
			f.Left = slices.DeleteFunc(f.Left, func(flag string) bool { return flag == "x=1" })
		} else {
			err = f.ReadCommands(path)
			kept = append(kept, `-DSAID="a b"`)
			kept[3], kept[4] = "-I"+dir+"/build/inc", "-isystem"+dir+"/build/sys"
		}
		if err != nil || f.Standard != "c++17" || !slices.Equal(f.Flags, kept) || !slices.Equal(f.Left, left) {
			t.Errorf("%q: %v, -std=%s, %q, left out %q", path, err, f.Standard, f.Flags, f.Left)
		}
	}
	for flag, says := range map[string]string{"-DBATCH_SIZE=1": "a macro of the timed loops", "-DCALLS": "a macro of the timed loops"} {
		f := guest.File{}
		if err := f.AddFlags([]string{flag}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", flag, err)
		}
	}
	for path, says := range map[string]string{"nowhere.json": "there is no file", "mine.cpp": "there is no file mine.cpp", commands: "has no entry of other.cpp"} {
		f := guest.File{Guest: language.Guest{Path: "other.cpp"}}
		if err := f.ReadCommands(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A program that measures says how large guests' tables are, and what it lacks: the tree may be of another version.
func TestAsk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	defer techniques.SetGuests(nil)
	program := filepath.Join(t.TempDir(), "measure")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho printed before main\necho '[{\"name\": \"mine\", \"pieceBytes\": [1, 2, 3]}, {\"name\": \"fancymagic\"}]'\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	tree := &guest.Tree{Guests: []techniques.Guest{{Facts: facts.Facts{Name: "mine", Family: facts.Guest}}}}
	if err := tree.Ask(t.Context(), build.Build{}, program); err != nil || tree.Guests[0].Bytes != [3]int{1, 2, 3} {
		t.Errorf("%v, %v", tree.Guests[0].Bytes, err)
	}
	if all := techniques.Catalogue(); len(all) != 2 || all[0].Name != "mine" || all[1].Name != "fancymagic" {
		t.Errorf("%d techniques", len(all))
	}
	tree.Guests[0].Name = "other"
	if err := tree.Ask(t.Context(), build.Build{}, program); err == nil || err.Error() != "the program that measures has no other" {
		t.Errorf("%v", err)
	}
}
