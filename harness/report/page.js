"use strict";
// The state of the page is in the address behind "#", so that a link restores it. "#technique=NAME" opens the card of a technique.
const $ = id => document.getElementById(id);
const unique = list => [...new Set(list)];
const ALL = "all machines";
const SIZES = { "any size": 2 ** 60, "up to 1 MiB": 1 << 20, "up to 64 KiB": 1 << 16, "up to 8 KiB": 1 << 13 };
// What each choice offers, the usual first. It depends on the choices before it.
const CHOICES = {
	build: () => unique(data.machines.flatMap(m => m.tables.map(t => t.build))),
	use: () => unique(data.machines.flatMap(m => m.tables.filter(t => t.build === state.build).map(t => t.use))),
	machine: () => [ALL, ...data.machines.map(m => m.name)],
	beside: () => ["none", ...data.machines.map(m => m.name)],
	needs: () => ["any", ...unique(data.details.flatMap(needsOf)).sort().map(feature => "without " + feature), "none"],
	tables: () => Object.keys(SIZES),
};
const FREE = ["filter", "controls", "sort", "technique"];
let data, details, state = {};

const needsOf = d => (d && d.Needs) || [];
const place = key => data.columns.findIndex(c => c.key === key);
const text = (row, key) => { const v = row[place(key)]; return Array.isArray(v) ? v[0] : v; };
const number = (row, key) => { const v = row[place(key)]; return Array.isArray(v) ? v[1] : parseFloat(v); };

function element(name, attributes, ...children) {
	const e = ["svg", "rect", "line", "circle", "text"].includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
	e.append(...children);
	return e;
}

// button calls act when it is pressed.
function button(attributes, text, act) {
	const b = element("button", { type: "button", ...attributes }, text);
	b.addEventListener("click", act);
	return b;
}

// opener is a button that shows the card of a technique. Controls, and the reference measured once more, have none.
const opener = name => details.has(name) ? button({ class: "opener", title: details.get(name).People }, name, () => go({ technique: name })) : name;

// go changes the state and its address. Back in the browser undoes a choice, but not what replaces the address, such as each letter of a filter.
function go(change, how = "pushState") {
	Object.assign(state, change);
	show();
	const usual = Object.entries(CHOICES).map(([key, list]) => [key, list()[0]]).concat(FREE.map(key => [key, ""]));
	const q = new URLSearchParams(usual.filter(([key, value]) => state[key] !== value).map(([key]) => [key, state[key]]));
	if (location.hash !== "#" + q) history[how](null, "", "#" + q);
}

function restore() {
	if (state.build && $(location.hash.slice(1))) return; // a link of the contents
	const q = new URLSearchParams(location.hash.slice(1));
	state = Object.fromEntries([...Object.keys(CHOICES), ...FREE].map(key => [key, q.get(key) || ""]));
	show();
}

// cell shows a value, a speed with a colour: the stronger, the farther from the reference's. Speeds that may be the same have none.
function cell(row, key, short) {
	const words = row ? text(row, key) : "", td = element("td", {}, short ? words.split(" [")[0] : words);
	if (key === "speed" && words.includes("%") && number(row, key)) {
		td.className = number(row, key) > 0 ? "fast" : "slow";
		td.style.setProperty("--heat", Math.min(60, 15 + 45 * Math.abs(Math.log2(1 + number(row, key) / 100))).toFixed(0) + "%");
	}
	return td;
}

// view returns the tables of the chosen machines, the columns to show, of all machines their speeds and of one or two all that there is, and the techniques in order.
function view() {
	const all = state.machine === ALL, chosen = data.machines.filter(m => all || [state.machine, state.beside].includes(m.name));
	const tables = chosen.map(m => ({ ...m, ...m.tables.find(t => t.build === state.build && t.use === state.use) })).filter(t => t.rows);
	for (const t of tables) t.row = new Map(t.rows.map(r => [text(r, "technique"), r]));
	const any = name => tables.map(t => t.row.get(name)).find(row => row), needs = name => needsOf(details.get(name));
	const measured = data.columns.filter(c => all ? c.key === "speed" : !["technique", "tableBytes"].includes(c.key));
	const columns = [
		{ id: "technique", head: "technique", tip: data.columns[place("technique")].tip, cell: name => element("th", { scope: "row", "data-needs": needs(name).join(", ") }, opener(name)), key: name => name },
		{ id: "needs", head: "needs", tip: "Features of the processor", cell: name => element("td", {}, needs(name).join(", ")), key: name => needs(name).join() },
		{ id: "tables", head: "tables", tip: data.columns[place("tableBytes")].tip, cell: name => cell(any(name), "tableBytes"), key: name => number(any(name), "tableBytes") },
		...tables.flatMap(t => measured.map(({ key, tip }, i) => ({ id: key + " " + t.name, head: all ? t.name : (i || chosen.length < 2 ? "" : t.name + ": ") + t.heads[place(key)],
			tip: `${tip}. ${t.about}: ${t.sure}`, cell: name => cell(t.row.get(name), key, all), key: name => t.row.has(name) ? number(t.row.get(name), key) : undefined }))),
	];
	const mean = { key: name => tables.map(t => t.row.has(name) ? number(t.row.get(name), "speed") : undefined).filter(Number.isFinite).reduce((sum, x, _, list) => sum + x / list.length, 0) };
	const by = columns.find(c => c.id === state.sort.replace(/^-/, "")) || mean, down = !state.sort || state.sort[0] === "-";
	const lacks = key => typeof key !== "string" && !Number.isFinite(key), order = (a, b) => (a < b ? -1 : a > b) * (down ? -1 : 1);
	const names = unique(tables.flatMap(t => [...t.row.keys()])).filter(name => {
		const d = details.get(name) || { Family: "", People: "" };
		return (state.controls || text(any(name), "rank")) && number(any(name), "tableBytes") <= SIZES[state.tables] &&
			(state.needs === "any" || (state.needs === "none" ? !needs(name).length : !needs(name).includes(state.needs.replace("without ", "")))) &&
			[name, d.Family, d.People].join(" ").toLowerCase().includes(state.filter.toLowerCase());
	}).map(name => [name, by.key(name)]).sort(([, a], [, b]) => lacks(a) - lacks(b) || order(a, b)).map(([name]) => name);
	return { tables, columns, by, down, names };
}

function showTable() {
	const { tables, columns, by, down, names } = view();
	$("times").tHead.replaceChildren(element("tr", {}, ...columns.map(c => element("th", { scope: "col", "aria-sort": c !== by ? "none" : down ? "descending" : "ascending" },
		button({ title: c.tip }, c.head, () => go({ sort: (c === by ? !down : c.id.startsWith("speed ")) ? "-" + c.id : c.id }))))));
	$("times").tBodies[0].replaceChildren(...names.map(name => element("tr", details.has(name) ? {} : { class: "control" }, ...columns.map(c => c.cell(name)))));
	$("caption").textContent = `${names.length} techniques, ${state.use}, ${state.build}${by.id ? "" : ", by mean speed"}. ` + (state.machine === ALL ? data.columns[place("speed")].tip
		: tables.map(t => `${t.name} (${t.about}): ${t.sure}`).join("; ")) + ".";
	if ($("plot").open) $("plot").lastElementChild.replaceChildren(plot(names.slice(0, 40), tables));
}

// plot draws speeds as dots with 95 % intervals, a colour for each machine. Colours are written out: the plot is also saved.
function plot(list, tables) {
	const { color: ink, backgroundColor: back } = getComputedStyle(document.body);
	const speeds = row => [number(row, "speed"), ...(text(row, "speed").match(/[-+]?[\d.]+(?=[,\]])/g) || []).map(Number)].filter(Number.isFinite).map(p => Math.log2(1 + p / 100)); // of the median and the bounds
	const points = tables.flatMap((t, i) => list.flatMap((name, k) => t.row.has(name) ? [{ i, k, at: speeds(t.row.get(name)) }] : [])).filter(p => p.at.length);
	const all = points.flatMap(p => p.at), least = Math.min(-0.1, ...all), most = Math.max(0.1, ...all);
	const left = 150, width = 800, top = 50 + 16 * tables.length, height = top + 16 * list.length + 30;
	const x = log => left + 10 + (width - left - 30) * (log - least) / (most - least), y = k => top + 16 * k + 8, color = i => `hsl(${Math.round(210 + i * 360 / tables.length)} 75% 45%)`;
	const label = (at, y, words, anchor = "start") => element("text", { x: at, y, fill: ink, "text-anchor": anchor }, words);
	const ticks = [-90, -75, -50, -25, -10, -5, 0, 5, 10, 25, 50, 100, 200, 400, 900].map(p => [p, Math.log2(1 + p / 100)]).filter(([, log]) => log >= least && log <= most);
	return element("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif", "font-size": 12, role: "img", "aria-label": $("caption").textContent },
		element("rect", { width, height, fill: back }), label(8, 20, `${state.use}, ${state.build}: speed ${tables[0].heads[place("speed")]} in %, with 95 % intervals`),
		...tables.flatMap((t, i) => [element("circle", { cx: 14, cy: 36 + 16 * i, r: 4, fill: color(i) }), label(24, 40 + 16 * i, t.name)]),
		...ticks.flatMap(([p, log]) => [element("line", { x1: x(log), x2: x(log), y1: top, y2: height - 24, stroke: ink, "stroke-opacity": p ? 0.2 : 0.7 }), label(x(log), height - 8, (p > 0 ? "+" : "") + p, "middle")]),
		...list.map((name, k) => label(left, y(k) + 4, name, "end")),
		...points.flatMap(({ i, k, at: [median, a = median, b = median] }) => [element("line", { x1: x(a), x2: x(b), y1: y(k), y2: y(k), stroke: color(i), "stroke-width": 2 }), element("circle", { cx: x(median), cy: y(k), r: 3.5, fill: color(i) })]));
}

// save downloads the plot.
function save(type) {
	const svg = $("plot").querySelector("svg"), source = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
	const download = href => element("a", { href, download: `${state.use}, ${state.build}.${type}` }).click();
	if (type === "svg") { download(source); return; }
	const image = new Image(2 * svg.width.baseVal.value, 2 * svg.height.baseVal.value), canvas = element("canvas", { width: image.width, height: image.height });
	image.onload = () => { canvas.getContext("2d").drawImage(image, 0, 0, image.width, image.height); download(canvas.toDataURL()); };
	image.src = source;
}

function showCard() {
	const dialog = $("technique"), name = state.technique, d = details.get(name);
	if (!d) { if (dialog.open) dialog.close(); return; }
	$("technique-title").textContent = name;
	$("about").innerHTML = d.About; // written by the report, escaped
	$("technique-facts").replaceChildren(`Family ${d.Family}. ${d.People}${d.Year ? ", " + d.Year : ""}. Needs ${needsOf(d).join(", ") || "no processor features"}. `, element("a", { href: d.Where }, "Source"));
	$("code").replaceChildren(...Object.entries(d.Code).map(([language, code]) => {
		const pre = element("pre", { tabindex: 0 }, code);
		const copy = () => { getSelection().selectAllChildren(pre); document.execCommand("copy"); }; // what is copied is seen to be selected
		return element("details", {}, element("summary", {}, language), button({}, "Copy", copy), pre);
	}));
	const rows = data.machines.map(m => new Map(m.tables.map(t => [t.build + ", " + t.use, t.rows.find(r => text(r, "technique") === name)])));
	const uses = unique(rows.flatMap(m => [...m.keys()])).filter(use => rows.some(m => m.get(use)));
	const first = use => use !== state.build + ", " + state.use; // the chosen use comes first
	$("everywhere").tHead.replaceChildren(element("tr", {}, ...["use", ...data.machines.map(m => m.name)].map(words => element("th", { scope: "col" }, words))));
	$("everywhere").tBodies[0].replaceChildren(...uses.sort((a, b) => first(a) - first(b)).map(use => element("tr", {}, element("th", { scope: "row" }, use), ...rows.map(m => {
		const td = cell(m.get(use), "speed", true);
		if (m.get(use)) td.append(element("small", {}, text(m.get(use), "median")));
		return td;
	}))));
	if (!dialog.open) dialog.showModal();
}

function show() {
	for (const [key, list] of Object.entries(CHOICES)) {
		const values = list();
		if (!values.includes(state[key])) state[key] = values[0];
		$(key).replaceChildren(...values.map(v => element("option", {}, v)));
		$(key).value = state[key];
	}
	if ($("filter").value !== state.filter) $("filter").value = state.filter;
	$("controls").checked = state.controls === "yes";
	$("beside").disabled = state.machine === ALL;
	showTable();
	showCard();
}

async function start() {
	const packed = Uint8Array.from(atob($("data").textContent), c => c.charCodeAt(0));
	data = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
	for (const m of data.machines) for (const t of m.tables) t.rows = t.values[0].map((_, i) => t.values.map(column => column[i]));
	details = new Map(data.details.map(d => [d.Name, d]));
	if (!data.machines.length) return;
	$("choose").addEventListener("input", ({ target: e }) => go({ [e.id]: e.type !== "checkbox" ? e.value : e.checked ? "yes" : "" }, e.id === "filter" ? "replaceState" : "pushState"));
	$("technique").addEventListener("close", () => { if (state.technique) go({ technique: "" }); });
	$("plot").addEventListener("toggle", showTable);
	for (const b of document.querySelectorAll("[data-save]")) b.addEventListener("click", () => save(b.dataset.save));
	for (const td of $("answer").querySelectorAll("td")) td.replaceChildren(...td.textContent.split(/(?= )/).map((word, i) => i ? word : opener(word)));
	window.addEventListener("hashchange", restore);
	restore();
}

const started = start();
