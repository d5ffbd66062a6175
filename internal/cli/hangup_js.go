package cli

import "os"

// hangups are the signals that a program gets when its terminal is closed: none in WebAssembly.
var hangups []os.Signal
