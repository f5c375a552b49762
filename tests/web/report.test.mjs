// SPDX-License-Identifier: MIT
// The pages that `polhode report`, `polhode compare` and `polhode reproduce` write. WEB_PAGES is the folder where they lie.
import assert from "node:assert/strict";
import {readdirSync, statSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {after, before, test} from "node:test";
import {atEachWidth, colours, drawn, fits, isQuiet, launch, open, picture, widths} from "./browser.mjs";

const folder = process.env.WEB_PAGES;
const pages = [...readdirSync(folder).filter((name) => name.endsWith(".html")).sort(), "gallery/index.html"];
const address = (name) => pathToFileURL(`${folder}/${name}`).href;
const beside = (url) => url.startsWith("file:") && url.endsWith(".svg");
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("the demo is below 3 MB", () => assert.ok(statSync(`${folder}/free.html`).size < 3e6));

for (const name of pages)
  test(`${name} at each width, light and dark`, async () => {
    const {page, context, seen} = await open(browser, address(name), {width: widths[0]});
    await atEachWidth(page, async (width, dark) => {
      await fits(page);
      await picture(page, `${name.replace("/index", "").replace(".html", "")}-${width}-${dark ? "dark" : "light"}`, {fullPage: true});
    });
    isQuiet(seen, beside);
    // Every picture has a name for those who cannot see it.
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("svg[role=img]:not([aria-label]) > title")].filter((t) => !t.textContent.trim()).length);
    assert.equal(nameless, 0);
    await context.close();
  });

test("whatever columns a result has, its page has a first sentence, the body, and curves of numbers", async () => {
  const names = readdirSync(`${folder}/columns`).filter((name) => name.endsWith(".html")).sort();
  assert.ok(names.length > 15);
  for (const name of names) {
    const {page, context, seen} = await open(browser, address(`columns/${name}`));
    await drawn(page);
    isQuiet(seen);
    const found = await page.evaluate(() => ({
      lead: document.querySelector(".lead")?.textContent || "",
      hasBody: Boolean(document.querySelector("#body-view canvas")),
      hasAttitude: Boolean(document.querySelector("#attitude .plot")),
      paths: [...document.querySelectorAll("svg *")].flatMap((e) => [...e.attributes]).filter((a) => /NaN|Infinity|undefined|\bnan\b|\binf\b/.test(a.value)).map((a) => a.value.slice(0, 80)),
    }));
    assert.match(found.lead, /\w+ .*\.$/, name);
    assert.ok(found.hasBody && found.hasAttitude, name);
    assert.deepEqual(found.paths, [], name);
    await context.close();
  }
});

test("angles of rows that are far apart are drawn, each of them", async () => {
  const {page, context} = await open(browser, address("columns/euler.html"));
  const drawnOnes = await page.locator("#euler .plot g[clip-path] g").evaluateAll((all) => all.filter((g) => (g.querySelector("path")?.getAttribute("d") || "").length > 40).map((g) => g.getAttribute("class")));
  assert.equal(new Set(drawnOnes).size, 3);
  await context.close();
});

test("times far from zero have the digits that tell them apart", async () => {
  const {page, context, seen} = await open(browser, address("julian.html"));
  const time = () => page.locator(".controls .time").textContent();
  assert.match(await time(), /t = 2448976\.5/);
  const before = await time();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await time(), before);
  const ticks = await page.locator("#momentum .plot text").allTextContents();
  assert.ok(ticks.some((text) => text.includes("(minus 2448976.5)")), ticks.join("|"));
  assert.equal(new Set(ticks).size, ticks.length, "no two ticks read the same");
  isQuiet(seen);
  await context.close();
});

test("the reason why a run ended is in its first sentence", async () => {
  const {page, context} = await open(browser, address("stopped.html"));
  assert.match(await page.locator(".lead").textContent(), /^The event “slow” ended the run at \d+\.\d+ s\./);
  assert.equal(await page.locator(".warning").count(), 0);
  await context.close();
});

test("a page without its folder still gives its pictures as files", async () => {
  const {page, context, seen} = await open(browser, address("free.html"));
  for (const kind of ["SVG", "PNG"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#momentum .links a", {hasText: kind}).click()]);
    assert.equal(download.suggestedFilename(), `momentum.${kind.toLowerCase()}`);
    assert.ok(statSync(await download.path()).size > 2000);
  }
  isQuiet(seen);
  await context.close();
});

test("legends of a comparison have no values until one points", async () => {
  const {page, context} = await open(browser, address("compare.html"));
  assert.deepEqual((await page.locator("#error .value").allTextContents()).filter(Boolean), []);
  const box = await page.locator("#error .plot").boundingBox();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  assert.match(await page.locator("#error .value").first().textContent(), /\d/);
  await context.close();
});

test("the body turns while it plays, and stops", async () => {
  const {page, context, seen} = await open(browser, address("free.html"), {calm: false});
  const time = () => page.locator(".controls .time").textContent();
  const first = await time();
  await page.waitForFunction((text) => document.querySelector(".controls .time").textContent !== text, first);
  await page.keyboard.press("Space");
  await drawn(page);
  const stopped = await time();
  await page.waitForTimeout(200);
  assert.equal(await time(), stopped);
  await page.keyboard.press("Home");
  assert.match(await time(), /t = 0 /);
  await page.keyboard.press("ArrowRight");
  assert.doesNotMatch(await time(), /t = 0 /);
  isQuiet(seen);
  await context.close();
});

test("with reduced motion nothing moves by itself", async () => {
  const {page, context} = await open(browser, address("free.html"));
  const time = await page.locator(".controls .time").textContent();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".controls .time").textContent(), time);
  await context.close();
});

test("dragging goes round the body, a double click returns", async () => {
  const {page, context} = await open(browser, address("free.html"));
  const view = page.locator("#body-view");
  assert.ok((await colours(page, "#body-view")) > 60, "the body is shaded");
  const still = await view.screenshot(), box = await view.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 330, box.y + 190, {steps: 4});
  await page.mouse.up();
  assert.ok(!(await view.screenshot()).equals(still), "the view has changed");
  await view.dblclick();
  await context.close();
});

test("charts tell their values, zoom together and return", async () => {
  const {page, context} = await open(browser, address("free.html"), {width: 1400});
  const plot = page.locator("#momentum .plot").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const value = () => page.locator("#momentum .value").first().textContent();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  const here = await value();
  assert.match(here, /\d/);
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  assert.notEqual(await value(), here);
  const ticks = (id) => page.locator(`#${id} .plot text`).allTextContents();
  const whole = await ticks("attitude");
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.45, box.y + box.height / 2, {steps: 4});
  await page.mouse.up();
  assert.notDeepEqual(await ticks("attitude"), whole, "all charts against time are zoomed");
  const zoomed = await ticks("attitude");
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.35, box.y + box.height / 2, {steps: 4});
  await page.mouse.up();
  await page.keyboard.up("Shift");
  assert.notDeepEqual(await ticks("attitude"), zoomed, "and are moved together");
  await plot.dblclick();
  assert.deepEqual(await ticks("attitude"), whole);
  await context.close();
});

test("the time slider moves the cursors of all charts", async () => {
  const {page, context} = await open(browser, address("free.html"));
  await page.locator(".controls input[type=range]").fill("50000");
  assert.match(await page.locator(".controls .time").textContent(), /2\.5/);
  const lines = await page.locator("#momentum .plot path.accent, #attitude .plot path.accent").evaluateAll((all) => all.map((p) => p.getAttribute("d")).filter(Boolean).length);
  assert.ok(lines >= 2);
  await context.close();
});

test("the gallery is filtered by verdict and by paper", async () => {
  const {page, context, seen} = await open(browser, address("gallery/index.html"), {width: 1400});
  const figures = page.locator("figure.experiment:visible"), all = await figures.count();
  assert.ok(all > 40);
  await page.getByLabel("which verdicts").selectOption("bad");
  const bad = await figures.count();
  assert.ok(bad > 0 && bad < all);
  assert.equal(await page.locator("nav.contents li:visible").count(), bad);
  assert.match(await page.locator("[data-shown]").textContent(), new RegExp(`${bad} of ${all}`));
  await page.getByLabel("which papers").selectOption("Vilmart 2008");
  assert.ok((await figures.count()) < bad);
  assert.equal(await page.locator("h2:visible").count(), 1);
  // Room is kept for every picture.
  assert.equal(await page.locator("figure.experiment img:not([height])").count(), 0);
  isQuiet(seen, beside);
  await context.close();
});

test("without script every figure is there", async () => {
  const {page, context, seen} = await open(browser, address("free.html"), {script: false});
  for (const id of ["momentum", "attitude", "herpolhode", "polhode-sphere"]) assert.ok(await page.locator(`#${id} svg`).first().isVisible(), id);
  assert.ok(await page.locator("#body-view svg").isVisible());
  isQuiet(seen);
  await context.close();
});

for (const [name, most] of [["free.html", 5], ["ensemble.html", 6], ["compare.html", 4], ["gallery/index.html", 26]])
  test(`${name} prints, from the dark, without wasting paper`, async () => {
    const {page, context, seen} = await open(browser, address(name), {dark: true});
    const pdf = await page.pdf({format: "A4"});
    const sheets = (pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) || []).length;
    assert.ok(sheets >= 1 && sheets <= most, `${sheets} sheets`);
    if (process.env.WEB_PICTURES) writeFileSync(`${process.env.WEB_PICTURES}/${name.replace("/index", "").replace(".html", "")}.pdf`, pdf);
    isQuiet(seen, beside);
    await context.close();
  });

test("where there is no WebGL the body is painted, and the page says so", async () => {
  const plain = await launch({webgl: false});
  const {page, context, seen} = await open(plain, address("free.html"));
  assert.ok((await colours(page, "#body-view")) > 30);
  assert.match(await page.locator("main").textContent(), /no WebGL/);
  await picture(page, "free-no-webgl");
  assert.deepEqual(seen.requests, []);
  await context.close();
  await plain.close();
});
