// The script of the page that html.go writes, where it stands behind own.js. The state of the page is in the address behind "#", so that a link restores it. "#technique=NAME"
// opens the card of a technique.
const $ = id => document.getElementById(id);
const unique = list => [...new Set(list)];
const ALL = "all machines";
const SIZES = { "any size": Infinity, "up to 1 MiB": 1 << 20, "up to 64 KiB": 1 << 16, "up to 8 KiB": 1 << 13 };
// What each choice offers, the usual first. It depends on the choices before it.
const CHOICES = {
	build: () => unique(data.machines.flatMap(m => m.tables.map(t => t.build))),
	use: () => unique(data.machines.flatMap(m => m.tables.filter(t => t.build === state.build).map(t => t.use))),
	machine: () => [ALL, ...data.machines.map(m => m.name)],
	beside: () => ["none", ...data.machines.map(m => m.name)],
	needs: () => ["any", ...unique(data.cards.flatMap(needsOf)).sort().map(feature => "without " + feature), "none"],
	tables: () => Object.keys(SIZES),
};
const WORDS = ["technique", "needs", "standing"]; // columns of words, which stand on the left
const MOST = 40; // rows of a plot
const FREE = ["filter", "controls", "sort", "technique"]; // parts of the state that have no list of choices; "" is usual
const system = matchMedia("(prefers-color-scheme: dark)");
const dark = () => (document.documentElement.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
let data, cards, state = {};

// needsOf reads a card. place returns the column of a key; text and number read a row's value there, which is a text or a pair of text and number.
const needsOf = d => (d && d.Needs) || [];
const place = key => data.columns.findIndex(c => c.key === key);
const text = (row, key) => { const v = row[place(key)]; return Array.isArray(v) ? v[0] : v; };
const number = (row, key) => { const v = row[place(key)]; return Array.isArray(v) ? v[1] : parseFloat(v); };

// bounds returns the bounds of a row's speed, which stand before a comma and a bracket, as in "+4.6 % [+3.1, +6.2]"; none without an interval.
const bounds = row => (text(row, "speed").match(/[-+]?[\d.]+(?=[,\]])/g) || []).map(Number);

// element returns a new element of HTML, or of SVG for the names that plot uses.
function element(name, attributes, ...children) {
	const e = ["svg", "rect", "line", "circle", "polygon", "text"].includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
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
const opener = name => cards.has(name) ? button({ class: "opener", "data-key": "open " + name, title: cards.get(name).People }, name, () => go({ technique: name })) : name;

// go changes the state and its address. Back in the browser undoes a choice, but not what replaces the address, such as each letter of a filter.
function go(change, how = "pushState") {
	Object.assign(state, change);
	show();
	if (location.hash !== address()) history[how](null, "", address());
}

// address returns the end of an address that restores the state: what is not as usual.
function address() {
	const usual = Object.entries(CHOICES).map(([key, list]) => [key, list()[0]]).concat(FREE.map(key => [key, ""]));
	return "#" + new URLSearchParams(usual.filter(([key, value]) => state[key] !== value).map(([key]) => [key, state[key]]));
}

// restore reads the state from the address.
function restore() {
	if (state.build && $(location.hash.slice(1))) return; // a link of the contents
	const q = new URLSearchParams(location.hash.slice(1));
	state = Object.fromEntries([...Object.keys(CHOICES), ...FREE].map(key => [key, q.get(key) || ""]));
	show();
}

// cell shows a value, a number on the right. A speed has a colour: the stronger, the farther from the reference's. One that may be the same, in parentheses, has none.
// --heat is the share of the colour, from 8 to 60 %, which a gain of full has. short leaves out the interval.
function cell(row, key, full, short) {
	const words = row ? text(row, key) || "" : "", td = element("td", {}, short ? words.split(" [")[0] : words);
	if (row && Number.isFinite(number(row, key)) && !WORDS.includes(key)) td.className = "number";
	if (key !== "speed" || !words.includes("%")) return td;
	td.title = words;
	if (words[0] === "(") td.className += " tie";
	else if (number(row, key)) {
		td.className += number(row, key) > 0 ? " fast" : " slow";
		td.style.setProperty("--heat", (8 + 52 * Math.min(1, Math.abs(Math.log(1 + number(row, key) / 100)) / Math.log(1 + full / 100))).toFixed(0) + "%");
	}
	return td;
}

// view returns the tables of the chosen machines, the columns to show, of all machines their speeds and of one or two all that there is, and the techniques in order.
function view() {
	const all = state.machine === ALL, chosen = data.machines.filter(m => all || [state.machine, state.beside].includes(m.name));
	const tables = chosen.map(m => ({ ...m, ...m.tables.find(t => t.build === state.build && t.use === state.use) })).filter(t => t.rows);
	for (const t of tables) t.row = new Map(t.rows.map(r => [text(r, "technique"), r]));
	const any = name => tables.map(t => t.row.get(name)).find(row => row), needs = name => needsOf(cards.get(name));
	const measured = data.columns.filter(c => all ? c.key === "speed" : !["technique", "tableBytes"].includes(c.key));
	const columns = [
		{ id: "technique", head: "technique", tip: data.columns[place("technique")].tip, cell: name => element("th", { scope: "row", "data-needs": needs(name).join(", ") }, opener(name)), key: name => name },
		{ id: "needs", head: "needs", tip: "Features of the processor", cell: name => element("td", {}, needs(name).join(", ")), key: name => needs(name).join() },
		{ id: "tables", head: "tables", tip: data.columns[place("tableBytes")].tip, cell: name => cell(any(name), "tableBytes"), key: name => number(any(name), "tableBytes") },
		...tables.flatMap(t => measured.map(({ key, tip }, i) => ({ id: key + " " + t.name, head: all ? t.name : (i || chosen.length < 2 ? "" : t.name + ": ") + (key === "standing" ? "against the fastest" : t.heads[place(key)]),
			tip: `${tip}. ${t.about}: ${t.sure}`, cell: name => cell(t.row.get(name), key, t.full, all), key: name => t.row.has(name) ? number(t.row.get(name), key) : undefined }))),
	];
	// In the order of the column that was chosen; else one machine's table by rank, and that of several by mean speed, the fastest first.
	const mean = { key: name => tables.map(t => t.row.has(name) ? number(t.row.get(name), "speed") : undefined).filter(Number.isFinite).reduce((sum, x, _, list) => sum + x / list.length, 0) };
	const usual = tables.length === 1 && columns.find(c => c.id === "rank " + tables[0].name) || mean;
	const by = columns.find(c => c.id === state.sort.replace(/^-/, "")) || usual, down = state.sort ? state.sort[0] === "-" : by === mean;
	const lacks = key => typeof key !== "string" && !Number.isFinite(key), order = (a, b) => (a < b ? -1 : a > b) * (down ? -1 : 1);
	const asked = state.filter.toLowerCase().split(",").map(words => words.trim()).filter(Boolean); // any of them
	const names = unique(tables.flatMap(t => [...t.row.keys()])).filter(name => {
		const d = cards.get(name) || { Family: "", People: "" };
		return (state.controls || tables.some(t => t.row.has(name) && text(t.row.get(name), "rank"))) && number(any(name), "tableBytes") <= SIZES[state.tables] &&
			(state.needs === "any" || (state.needs === "none" ? !needs(name).length : !needs(name).includes(state.needs.replace("without ", "")))) &&
			(!asked.length || asked.some(words => [name, d.Family, d.People].join(" ").toLowerCase().includes(words)));
	}).map(name => [name, by.key(name)]).sort(([, a], [, b]) => lacks(a) - lacks(b) || order(a, b)).map(([name]) => name);
	return { tables, columns, by, down, names };
}

// refocus gives the focus back to what has the key, which was replaced.
const refocus = key => { const e = key && [...$("times").querySelectorAll("button")].find(b => b.dataset.key === key); if (e) e.focus({ preventScroll: true }); };

// showTable fills the table of times and its caption, and draws the plot if that is open. A button that was pressed keeps the focus.
function showTable() {
	const { tables, columns, by, down, names } = view(), pressed = $("times").contains(document.activeElement) && document.activeElement.dataset.key;
	$("times").tHead.replaceChildren(element("tr", {}, ...columns.map(c => element("th", { scope: "col", "data-head": c.head, "aria-sort": c !== by ? "none" : down ? "descending" : "ascending", class: WORDS.includes(c.id.split(" ")[0]) ? "" : "number" },
		button({ title: c.tip, "data-key": "sort " + c.id }, c.head, () => go({ sort: (c === by ? !down : c.id.startsWith("speed ")) ? "-" + c.id : c.id }))))));
	$("times").tBodies[0].replaceChildren(...names.map(name => element("tr", cards.has(name) ? {} : { class: "control" }, ...columns.map(c => c.cell(name)))));
	refocus(pressed);
	$("caption").textContent = `${names.length} techniques, ${state.use}, ${state.build}${by.id ? "" : ", by mean speed"}. ` + (state.machine === ALL ? data.columns[place("speed")].tip
		: tables.map(t => `${t.name} (${t.about}): ${t.sure}`).join("; ")) + ".";
	if (!$("plot").open) return;
	$("plot").lastElementChild.replaceChildren(plot(names.slice(0, MOST), tables));
	$("drawn").textContent = names.length > MOST ? `The first ${MOST} of ${names.length} techniques; the filter takes names with commas between them.` : "";
}

// plot draws speeds as dots with 95 % intervals, a panel for each machine. Shapes and colours, those of Okabe and Ito, say what a technique needs. Colours are written out: the plot is also saved.
function plot(list, tables) {
	const { color: ink, backgroundColor: back } = getComputedStyle(document.body);
	const kinds = [["needs nothing", dark() ? "#56b4e9" : "#0072b2"], ["needs BMI2", dark() ? "#e69f00" : "#d55e00"], ["needs other features", dark() ? "#35c8a0" : "#007a5a"]];
	const kind = name => { const n = needsOf(cards.get(name)); return n.includes("bmi2") || n.includes("sve2-bitperm") ? 1 : n.length ? 2 : 0; }; // as feature.Likes("bmi2") has it
	const speeds = row => [number(row, "speed"), ...bounds(row)].filter(Number.isFinite).map(p => Math.log2(1 + p / 100)); // of the median and the bounds
	const points = tables.flatMap((t, i) => list.flatMap((name, k) => t.row.has(name) ? [{ i, k, kind: kind(name), at: speeds(t.row.get(name)) }] : [])).filter(p => p.at.length);
	const all = points.flatMap(p => p.at), least = Math.min(-0.1, ...all), most = Math.max(0.1, ...all);
	const titles = tables.map(t => t.name.match(/.{1,24}(?:[- ]|$)/g) || [t.name]), left = 150, panel = tables.length > 1 ? 180 : 600, top = 64 + 14 * Math.max(...titles.map(lines => lines.length)), bottom = top + 18 * list.length, width = Math.max(620, left + panel * tables.length + 10), height = bottom + 30;
	const x = (i, log) => left + panel * i + 16 + (panel - 32) * (log - least) / (most - least), y = k => top + 18 * k + 9;
	const line = (x1, y1, x2, y2, attributes) => element("line", { x1, y1, x2, y2, stroke: ink, ...attributes }), label = (x, y, words, anchor = "start") => element("text", { x, y, fill: ink, "text-anchor": anchor }, words);
	const mark = (at, y, kind) => { const fill = kinds[kind][1]; return [() => element("circle", { cx: at, cy: y, r: 4, fill }), () => element("rect", { x: at - 4, y: y - 4, width: 8, height: 8, fill }), () => element("polygon", { points: `${at},${y - 5} ${at - 5},${y + 4} ${at + 5},${y + 4}`, fill })][kind](); };
	let ticks = [-90, -75, -50, -25, -10, 0, 10, 25, 50, 100, 200, 400, 900].map(p => [p, Math.log2(1 + p / 100)]).filter(([, log]) => log >= least && log <= most);
	ticks = ticks.filter(([p, log], n) => !p || n + 1 === ticks.length || x(0, ticks[n + 1][1]) - x(0, log) > 30); // for want of room, words give way to those on the right, but 0 stays
	return element("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif", "font-size": 12, role: "img", "aria-label": $("caption").textContent },
		element("rect", { width, height, fill: back }), label(8, 20, `${state.use}, ${state.build}: speed ${tables[0].heads[place("speed")]} in %; right is faster; lines are 95 % intervals`),
		...kinds.flatMap(([words], n) => [mark(14 + 130 * n, 38, n), label(24 + 130 * n, 42, words)]),
		...list.flatMap((name, k) => [label(left, y(k) + 4, name, "end"), line(left + 8, y(k), left + panel * tables.length, y(k), { "stroke-opacity": 0.12 })]),
		...tables.flatMap((t, i) => [...titles[i].map((words, n) => label(x(i, (least + most) / 2), top - 10 - 14 * (titles[i].length - 1 - n), words, "middle")), ...ticks.flatMap(([p, log]) => [line(x(i, log), top, x(i, log), bottom, { "stroke-opacity": p ? 0.2 : 0.8 }), label(x(i, log), bottom + 16, (p > 0 ? "+" : "") + p, "middle")])]),
		...points.flatMap(({ i, k, kind, at: [median, a = median, b = median] }) => [line(x(i, a), y(k), x(i, b), y(k), { stroke: kinds[kind][1], "stroke-width": 2 }), mark(x(i, median), y(k), kind)]));
}

// records returns what the table shows, a row for each technique and machine, in numbers.
function records() {
	const { tables, names } = view(), measured = data.columns.filter(c => c.key && !["speed", "technique", "tableBytes"].includes(c.key));
	return tables.flatMap(t => names.filter(name => t.row.has(name)).map(name => {
		const row = t.row.get(name), [speedLo = null, speedHi = null] = bounds(row), value = key => WORDS.includes(key) || !Number.isFinite(number(row, key)) ? text(row, key) || null : number(row, key);
		return { machine: t.name, language: t.build, use: t.use, technique: name, needs: needsOf(cards.get(name)).join(" "), tableBytes: value("tableBytes"), speedPercent: value("speed"), speedLo, speedHi, significant: speedLo !== null && text(row, "speed")[0] !== "(",
			...Object.fromEntries(measured.map(c => [c.key, value(c.key)])) };
	}));
}

// save downloads the table or the plot.
function save(type) {
	const download = href => element("a", { href, download: `${state.use}, ${state.build}.${type}` }).click(), file = (kind, words) => download(`data:${kind},` + encodeURIComponent(words));
	if (type === "json") return file("application/json", JSON.stringify(records(), null, "\t") + "\n");
	if (type === "csv") {
		const list = records(), quoted = v => v === null ? "" : /[",\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v;
		return file("text/csv", [Object.keys(list[0] || {}), ...list.map(Object.values)].map(row => row.map(quoted).join() + "\n").join(""));
	}
	const svg = $("plot").querySelector("svg"), source = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
	if (type === "svg") return download(source);
	const image = new Image(2 * svg.width.baseVal.value, 2 * svg.height.baseVal.value), canvas = element("canvas", { width: image.width, height: image.height });
	image.onload = () => { canvas.getContext("2d").drawImage(image, 0, 0, image.width, image.height); download(canvas.toDataURL()); };
	image.src = source;
}

// wear draws the page in a theme, light or dark; in that of the system for "".
function wear(theme) {
	document.documentElement.dataset.theme = theme;
	$("theme").ariaLabel = $("theme").title = dark() ? "Light colours" : "Dark colours";
	if ($("plot").open) showTable();
}

// switchTheme wears the other theme, and remembers it where it is not the system's.
function switchTheme() {
	const theme = dark() ? "light" : "dark", own = (theme === "dark") === system.matches ? "" : theme;
	wear(own);
	try { localStorage.setItem("theme", own); } catch { /* nothing is remembered for this page */ }
}

// copier selects a text and copies it: what is copied is seen to be selected.
const copier = pre => () => { getSelection().selectAllChildren(pre); return document.execCommand("copy"); };

// copyLink copies a link to what is shown, though the page's own address may be that of a section, and says so on the button for a while.
async function copyLink({ target: b }) {
	const link = new URL(address(), location).href;
	let copied = true;
	try { await navigator.clipboard.writeText(link); } catch { // no secure page
		const pre = element("pre", {}, link);
		document.body.append(pre);
		copied = copier(pre)();
		pre.remove();
	}
	b.textContent = copied ? "Copied" : "Not copied";
	setTimeout(() => { b.textContent = "Copy link"; }, 2000);
}

// inflated unpacks what gzip has packed.
const inflated = bytes => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));

// read adds the machines of raw files, and shows them beside the others.
async function read(files) {
	const said = [];
	for (const file of files) {
		try {
			const bytes = new Uint8Array(await file.arrayBuffer());
			const machines = parse(await (bytes[0] === 0x1f && bytes[1] === 0x8b ? inflated(bytes) : new Response(bytes)).text(), file.name);
			data.machines = data.machines.filter(m => m.file !== file.name); // read again
			for (const m of machines) {
				const taken = name => data.machines.some(other => other.name === name);
				let name = m.name + " (yours)";
				for (let n = 2; taken(name); n++) name = `${m.name} (yours, ${n})`;
				data.machines.push({ ...m, name, file: file.name });
				const t = m.tables.find(t => t.build === state.build && t.use === state.use) || m.tables[0];
				go({ machine: ALL, build: t.build, use: t.use, sort: "-speed " + name });
				said.push(`${file.name}: ${name}.`);
			}
		} catch (e) { said.push(`${file.name}: ${e.message}.`); }
	}
	$("times").parentElement.scrollTop = 0;
	$("read").replaceChildren(said.join(" ") + " ", element("a", { href: "#compare" }, "See the table"));
}

// showCard opens the card of the state's technique, with its speed in every use on every machine, or closes it.
function showCard() {
	const dialog = $("technique"), name = state.technique, d = cards.get(name);
	if (!d) { if (dialog.open) dialog.close(); return; }
	$("technique-title").textContent = name;
	$("about").innerHTML = d.About; // written by the report, escaped
	$("technique-facts").replaceChildren(`Family ${d.Family}. ${d.People}${d.Year ? ", " + d.Year : ""}. Needs ${needsOf(d).join(", ") || "no processor features"}. `, element("a", { href: d.Where }, "Source"));
	$("code").replaceChildren(...Object.entries(d.Code).map(([language, code]) => {
		const pre = element("pre", { tabindex: 0 }, code);
		return element("details", {}, element("summary", {}, language), button({}, "Copy", copier(pre)), pre);
	}));
	const rows = data.machines.map(m => new Map(m.tables.map(t => [t.build + ", " + t.use, { row: t.rows.find(r => text(r, "technique") === name), full: t.full }])));
	const uses = unique(rows.flatMap(m => [...m.keys()])).filter(use => rows.some(m => m.get(use) && m.get(use).row));
	const first = use => use !== state.build + ", " + state.use; // the chosen use comes first
	$("everywhere").tHead.replaceChildren(element("tr", {}, ...["use", ...data.machines.map(m => m.name)].map(words => element("th", { scope: "col" }, words))));
	$("everywhere").tBodies[0].replaceChildren(...uses.sort((a, b) => first(a) - first(b)).map(use => element("tr", {}, element("th", { scope: "row" }, use), ...rows.map(m => {
		const { row, full } = m.get(use) || {}, td = cell(row, "speed", full, true);
		if (row) td.append(element("small", {}, text(row, "median")));
		return td;
	}))));
	if (!dialog.open) dialog.showModal();
}

// show brings the choices, the table and the card in line with the state.
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

// start unpacks the data, connects the controls, and shows what the address says.
async function start() {
	const packed = Uint8Array.from(atob($("data").textContent), c => c.charCodeAt(0));
	data = await inflated(packed).json();
	for (const m of data.machines) for (const t of m.tables) t.rows = t.values[0].map((_, i) => t.values.map(column => column[i]));
	cards = new Map(data.cards.map(d => [d.Name, d]));
	if (!data.machines.length) return;
	$("choose").addEventListener("input", ({ target: e }) => go({ [e.id]: e.type !== "checkbox" ? e.value : e.checked ? "yes" : "" }, e.id === "filter" ? "replaceState" : "pushState"));
	$("technique").addEventListener("close", () => {
		if ($("technique").open) return; // by a link since: the browser tells of the end later
		const { technique } = state;
		if (technique) go({ technique: "" });
		if (document.activeElement === document.body || $("technique").contains(document.activeElement)) refocus("open " + (technique || $("technique-title").textContent)); // by Back, what was pressed has been replaced
	});
	$("plot").addEventListener("toggle", showTable);
	for (const b of document.querySelectorAll("[data-save]")) b.addEventListener("click", () => save(b.dataset.save));
	for (const b of document.querySelectorAll("[data-copy]")) b.addEventListener("click", copier(b.previousElementSibling));
	$("link").addEventListener("click", copyLink);
	$("file").addEventListener("change", ({ target }) => read([...target.files]));
	for (const [type, on] of [["dragover", true], ["dragleave", false], ["drop", false]]) document.addEventListener(type, e => {
		if (!e.dataTransfer.types.includes("Files")) return;
		e.preventDefault();
		document.body.classList.toggle("dropping", on);
		if (type === "drop") read([...e.dataTransfer.files]).then(() => $("compare").scrollIntoView());
	});
	// In the answer the first word of a cell opens the card if it is a technique; a kind may have the name of one.
	for (const td of $("answer").querySelectorAll("td:not([data-head=kind])")) td.replaceChildren(...td.textContent.split(/(?= )/).map((word, i) => i ? word : opener(word)));
	window.addEventListener("hashchange", restore);
	restore();
	wear(document.documentElement.dataset.theme);
	$("theme").hidden = false;
	$("theme").addEventListener("click", switchTheme);
	system.addEventListener("change", () => wear(document.documentElement.dataset.theme));
	let worn; // the theme while a light page is printed
	window.addEventListener("beforeprint", () => { worn = document.documentElement.dataset.theme; wear("light"); });
	window.addEventListener("afterprint", () => wear(worn));
}

const started = start();
