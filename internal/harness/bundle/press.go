package bundle

import "github.com/klauspost/compress/zstd"

// Two layouts of a program have the same functions at different addresses. Compressed with the first as its dictionary, the second takes a third of the
// bytes that it takes alone: https://github.com/facebook/zstd/wiki/Zstandard-as-a-patching-engine.

// reach is the largest distance in bytes at which a repetition is found: more than the length of a program.
const reach = 128 << 20

// pressed compresses a text, with a dictionary if that is not nil.
func pressed(text, dictionary []byte) []byte {
	options := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(reach), zstd.WithEncoderConcurrency(1)}
	if dictionary != nil {
		options = append(options, zstd.WithEncoderDictRaw(1, dictionary)) // 1: any number for the dictionary, the same in unpressed
	}
	w, err := zstd.NewWriter(nil, options...)
	if err != nil {
		panic(err) // the options are wrong
	}
	defer w.Close()
	return w.EncodeAll(text, nil)
}

// unpressed is the inverse of pressed, with the same dictionary.
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
