package sherwin_test

import (
	"testing"

	"github.com/slidebench/slidebench/sherwin"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: sherwin.Rook, BishopFunc: sherwin.Bishop, QueenFunc: sherwin.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
