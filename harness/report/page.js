"use strict";
// The state of the page is in the address behind "#", so that a link restores it.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const details = new Map(data.details.map(d => [d.name, d]));
const place = key => data.columns.findIndex(c => c.key === key);
const NAME = place("technique"), RANK = place("rank"), TIME = place("median");
const WIDTH = 220; // of the dots' column
const heading = column => $("times").querySelector(`thead button[data-by=${column}]`);
const useOf = t => t.mode + ", " + t.corpus;
const unique = list => [...new Set(list)];
let state = {};

const text = (row, i) => data.texts[row[i]];
// timed returns the median and, where there is an interval, its bounds.
const timed = row => (text(row, TIME).match(/[\d.]+/g) || []).map(Number);

function readState() {
	const q = new URLSearchParams(location.hash.slice(1));
	const machine = data.machines.find(m => m.name === q.get("machine")) || data.machines[0];
	const pick = (list, want, wish) => list.includes(want) ? want : list.includes(wish) ? wish : list[0];
	const builds = unique(machine.tables.map(t => t.build));
	const build = pick(builds, q.get("build"), machine.build);
	const inBuild = machine.tables.filter(t => t.build === build);
	const uses = unique(inBuild.map(useOf)), use = pick(uses, q.get("use"), "throughput, random16");
	const pieces = unique(inBuild.filter(t => useOf(t) === use).map(t => t.piece)), piece = pick(pieces, q.get("piece"), "queen");
	const [by, down] = (q.get("sort") || "rank").split("-");
	const technique = data.texts.includes(q.get("technique")) ? q.get("technique") : "";
	state = { machine, build, builds, use, uses, piece, pieces, by: place(by) < 0 ? "rank" : by, down: down === "down", filter: q.get("filter") || "", controls: q.get("controls") === "yes", technique };
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

// key is what a row is sorted by, null for what comes last.
function key(row) {
	const i = place(state.by);
	if (!data.columns[i].numeric) return text(row, i);
	const number = data.keys[row[i]] ?? parseFloat(text(row, i));
	return Number.isFinite(number) ? number : null;
}

function compareRows(a, b) {
	const x = key(a), y = key(b), [s, t] = [timed(a)[0], timed(b)[0]];
	if (x === null || y === null) return (x === null) - (y === null) || s - t; // last either way
	return (x < y ? -1 : x > y ? 1 : s - t) * (state.down ? -1 : 1);
}

// scale maps times to places, by their logarithms.
function scale(rows) {
	const known = rows.flatMap(timed).filter(x => x > 0);
	const least = Math.log(Math.min(...known) * 0.95), most = Math.log(Math.max(...known) * 1.05);
	const x = value => 4 + (WIDTH - 8) * (Math.log(value) - least) / (most - least);
	const ticks = [];
	for (let power = 1e-3; power < 1e7; power *= 10) for (const m of [1, 2, 5]) ticks.push(m * power);
	return { x, ticks: ticks.filter(t => Math.log(t) >= least && Math.log(t) <= most).filter((t, i, all) => all.length < 8 || Number(t.toExponential()[0]) === 1) };
}

function dot(row, s) {
	const [median, low, high] = timed(row);
	const svg = element("svg", { width: WIDTH, height: 16, "aria-hidden": "true" });
	for (const t of s.ticks) svg.append(element("line", { class: "grid", x1: s.x(t), x2: s.x(t), y1: 0, y2: 16 }));
	if (high) svg.append(element("line", { x1: s.x(low), x2: s.x(high), y1: 8, y2: 8 }));
	if (median) svg.append(element("circle", { cx: s.x(median), cy: 8, r: 4 }));
	return element("td", { class: "dots", title: text(row, TIME) }, svg);
}

// opener is a button that tells about a technique.
function opener(name) {
	const d = details.get(name);
	const button = element("button", { type: "button", class: "opener", title: d ? `${d.people}${d.year ? ", " + d.year : ""}` : "a control, or the reference once more" }, name);
	button.addEventListener("click", () => writeState({ technique: name }));
	return button;
}

// rowOf draws a row, column by column, and dots before the times. Controls have no rank.
function rowOf(row, s) {
	const cells = row.map((_, i) => i === NAME ? element("th", { scope: "row" }, opener(text(row, i))) : element("td", {}, text(row, i)));
	cells.splice(TIME, 0, dot(row, s));
	return element("tr", text(row, RANK) ? {} : { class: "control" }, ...cells);
}

// showHead draws the headings once. Those of a table may differ.
function showHead() {
	const heads = data.columns.map(c => {
		const button = element("button", { type: "button", "data-by": c.key, title: c.tip });
		button.addEventListener("click", () => writeState({ by: c.key, down: state.by === c.key && !state.down }));
		return element("th", { scope: "col" }, button);
	});
	heads[NAME].className = "first";
	heads.splice(TIME, 0, element("th", { scope: "col", class: "dots" }, element("span", { title: "The median as a dot, the 95 % interval as a line, on a logarithmic scale" }, "median and interval"),
		element("svg", { id: "axis", "aria-hidden": "true", height: 14, width: WIDTH })));
	$("times").tHead.replaceChildren(element("tr", {}, ...heads));
}

function showTable() {
	const table = state.machine.tables.find(t => t.build === state.build && useOf(t) === state.use && t.piece === state.piece);
	const rows = table.rows.filter(r => (state.controls || text(r, RANK)) && matches(text(r, NAME)));
	const s = scale(rows.length ? rows : table.rows);
	$("times").tBodies[0].replaceChildren(...rows.slice().sort(compareRows).map(r => rowOf(r, s)));
	$("axis").replaceChildren(...s.ticks.map(t => element("text", { x: s.x(t), y: 11, "text-anchor": "middle" }, t.toString())));
	data.columns.forEach((c, i) => heading(c.key).textContent = data.heads[table.heads][i]);
	$("caption").textContent = `${rows.length} of ${table.rows.length} rows. ${state.machine.cpu} (${state.machine.features}), ${state.build}, ${state.machine.revision}: ${table.rounds} rounds, A/A noise ${table.noise}`;
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
	const number = data.texts.indexOf(name), rows = [];
	for (const m of data.machines) for (const t of m.tables) {
		const r = t.rows.find(r => r[NAME] === number);
		if (r) rows.push([m.name, t.build, useOf(t), t.piece, `${text(r, TIME)} ${data.heads[t.heads][TIME]}`, text(r, RANK)]);
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
	$("technique").addEventListener("close", () => { if (state.technique) writeState({ technique: "" }); });
	for (const td of $("answer").querySelectorAll("td")) if (details.has(td.textContent)) td.replaceChildren(opener(td.textContent));
	window.addEventListener("hashchange", restore);
	showHead();
	readState();
	show();
}
$("dark").addEventListener("click", () => {
	const root = document.documentElement, now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	root.dataset.theme = now === "dark" ? "light" : "dark";
	$("dark").setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
});
