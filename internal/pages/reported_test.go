package main

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/techniques"
)

func TestReported(t *testing.T) {
	keys, err := referenceKeys()
	if err != nil {
		t.Fatal(err)
	}
	backquoted := regexp.MustCompile("`([^`]*)`")
	seen := map[reportedChange]bool{}
	for _, r := range allReported() {
		if seen[r] {
			t.Errorf("%+v is listed twice", r)
		}
		seen[r] = true
		for _, field := range []string{r.engine, r.from, r.to, r.figure, r.hardware, r.date, r.key, r.url} {
			if field == "" || strings.ContainsAny(field, "|\n") {
				t.Errorf("%+v: field %q, want a text that fits a cell", r, field)
			}
		}
		if u, err := url.Parse(r.url); err != nil || u.Scheme != "https" || u.Host == "" {
			t.Errorf("%s: address %q, want one of https", r.engine, r.url)
		}
		if _, err := time.Parse(time.DateOnly, r.date); err != nil && r.date != notRecorded {
			t.Errorf("%s: date %q, want one such as 2026-05-23", r.engine, r.date)
		}
		if !keys[r.key] {
			t.Errorf("%s: no [%s] in %s", r.engine, r.key, references)
		}
		for _, match := range backquoted.FindAllStringSubmatch(r.from+" "+r.to, -1) {
			if _, err := techniques.Find(match[1]); err != nil {
				t.Errorf("%s: %v", r.engine, err)
			}
		}
	}
}

// The table has a line for each row, with a cell for each column.
func TestReportedTable(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(reportedTable(), "\n"), "\n")
	if want := len(allReported()) + 2; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	for _, line := range lines {
		if got, want := strings.Count(line, "|"), strings.Count(lines[0], "|"); got != want {
			t.Errorf("%s: %d bars, want %d", line, got, want)
		}
	}
	for _, cell := range []string{"| Stockfish | `pext` | `dual` |", "| [2026-06-30](https://github.com/", "| [stockfish-pext](../REFERENCES.md#stockfish-pext) |"} {
		if !strings.Contains(strings.Join(lines, "\n"), cell) {
			t.Errorf("no %q in the table", cell)
		}
	}
}
