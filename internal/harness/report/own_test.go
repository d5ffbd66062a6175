package report_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// compareOwn is run behind own.js. It reads a raw file, and compares each cell with the same cell in the data of a page of the file; then it reads files that are wrong. It
// prints the differences and the errors.
const compareOwn = `
const fs = require("fs"), data = JSON.parse(fs.readFileSync("data.json")), shown = v => Array.isArray(v) ? v[0] : v;
const wrong = [], [machine, ...others] = parse(fs.readFileSync("raw.txt", "utf8"), "raw.txt");
if (others.length) wrong.push("several machines");
for (const t of data.machines[0].tables) {
	const own = machine.tables.find(o => o.build === t.build && o.use === t.use);
	if (!own) { wrong.push("no " + t.build + ", " + t.use); continue; }
	for (const key of ["sure", "full"]) if (own[key] !== t[key]) wrong.push(t.build + ", " + t.use + ", " + key + ": " + own[key] + ", want " + t[key]);
	if (own.heads.join() !== t.heads.join()) wrong.push(own.heads.join() + ", want " + t.heads.join());
	if (own.rows.length !== t.values[0].length) wrong.push(own.rows.length + " rows of " + t.use);
	t.values.forEach((column, k) => column.forEach((value, i) => {
		if (shown(own.rows[i][k]) !== shown(value)) wrong.push([t.build, t.use, shown(t.values[1][i]), data.columns[k].key, shown(own.rows[i][k])].join(", ") + ", want " + shown(value));
	}));
}
if (machine.tables.length !== data.machines[0].tables.length) wrong.push(machine.tables.length + " tables");
const errors = JSON.parse(fs.readFileSync("errors.json")).map(text => { try { parse(text, "x"); return "no error"; } catch (e) { return e.message; } });
console.log(JSON.stringify({ wrong, errors }));
`

// packedData matches the data of a page.
var packedData = regexp.MustCompile(`<pre hidden id="data">([^<]*)</pre>`)

// The page reads a raw file of its reader as the report does: with few rounds and many, missing values, no reference twice, and all published uses.
func TestOwnFile(t *testing.T) {
	tiertest.Slow(t)
	_, err := exec.LookPath("node")
	tiertest.Need(t, "node", err)
	script, err := os.ReadFile("own.js")
	if err != nil {
		t.Fatal(err)
	}
	raws := map[string]string{
		"ten rounds": resultstest.Run{Rounds: 10, Levels: []string{"v1", "v3", "c-gcc", "v3+simd"}, Engine: true, Noise: 0.02}.String(),
		"few rounds": resultstest.Run{Rounds: 4, Levels: []string{"v3"}}.String(),
		"40 rounds":  resultstest.Run{Rounds: 40, Levels: []string{"v3"}, Techniques: []string{"fancymagic", "fancymagic-again", "magic", "pext", "walk"}}.String(),
		"missing values": resultstest.Run{Rounds: 9, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
			return c.Technique == "pext" && round > 3 || c.Technique == "magic" && round%3 == 1 || c.Mode == "latency" && c.AA && round > 4
		}}.String(),
		"without the reference": resultstest.Run{Rounds: 7, Levels: []string{"v3"}, Techniques: []string{"magic", "pext"}}.String(),
		"on arm64":              resultstest.Run{Rounds: 7, GOARCH: "arm64"}.String(),
	}
	if tiertest.Minutes() {
		for _, path := range resultstest.Committed(t, "../../../results", "*-zen-5-vm/*.txt.gz") {
			text, err := results.ReadText(path)
			if err != nil {
				t.Fatal(err)
			}
			raws[path] = string(text)
		}
	}
	head, line, _ := strings.Cut(raws["few rounds"], "Benchmark") // the lines before the first benchmark
	line, _, _ = strings.Cut("Benchmark"+line, "\n")
	bad := []struct{ raw, want string }{ // files that are wrong, and their errors
		{"", "no benchmark lines"},
		{"PASS\n", "no benchmark lines"},
		{"hello\n", "line 1: want a benchmark"},
		{line + "\n", "line 1: want a line \"# round"},
		{head + strings.ReplaceAll(line, "/piece=", "/pieces=") + "\n", "want technique=, piece=, mode="},
		{head + line + "\n" + line + "\n", "want each benchmark once"},
		{head + strings.Split(line, " cycles")[0] + "\n", "want cycles"},
		{strings.ReplaceAll(head, "reference: ", "deference: ") + line + "\n", "want a line \"reference: "},
	}
	var badRaws []string
	for _, b := range bad {
		badRaws = append(badRaws, b.raw)
	}
	for name, raw := range raws {
		t.Run(name, func(t *testing.T) {
			f, err := results.Parse(strings.NewReader(raw), "raw.txt")
			if err != nil {
				t.Fatal(err)
			}
			var page bytes.Buffer
			if err := report.Write(&page, []*results.File{f}, report.Options{Format: "html"}); err != nil {
				t.Fatal(err)
			}
			packed, err := base64.StdEncoding.DecodeString(string(packedData.FindSubmatch(page.Bytes())[1]))
			if err != nil {
				t.Fatal(err)
			}
			data, err := results.Decompress(packed)
			if err != nil {
				t.Fatal(err)
			}
			errors, _ := json.Marshal(badRaws)
			dir := t.TempDir()
			for name, text := range map[string][]byte{"data.json": data, "raw.txt": []byte(raw), "errors.json": errors, "own.js": append(script, compareOwn...)} {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.CommandContext(t.Context(), "node", "own.js")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var found struct{ Wrong, Errors []string }
			if err := json.Unmarshal(out, &found); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, wrong := range found.Wrong[:min(len(found.Wrong), 10)] {
				t.Error(wrong)
			}
			for i, b := range bad {
				if !strings.Contains(found.Errors[i], b.want) {
					t.Errorf("%q: %q, want %q", b.raw, found.Errors[i], b.want)
				}
			}
		})
	}
}
