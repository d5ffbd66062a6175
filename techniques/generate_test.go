package techniques

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

func TestWiringIsUpToDate(t *testing.T) {
	tiertest.Slow(t)
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command to run the generator: ", err)
	}
	fresh := filepath.Join(t.TempDir(), "wiring_gen.go")
	cmd := exec.Command(goTool, "run", "./internal/gen", "-o", fresh)
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=") // the generator runs here, whatever the test was built for
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("wiring_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("wiring_gen.go is out of date: run go generate ./techniques")
	}
}
