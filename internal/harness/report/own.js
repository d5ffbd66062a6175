"use strict";
// Raw files of the reader's own, read as the report reads them: the same medians, intervals, ranks and words. TestOwnFile compares both. In the page, page.js follows in the
// same script: it has data and calls parse.

// lower returns the order statistic from which the 95 % interval of the median of n values reaches up to the same one from above; 0 for too few values. It
// is the hull of an interval that leans to the left and its mirror image, as in Go's package stats.
function lower(n) {
	if (n > 30) return Math.floor(n / 2 - 0.9799819922700269 * Math.sqrt(n) - 0.5) + 1; // by the normal approximation: the factor is half of its 97.5 % quantile, 1.96
	// The chance that k of n values lie below the median.
	const chance = k => { let c = k < 0 || k > n ? 0 : 2 ** -n; for (let i = 1; i <= k; i++) c *= (n + 1 - i) / i; return c; };
	let left = Math.ceil((n + 1) / 2) - 1, right = left + 1;
	for (let sum = chance(left); sum < 0.95 && (left > 0 || right <= n);) sum += chance(left - 1) >= chance(right) ? chance(--left) : chance(right++);
	return Math.min(left, n + 1 - right);
}

// interval returns the median of some numbers and its bounds, infinite ones for too few.
function interval(values) {
	const x = values.filter(v => v !== undefined).sort((a, b) => a - b), n = x.length, low = lower(n);
	if (!n) return [NaN, NaN, NaN];
	return [(x[(n - 1) >> 1] + x[n >> 1]) / 2, ...low < 1 ? [-Infinity, Infinity] : [x[low - 1], x[n - low]]];
}

// ratio returns the median of the ratios of two series, round by round, and its bounds; of the two medians, where too few rounds have both.
function ratio(a, b) {
	const logs = a.map((v, k) => v === undefined || b[k] === undefined ? undefined : Math.log(v / b[k]));
	if (logs.filter(v => v !== undefined).length < 6) { // stats.MinRounds
		const x = interval(a), y = interval(b);
		if (bounded(x) && bounded(y)) return [x[0] / y[0], x[1] / y[2], x[2] / y[1]];
	}
	return interval(logs).map(Math.exp);
}
const bounded = ([, low, high]) => low > 0 && high < Infinity;

// fixed and precise round halves to even, as Go does: even moves the exact half above an even digit a little down. size is that of tables, from 2 ** 52 on unknown.
const even = (x, decimals) => { if (x < 0) return -even(-x, decimals); const y = x * 10 ** decimals, low = Math.floor(y); return x * 2 ** 20 % 1 === 0 && y - low === 0.5 && low % 2 === 0 ? x - 2 ** -30 : x; };
const fixed = (x, decimals) => even(x, decimals).toFixed(decimals);
const precise = (x, digits) => x && x < 1e-4 ? x.toExponential(digits - 1).replace(/e-(\d)$/, "e-0$1") : even(x, digits - 1 - Math.floor(Math.log10(x))).toPrecision(digits);
const signed = (x, decimals) => (x < 0 ? "" : "+") + fixed(x, decimals);
const percent = x => Number.isNaN(x) ? "?" : Math.abs(x) < 0.005 ? "0" : signed(x, Math.abs(x) >= 99.95 ? 0 : Math.abs(x) >= 9.995 ? 1 : 2);
const size = n => n >= 2 ** 52 ? "not said" : !n ? "none" : n < 1024 ? `${n} B` : n < 2 ** 22 ? `${Number(precise(n / 1024, 4))} KiB` : `${Number(precise(n / 2 ** 20, 4))} MiB`;

// values returns what the columns show of a technique: s is its series in the table t, fastest that of the fastest technique, and rank 0 for controls.
function values(t, s, noise, fastest, rank) {
	const of = t.unit === "op" ? 1e-6 : 1, time = interval(s.values), cycles = time[0] * of, ns = cycles / t.clock;
	const [median, low, high] = t.reference ? ratio(s.values, t.reference.values) : [NaN, NaN, NaN], gain = x => 100 * (1 / x - 1), speed = gain(median);
	const engine = ["node", "answer", "delta"].includes(t.unit), enough = bounded([0, low, high]); // engine: the units of an engine's modes
	const decimals = x => engine ? percent(x) : signed(x, 0);
	let words = `${speed && enough ? decimals(speed) : percent(speed)} %`;
	if (enough && speed && !((low > 1 || high < 1) && !(Math.abs(Math.log(median)) <= noise))) words = `(${words})`;
	if (speed && enough) words += ` [${decimals(gain(high))}, ${decimals(gain(low))}]`;
	const against = ratio(s.values, fastest.values), compared = bounded(against);
	const differs = compared && (against[1] > 1 || against[2] < 1) && !(Math.abs(Math.log(against[0])) <= noise);
	return {
		speed: enough || Number.isNaN(speed) ? [words.replace("? %", "?"), speed] : ["few rounds", NaN], technique: s.technique, rank: rank ? [String(rank), rank] : "", tableBytes: [size(s.bytes), s.bytes],
		standing: !rank ? "" : !compared ? "unclear" : rank === 1 ? "fastest" : differs && against[0] > 1 ? "slower" : "tied",
		median: [fixed(cycles, cycles >= 100 ? 1 : cycles >= 10 ? 2 : 3) + (bounded(time) ? "" : " [?]"), cycles], ns: [ns >= 100 ? fixed(ns, 0) : precise(ns, 3), ns],
	};
}

// language names a build as the page does. Of Go's plain builds the highest level, or the only one, is Go.
function language(build, builds) {
	if (/^(v[1-4](\+.*)?)?$/.test(build)) return build === builds.filter(b => /^(v[1-4])?$/.test(b)).sort().at(-1) ? "Go" : "GOAMD64=" + build;
	const [, word, rest] = build.match(/^([a-z]+)[-+]?(.*)$/), name = { cpp: "C++" }[word] || word[0].toUpperCase() + word.slice(1);
	return rest ? `${name} (${rest})` : name;
}

// parse returns the machines of a raw file, with their tables as the page has them.
function parse(file, name) {
	const config = {}, tables = new Map(), clocks = {};
	let round = 0, clock = 0;
	file.split("\n").forEach((line, at) => {
		const wrong = wanted => { throw new Error(`line ${at + 1}: want ${wanted}`); };
		const start = line.match(/^# round ([1-9]\d{0,3})(?: at ([\d.]+) GHz)?$/), pair = line.match(/^([a-z][^:\sA-Z]*):(?: +(.*))?$/);
		if (start) [round, clock] = [Number(start[1]), Number(start[2])];
		else if (pair) {
			if (pair[1] === "goamd64") config.build = ""; // an older file, whose builds in Go have this key
			config[pair[1]] = (pair[2] || "").trim();
		}
		else if (line.startsWith("Benchmark")) {
			const [words, , ...fields] = line.split(/\s+/), of = Object.fromEntries(words.split("/").slice(1).map(part => part.split("=")));
			const measured = Object.fromEntries(fields.flatMap((unit, i) => i % 2 ? [[unit, Number(fields[i - 1])]] : [])), unit = Object.keys(measured).find(u => u.startsWith("cycles/"));
			if (!of.technique || !of.piece || !of.mode || !of.corpus) wrong("technique=, piece=, mode= and corpus= in the name of a benchmark");
			if (!unit || !(measured[unit] > 0)) wrong("cycles");
			if (!round) wrong('a line "# round 1 at 4.35 GHz" before the first benchmark');
			for (const key of ["machine", "features", "reference"]) if (!config[key]) wrong(`a line "${key}: ..." before the first benchmark`);
			const build = config.build || (config.goarch === "amd64" ? config.goamd64 : "") || "", key = [config.machine, build, of.piece, of.mode, of.corpus].join();
			if (!tables.has(key)) tables.set(key, { ...config, build, use: `${of.piece}, ${of.mode}, ${of.corpus}`, unit: unit.slice(7), series: new Map() });
			const series = tables.get(key).series, bytes = measured["table-bytes"];
			if (!series.has(of.technique)) series.set(of.technique, { technique: of.technique, bytes: bytes === undefined ? 2 ** 52 : bytes, values: [] });
			if (series.get(of.technique).values[round]) wrong(`each benchmark once in round ${round}`);
			series.get(of.technique).values[round] = measured[unit];
			(clocks[config.machine] = clocks[config.machine] || []).push(clock || measured[unit] / measured["ns/" + unit.slice(7)]);
		} else if (line && !/^(Unit |PASS$|ok\s)/.test(line)) wrong("a benchmark, a unit or key: value");
	});
	if (!tables.size) throw new Error("no benchmark lines (want a raw file of slidebench bench)");
	const machines = new Map();
	for (const t of tables.values()) {
		if (!machines.has(t.machine)) machines.set(t.machine, { name: t.machine, about: [t.cpu, t.features, name].filter(Boolean).join(", "), builds: [], tables: [] });
		const m = machines.get(t.machine);
		m.builds.push(t.build);
		m.tables.push(t);
	}
	for (const m of machines.values()) m.tables = m.tables.map(t => table(Object.assign(t, { clock: interval(clocks[m.name])[0] }), m.builds));
	return [...machines.values()];
}

// table ranks the techniques of a table.
function table(t, builds) {
	const all = [...t.series.values()].map(s => Object.assign(s, { values: Array.from(s.values), time: interval(s.values) })), again = t.reference + "-again";
	// Rows with an interval come first, then those with too few rounds, then controls. 0.05 and 15 : 100 below are highNoise, fullOfEngines and fullOfLoops of the report.
	const aside = s => s.technique === again || data.controls.includes(s.technique) ? 2 : bounded(s.time) ? 0 : 1, name = t.reference;
	all.sort((a, b) => aside(a) - aside(b) || a.time[0] - b.time[0] || (a.technique < b.technique ? -1 : 1));
	t.reference = t.series.get(name);
	let noise = NaN, taken = ""; // unknown where the reference is not there twice
	if (t.reference && t.series.has(again)) {
		const r = ratio(t.series.get(again).values, t.reference.values), both = [...t.series.get(again).values, ...t.reference.values].filter(v => v !== undefined);
		if (!bounded(r)) taken = "unknown, taken as ";
		noise = bounded(r) ? Math.max(Math.abs(Math.log(r[1])), Math.abs(Math.log(r[2]))) : Math.max(0.05, Math.log(Math.max(...both) / Math.min(...both)));
	}
	const rounds = new Set(all.flatMap(s => s.values.flatMap((v, k) => v === undefined ? [] : [k]))).size, sure = Number.isFinite(noise) ? `${taken}${fixed(100 * Math.expm1(noise), 1)} %` : "unknown";
	const units = t.unit === "op" ? { median: "Mcycles", ns: "ms" } : { median: "cycles" };
	return {
		build: language(t.build, builds), use: data.uses[t.use] || t.use, full: ["node", "answer", "delta"].includes(t.unit) ? 15 : 100, sure: `${rounds} rounds, A/A noise ${sure}, intervals for this run`,
		heads: data.columns.map(({ key }) => ({ speed: "against " + name, tableBytes: "tables", ...units })[key] || key),
		rows: all.map((s, i) => { const of = values(t, s, noise, all[0], aside(s) < 2 ? i + 1 : 0); return data.columns.map(({ key }) => of[key] === undefined ? "" : of[key]); }),
	};
}
