package unrolled

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestSwitchIsUpToDate(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command to run the generator: ", err)
	}
	fresh := filepath.Join(t.TempDir(), "switch_gen.go")
	cmd := exec.Command(goTool, "run", "./internal/gen", "-o", fresh)
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=") // the generator runs here, whatever the test was built for
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("switch_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("switch_gen.go is out of date: run go generate ./classical/unrolled")
	}
}

// The numbers of tests in the package comment: on one square, and on all.
func TestNumberOfTests(t *testing.T) {
	source, err := os.ReadFile("switch_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	rook, bishop, ok := bytes.Cut(source, []byte("func Bishop("))
	if !ok {
		t.Fatal("want the bishops behind the rooks")
	}
	total := 0
	for _, of := range []struct {
		name        string
		code        []byte
		least, most int // tests on a square
	}{{"rook", rook, 10, 12}, {"bishop", bishop, 5, 9}} {
		cases := bytes.Split(of.code, []byte("case "))[1:]
		if len(cases) != 64 {
			t.Fatalf("%s: %d cases", of.name, len(cases))
		}
		least, most := len(of.code), 0
		for _, c := range cases {
			tests := bytes.Count(c, []byte("if occ&"))
			least, most, total = min(least, tests), max(most, tests), total+tests
		}
		if least != of.least || most != of.most {
			t.Errorf("%s: %d to %d tests, want %d to %d", of.name, least, most, of.least, of.most)
		}
	}
	if total != 672+364 { // as many as relevant squares of rooks and of bishops: a ray has as many of these as of squares behind its first one, which are tested
		t.Errorf("%d tests", total)
	}
}
