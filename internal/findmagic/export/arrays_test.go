package export_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/findmagic/export"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// A file of go-factors declares no more than the arrays and constants that the set needs: none that a lookup can derive, and forms only where they differ. It is type-checked.
func TestArrays(t *testing.T) {
	for _, c := range []struct {
		name string
		set  *factors.Set
		want string // the names that the file declares
	}{
		{"fancy", arrays(t, "fancymagic/internal/factors", factors.White), "bishopFactors rookFactors"},
		{"dense", stored(t, "fancymagic/dense"), "bishopFactors bishopShifts rookFactors rookShifts"},
		{"black", stored(t, "blackmagic"), "bishopFactors bishopOffsets rookFactors rookOffsets tableWords"},
		{"torus", stored(t, "fancymagic/torus"), "bishopFactors rookFactor rookShift"},
		{"overlay", stored(t, "fancymagic/overlay"), "bishopFactors bishopForms bishopOffsets bishopRotations bishopShifts bits32 black form " +
			"rookFactors rookForms rookOffsets rookRotations rookShifts tableWords torus white"},
		{"mixed", mixed(t), "bishopFactors bishopForms bishopOffsets bishopRotations bishopShifts bits32 black form " +
			"rookFactors rookForms rookOffsets rookRotations rookShifts tableWords torus white"},
	} {
		var text bytes.Buffer
		if err := export.Write(&text, c.set, export.Options{Language: "go-factors", Package: c.name}); err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, "factors.go", &text, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := new(types.Config).Check(c.name, files, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(pkg.Scope().Names(), " "); got != c.want {
			t.Errorf("%s declares %s, want %s", c.name, got, c.want)
		}
	}
}
