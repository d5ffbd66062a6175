package pages

import (
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/techniques"
)

// What engines reported names a source, a date and techniques that there are, and says nothing twice.
func TestReported(t *testing.T) {
	text, err := os.ReadFile("engine.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## What engines reported")
	rows := regexp.MustCompile(`(?m)^\|.*\|$`).FindAllString(table, -1)
	keys := must(referenceKeys())
	link := regexp.MustCompile(`^\[(.*)\]\((.*)\)$`)
	if len(rows) < 50 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows[2:] {
		fields := strings.Split(strings.Trim(row, "| "), " | ")
		if slices.Contains(rows[:2+i], row) || len(fields) != 7 || slices.Contains(fields, "") {
			t.Errorf("%s: twice, or not of seven fields", row)
			continue
		}
		date, source := link.FindStringSubmatch(fields[5]), link.FindStringSubmatch(fields[6])
		if date == nil || source == nil || source[0] != citation(source[1]) || !keys[source[1]] {
			t.Errorf("%s: want a link on the date, and a reference", row)
			continue
		}
		if u, err := url.Parse(date[2]); err != nil || u.Scheme != "https" || u.Host == "" {
			t.Errorf("%s: address %q, want one of https", row, date[2])
		}
		if _, err := time.Parse(time.DateOnly, date[1]); err != nil && date[1] != "not recorded" {
			t.Errorf("%s: date %q, want one such as 2026-05-23", row, date[1])
		}
		for _, match := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(fields[1]+" "+fields[2], -1) {
			if _, err := techniques.Find(match[1]); err != nil {
				t.Errorf("%s: %v", row, err)
			}
		}
	}
}
