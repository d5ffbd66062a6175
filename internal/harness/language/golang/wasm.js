// Runs a program of GOOS=js: node wasm.js GOROOT/lib/wasm/wasm_exec.js PROGRAM [ARGUMENTS].
"use strict";

const [support, program, ...args] = process.argv.slice(2);
globalThis.fs = require("fs");
globalThis.path = require("path");
require(support);

const go = new Go();
go.argv = [program, ...args];
go.env = { TMPDIR: require("os").tmpdir() }; // the whole environment may be longer than Go's support takes
go.exit = process.exit;

// Go's own clock adds the time since 1970, as one floating-point number: its steps are 256 ns. Without it they are those of the system's clock. The int64 that a function
// returns to Go stands 8 bytes above sp.
go.importObject.gojs["runtime.nanotime1"] = (sp) => {
	const ns = performance.now() * 1e6;
	go.mem.setUint32((sp >>> 0) + 8, ns, true);
	go.mem.setUint32((sp >>> 0) + 12, ns / 0x100000000, true);
};

WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then((result) => go.run(result.instance)).catch((err) => {
	console.error(err.message);
	process.exit(2);
});
