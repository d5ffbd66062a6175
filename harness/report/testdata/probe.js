"use strict";
// Tries a page as a reader would and writes what it found, as JSON, into an element. TestPageInBrowser appends this to a page.
const found = { errors: [], wrong: [] };
window.addEventListener("error", e => found.errors.push(String(e.message)));
const want = (what, got, wanted) => { if (JSON.stringify(got) !== JSON.stringify(wanted)) found.wrong.push(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(wanted)}`); };
const names = () => [...document.querySelectorAll("#times tbody th")].map(th => th.textContent);
const column = i => [...document.querySelectorAll("#times tbody tr")].map(tr => parseFloat(tr.cells[i].textContent));
const rising = list => list.every((x, i) => i === 0 || list[i - 1] <= x);
const choose = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("change", { bubbles: true })); };

function luminance([r, g, b]) {
	const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function contrast(e) {
	let under = e, color = "rgba(0, 0, 0, 0)";
	for (; under && color.endsWith(", 0)"); under = under.parentElement) color = getComputedStyle(under).backgroundColor;
	const [a, b] = [getComputedStyle(e).color, color].map(c => luminance(c.match(/[\d.]+/g).map(Number).slice(0, 3)));
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// accessible notes what somebody without a mouse, or with weak eyes, would miss.
function accessible(theme) {
	document.documentElement.dataset.theme = theme;
	for (const e of document.querySelectorAll("select, input")) if (!e.labels.length) found.wrong.push(`no label: ${e.id}`);
	for (const e of document.querySelectorAll("button, summary, a")) if (!(e.textContent.trim() || e.getAttribute("aria-label"))) found.wrong.push("a control without a name");
	for (const e of document.querySelectorAll("th")) if (!e.scope) found.wrong.push(`no scope: ${e.textContent}`);
	for (const e of document.querySelectorAll(".scroll, pre")) if (e.tabIndex < 0 && e.scrollWidth > e.clientWidth && !e.closest("#about")) found.wrong.push("a part that scrolls and cannot be reached by keys");
	const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
	if (new Set(ids).size !== ids.length) found.wrong.push("an id stands twice");
	for (const e of document.querySelectorAll("h1, h2, p, li, th, td, label, button, a, summary")) {
		if (e.textContent.trim() && e.offsetParent && contrast(e) < 4.5) { found.wrong.push(`${theme}: contrast ${contrast(e).toFixed(2)}: ${e.tagName} ${e.textContent.slice(0, 20)}`); break; }
	}
}

function tried() {
	const first = names();
	want("rows", first.length > 3, true);
	want("ranks rise", rising(column(1)), true);
	want("whole width", document.scrollingElement.scrollWidth <= innerWidth, true);
	heading("tableBytes").click();
	want("sorted by bytes", heading("tableBytes").parentElement.getAttribute("aria-sort"), "ascending");
	heading("tableBytes").click();
	want("sorted downwards", heading("tableBytes").parentElement.getAttribute("aria-sort"), "descending");
	heading("median").click();
	want("times rise", rising(column(4)), true);
	want("the address has the order", location.hash.includes("sort=median"), true);
	heading("nameLetters").click();
	want("a column that the data bring", heading("nameLetters").textContent, "letters of it");
	want("its cells", [...document.querySelectorAll("#times tbody tr")].map(tr => tr.lastChild.textContent), names().map(n => `${n.length} letters`));
	want("sorted by it", names().map(n => n.length), names().map(n => n.length).sort((a, b) => a - b));
	heading("median").click();
	const choices = history.length;
	const filter = document.getElementById("filter");
	filter.value = "Quint"; filter.dispatchEvent(new Event("input", { bubbles: true }));
	want("filtered", names(), ["quintessence"]);
	filter.value = ""; filter.dispatchEvent(new Event("input", { bubbles: true }));
	want("what is typed is not in the history", history.length, choices);
	document.getElementById("controls").click();
	want("controls", names().length > first.length, true);
	choose("piece", "rook");
	want("choices are in the history", history.length, choices + 2);
	want("the address has the piece", location.hash.includes("piece=rook"), true);
	choose("machine", "b");
	want("the address has the machine", location.hash.includes("machine=b"), true);
	document.querySelector("#times tbody button").click();
	const dialog = document.getElementById("technique");
	want("dialog", dialog.open, true);
	want("rows everywhere", document.querySelectorAll("#everywhere tbody tr").length > 1, true);
	accessible("light");
	accessible("dark");
	document.getElementById("close").click();
	const answer = document.querySelector("#answer td button");
	answer.click();
	want("the answer opens its technique", document.getElementById("technique-title").textContent, answer.textContent);
	document.getElementById("close").click();
	want("closed", dialog.open, false);
	accessible("light");
	accessible("dark");
}

const follow = () => { location.hash = "machine=a&use=latency,+random16&piece=bishop&sort=technique-down&filter=magic&technique=pext"; };

function restored() {
	want("restored machine", document.getElementById("machine").value, "a");
	want("restored use", document.getElementById("use").value, "latency, random16");
	want("restored piece", document.getElementById("piece").value, "bishop");
	want("restored order", names(), names().slice().sort().reverse());
	want("restored filter", names().every(n => n.includes("magic")) && names().length > 0, true);
	want("restored technique", document.getElementById("technique-title").textContent, "pext");
}

// Back undoes the last choice, here that of the link.
function undone() {
	want("undone machine", document.getElementById("machine").value, "b");
	want("undone piece", document.getElementById("piece").value, "rook");
	want("undone technique", document.getElementById("technique").open, false);
}

const note = () => document.body.append(Object.assign(document.createElement("pre"), { id: "found", textContent: JSON.stringify(found) }));
const attempt = step => { try { step(); } catch (e) { found.errors.push(String(e)); } };
// after goes somewhere else in the page's history, and tries what is there once the page shows it.
const after = (go, step) => { window.addEventListener("hashchange", () => attempt(step), { once: true }); go(); };
attempt(tried);
// The dialog tells of its closing a little later.
setTimeout(() => after(follow, () => { restored(); after(() => history.back(), () => { undone(); note(); }); }), 100);
