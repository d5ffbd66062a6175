package shared_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/shared"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: shared.Rook, BishopFunc: shared.Bishop, QueenFunc: shared.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
