package plot_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/results/resultstest"
)

var lines, streamed = []string{"crowd0", "crowd4", "crowd16", "crowd64"}, []string{"crowd0", "crowd0+32", "crowd0+256"}

func TestGoldenPressure(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other architectures may fuse multiplication and addition, which moves the last digit of a coordinate")
	}
	f := parse(t, "2026-01-02-0123456.txt", resultstest.Run{Levels: []string{"v3"}, Crowds: append(lines, streamed[1:]...),
		Techniques: []string{"noop", "walk", "fancymagic", "fancymagic-again", "pext", "sherwin", "dual", "quintessence"}}.String())
	seen := 0
	for _, p := range pictures(t, plot.Options{}, f) {
		if kind := p.Name[strings.Index(p.Name, "-v3-")+4:]; strings.HasPrefix(kind, "pressure") {
			seen++
			golden(t, kind, &p)
		}
	}
	if seen != 2 {
		t.Errorf("%d pictures of mode pressure, want 2", seen)
	}
}

func TestPressure(t *testing.T) {
	const byLines, byKiB = "v3-pressure c-gcc-pressure", "v3-pressure-streamed c-gcc-pressure-streamed"
	for _, c := range []struct {
		name                string
		crowds, named       []string
		kinds, shows, lacks string // what is drawn, and names in every picture or in none
	}{
		{"lines", lines, nil, byLines, "dual gfni noop 0 4 16 64", "walk load best classical"},
		{"streamed", streamed, nil, byKiB, "dual gfni noop 0 32 256", "walk"},
		{"no nought, no default", []string{"crowd2", "crowd4", "crowd8"}, nil, byLines, "dual noop 2 4 8", ""},
		{"named", lines, []string{"walk", "classical"}, byLines, "walk classical noop", "pext quintessence"},
		{"two amounts", []string{"crowd0", "crowd16", "crowd16+32", "crowd16of64"}, nil, "", "", ""},
	} {
		f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v2", "v3", "c-gcc"}, Crowds: c.crowds}.String())
		var kinds []string
		for _, p := range pictures(t, plot.Options{Techniques: c.named}, f) {
			text := wellFormed(t, &p)
			_, kind, _ := strings.Cut(p.Name, "sapphire-rapids-vm-")
			if strings.HasSuffix(kind, "-times-queen-pressure") && strings.Contains(strings.Join(c.crowds, " "), "crowd16") &&
				!strings.Contains(strings.ReplaceAll(text, "\n", " "), "corpus crowd16,") {
				t.Errorf("%s: %s is not of the default corpus:\n%s", c.name, p.Name, text)
			}
			if !strings.Contains(kind, "-pressure") || strings.Contains(kind, "-times-") {
				continue
			}
			kinds = append(kinds, kind)
			if !strings.Contains(text, "While other data crowd the caches") || !strings.Contains(text, "between groups of 16 lookups") {
				t.Errorf("%s: %s:\n%s", c.name, kind, text)
			}
			for _, want := range strings.Fields(c.shows) {
				if !strings.Contains(text, "\n"+want+"\n") {
					t.Errorf("%s: %s lacks %q:\n%s", c.name, kind, want, text)
				}
			}
			for _, unwanted := range strings.Fields(c.lacks) {
				if strings.Contains(text, "\n"+unwanted+"\n") {
					t.Errorf("%s: %s shows %q:\n%s", c.name, kind, unwanted, text)
				}
			}
		}
		if got := strings.Join(kinds, " "); got != c.kinds {
			t.Errorf("%s: got %q, want %q", c.name, got, c.kinds)
		}
	}
}
