package search

import "testing"

func BenchmarkFindSet(b *testing.B) {
	for _, c := range []struct {
		form   Form
		layout Layout
	}{{White, Plain}, {White, Fancy}, {Black, Fancy}, {Bits32, Fancy}} {
		b.Run("form="+c.form.String()+"/layout="+c.layout.String(), func(b *testing.B) {
			for seed := uint64(1); b.Loop(); seed++ {
				s, err := FindSet(c.form, c.layout, seed)
				if err != nil {
					b.Fatal(err)
				}
				if seed == 1 {
					if err := s.Verify(); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
