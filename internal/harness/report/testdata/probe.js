"use strict";
// Tries a page as a reader would and writes what it found, as JSON, into an element. TestPageInBrowser appends this to a page, with WANT, what its cells have to say, and RAW, the raw file of machine m-a.
const found = { errors: [], wrong: [] };
window.addEventListener("error", e => found.errors.push(String(e.message)));
window.addEventListener("unhandledrejection", e => found.errors.push(String(e.reason)));
const want = (what, got, wanted) => { if (JSON.stringify(got) !== JSON.stringify(wanted)) found.wrong.push(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(wanted)}`); };
const rows = () => [...document.querySelectorAll("#times tbody tr")];
const names = () => rows().map(tr => tr.cells[0].textContent);
const heads = () => [...document.querySelectorAll("#times thead th")].map(th => th.textContent);
const column = i => rows().map(tr => parseFloat(tr.cells[i].textContent.replace("(", ""))).filter(x => !Number.isNaN(x));
const rising = list => list.every((x, i) => i === 0 || list[i - 1] <= x);
const press = head => [...document.querySelectorAll("#times thead button")].find(b => b.textContent === head).click();
const sorted = head => [...document.querySelectorAll("#times thead th")].find(th => th.textContent === head).getAttribute("aria-sort");
const choose = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input", { bubbles: true })); };

// stored returns the theme that the page remembers, null where it can remember none.
const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };

// luminance and contrast are those of the Web Content Accessibility Guidelines, which want a contrast of 4.5 for text.
function luminance([r, g, b]) {
	const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function contrast(e) {
	let under = e, color = "rgba(0, 0, 0, 0)";
	for (; under && color.endsWith(", 0)"); under = under.parentElement) color = getComputedStyle(under).backgroundColor;
	const [a, b] = [getComputedStyle(e).color, color].map(c => luminance(c.match(/[\d.]+/g).map(v => c.startsWith("color(") ? 255 * v : Number(v)).slice(0, 3))); // color(srgb 0.1 0.2 0.3) or rgb(25, 51, 76)
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

// cells holds what the table of all machines shows against WANT, which says it by build, use, machine and technique.
function cells(build, use) {
	choose("build", build);
	choose("use", use);
	const machines = heads().slice(3); // behind technique, needs and tables
	want("machines", machines, Object.keys(WANT[build][use]));
	want("whole rows", rows().every(tr => tr.cells.length === heads().length), true);
	for (const tr of rows()) machines.forEach((m, i) => want(`${build}, ${use}, ${m}, ${names()[tr.rowIndex - 1]}`, tr.cells[3 + i].textContent, WANT[build][use][m][tr.cells[0].textContent] || ""));
	want("rows", names().length, new Set(machines.flatMap(m => Object.keys(WANT[build][use][m]).filter(key => !key.startsWith("cycles ")))).size);
}

// answered holds the answer of each machine against WANT, which calls small differences ties. For each language a table says what to take (i is even), and another what each
// machine would take (i is odd).
function answered() {
	const headings = [...document.querySelectorAll("#answer h3")].map(h => h.textContent);
	want("languages", headings, ["In C or C++", "In C or C++, on each machine", "In Go", "In Go, on each machine"]);
	document.querySelectorAll("#answer table").forEach((table, i) => {
		const search = WANT[headings[i].startsWith("In C") ? "C (gcc)" : "Go"].search;
		want(headings[i] + " has rows", table.tBodies[0].rows.length > 1, true);
		for (const tr of table.tBodies[0].rows) {
			const [first, ...rest] = [...tr.cells].map(td => td.textContent), cell = head => [...tr.cells].find(td => td.dataset.head.startsWith(head)).textContent;
			for (const words of i % 2 ? rest : []) {
				const [name, speed] = words.split(" "), wanted = search[first][name];
				want(`${headings[i]}, ${first}, ${name}`, wanted[0] === "(" ? speed[0] : speed + " %", wanted[0] === "(" ? "(" : wanted);
			}
			if (i % 2) continue;
			// A machine whose name ends in parentheses has features hidden, and does not count.
			const name = cell("take"), speeds = Object.keys(search).filter(m => !m.includes(" (")).map(m => search[m][name]).sort((x, y) => parseFloat(x) - parseFloat(y));
			if (!speeds.some(s => s[0] === "(")) want(`${headings[i]}, ${name}`, cell("our search"), [...new Set([speeds[0], speeds.at(-1)])].join(" to ").replaceAll(" %", "") + " %");
		}
	});
	// A machine's name and a raw file are links where they are published: the name of m-a in two answers and in the sources, its file there.
	const links = [...document.querySelectorAll("#answer th a, #sources td a, #sources th a")].map(a => a.href.replace(/.*slidebench\//, "")), ends = end => links.filter(l => l.endsWith(end)).length;
	want("links of machines and raw files", [ends("blob/main/results/m-a/report.md"), ends("raw/main/results/m-a/x.txt"), links.filter(l => l.includes("/m-b/")).length], [3, 1, 0]);
}

// tried uses the page's controls one after the other.
function tried() {
	want("whole width", document.scrollingElement.scrollWidth <= innerWidth, true);
	for (const e of document.querySelectorAll("#answer *")) if (e.getBoundingClientRect().right > innerWidth) { found.wrong.push(`the answer is cut: ${e.textContent.slice(0, 40)}`); break; }
	answered();
	want("the language that the answer begins with comes first", document.getElementById("build").value, "C (gcc)");
	want("links", document.querySelectorAll("header p a").length, 3);
	// No name is broken, and what a technique needs can be read at each width.
	for (const e of document.querySelectorAll("#answer td:has(button), #times tbody th")) {
		const range = document.createRange();
		range.selectNodeContents(e);
		const ends = [...range.getClientRects()].map(r => r.bottom);
		if (Math.max(...ends) - Math.min(...ends) > 8) { found.wrong.push(`in several lines: ${e.textContent}`); break; }
	}
	const pext = rows().find(tr => tr.cells[0].textContent === "pext");
	want("needs", pext.cells[1].offsetParent ? pext.cells[1].textContent : getComputedStyle(pext.cells[0], "::after").content, innerWidth > 640 ? "bmi2" : '"bmi2"'); // 640 pixels are the 40rem of page.css
	for (const build of Object.keys(WANT)) for (const use of Object.keys(WANT[build])) cells(build, use);
	choose("build", "Go");
	choose("use", "search");
	const means = names().map(n => Object.values(WANT.Go.search).map(m => parseFloat(m[n]))).filter(list => list.every(Number.isFinite)).map(list => list.reduce((sum, x) => sum + x) / list.length);
	want("mean speeds fall", rising(means.map(x => Math.round(x)).reverse()) && means.length > 3, true);
	const first = names();
	const head = [...document.querySelectorAll("#times thead button")].find(b => b.textContent === "M A");
	head.focus();
	head.click();
	want("the head has the focus", document.activeElement.textContent, "M A");
	want("speeds fall", [sorted("M A"), rising(column(3).reverse())], ["descending", true]);
	press("M A");
	want("speeds rise", [sorted("M A"), rising(column(3))], ["ascending", true]);
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
	want("heads can be printed", [...document.querySelectorAll("#times thead th")].map(th => th.dataset.head), heads());
	want("numbers stand on the right", ["needs", "tables", "M A"].map(head => getComputedStyle(rows()[0].cells[heads().indexOf(head)]).textAlign), ["left", "right", "right"]);
	const heat = td => parseFloat(td.style.getPropertyValue("--heat")), size = td => Math.abs(Math.log(1 + parseFloat(td.textContent) / 100));
	const heats = rows().flatMap(tr => [...tr.cells]).filter(td => heat(td)).sort((a, b) => size(a) - size(b)).map(heat);
	want("a larger difference is stronger", rising(heats) && heats[0] < 60 && heats.at(-1) === 60, true);
	want("a tie tells its interval", rows().flatMap(tr => [...tr.cells]).filter(td => td.className.includes("tie")).every(td => /^\(.* %\) \[.*\]$/.test(td.title)), true);
	const theme = document.getElementById("theme"), back = () => getComputedStyle(document.body).backgroundColor, before = [back(), theme.title];
	theme.click();
	want("dark, and remembered where that is possible", [back() !== before[0], theme.title, document.documentElement.dataset.theme, stored()], [true, "Light colours", "dark", stored() === null ? null : "dark"]);
	window.dispatchEvent(new Event("beforeprint"));
	want("printed light", back(), before[0]);
	window.dispatchEvent(new Event("afterprint"));
	want("dark again", back() !== before[0], true);
	theme.click();
	want("light, as the system has it", [back(), theme.title, document.documentElement.dataset.theme, stored()], [...before, "", stored() === null ? null : ""]);
	scrollTo(0, 600);
	want("the contents stay", document.querySelector("nav").getBoundingClientRect().top, 0);
	choose("machine", "M A");
	want("cycles", rows().map(tr => tr.cells[heads().indexOf("cycles")].textContent), names().map(n => WANT.Go.search["M A"]["cycles " + n]));
	go({ sort: "" });
	want("one machine, by rank", rows().map(tr => tr.cells[heads().indexOf("rank")].textContent), names().map((_, i) => String(i + 1)));
	want("words stand on the left", getComputedStyle(rows()[0].cells[heads().indexOf("against the fastest")]).textAlign, "left");
	press("cycles");
	want("times rise", rising(column(heads().indexOf("cycles"))), true);
	press("letters of it");
	want("a column that the data bring", rows().map(tr => tr.lastChild.textContent), names().map(n => `${n.length} letters`));
	want("sorted by it", names().map(n => n.length), names().map(n => n.length).sort((a, b) => a - b));
	choose("beside", "M B");
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
	const opener = [...document.querySelectorAll("#times tbody button")].find(b => b.textContent === "pext");
	opener.focus();
	opener.click();
	const dialog = document.getElementById("technique");
	want("dialog", dialog.open, true);
	want("idea, code", [...dialog.querySelectorAll("#about, summary, #code pre")].map(e => e.textContent), ["Gathers bits.T[i]", "Go", "package pext\n"]);
	const everywhere = [...document.querySelector("#everywhere tbody tr").cells].map(td => td.firstChild.textContent);
	want("its rows", everywhere, ["Go, perft", ...Object.values(WANT.Go.perft).map(list => list.pext)]);
	accessible("light");
	accessible("dark");
	document.getElementById("close").click();
	want("closed", [dialog.open, document.activeElement.textContent], [false, "pext"]);
	for (const opener of document.querySelectorAll("#answer td button")) {
		opener.click();
		want("the answer opens its technique", document.getElementById("technique-title").textContent, opener.textContent);
		document.getElementById("close").click();
	}
	accessible("light");
	accessible("dark");
}

// follow opens a link that restores a state.
const follow = () => { location.hash = "machine=M+B&use=queen,+latency&build=C+(gcc)&needs=none&sort=-technique&filter=magic&technique=pext"; };

// restored looks at what the link of follow has restored.
function restored() {
	for (const [id, value] of [["machine", "M B"], ["use", "queen, latency"], ["build", "C (gcc)"], ["needs", "none"]]) want(`restored ${id}`, document.getElementById(id).value, value);
	want("restored order", names(), names().slice().sort().reverse());
	want("restored filter", names().every(n => n.includes("magic")) && names().length > 0, true);
	want("restored technique", document.getElementById("technique-title").textContent, "pext");
	want("marks, and three in the legend", document.querySelectorAll("#plot :is(circle, polygon, rect[height='8'])").length, names().length + 3);
	want("plotted", [...document.querySelectorAll("#plot svg text")].map(e => e.textContent).filter(t => names().includes(t)), names());
}

// Back undoes the last choice, here that of the link.
function undone() {
	want("undone", ["machine", "beside", "use"].map(id => document.getElementById(id).value), ["M A", "M B", "perft"]);
	want("undone technique", document.getElementById("technique").open, false);
	const intervals = [...document.querySelectorAll("#plot line[stroke-width]")].filter(l => l.getAttribute("x1") !== l.getAttribute("x2"));
	want("all but the reference have intervals", intervals.length, document.querySelectorAll("#plot :is(circle, polygon, rect[height='8'])").length - 3 - 2); // of the marks, three are of the legend, and two the reference's on M A and M B
	HTMLAnchorElement.prototype.click = function() { saved.push(this); };
	Object.defineProperty(navigator, "clipboard", { value: { writeText: async words => { links.push(words); } } });
	for (const b of document.querySelectorAll("#plot button, .saves button")) b.click();
}

const saved = [], links = [];

// downloaded looks at what the buttons that undone has pressed have saved and copied.
function downloaded() {
	want("the link restores what is shown", [links, document.getElementById("link").textContent], [[location.href], "Copied"]);
	saved.sort((a, b) => a.download < b.download ? -1 : 1);
	const content = a => decodeURIComponent(a.href.split(",").slice(1).join(","));
	want("downloads", saved.map(a => [a.download, a.href.split(/[,;]/)[0]]), ["csv text/csv", "json application/json", "png image/png", "svg image/svg+xml"].map(kind => kind.split(" ")).map(([end, type]) => ["perft, Go." + end, "data:" + type]));
	const list = JSON.parse(content(saved[1])), pext = list.find(r => r.technique === "pext" && r.machine === "M A"), lines = content(saved[0]).trimEnd().split("\n");
	want("as JSON", [pext.speedPercent, pext.significant, pext.median, pext.needs], [parseFloat(WANT.Go.perft["M A"].pext.replace("(", "")), WANT.Go.perft["M A"].pext[0] !== "(", parseFloat(WANT.Go.perft["M A"]["cycles pext"]), "bmi2"]);
	want("as CSV", [lines.length, lines[0]], [list.length + 1, Object.keys(pext).join()]);
	const svg = new DOMParser().parseFromString(content(saved[3]), "image/svg+xml");
	want("the drawing in it", [svg.documentElement.tagName, svg.querySelectorAll("circle").length], ["svg", document.querySelectorAll("#plot circle").length]);
}

// A raw file of the reader's own, that of machine m-a, says what the page says of that machine; what is no raw file is refused.
async function own() {
	const file = (name, words) => ({ name, arrayBuffer: async () => new TextEncoder().encode(words).buffer });
	await read([file("own.txt", RAW), file("no.txt", "PASS\n")]);
	want("read", document.getElementById("read").textContent, "own.txt: m-a (yours). no.txt: no benchmark lines (want a raw file of slidebench bench). See the table");
	for (const [build, use] of [["Go", "perft"], ["Go", "search"], ["C (gcc)", "search"]]) {
		choose("build", build);
		choose("use", use);
		const at = ["M A", "m-a (yours)"].map(m => heads().indexOf(m));
		want("both are there", Math.min(...at) > 0 && rows().length > 5, true);
		for (const tr of rows()) want(`${build}, ${use}, ${tr.cells[0].textContent} of the own file`, tr.cells[at[1]].title, tr.cells[at[0]].title);
	}
}

const note = () => document.body.append(Object.assign(document.createElement("pre"), { id: "found", textContent: JSON.stringify(found) }));
const attempt = step => { try { step(); } catch (e) { found.errors.push(String(e.stack)); } };
// after goes somewhere else in the page's history, and tries what is there once the page shows it.
const after = (go, step) => { window.addEventListener("hashchange", () => attempt(step), { once: true }); go(); };
started.then(() => {
	attempt(tried);
	// The dialog tells of its closing a little later.
	setTimeout(() => after(follow, () => { restored(); after(() => history.back(), () => { undone(); setTimeout(() => { attempt(downloaded); own().catch(e => found.errors.push(String(e.stack))).then(note); }, 500); }); }), 100);
});
