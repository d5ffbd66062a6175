package shares

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

// Each part takes some of the time, more than 0.5 %, and all together less than the whole, by 1 % at least.
func TestMeasure(t *testing.T) {
	tiertest.Slow(t)
	const compiler = "gcc"
	_, err := exec.LookPath(compiler)
	tiertest.Need(t, compiler, err)
	shares, err := Measure(t.Context(), compiler, 6)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, s := range shares {
		if sum += s.Median; s.Median <= 0.5 || !(s.Lo <= s.Median && s.Median <= s.Hi) {
			t.Errorf("%v is no share", s)
		}
	}
	if len(shares) != len(parts) || sum >= 99 {
		t.Errorf("%v are %d parts and %.1f %% of the time", shares, len(shares), sum)
	}
	var text bytes.Buffer
	if err := Write(&text, shares); err != nil {
		t.Fatal(err)
	}
	if again, err := Read(written(t, text.String())); err != nil || len(again) != len(shares) {
		t.Error(again, err)
	}
	if _, err := Measure(t.Context(), "nowhere-cc", 6); err == nil || strings.ContainsAny(err.Error(), "\n") || strings.HasSuffix(err.Error(), ": ") {
		t.Errorf("no compiler: %v", err)
	}
}

// read leaves out the first pass, and refuses output without the ticks of all parts, or of all passes. Read refuses files that are not CSV of shares.
func TestRead(t *testing.T) {
	const pass = "100 10 40 20\n"
	shares, err := read("100 50 25 5\n"+pass, 1)
	if err != nil || shares[0].Median != 10 || shares[1].Median != 40 || shares[2].Median != 20 {
		t.Error(shares, err)
	}
	for _, said := range []string{"", pass, pass + "100 x 1 1\n", pass + "100 1 1\n", pass + "100 1 1 1 1\n", strings.Repeat(pass, 3)} {
		if shares, err := read(said, 1); err == nil {
			t.Errorf("%q has the shares %v", said, shares)
		}
	}
	for _, text := range []string{"", "part,share\n", "part,share,low,high\na,1,2\n", "part,share,low,high\na,1,2,x\n"} {
		if shares, err := Read(written(t, text)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q has the shares %v", text, shares)
		}
	}
}

// written returns the path of a file with a text.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), File)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
