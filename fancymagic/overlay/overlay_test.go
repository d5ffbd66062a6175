package overlay_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/overlay"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: overlay.Rook, BishopFunc: overlay.Bishop, QueenFunc: overlay.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
