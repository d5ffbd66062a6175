"use strict";
// Tries a page as a reader would and writes what it found, as JSON, into an element. TestPageInBrowser appends this to a page, with WANT, what its cells have to say.
const found = { errors: [], wrong: [] };
window.addEventListener("error", e => found.errors.push(String(e.message)));
window.addEventListener("unhandledrejection", e => found.errors.push(String(e.reason)));
const want = (what, got, wanted) => { if (JSON.stringify(got) !== JSON.stringify(wanted)) found.wrong.push(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(wanted)}`); };
const rows = () => [...document.querySelectorAll("#times tbody tr")];
const names = () => rows().map(tr => tr.cells[0].textContent);
const heads = () => [...document.querySelectorAll("#times thead th")].map(th => th.textContent);
const column = i => rows().map(tr => parseFloat(tr.cells[i].textContent)).filter(x => !Number.isNaN(x));
const rising = list => list.every((x, i) => i === 0 || list[i - 1] <= x);
const press = head => [...document.querySelectorAll("#times thead button")].find(b => b.textContent === head).click();
const sorted = head => [...document.querySelectorAll("#times thead th")].find(th => th.textContent === head).getAttribute("aria-sort");
const choose = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input", { bubbles: true })); };

function luminance([r, g, b]) {
	const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function contrast(e) {
	let under = e, color = "rgba(0, 0, 0, 0)";
	for (; under && color.endsWith(", 0)"); under = under.parentElement) color = getComputedStyle(under).backgroundColor;
	const [a, b] = [getComputedStyle(e).color, color].map(c => luminance(c.match(/[\d.]+/g).map(v => c.startsWith("color(") ? 255 * v : Number(v)).slice(0, 3)));
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// accessible notes what somebody without a mouse, or with weak eyes, would miss.
function accessible(theme) {
	document.documentElement.style.colorScheme = theme;
	for (const e of document.querySelectorAll("select, input")) if (!e.labels.length) found.wrong.push(`no label: ${e.id}`);
	for (const e of document.querySelectorAll("button, summary, a")) if (!(e.textContent.trim() || e.getAttribute("aria-label"))) found.wrong.push("a control without a name");
	for (const e of document.querySelectorAll("th")) if (!e.scope) found.wrong.push(`no scope: ${e.textContent}`);
	for (const e of document.querySelectorAll(".scroll, pre")) if (e.tabIndex < 0 && e.scrollWidth > e.clientWidth && !e.closest("#about")) found.wrong.push("a part that scrolls and cannot be reached by keys");
	const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
	if (new Set(ids).size !== ids.length) found.wrong.push("an id stands twice");
	for (const e of document.querySelectorAll("h1, h2, p, li, th, td, small, label, button, a, summary")) {
		if (e.textContent.trim() && e.offsetParent && contrast(e) < 4.5) { found.wrong.push(`${theme}: contrast ${contrast(e).toFixed(2)}: ${e.tagName} ${e.textContent.slice(0, 20)}`); break; }
	}
}

// cells holds what the table of all machines shows against WANT, which says it by build, use, technique and machine.
function cells(build, use) {
	choose("build", build);
	choose("use", use);
	const machines = heads().slice(3);
	want("machines", machines, Object.keys(WANT[build][use]));
	want("whole rows", rows().every(tr => tr.cells.length === heads().length), true);
	for (const tr of rows()) machines.forEach((m, i) => want(`${build}, ${use}, ${m}, ${names()[tr.rowIndex - 1]}`, tr.cells[3 + i].textContent, WANT[build][use][m][tr.cells[0].textContent] || ""));
	want("rows", names().length, new Set(machines.flatMap(m => Object.keys(WANT[build][use][m]).filter(key => !key.startsWith("cycles ")))).size);
}

// answered holds the answer of each machine against WANT, which calls small differences ties.
function answered() {
	const headings = [...document.querySelectorAll("#answer h3")].map(h => h.textContent);
	want("languages", headings, ["In C or C++", "In C or C++, on each machine", "In Go", "In Go, on each machine"]);
	document.querySelectorAll("#answer table").forEach((table, i) => {
		const search = WANT[headings[i].startsWith("In C") ? "C (gcc)" : "Go"].search, list = [...table.tBodies[0].rows].map(tr => [...tr.cells].map(td => td.textContent));
		want(headings[i] + " has rows", list.length > 1, true);
		for (const [first, ...rest] of list) for (const cell of i % 2 ? rest : []) {
			const [name, speed] = cell.split(" "), wanted = search[first][name];
			want(`${headings[i]}, ${first}, ${name}`, wanted === "tie" ? speed[0] : speed + " %", wanted === "tie" ? "(" : wanted);
		}
		for (const [, name, , speed] of i % 2 ? [] : list) {
			const speeds = Object.keys(search).filter(m => !m.includes(" (")).map(m => search[m][name]).sort((x, y) => parseFloat(x) - parseFloat(y));
			if (!speeds.includes("tie")) want(`${headings[i]}, ${name}`, speed, [...new Set([speeds[0], speeds.at(-1)])].join(" to ").replaceAll(" %", "") + " %");
		}
	});
}

function tried() {
	want("whole width", document.scrollingElement.scrollWidth <= innerWidth, true);
	for (const e of document.querySelectorAll("#answer *")) if (e.getBoundingClientRect().right > innerWidth) { found.wrong.push(`the answer is cut: ${e.textContent.slice(0, 40)}`); break; }
	answered();
	want("the language that the answer begins with comes first", document.getElementById("build").value, "C (gcc)");
	want("links", document.querySelectorAll("header p a").length, 3);
	// No name is broken, and what a technique needs can be read at each width.
	for (const e of document.querySelectorAll("#answer td, #times tbody th")) {
		const range = document.createRange();
		range.selectNodeContents(e);
		const ends = [...range.getClientRects()].map(r => r.bottom);
		if (Math.max(...ends) - Math.min(...ends) > 8) { found.wrong.push(`in several lines: ${e.textContent}`); break; }
	}
	const pext = rows().find(tr => tr.cells[0].textContent === "pext");
	want("needs", pext.cells[1].offsetParent ? pext.cells[1].textContent : getComputedStyle(pext.cells[0], "::after").content, innerWidth > 640 ? "bmi2" : '"bmi2"');
	for (const build of Object.keys(WANT)) for (const use of Object.keys(WANT[build])) cells(build, use);
	choose("build", "Go");
	choose("use", "search");
	const means = names().map(n => Object.values(WANT.Go.search).map(m => parseFloat(m[n]))).filter(list => list.every(Number.isFinite)).map(list => list.reduce((sum, x) => sum + x) / list.length);
	want("mean speeds fall", rising(means.map(x => Math.round(x)).reverse()) && means.length > 3, true);
	const first = names();
	press("m-a");
	want("speeds fall", [sorted("m-a"), rising(column(3).reverse())], ["descending", true]);
	press("m-a");
	want("speeds rise", [sorted("m-a"), rising(column(3))], ["ascending", true]);
	press("tables");
	want("sorted by bytes", sorted("tables"), "ascending");
	press("tables");
	want("sorted downwards", sorted("tables"), "descending");
	want("the address has the order", location.hash.includes("sort=-tables"), true);
	choose("tables", "up to 8 KiB");
	want("small tables", rows().every(tr => /none| B$|^[1-8](\.\d+)? KiB/.test(tr.cells[2].textContent)) && names().includes("quintessence") && !names().includes("fancymagic"), true);
	choose("tables", "any size");
	choose("needs", "without bmi2");
	want("without PEXT", names().includes("fancymagic") && !names().includes("pext"), true);
	choose("needs", "any");
	choose("machine", "m-a");
	want("cycles", rows().map(tr => tr.cells[heads().indexOf("cycles")].textContent), names().map(n => WANT.Go.search["m-a"]["cycles " + n]));
	press("cycles");
	want("times rise", rising(column(heads().indexOf("cycles"))), true);
	press("letters of it");
	want("a column that the data bring", rows().map(tr => tr.lastChild.textContent), names().map(n => `${n.length} letters`));
	want("sorted by it", names().map(n => n.length), names().map(n => n.length).sort((a, b) => a - b));
	choose("beside", "m-b");
	want("side by side", heads().filter(h => h === "cycles").length, 2);
	const choices = history.length;
	const filter = document.getElementById("filter");
	filter.value = "Quint"; filter.dispatchEvent(new Event("input", { bubbles: true }));
	want("filtered", names(), ["quintessence"]);
	filter.value = ""; filter.dispatchEvent(new Event("input", { bubbles: true }));
	want("what is typed is not in the history", history.length, choices);
	document.getElementById("controls").click();
	want("controls", names().length > first.length, true);
	choose("use", "perft");
	want("choices are in the history", history.length, choices + 2);
	want("the address has the use", location.hash.includes("use=perft"), true);
	document.getElementById("plot").open = true;
	[...document.querySelectorAll("#times tbody button")].find(b => b.textContent === "pext").click();
	const dialog = document.getElementById("technique");
	want("dialog", dialog.open, true);
	want("idea, code", [...dialog.querySelectorAll("#about, summary, #code pre")].map(e => e.textContent), ["Gathers bits.T[i]", "Go", "package pext\n"]);
	const everywhere = [...document.querySelector("#everywhere tbody tr").cells].map(td => td.firstChild.textContent);
	want("its rows", everywhere, ["Go, perft", ...Object.values(WANT.Go.perft).map(list => list.pext)]);
	accessible("light");
	accessible("dark");
	document.getElementById("close").click();
	want("closed", dialog.open, false);
	for (const opener of document.querySelectorAll("#answer button")) {
		opener.click();
		want("the answer opens its technique", document.getElementById("technique-title").textContent, opener.textContent);
		document.getElementById("close").click();
	}
	accessible("light");
	accessible("dark");
}

const follow = () => { location.hash = "machine=m-b&use=queen,+latency&build=C+(gcc)&needs=none&sort=-technique&filter=magic&technique=pext"; };

function restored() {
	for (const [id, value] of [["machine", "m-b"], ["use", "queen, latency"], ["build", "C (gcc)"], ["needs", "none"]]) want(`restored ${id}`, document.getElementById(id).value, value);
	want("restored order", names(), names().slice().sort().reverse());
	want("restored filter", names().every(n => n.includes("magic")) && names().length > 0, true);
	want("restored technique", document.getElementById("technique-title").textContent, "pext");
	want("dots, and one in the legend", document.querySelectorAll("#plot circle").length, names().length + 1);
	want("plotted", [...document.querySelectorAll("#plot svg text")].map(e => e.textContent).filter(t => names().includes(t)), names());
}

// Back undoes the last choice, here that of the link.
function undone() {
	want("undone", ["machine", "beside", "use"].map(id => document.getElementById(id).value), ["m-a", "m-b", "perft"]);
	want("undone technique", document.getElementById("technique").open, false);
	const intervals = [...document.querySelectorAll("#plot line[stroke-width]")].filter(l => l.getAttribute("x1") !== l.getAttribute("x2"));
	want("all but the reference have intervals", intervals.length, document.querySelectorAll("#plot circle").length - 2 - 2);
	HTMLAnchorElement.prototype.click = function() { saved.push(this); };
	for (const b of document.querySelectorAll("#plot button")) b.click();
}

const saved = [];

function downloaded() {
	want("downloads", saved.map(a => [a.download, a.href.split(/[,;]/)[0]]), [["perft, Go.svg", "data:image/svg+xml"], ["perft, Go.png", "data:image/png"]]);
	const svg = new DOMParser().parseFromString(decodeURIComponent(saved[0].href.split(",").slice(1).join(",")), "image/svg+xml");
	want("the drawing in it", [svg.documentElement.tagName, svg.querySelectorAll("circle").length], ["svg", document.querySelectorAll("#plot circle").length]);
}

const note = () => document.body.append(Object.assign(document.createElement("pre"), { id: "found", textContent: JSON.stringify(found) }));
const attempt = step => { try { step(); } catch (e) { found.errors.push(String(e.stack)); } };
// after goes somewhere else in the page's history, and tries what is there once the page shows it.
const after = (go, step) => { window.addEventListener("hashchange", () => attempt(step), { once: true }); go(); };
started.then(() => {
	attempt(tried);
	// The dialog tells of its closing a little later.
	setTimeout(() => after(follow, () => { restored(); after(() => history.back(), () => { undone(); setTimeout(() => { attempt(downloaded); note(); }, 500); }); }), 100);
});
