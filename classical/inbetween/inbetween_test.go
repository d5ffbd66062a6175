package inbetween_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/inbetween"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: inbetween.Rook, BishopFunc: inbetween.Bishop, QueenFunc: inbetween.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
