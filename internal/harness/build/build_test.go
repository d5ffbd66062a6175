package build

import (
	"encoding/json"
	"reflect"
	"testing"
)

// A build has one spelling, which Parse reads, String writes, and JSON has as a key.
func TestParse(t *testing.T) {
	for spelling, want := range map[string]Build{
		"": {}, "v3": {Level: "v3"}, "v3+simd": {Level: "v3", Option: "simd"}, "v4+simd+greenteagc": {Level: "v4", Option: "simd+greenteagc"},
		"c-gcc": {Language: "c", Compiler: "gcc"}, "c-clang-v4+vectorizer": {"c", "clang", "v4", "vectorizer"},
		"rust": {Language: "rust"}, "rust-v3": {Language: "rust", Level: "v3"},
	} {
		if b, err := Parse(spelling); err != nil || b != want || b.String() != spelling {
			t.Errorf("%q: %+v, %v, want %+v", spelling, b, err, want)
		}
		if is := want.IsDefault(); is != (spelling == "" || spelling == "v3") {
			t.Errorf("%q is the default: %v", spelling, is)
		}
	}
	for _, spelling := range []string{"c-", "v3+", "-v3", "c--v3", "+"} {
		if b, err := Parse(spelling); err == nil {
			t.Errorf("%q: %+v", spelling, b)
		}
	}
	before := map[Build]string{{"c", "gcc", "", "calls"}: "a compiler"} // like the compilers in a record
	text, err := json.Marshal(before)
	if err != nil || string(text) != `{"c-gcc+calls":"a compiler"}` {
		t.Fatalf("%s, %v", text, err)
	}
	var after map[Build]string
	if err := json.Unmarshal(text, &after); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("%v, %v", after, err)
	}
}
