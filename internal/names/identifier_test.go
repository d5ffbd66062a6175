package names_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/techniques"
)

// CheckIdentifier refuses words that some language takes or reserves, and accepts the names of techniques and usual names of users' code.
func TestCheckIdentifier(t *testing.T) {
	for _, name := range strings.Fields(`asm register volatile inline sizeof typedef extern template operator using friend virtual wchar_t constexpr mutable
		explicit nullptr noexcept typename typeid alignas decltype export NULL uint64_t main std and xor co_await concept _X __x a__b a_ INT8_MAX UINT64_C self
		Self crate fn r#type u64 str func init _ string 1x a-b a::b é random index`) {
		if err := names.CheckIdentifier(name); err == nil || !strings.Contains(err.Error(), "not a name: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range strings.Fields("attacks my_attacks Attacks ATTACKS a1 board rook sliders chess engine x c H move_gen2") {
		if err := names.CheckIdentifier(name); err != nil {
			t.Error(err)
		}
	}
	for _, e := range techniques.Catalogue() {
		if err := names.CheckIdentifier(e.Name); err != nil {
			t.Error(err)
		}
	}
}
