package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/techniques"
)

// The program lists the catalogue, with the modes of each technique.
func TestList(t *testing.T) {
	var out strings.Builder
	if err := execute([]string{"list", "--format", "json"}, strings.NewReader(""), &out); err != nil {
		t.Fatal(err)
	}
	var all []language.Offer
	if err := json.Unmarshal([]byte(out.String()), &all); err != nil {
		t.Fatal(err)
	}
	catalogue := techniques.Catalogue()
	if len(all) != len(catalogue) {
		t.Fatalf("%d techniques, want %d", len(all), len(catalogue))
	}
	for i, o := range all {
		e := catalogue[i]
		if o.Name != e.Name || o.Available != (e.Available() == nil) || len(o.Modes) == 0 {
			t.Errorf("%+v, want %s", o, e.Name)
		}
	}
	for name, tables := range map[string]bool{"magic": true, "koggestone": false} { // only techniques with tables are timed while they fill them
		o := all[slices.IndexFunc(all, func(o language.Offer) bool { return o.Name == name })]
		if !slices.Contains(o.Modes, "latency") || slices.Contains(o.Modes, "init") != tables {
			t.Errorf("%s has modes %v", name, o.Modes)
		}
	}
}

// Without the right arguments the program explains what it is for. With them it wants the setup of a run on standard input.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"measure", "no setup"}, {"", "slidebench starts this program"}, {"list", "unexpected arguments"}, {"measure now", "unexpected arguments"},
	} {
		err := execute(strings.Fields(c.args), strings.NewReader(""), new(strings.Builder))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want an error about %q", c.args, err, c.says)
		}
	}
}
