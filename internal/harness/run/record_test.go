package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/slidebench"
)

// stopped makes a raw file of a run that was stopped, with the record of a run of this program, changed by a JSON patch.
func stopped(t *testing.T, patch string) (path string) {
	t.Helper()
	record, err := NewRecord(smallRun(t), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var whole, change any
	if err := errors.Join(json.Unmarshal(text, &whole), json.Unmarshal([]byte(patch), &change)); err != nil {
		t.Skip(err)
	}
	if text, err = json.Marshal(merged(whole, change)); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "x.txt")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.WriteFile(results.RecordPath(path), text, 0o644)); err != nil {
		t.Fatal(err)
	}
	return path
}

// merged returns an object with the values of another one in place of its own.
func merged(whole, change any) any {
	object, isObject := whole.(map[string]any)
	changes, changesObject := change.(map[string]any)
	if !isObject || !changesObject {
		return change
	}
	for key, value := range changes {
		object[key] = merged(object[key], value)
	}
	return object
}

// newer are changes of a record as a newer program, or nobody, would write it, and what the error says.
var newer = map[string]string{
	`{"run": {"builds": ["zzz"]}}`:          `unknown build "zzz"`,
	`{"run": {"levels": ["zzz"]}}`:          `unknown build "zzz"`,
	`{"run": {"builds": ["cobol-gnu-v3"]}}`: `unknown build "cobol-gnu-v3"`,
	`{"segments": [{"goamd64": 7}]}`:        "cannot unmarshal number",
	`{"run": {"levels": [7]}}`:              "cannot unmarshal number",
	`{"compilers": {"zzz": "1.0"}}`:         `unknown build "zzz"`,
	`{"canaries": {"zzz": null}}`:           `unknown build "zzz"`,
	`{"run": {"cells": ["BenchmarkAttacks/technique=magik/piece=rook/mode=latency/corpus=random4"]}}`:      "magik",
	`{"run": {"cells": ["BenchmarkAttacks/technique=magic/piece=rook/mode=clairvoyance/corpus=random4"]}}`: `unknown mode "clairvoyance"`,
	`{"run": {"cells": ["BenchmarkAttacks/technique=magic/piece=knight/mode=latency/corpus=random4"]}}`:    "knight",
	`{"run": {"cells": null}}`:            "no cells",
	`{"run": {"reference": "magik"}}`:     `no technique "fancymagic-again"`,
	`{"run": {"questions": -1}}`:          "-1 questions",
	`{"run": {"questions": 99999999999}}`: "99999999999 questions",
	`{"run": {"questions": 1e30}}`:        "cannot unmarshal number",
	`{"run": {"time": -1}}`:               "a time of -1ns",
	`{"run": {"rounds": -1}}`:             "-1 as a number of rounds",
	`{"run": {"rounds": 1000000}}`:        "1000000 rounds",
	`{"run": {"few": -3}}`:                "-3 as a number",
	`{"run": {"without": ["sse9"]}}`:      "sse9",
	`{"run": null}`:                       "no cells",
	`null`:                                "no cells",
	`[]`:                                  "cannot unmarshal array",
	`{"machine": null}`:                   "another machine",
}

// What no run of this program has is refused in one line.
func TestResumeRefusesWhatIsNotKnown(t *testing.T) {
	for patch, says := range newer {
		if _, err := Resume(stopped(t, patch)); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", patch, err, says)
		}
	}
	for _, patch := range []string{`{}`, `{"later": {"than": "this"}}`, `{"canaries": {"v1": null}, "segments": null, "corpora": null}`} {
		m, err := Resume(stopped(t, patch))
		if err != nil {
			t.Errorf("%s: %v", patch, err)
			continue
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Builds are read under the keys of older records as well, and written under those of today.
func TestOlderRecords(t *testing.T) {
	path := stopped(t, `{"run": {"levels": ["v1", "c-gcc"]}, "segments": [{"round": 1, "goamd64": "c-gcc"}, {"round": 1, "goamd64": ""}, {"round": 2, "build": "v1"}]}`)
	var r Record
	for range 2 {
		if err := readRecord(results.RecordPath(path), &r); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Run.Builds, r.Segments[0].Build, r.Segments[1].Build, r.Segments[2].Build); got != "[v1 c-gcc] c-gcc  v1" {
			t.Errorf("builds %s", got)
		}
		if err := saver(path)(r); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(results.RecordPath(path))
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]int{"levels": 0, "builds": 1, "build": 3} {
			if n := strings.Count(string(text), `"`+key+`":`); n != want {
				t.Errorf("key %s is written %d times, want %d", key, n, want)
			}
		}
		r = Record{}
	}
}

// A record may hold anything: a run goes on, or an error says in one line why not.
func FuzzResume(f *testing.F) {
	for patch := range newer {
		f.Add(patch)
	}
	f.Fuzz(func(t *testing.T, patch string) {
		m, err := Resume(stopped(t, patch))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %v", err)
			}
			return
		}
		if err := m.plan(); err == nil {
			for _, b := range m.builds {
				m.judge(b)
				m.config(Segment{Build: b}, m.digest)
			}
			m.all()
		}
		_ = m.Close()
	})
}

// While a process goes on with a run, a second one gets an error, and leaves the line that the first is writing.
func TestResumeTwice(t *testing.T) {
	path := stopped(t, `{}`)
	first, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	if errors.Is(atomicfile.Hold(first.file), errors.ErrUnsupported) {
		t.Skip("no locks here")
	}
	const half = "BenchmarkAttacks/technique=ma"
	if err := os.WriteFile(path, []byte(half), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(path); err == nil || !strings.HasPrefix(err.Error(), path+" is being written by ") {
		t.Errorf("the second: %v", err)
	}
	if text, err := os.ReadFile(path); string(text) != half {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// A record names the program that measured, which may be of another version than the measured tree.
func TestRecordNamesProgram(t *testing.T) {
	record, err := NewRecord(smallRun(t), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(record); err != nil || !strings.Contains(string(text), `"by":"`+slidebench.Built()+`"`) {
		t.Errorf("%v, %.300s", err, text)
	}
}
