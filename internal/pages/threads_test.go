package pages

import (
	"path/filepath"
	"testing"
)

// Two threads that do not hinder each other count twice as fast as one.
func TestThreadTables(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "machine", "threads")
	text := "goos: linux\n"
	for range 6 {
		text += "BenchmarkThreads/technique=magic/tables=alone\t1\t400000000 nodes/s\nBenchmarkThreads/technique=magic/tables=shared\t1\t800000000 nodes/s\n" +
			"BenchmarkThreads/technique=magic/tables=private\t1\t600000000 nodes/s\n"
	}
	writeFiles(t, dir, map[string]string{"perft.txt": text})
	writeFiles(t, root, map[string]string{"another/threads/perft.txt": text})
	wants(t, writeThreads, filepath.Join(root, "*", "threads", "*.txt"), "**machine**", "**another**",
		"| `magic` | 2.000 [2.000, 2.000] | 1.500 [1.500, 1.500] |")
	wants(t, writeThreads, filepath.Join(dir, "*.csv"), "`make threads` measures them")
	writeFiles(t, dir, map[string]string{"perft.txt": "BenchmarkOther 1 5 ns/op\n"})
	refuses(t, writeThreads, filepath.Join(dir, "*.txt"), "no line of lab threads")
}
