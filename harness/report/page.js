"use strict";
// The state of the page is in the address behind "#", so that a link restores it.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const details = new Map(data.details.map(d => [d.name, d]));
const NUMBER = 0, RANK = 1, STANDING = 2, TIME = 3, LO = 4, HI = 5, RATIO = 6, RATIO_LO = 7, RATIO_HI = 8, BYTES = 9; // places in a row
const WIDTH = 220; // of the dots' column
const heading = column => $("times").querySelector(`thead button[data-by=${column}]`);
const useOf = t => t.mode + ", " + t.corpus;
const unique = list => [...new Set(list)];
let state = {};

const short = x => x === null ? "" : x >= 1000 ? Math.round(x).toString() : Number(x.toPrecision(4)).toString();
const interval = (m, lo, hi) => m === null ? "" : lo === null ? short(m) + " [?]" : `${short(m)} [${short(lo)}, ${short(hi)}]`;
const UNSAID = 2 ** 52; // as package results has it
const size = n => n === UNSAID ? "not said" : n > UNSAID ? "not said, at least " + size(n - UNSAID) + " of data in the object" : n === 0 ? "none" : n < 1024 ? n + " B" :
  n < 4 << 20 ? Number((n / 1024).toPrecision(4)) + " KiB" : Number((n / (1 << 20)).toPrecision(4)) + " MiB";

function readState() {
	const q = new URLSearchParams(location.hash.slice(1));
	const machine = data.machines.find(m => m.name === q.get("machine")) || data.machines[0];
	const pick = (list, want, wish) => list.includes(want) ? want : list.includes(wish) ? wish : list[0];
	const builds = unique(machine.tables.map(t => t.build));
	const ofGo = builds.filter(b => !b.startsWith("c-") && !b.includes("+"));
	const build = pick(builds, q.get("build"), ofGo[ofGo.length - 1]);
	const inBuild = machine.tables.filter(t => t.build === build);
	const uses = unique(inBuild.map(useOf)), use = pick(uses, q.get("use"), "throughput, random16");
	const pieces = unique(inBuild.filter(t => useOf(t) === use).map(t => t.piece)), piece = pick(pieces, q.get("piece"), "queen");
	const [by, down] = (q.get("sort") || "rank").split("-");
	const technique = data.names.includes(q.get("technique")) ? q.get("technique") : "";
	state = { machine, build, builds, use, uses, piece, pieces, by, down: down === "down", filter: q.get("filter") || "", controls: q.get("controls") === "yes", technique };
}

// writeState changes the state and its address. Back in the browser undoes a choice, but not what replaces the address, such as each letter of a filter.
function writeState(change, how = "pushState") {
	Object.assign(state, change);
	const q = new URLSearchParams({ machine: state.machine.name, build: state.build, use: state.use, piece: state.piece });
	if (state.by !== "rank" || state.down) q.set("sort", state.by + (state.down ? "-down" : ""));
	if (state.filter) q.set("filter", state.filter);
	if (state.controls) q.set("controls", "yes");
	if (state.technique) q.set("technique", state.technique);
	if (location.hash !== "#" + q) history[how](null, "", "#" + q);
	show();
}

function element(name, attributes, ...children) {
	const svg = ["svg", "line", "circle", "text"].includes(name);
	const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
	e.append(...children);
	return e;
}

function options(select, values, chosen) {
	select.replaceChildren(...values.map(v => element("option", v === chosen ? { value: v, selected: "" } : { value: v }, v)));
	select.value = chosen;
}

function matches(name) {
	const d = details.get(name), text = d ? [name, d.family, d.people].join(" ") : name;
	return text.toLowerCase().includes(state.filter.toLowerCase());
}

function key(row) {
	switch (state.by) {
	case "name": return data.names[row[NUMBER]];
	case "time": case "ns": return row[TIME];
	case "ratio": return row[RATIO];
	case "bytes": return row[BYTES];
	case "standing": return row[STANDING];
	}
	return row[RANK] || null; // controls have none
}

function compareRows(a, b) {
	const x = key(a), y = key(b);
	if (x === null || y === null) return (x === null) - (y === null) || a[TIME] - b[TIME]; // last either way
	return (x < y ? -1 : x > y ? 1 : a[TIME] - b[TIME]) * (state.down ? -1 : 1);
}

// scale maps times to places, by their logarithms.
function scale(rows) {
	const known = rows.flatMap(r => [r[LO] ?? r[TIME], r[HI] ?? r[TIME]]).filter(x => x > 0);
	const least = Math.log(Math.min(...known) * 0.95), most = Math.log(Math.max(...known) * 1.05);
	const x = value => 4 + (WIDTH - 8) * (Math.log(value) - least) / (most - least);
	const ticks = [];
	for (let power = 1e-3; power < 1e7; power *= 10) for (const m of [1, 2, 5]) ticks.push(m * power);
	return { x, ticks: ticks.filter(t => Math.log(t) >= least && Math.log(t) <= most).filter((t, i, all) => all.length < 8 || Number(t.toExponential()[0]) === 1) };
}

function dot(row, s) {
	const label = interval(row[TIME], row[LO], row[HI]);
	const svg = element("svg", { width: WIDTH, height: 16, "aria-hidden": "true" });
	for (const t of s.ticks) svg.append(element("line", { class: "grid", x1: s.x(t), x2: s.x(t), y1: 0, y2: 16 }));
	if (row[LO] !== null) svg.append(element("line", { x1: s.x(row[LO]), x2: s.x(row[HI]), y1: 8, y2: 8 }));
	if (row[TIME] !== null) svg.append(element("circle", { cx: s.x(row[TIME]), cy: 8, r: 4 }));
	return element("td", { class: "dots", title: label }, svg);
}

// opener is a button that tells about a technique.
function opener(name) {
	const d = details.get(name);
	const button = element("button", { type: "button", class: "opener", title: d ? `${d.people}${d.year ? ", " + d.year : ""}` : "a control, or the reference once more" }, name);
	button.addEventListener("click", () => writeState({ technique: name }));
	return button;
}

function rowOf(row, s, clock) {
	const name = data.names[row[NUMBER]];
	const cell = text => element("td", {}, text);
	return element("tr", data.ranked[row[NUMBER]] ? {} : { class: "control" }, element("th", { scope: "row" }, opener(name)), cell(row[RANK] || ""), dot(row, s),
		cell(interval(row[TIME], row[LO], row[HI])), cell(row[TIME] === null ? "" : short(row[TIME] / clock)), cell(interval(row[RATIO], row[RATIO_LO], row[RATIO_HI])), cell(size(row[BYTES])), cell(data.standings[row[STANDING]]));
}

function showTable() {
	const table = state.machine.tables.find(t => t.build === state.build && useOf(t) === state.use && t.piece === state.piece);
	const rows = table.rows.filter(r => (state.controls || data.ranked[r[NUMBER]]) && matches(data.names[r[NUMBER]]));
	const s = scale(rows.length ? rows : table.rows);
	$("times").tBodies[0].replaceChildren(...rows.slice().sort(compareRows).map(r => rowOf(r, s, table.clock)));
	$("axis").setAttribute("width", WIDTH);
	$("axis").replaceChildren(...s.ticks.map(t => element("text", { x: s.x(t), y: 11, "text-anchor": "middle" }, t.toString())));
	$("unit").textContent = table.unit;
	heading("ns").textContent = table.unit === "Mcycles" ? "ms" : "ns";
	$("reference").textContent = table.reference;
	const noise = table.noise === null ? "unknown" : Number((100 * table.noise).toPrecision(2)) + " %";
	$("caption").textContent = `${rows.length} of ${table.rows.length} rows. ${state.machine.cpu} (${state.machine.features}), ${state.build}, ${state.machine.revision}: ${table.rounds} rounds, A/A noise ${noise}`;
	for (const th of $("times").querySelectorAll("thead th")) {
		const button = th.querySelector("button");
		if (button && button.dataset.by === state.by) th.setAttribute("aria-sort", state.down ? "descending" : "ascending");
		else th.removeAttribute("aria-sort");
	}
}

function showTechnique() {
	const dialog = $("technique"), name = state.technique;
	if (!name) { if (dialog.open) dialog.close(); return; }
	const d = details.get(name);
	$("technique-title").textContent = name;
	$("technique-facts").replaceChildren();
	$("about").innerHTML = d ? d.about : "<p>A row to compare with: a control, or the reference measured once more.</p>"; // written by the report, escaped
	$("code").hidden = !d;
	if (d) {
		$("technique-facts").append(`Family ${d.family}. ${d.people}${d.year ? ", " + d.year : ""}. Needs: ${d.needs.join(", ") || "nothing"}. `, element("a", { href: d.where }, "Source"));
		$("code").querySelector("pre").textContent = d.code;
	}
	const number = data.names.indexOf(name), rows = [];
	for (const m of data.machines) for (const t of m.tables) {
		const r = t.rows.find(r => r[NUMBER] === number);
		if (r) rows.push([m.name, t.build, useOf(t), t.piece, `${interval(r[TIME], r[LO], r[HI])} ${t.unit}`, r[RANK] || ""]);
	}
	const first = r => (r[2] === state.use && r[3] === state.piece ? 0 : 1); // what is compared comes first
	rows.sort((a, b) => first(a) - first(b));
	$("everywhere").tBodies[0].replaceChildren(...rows.map(r => element("tr", {}, ...r.map((text, i) => i ? element("td", {}, text) : element("th", { scope: "row" }, text)))));
	if (!dialog.open) dialog.showModal();
}

function show() {
	options($("machine"), data.machines.map(m => m.name), state.machine.name);
	options($("build"), state.builds, state.build);
	options($("use"), state.uses, state.use);
	options($("piece"), state.pieces, state.piece);
	if ($("filter").value !== state.filter) $("filter").value = state.filter;
	$("controls").checked = state.controls;
	showTable();
	showTechnique();
}

// change makes a choice, and drops from the state whatever that choice lacks.
function change(choice) {
	writeState(choice);
	readState();
	writeState({}, "replaceState");
}

function restore() {
	if (document.getElementById(location.hash.slice(1))) return; // a link of the contents
	readState();
	show();
}

if (data.machines.length) {
	$("machine").addEventListener("change", e => change({ machine: data.machines.find(m => m.name === e.target.value) }));
	for (const id of ["build", "use", "piece"]) $(id).addEventListener("change", e => change({ [id]: e.target.value }));
	$("filter").addEventListener("input", e => writeState({ filter: e.target.value }, "replaceState"));
	$("controls").addEventListener("change", e => writeState({ controls: e.target.checked }));
	$("choose").addEventListener("submit", e => e.preventDefault());
	for (const button of $("times").querySelectorAll("thead button")) {
		button.addEventListener("click", () => writeState({ by: button.dataset.by, down: state.by === button.dataset.by && !state.down }));
	}
	$("technique").addEventListener("close", () => { if (state.technique) writeState({ technique: "" }); });
	for (const td of $("answer").querySelectorAll("td")) if (details.has(td.textContent)) td.replaceChildren(opener(td.textContent));
	window.addEventListener("hashchange", restore);
	readState();
	show();
}
$("dark").addEventListener("click", () => {
	const root = document.documentElement, now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	root.dataset.theme = now === "dark" ? "light" : "dark";
	$("dark").setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
});
