package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
)

// hostile are texts that a terminal, Markdown, a page, a picture or a spreadsheet would execute.
var hostile = []string{"<script>alert(1)</script>", "\x1b[2J", "a\x1b]0;x\a", "=cmd()", "+1", "-1", "@SUM(A1)", "a|b", "a`b`", "a\x00b", "a\x7fb", "a\xffb", "a\u009bb",
	"a\u202eb", "a\"b", "a\\b", "a$b", "a*b*", "a[b](c)", "a\u200bb", strings.Repeat("a", 201)}

// Files with a hostile text in a place that reports show are refused.
func TestHostileTexts(t *testing.T) {
	good := head + line("1.884")
	for _, key := range []string{"machine: m", "cpu: Intel(R) Xeon(R) Processor", "features: bmi2+avx2", "goos: linux", "corpus-digest: 1f2e3d4c5b6a7988", "reference: fancymagic", "technique=pext", "corpus=random16"} {
		if !strings.Contains(good, key) {
			t.Fatal(key)
		}
		begin := key[:strings.IndexAny(key, "= ")+1] // "machine: ", "technique="
		for _, text := range hostile {
			if strings.HasSuffix(begin, "=") && strings.ContainsAny(text, " \t") {
				continue // a space ends a benchmark's name
			}
			_, err := parse(strings.Replace(good, key, begin+text, 1))
			if err == nil || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%s%q: %v", begin, text, err)
			}
		}
	}
	// Real names of processors come through.
	for _, fine := range []string{"11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz", "x86 Family 6 Model 142 Stepping 10, GenuineIntel", "龙芯 3A5000", "Cortex-A76", "unknown"} {
		if f := mustParse(t, strings.Replace(good, "cpu: Intel(R) Xeon(R) Processor", "cpu: "+fine, 1)); f.Tables[0].CPU != fine {
			t.Errorf("%q is %q", fine, f.Tables[0].CPU)
		}
	}
}

// Files with a hostile text in their record or name are refused, too.
func TestHostileRecordsAndNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.txt")
	write(t, path, head+line("1.884"))
	for _, key := range []string{"commit", "toolchain", "started", "finished", "runner"} {
		write(t, filepath.Join(dir, "x.json"), `{"`+key+`": "<script>\u001b"}`)
		if _, err := results.Read(path); err == nil || !strings.Contains(err.Error(), key+` is "<script>\x1b" (want letters`) {
			t.Errorf("%s: %v", key, err)
		}
	}
	for _, guests := range []string{`{"<b>": "x"}`, `{"mine": "x\u001b"}`} { // a guest's name and its source, one of them hostile
		write(t, filepath.Join(dir, "x.json"), `{"guests": `+guests+`}`)
		if _, err := results.Read(path); err == nil {
			t.Errorf("guests %s: no error", guests)
		}
	}
	for _, name := range []string{"a\nb.txt", "a\x1b[31m.txt", "<b>.txt", "a`b.txt", "a|b.txt", "a\xff.txt"} {
		if _, err := results.Read(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), "want a name without") || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q: %v", name, err)
		}
	}
	t.Chdir(dir)
	write(t, "=x.txt", head+line("1.884"))
	if f, err := results.Read("=x.txt"); err != nil || f.Name != "./=x.txt" { // no formula
		t.Errorf("%v, %v", f, err)
	}
}

// Numbers in other forms than bench writes are refused, and the error about a byte order mark names it.
func TestStrangeNumbers(t *testing.T) {
	good := head + line("1.884")
	for _, c := range []struct{ old, by, says string }{
		{"1.884 cycles", "1_0 cycles", "damaged line"}, {"1.884 cycles", "0x1p4 cycles", "damaged line"}, {"861184 table", "8_61184 table", "damaged line"},
		{"# round 1", "# round 1 at 3.2.2 GHz", "damaged line"}, {"# round 1", "# round 1 at . GHz", "damaged line"},
		{"# round 1", "# round 1 at 0x1p2 GHz", "damaged line"}, {"# round 1", "# round 1 at 4e0 GHz", "damaged line"}, {"# round 1", "# round 1 at 4", "damaged line"},
		{"# round 1", "# round +1", "damaged line"}, {"# round 1", "# round 01", "damaged line"}, {"# round 1", "# round 10000", "damaged line"}, {"1.884 cycles", "-1_0 cycles", "damaged line"},
		{good, "\ufeff" + good, "byte order mark"}, {good, "\xff\xfe" + good, "byte order mark"},
	} {
		text := strings.Replace(good, c.old, c.by, 1)
		if _, err := parse(text); text == good || err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.40q: %v, want %s", c.by, err, c.says)
		}
	}
}

// Paths that are no regular file are refused in one line, without waiting.
func TestNoFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := results.Read(dir); err == nil || !strings.Contains(err.Error(), "not a regular file or a pipe") {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	link := filepath.Join(dir, "zero.txt")
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Skip(err)
	}
	if _, err := results.Read(link); err == nil || !strings.Contains(err.Error(), "not a regular file or a pipe") {
		t.Error(err)
	}
	path := filepath.Join(dir, "x.txt") // with a record that never ends
	write(t, path, head+line("1.884"))
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "x.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := results.Read(path); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
}
