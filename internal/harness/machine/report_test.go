package machine

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// A report is the same after writing and reading it as JSON, and its text has the main facts.
func TestInspect(t *testing.T) {
	r := Inspect()
	if again := Detect(); !reflect.DeepEqual(again, r.Fingerprint) {
		t.Errorf("two looks at one machine differ:\n%+v\n%+v", r.Fingerprint, again)
	}
	if r.Counters != "available" && !strings.HasSuffix(r.Counters, ": time alone is reported") {
		t.Errorf("counters: %q", r.Counters)
	}
	if _, err := json.Marshal(Load(0)); err != nil {
		t.Error(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(r, back) {
		t.Errorf("a report does not survive JSON (%v):\n%+v\n%+v", err, r, back)
	}
	var text strings.Builder
	if err := WriteText(&text, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{r.Fingerprint.Slug(), r.Fingerprint.FeatureSet(), r.PEXT.Reason, r.Counters, "\nenvironment\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if err := WriteText(full{}, r); !errors.Is(err, errFull) {
		t.Errorf("writing to a full disk: got %v", err)
	}
}

// full is a writer that returns errFull, like a full disk.
type full struct{}

var errFull = errors.New("no space left")

// Write returns errFull.
func (full) Write([]byte) (int, error) { return 0, errFull }
