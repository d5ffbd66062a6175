package byteboardvbmisimd

import (
	"testing"

	"github.com/slidebench/slidebench/internal/simdtest"
)

func TestInlines(t *testing.T) { simdtest.InlinesLookups(t, "Threats") }
