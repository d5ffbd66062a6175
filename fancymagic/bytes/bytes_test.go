package bytes_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/bytes"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: bytes.Rook, BishopFunc: bytes.Bishop, QueenFunc: bytes.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
