// SPDX-License-Identifier: MIT
// Pages in a real Chromium, without a network: whatever a page asks for beyond its own file is a failure.
import assert from "node:assert/strict";
import {chromium} from "playwright-core";

export const widths = [390, 1024, 1400];

export async function launch({webgl = true} = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", ...(webgl ? ["--enable-unsafe-swiftshader"] : ["--disable-3d-apis"]),
    ],
  });
}

/** Opens a page at a width; `seen` collects errors of the console and requests. */
export async function open(browser, address, {width = 1024, dark = false, calm = true, script = true, touch = false} = {}) {
  const context = await browser.newContext({
    viewport: {width, height: 900}, colorScheme: dark ? "dark" : "light", reducedMotion: calm ? "reduce" : "no-preference",
    javaScriptEnabled: script, hasTouch: touch,
  });
  const page = await context.newPage();
  // A machine that does much else is slow, not wrong.
  page.setDefaultTimeout(180000);
  const seen = {errors: [], requests: []};
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.errors.push(message.text());
  });
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== address) seen.requests.push(request.url());
  });
  await page.goto(address);
  return {page, context, seen};
}

/** Until what was asked for is drawn. */
export async function drawn(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Looks at a page that is open at each width, light and dark: `look` is given the width and whether it is dark. */
export async function atEachWidth(page, look) {
  for (const width of widths)
    for (const dark of [false, true]) {
      await page.emulateMedia({colorScheme: dark ? "dark" : "light"});
      await page.setViewportSize({width, height: 900});
      await drawn(page);
      await look(width, dark);
    }
}

/** No errors; no requests but those that `allowed` names. */
export function isQuiet(seen, allowed = () => false) {
  // The software renderer of a machine without a graphics card says that it is slow.
  const errors = seen.errors.filter((text) => !/GPU stall|swiftshader|Automatic fallback/i.test(text));
  assert.deepEqual(errors, []);
  assert.deepEqual(seen.requests.filter((url) => !url.startsWith("blob:") && !url.startsWith("data:") && !allowed(url)), []);
}

/** Nothing is wider than the window. */
export async function fits(page) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window + 1, `the page is ${wide} wide in a window of ${window}`);
}

/** A screenshot beside the tests' results, for whoever looks. */
export async function picture(page, name, options = {}) {
  if (process.env.WEB_PICTURES) await page.screenshot({path: `${process.env.WEB_PICTURES}/${name}.png`, ...options});
}

/** How many different colours the pixels of a canvas have, read from a screenshot of the element. */
export async function colours(page, selector) {
  const png = await page.locator(selector).screenshot();
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: "image/png"}));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), c = canvas.getContext("2d");
    c.drawImage(bitmap, 0, 0);
    const data = c.getImageData(0, 0, bitmap.width, bitmap.height).data, found = new Set();
    for (let k = 0; k < data.length; k += 4) found.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
    return found.size;
  }, [...png]);
}
