package guest_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/language/stubtest"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// A source is a file with its functions. A file that is missing, like one of --compile, is an error that names it.
func TestParseFile(t *testing.T) {
	for text, want := range map[string]language.Guest{
		"attacks.c:r,b":          {Name: "attacks", Path: "attacks.c", Rook: "r", Bishop: "b"},
		"mine=../x/a-b.h:r,b,q1": {Name: "mine", Path: "../x/a-b.h", Rook: "r", Bishop: "b", Queen: "q1"},
		"mine=a.c:,,q":           {Name: "mine", Path: "a.c", Queen: "q"},
		"a.hpp:e::at<R, 1>,e::b": {Name: "a", Path: "a.hpp", Rook: "e::at<R, 1>", Bishop: "e::b"},
		"a.c:f(OCC,SQ),b":        {Name: "a", Path: "a.c", Rook: "f(OCC,SQ)", Bishop: "b"},
	} {
		if f, err := guest.ParseFile(text, language.Guest{}); err != nil || !reflect.DeepEqual(f.Guest, want) {
			t.Errorf("%s: %+v, %v", text, f, err)
		}
	}
	for _, text := range []string{
		"", "attacks.c", "attacks.c:", "attacks.c:,", "attacks.c:r,b,q,x", // no function, or too many
		"attacks.c:1r", "attacks.c:r;b", "attacks.c:e::r", "attacks.cpp:f(sq", // no name in the language, and no expression
		"attacks.txt:r",                        // in no language
		"a-b.c:r", "magic.c:r", "Mine=a.c:r"} { // no name for a technique, or a technique's
		if f, err := guest.ParseFile(text, language.Guest{}); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
	}
	dir := t.TempDir()
	for flag, says := range map[string]string{"mine=nowhere.c:r": "there is no file nowhere.c", "mine=here.c:r": "there is no file lib/*.c"} {
		f, err := guest.ParseFile(flag, language.Guest{Sources: []string{"lib/*.c"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "here.c"), []byte("int rook_attacks(void);\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := guest.Alone(t.TempDir(), dir, []guest.File{f}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

// A further language, here the one in package stubtest, takes a file and gives a copy by what its one folder says.
func TestFurtherLanguage(t *testing.T) {
	stub, dir, tree := host(stubtest.Build.Language), t.TempDir(), t.TempDir()
	f, err := guest.ParseFile("mine=a.stub:rook", language.Guest{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a.stub")
	if err := os.WriteFile(path, []byte("rook()"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := guest.Alone(tree, dir, []guest.File{f}); err != nil {
		t.Fatal(err)
	}
	// The stub language forwards to a file by its path, its function, and the number of its bytes.
	for name, want := range map[string]string{"guest/mine/mine.stubbed": path + " rook 6", "guest/mine/mine.go": "// Package mine stands for lookups in Stub.\n", "board/board.h": "//"} {
		if text, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(name))); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s is %.60q, %v, want %q", name, text, err, want)
		}
	}
	c, err := stub.(language.Copier).Copy(&techniques.Entry{Facts: facts.Facts{Name: "noop"}}, language.CopyOptions{})
	if err != nil || len(c.Files) != 1 || c.Files[0].Name != "noop.stub" {
		t.Errorf("the copy is %v, %v", c, err)
	}
}

// host returns the language of a word, which takes source files. TestGuest uses it, too.
func host(word string) language.Host { return language.Named(word).(language.Host) }
