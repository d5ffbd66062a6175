package cli

import "os"

var hangups []os.Signal // WebAssembly has no such signal
