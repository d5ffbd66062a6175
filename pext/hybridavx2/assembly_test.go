//go:build amd64 && !purego

package hybridavx2

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/internal/slowpext"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// A round's number of PEXT questions depends on the processor. With the number for other processors, answers are right on this one, too.
func TestOtherRoundsConform(t *testing.T) {
	tiertest.Need(t, "bmi2", scaffold.Need(cpu.X86.HasBMI2, "the processor has no BMI2"))
	tiertest.Need(t, "avx2", Available())
	defer func(was bool) { narrow = was }(narrow)
	narrow = !narrow
	techniquestest.Run(t, conform.One(batches))
	techniquestest.RunBatch(t, batches, techniquestest.AnySquare)
}

func TestNarrow(t *testing.T) {
	for c, want := range map[slowpext.CPU]bool{
		{Vendor: "AuthenticAMD", Family: 0x17, BMI2: true}: false, // Zen to Zen 2
		{Vendor: "AuthenticAMD", Family: 0x19, BMI2: true}: true,  // Zen 3 and Zen 4
		{Vendor: "AuthenticAMD", Family: 0x1a, BMI2: true}: false, // Zen 5
		{Vendor: "GenuineIntel", Family: 0x19, BMI2: true}: false, // a family of AMD alone
		{}: false, // a build without assembly
	} {
		if got := isNarrow(c); got != want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

// The assembly has these sizes and offsets as numbers: behind 64 entries of 64 bytes, which are 4096, the rooks' 102,400 slots of 2 bytes end at 208896.
func TestLayout(t *testing.T) {
	e := &tables.Entries[0]
	if unsafe.Sizeof(*e) != 64 || unsafe.Offsetof(e.Rook) != 0 || unsafe.Offsetof(e.Bishop) != 32 ||
		unsafe.Offsetof(e.Rook.Mask) != 0 || unsafe.Offsetof(e.Rook.Lines) != 8 || unsafe.Offsetof(e.Rook.Offset) != 16 ||
		unsafe.Offsetof(e.Bishop.Mask) != 0 || unsafe.Offsetof(e.Bishop.Offset) != 40-32 ||
		unsafe.Offsetof(tables.Rooks) != 4096 || unsafe.Offsetof(tables.Bishops) != 208896 {
		t.Error("the tables lie elsewhere than the assembly reads them")
	}
}
