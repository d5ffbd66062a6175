package guest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/language"
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
	for _, path := range []string{"", commands} { // "": from the flag --flags
		f := guest.File{Guest: language.Guest{Path: "mine.cpp"}}
		kept, err := []string{"-DONE=1", "-DTWO", "-UTHREE", "-Iinc", "-isystemsys", "-fno-exceptions", "-fwrapv"}, error(nil)
		if path == "" {
			err = f.AddFlags(strings.Fields(text))
			f.Left = slices.DeleteFunc(f.Left, func(flag string) bool { return flag == "x=1" }) // the value of --param is a word of its own
		} else {
			err = f.ReadCommands(path)
			kept = append(kept, `-DSAID="a b"`)
			kept[3], kept[4] = "-I"+dir+"/build/inc", "-isystem"+dir+"/build/sys"
		}
		if err != nil || f.Standard != "c++17" || !slices.Equal(f.Flags, kept) || !slices.Equal(f.Left, left) {
			t.Errorf("%q: %v, -std=%s, %q, left out %q", path, err, f.Standard, f.Flags, f.Left)
		}
	}
	for _, flag := range []string{"-DBATCH_SIZE=1", "-DCALLS", "-DHAS_MOVES", "-DHAS_MOVED", "-DHAS_THREAT_STATE=1", "-UNETSEARCH"} {
		f := guest.File{}
		if err := f.AddFlags([]string{flag}); err == nil || !strings.Contains(err.Error(), "a macro of the timed loops") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	for path, says := range map[string]string{"nowhere.json": "there is no file", "mine.cpp": "there is no file mine.cpp", commands: "has no entry of other.cpp"} {
		f := guest.File{Guest: language.Guest{Path: "other.cpp"}} // commands has an entry of mine.cpp alone
		if err := f.ReadCommands(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
