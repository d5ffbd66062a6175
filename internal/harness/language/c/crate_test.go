package c

import (
	"path/filepath"
	"testing"
)

// A crate's manifests lose the dependencies of tests, and the other members of its workspace.
func TestAlone(t *testing.T) {
	folder := t.TempDir()
	own := filepath.Join(folder, "one", manifest)
	put(t, filepath.Join(folder, manifest), "[workspace]\nmembers = [\n\t\"*\",\n\t\"two\",\n]\ndefault-members = []\nexclude = [\"x\"]\n")
	put(t, own, "[package]\nname = \"one\"\n[dev-dependencies]\na = { version = \"1\", features = [\n  \"b\",\n] }\n\n# more\n[target.'cfg(unix)'.dev-dependencies.c]\nversion = \"1\"\n[dependencies]\nd = \"1\"\n[dev-dependencies]\ne = \"2\"")
	differ := map[string][]byte{}
	if err := (&crate{workspace: folder, manifests: []string{own}}).alone(own, differ); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(folder, manifest): "[workspace]\nmembers = [\"one\"]\ndefault-members = [\"one\"]\nexclude = [\"x\"]\n",
		own:                             "[package]\nname = \"one\"\n[dependencies]\nd = \"1\"\n",
	} {
		if got := string(differ[path]); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
