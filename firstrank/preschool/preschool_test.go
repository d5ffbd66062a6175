package preschool_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/preschool"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: preschool.Rook, BishopFunc: preschool.Bishop, QueenFunc: preschool.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
