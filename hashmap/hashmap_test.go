package hashmap_test

import (
	"testing"

	"github.com/slidebench/slidebench/hashmap"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: hashmap.Rook, BishopFunc: hashmap.Bishop, QueenFunc: hashmap.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
