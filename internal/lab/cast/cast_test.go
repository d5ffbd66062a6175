package cast

import (
	"encoding/xml"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Record keeps the order of lines, accepts exit status 1, and fails at exit status 2.
func TestRecord(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	s, err := Record(t.Context(), `echo "$COLUMNS"; sleep 0.05; echo "a<b" >&2; exit 1`, 60)
	if err != nil || len(s.Lines) != 2 || s.Lines[0].Text != "60" || s.Lines[1].Text != "a<b" || s.Lines[1].After < 40*time.Millisecond {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Record(t.Context(), "exit 2", 60); err == nil {
		t.Error("a command that failed is drawn")
	}
}

// The picture is well-formed, shows viewers without motion the last screen, and shortens delays and long lines.
func TestSVG(t *testing.T) {
	picture := string(SVG("a & b", []Screen{{"one", []Line{{"x", time.Hour}}}, {"two", []Line{{"1", 0}, {"2 <is> longer than that", 0}, {"3", 0}, {"4", 0}}}}, 10, 4))
	whole(t, picture)
	for _, want := range []string{">$ one</text>", ">$ two</text>", ">2 &lt;is&gt; lo…</text>", ">4</text>", "<title>a &amp; b</title>", `class="p c"`, `class="l c"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("no %s in\n%s", want, picture)
		}
	}
	if strings.Contains(picture, ">1</text>") || strings.Contains(picture, "delay:3600") || strings.Count(picture, `class="l`) != 4 {
		t.Errorf("a screen has more rows than 4, or somebody waits an hour:\n%s", picture)
	}
}

// The README's picture is small, and shows what make cast runs.
func TestCommitted(t *testing.T) {
	picture, err := os.ReadFile("../../../docs/cast.svg")
	if err != nil || len(picture) > 100_000 {
		t.Fatalf("%d bytes (want 100,000 at most), %v", len(picture), err)
	}
	whole(t, string(picture))
	for _, want := range []string{">$ slidebench verify ", ">ok  paired<", ">$ slidebench bench ", ">$ slidebench recommend results/", ">slidebench copy paired "} {
		if !strings.Contains(string(picture), want) {
			t.Errorf("docs/cast.svg has no %q (want make cast)", want)
		}
	}
}

// whole checks that a picture is well-formed XML.
func whole(t *testing.T, picture string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
