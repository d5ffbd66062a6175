// Package cluster_test keeps the scripts of this folder in step with findmagic: it runs the commands that they would run on a cluster.
package cluster_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

// tiny are arguments that make any search short: of equal flags, the last one counts.
var tiny = []string{"--layout=fancy", "--seed=1", "--piece=bishop"}

// run runs a command in a folder, with more in its environment, and fails the test when it does not exit as wanted.
func run(t *testing.T, wantExit int, folder string, env []string, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = folder, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if got := c.ProcessState.ExitCode(); got != wantExit {
		t.Fatalf("%s %s: exit code %d, want %d: %v\n%s", name, strings.Join(args, " "), got, wantExit, err, out)
	}
}

// read returns the text of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shell returns the path of bash, or skips the test.
func shell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	return path
}

// Shards that are run by README.md, by the script of Slurm, and by the manifest of Kubernetes give the set of a single search.
func TestShardsFindWhatOneSearchFinds(t *testing.T) {
	tiertest.Slow(t)
	findmagic, whole := filepath.Join(t.TempDir(), "findmagic"), filepath.Join(t.TempDir(), "whole.csv")
	run(t, 0, "", nil, "go", "build", "-o", findmagic, "..")
	run(t, 0, "", nil, findmagic, slices.Concat([]string{"search", "--output=" + whole}, tiny)...)
	for name, shards := range map[string]func(t *testing.T, findmagic, folder string){
		"by hand": byHand, "slurm": slurm, "kubernetes": kubernetes,
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			shards(t, findmagic, folder)
			if got, want := read(t, filepath.Join(folder, "set.csv")), read(t, whole); got != want {
				t.Errorf("merged:\n%s\nsearched at once:\n%s", got, want)
			}
		})
	}
}

// byHand runs the commands of README.md, with other flags of the search.
func byHand(t *testing.T, findmagic, folder string) {
	lines := regexp.MustCompile(`(?m)^    findmagic .*\n`).FindAllString(read(t, "README.md"), -1)
	script := strings.ReplaceAll(strings.Join(lines, ""), "--layout dense --seed 1", strings.Join(tiny, " "))
	run(t, 0, folder, []string{"PATH=" + filepath.Dir(findmagic)}, shell(t), "-ec", script)
}

// slurm runs the script as Slurm would for three shards, in two arrays of tasks, and the merge.
func slurm(t *testing.T, findmagic, folder string) {
	bash, script := shell(t), filepath.Join(t.TempDir(), "slurm.sbatch")
	// Slurm runs a copy, too.
	if err := os.WriteFile(script, []byte(read(t, "slurm.sbatch")), 0o600); err != nil {
		t.Fatal(err)
	}
	// task runs a task of an array with the highest number and the count of its tasks.
	task := func(wantExit, id, highest, count int, env ...string) {
		t.Helper()
		env = append(env, "FINDMAGIC="+findmagic, "SLURM_CPUS_PER_TASK=1", fmt.Sprint("SLURM_ARRAY_TASK_ID=", id),
			fmt.Sprint("SLURM_ARRAY_TASK_MAX=", highest), fmt.Sprint("SLURM_ARRAY_TASK_COUNT=", count))
		run(t, wantExit, folder, env, bash, append([]string{script}, tiny...)...)
	}
	task(0, 0, 2, 3)             // --array=0-2
	task(2, 1, 2, 2)             // --array=1,2: refused, as no task searches shard 0
	task(0, 1, 2, 2, "SHARDS=3") // the same array, of three shards
	task(0, 2, 2, 2, "SHARDS=3")
	states, err := filepath.Glob(filepath.Join(folder, "shard-*.state"))
	if err != nil || len(states) != 3 {
		t.Fatalf("states %q, %v, want three", states, err)
	}
	run(t, 0, folder, nil, findmagic, append([]string{"merge", "--output=set.csv"}, states...)...)
}

// args returns the arguments of a container in a manifest.
func args(t *testing.T, manifest, container string) []string {
	t.Helper()
	_, spec, found := strings.Cut(manifest, "- name: "+container+"\n")
	_, spec, found2 := strings.Cut(spec, " args:\n")
	if !found || !found2 {
		t.Fatalf("no arguments of a container %s", container)
	}
	var list []string
	item := regexp.MustCompile(`^ +- (\S+)$`)
	for line := range strings.Lines(spec) {
		m := item.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			break
		}
		list = append(list, m[1])
	}
	return list
}

// kubernetes runs the commands in the containers of the search's pods, and of the merge.
func kubernetes(t *testing.T, findmagic, folder string) {
	manifest := read(t, "kubernetes.yaml")
	// count returns the number behind a key that stands in the manifest once.
	count := func(key string) int {
		m := regexp.MustCompile(`(?m)^  `+key+`: (\d+)$`).FindAllStringSubmatch(manifest, -1)
		if len(m) != 1 {
			t.Fatalf("%s stands in %d places, want 1", key, len(m))
		}
		n, _ := strconv.Atoi(m[0][1])
		return n
	}
	n := count("completions")
	if p := count("parallelism"); p < 1 || p > n {
		t.Errorf("parallelism is %d, want 1 to %d", p, n)
	}
	// local returns the arguments of a container in the pod with an index, for this machine.
	local := func(container string, index int) []string {
		list := args(t, manifest, container)
		for i := range list {
			// What kubelet replaces, and where the volume is.
			list[i] = strings.ReplaceAll(list[i], "$(JOB_COMPLETION_INDEX)", strconv.Itoa(index))
			list[i] = strings.ReplaceAll(list[i], "/states/", folder+"/")
		}
		return list
	}
	for index := range n {
		run(t, 0, folder, nil, findmagic, append(local("search", index), tiny...)...)
	}
	run(t, 0, folder, nil, findmagic, local("merge", 0)...)
}

func TestImageIsBuiltByTheGoOfTheModule(t *testing.T) {
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "../../../go.mod"))
	image := regexp.MustCompile(`(?m)^FROM golang:(\d+\.\d+) `).FindStringSubmatch(read(t, "Containerfile"))
	if module == nil || image == nil || module[1] != image[1] {
		t.Errorf("go.mod has %q, Containerfile %q, want the same version", module, image)
	}
}
