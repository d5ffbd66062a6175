package main

import (
	"encoding/json"
	"regexp"
	"testing"
)

// The catalogue is listed in every format, as JSON with all keys that programs may read.
func TestList(t *testing.T) {
	code, stdout, _ := slidebench(t, "list", "--format", "json")
	var all []map[string]any
	if err := json.Unmarshal([]byte(stdout), &all); err != nil || code != 0 {
		t.Fatalf("exit %d, %v", code, err)
	}
	for _, l := range all {
		for _, key := range []string{"name", "family", "people", "year", "source", "tableBytes", "rookBytes", "bishopBytes", "needs", "languages", "available", "why", "inlines", "inlinedPieces", "modes"} {
			if _, ok := l[key]; !ok {
				t.Errorf("%v lacks %q", l["name"], key)
			}
		}
	}
	for _, format := range []string{"text", "markdown", "csv"} {
		if _, stdout, _ := slidebench(t, "list", "--format", format); len(regexp.MustCompile(`\bquintessence\b`).FindAllString(stdout, -1)) != 1 {
			t.Errorf("%s: quintessence is not listed once:\n%s", format, stdout)
		}
	}
}
