package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
)

// The program prints its version, writes man pages, and completes command lines.
func TestShell(t *testing.T) {
	if code, stdout, _ := slidebench(t, "--version"); code != 0 || !regexp.MustCompile(`^slidebench version \S+(, commit [0-9a-f]{12}, (clean|changed) tree)?, go1\S+ \w+/\w+\n$`).MatchString(stdout) {
		t.Errorf("exit %d, %q", code, stdout)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, stdout, _ := slidebench(t, "completion", shell); code != 0 || !strings.Contains(stdout, "slidebench") {
			t.Errorf("%s: exit %d, %.80q", shell, code, stdout)
		}
	}
	into := filepath.Join(t.TempDir(), "man")
	if code, stdout, stderr := slidebench(t, "man", "-o", into); code != 0 || strings.Count(stdout, "\n") < 14 { // pages: of the program, and of each command
		t.Errorf("man: exit %d, %q, %s", code, stdout, stderr)
	}
	page, err := os.ReadFile(filepath.Join(into, "slidebench-copy.1"))
	for _, want := range []string{".TH SLIDEBENCH\\-COPY 1 ", "\n.SH SYNOPSIS\nslidebench copy TECHNIQUE \\-o DIR [flags]\n", "NAME_board_pair", "\\-\\-lang string", "  slidebench copy fancymagic"} {
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("slidebench-copy.1 lacks %q, %v:\n%s", want, err, page)
		}
	}
	for want, args := range map[string][]string{
		"slidebench: no shell (want bash, fish, powershell, zsh)\n": {"completion"}, "slidebench: unknown shell \"tcsh\" (want bash, fish, powershell, zsh)\n": {"completion", "tcsh"},
	} {
		if code, _, stderr := slidebench(t, args...); code != cli.Failed || stderr != want {
			t.Errorf("%q: exit %d, %q", args, code, stderr)
		}
	}
	for want, args := range map[string][]string{
		"raysavx2\n": {"copy", "rays"}, "netsearch\n": {"bench", "--mode", "nets"}, "paired\n": {"verify", "--technique", "pai"}, "bishop\n": {"attacks", "--piece", "b"},
		"c-clang\n": {"guard", "--build", "c-"}, "recommend\t": {"rec"},
	} {
		if code, stdout, _ := slidebench(t, append([]string{"__complete"}, args...)...); code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("%q: exit %d, lacks %q:\n%s", args, code, want, stdout)
		}
	}
}
