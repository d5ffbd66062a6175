package bundle

import "github.com/klauspost/compress/zstd"

// Programs that differ in their layouts have the same functions at other addresses. Compressed with one of them as the dictionary, another takes a third of
// what it takes alone: https://github.com/facebook/zstd/wiki/Zstandard-as-a-patching-engine.

// reach is how far back a repetition is found: further than a program is long.
const reach = 128 << 20

// pressed returns a text compressed, with a dictionary or nil.
func pressed(text, dictionary []byte) []byte {
	options := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(reach), zstd.WithEncoderConcurrency(1)}
	if dictionary != nil {
		options = append(options, zstd.WithEncoderDictRaw(1, dictionary))
	}
	w, err := zstd.NewWriter(nil, options...)
	if err != nil {
		panic(err) // of options
	}
	defer w.Close()
	return w.EncodeAll(text, nil)
}

// unpressed returns the text that was compressed with a dictionary.
func unpressed(small, dictionary []byte) ([]byte, error) {
	options := []zstd.DOption{zstd.WithDecoderMaxWindow(reach), zstd.WithDecoderConcurrency(1)}
	if dictionary != nil {
		options = append(options, zstd.WithDecoderDictRaw(1, dictionary))
	}
	r, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(small, nil)
}
