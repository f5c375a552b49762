// SPDX-License-Identifier: MIT
// The explorer: its numbers are those of the program, and its page works. EXPLORER is the folder of the build, PROGRAM the
// program polhode.
import assert from "node:assert/strict";
import {execFile, execFileSync} from "node:child_process";
import {createServer} from "node:http";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {after, before, test} from "node:test";
import {promisify} from "node:util";
import {runInThisContext} from "node:vm";
import {atEachWidth, colours, drawn, fits, isQuiet, launch, open, picture, widths} from "./browser.mjs";

const folder = process.env.EXPLORER, program = process.env.PROGRAM;
const html = join(folder, "explorer.html"), address = pathToFileURL(html).href;
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The library as the page has it, in Node. */
async function loaded() {
  const create = createRequire(import.meta.url)(join(folder, "explorer.js"));
  const Library = runInThisContext(`(() => {${readFileSync(process.env.LIBRARY_JS, "utf8")}; return Library;})()`);
  return Library.load(create);
}

/** Numbers that look random and are always the same. */
function* randoms(seed) {
  let x = seed >>> 0;
  for (;;) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    const high = x;
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    yield ((high >>> 5) * 67108864 + (x >>> 6)) / 9007199254740992;
  }
}

/** A body, an attitude and a spin. */
const anyThrow = (r) => {
  const i1 = 0.2 + r(), i2 = i1 + r(), i3 = i2 + r() * (i1 - 0.01), moments = [i1, i2, i3].sort(() => r() - 0.5);
  const raw = [0, 0, 0, 0].map(() => r() - 0.5), size = Math.hypot(...raw), q = raw.map((v) => v / size);
  return {moments, q, spin: [0, 0, 0].map(() => 4 * (r() - 0.5))};
};

/** The rows of `polhode run`: t, m, q; of a scenario with the throw and more. */
const runOf = async (name, {moments, q, spin}, more) => {
  writeFileSync(name + ".toml", `[body]\nmoments = [${moments}]\n[start]\nattitude = { quaternion = [${q}] }\nangular_velocity = [${spin}]\n${more}\n[output]\ncolumns = ["m", "q"]\n`);
  await promisify(execFile)(program, ["run", name + ".toml", "-o", name]);
  return readFileSync(name + ".csv", "utf8").trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
};

/** `one` is done for 0 to count - 1, two at a time, in a folder that is then removed. */
const inPairs = async (count, one) => {
  const scratch = mkdtempSync(join(tmpdir(), "throws-"));
  for (let k = 0; k < count; k += 2) await Promise.all([one(join(scratch, String(k)), k), one(join(scratch, String(k + 1)), k + 1)]);
  rmSync(scratch, {recursive: true});
};

/** What `polhode propagate` makes of throws, each at its time: t, m, q for each. */
const propagated = (asked) => {
  const head = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t";
  const rows = asked.map(({thrown, start, time}) => [...thrown.moments, ...start.momentum, ...start.attitude, time].join(","));
  const text = execFileSync(program, ["propagate", "-", "--method", "motion"], {input: [head, ...rows].join("\n") + "\n", maxBuffer: 1 << 28, encoding: "utf8"});
  const [names, ...found] = text.trim().split("\n").map((line) => line.split(","));
  const wanted = ["t", "m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"].map((name) => names.indexOf(name));
  return found.map((row) => wanted.map((i) => Number(row[i])));
};

const differences = (state, row) => [...state.momentum, ...state.attitude].filter((value, i) => !Object.is(value + 0, row[i + 1] + 0)).length;

test("a thousand throws have the program's states bit for bit, by steps", async () => {
  const library = await loaded(), next = randoms(2024), r = () => next.next().value, steps = 12;
  let different = 0, compared = 0;
  await inPairs(1000, async (name) => {
    const thrown = anyThrow(r), h = 2 ** -(4 + Math.floor(6 * r()));
    library.moments(thrown.moments);
    library.throwBody(thrown.q, thrown.spin);
    const mine = library.steps(steps, h);
    const rows = await runOf(name, thrown, `[times]\nend = ${steps * h}\ncount = ${steps}\n[method]\nname = "exact"\nstep = ${h}\nsummation = "plain"`);
    assert.equal(rows.length, steps + 1);
    mine.forEach((state, n) => (different += differences(state, rows[n + 1])));
    compared += 7 * steps;
  });
  assert.equal(compared, 84000);
  assert.equal(different, 0, `${different} of ${compared} numbers differ`);
});

test("and a thousand more at random times", async () => {
  const library = await loaded(), next = randoms(7), r = () => next.next().value, count = 7, asked = [];
  for (let k = 0; k < 1000; ++k) {
    const thrown = anyThrow(r), end = 2 ** Math.floor(12 * r() - 2);
    library.moments(thrown.moments);
    const {start} = library.throwBody(thrown.q, thrown.spin);
    const times = Array.from({length: count}, () => end * r());
    library.states(times).forEach((state, n) => asked.push({thrown, start, state, time: times[n]}));
  }
  let different = 0, compared = 0;
  propagated(asked).forEach((row, k) => {
    different += differences(asked[k].state, row);
    compared += 7;
  });
  assert.equal(compared, 49000);
  assert.equal(different, 0, `${different} of ${compared} numbers differ`);
});

test("the explorer at each width, light and dark, under each torque, and its link", async () => {
  const {page, context, seen} = await open(browser, address, {width: widths[0]});
  await page.waitForFunction(() => document.querySelector("#facts dd"));
  const story = () => page.locator("#story").textContent();
  assert.match(await story(), /T-handle turns over every/);
  assert.ok((await colours(page, "#body-view")) > 60);
  await atEachWidth(page, async (width, dark) => {
    await fits(page);
    await picture(page, `explorer-${width}-${dark ? "dark" : "light"}`, {fullPage: true});
  });
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea")].filter((e) => !(e.getAttribute("aria-label") || e.textContent || e.closest("label"))).length);
  assert.equal(nameless, 0, "every control has a name");

  await page.getByLabel("body", {exact: true}).selectOption("asteroid");
  assert.match(await story(), /asteroid Apophis tumbles in short-axis mode/);
  await page.getByLabel("time", {exact: true}).fill("1e9");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#facts").textContent(), /next flip/);
  for (const [torque, words] of [["weight", /under a weight/], ["gradient", /gravity gradient/], ["damping", /under damping/], ["formula", /under the torque -/]]) {
    await page.getByLabel("torque", {exact: true}).selectOption(torque);
    assert.match(await story(), words);
    assert.ok(await page.locator("#refusal").isHidden());
  }
  const formula = page.getByLabel("formula of the torque in the body");
  await formula.fill("-0.1*omegas");
  await formula.blur();
  assert.match(await page.locator("#refusal").textContent(), /column 6.*omega/);
  await picture(page, "explorer-refused", {fullPage: true});
  await formula.fill("[0, 0, 0.01*cos(t)] - 0.02*omega");
  await formula.blur();
  assert.ok(await page.locator("#refusal").isHidden());
  await page.waitForFunction(() => location.hash.includes("cos"));
  const link = await page.evaluate(() => location.href);
  assert.match(link, /body=asteroid/);
  isQuiet(seen);
  await context.close();

  const second = await open(browser, link);
  await second.page.waitForFunction(() => document.querySelector("#facts dd"));
  assert.match(await second.page.locator("#story").textContent(), /asteroid Apophis under the torque .*cos/);
  await second.context.close();
});

test("links with values that cannot be say so and leave the page alive", async () => {
  for (const [hash, words, story] of [
    ["#torque=weight&step=0", /step: found "0", expected from 0\.001 to 0\.5/, /T-handle under a weight/],
    ["#torque=weight&step=1e-12&time=5", /step: found "1e-12"/, /T-handle under a weight/],
    ["#torque=weight&time=1e7", /time: found "10000000", expected at most/, /T-handle under a weight/],
    ["#attitude=0 0 0 0", /attitude: found "0 0 0 0", expected four numbers, not all 0/, /T-handle turns over/],
    ["#time=1e308", /time: found "1e\+308", expected at most/, /T-handle turns over/],
    ["#time=abc&spin=1 2", /time: found "abc".*spin: found "1 2", expected three numbers/, /T-handle turns over/],
    ["#body=book&torque=formula&formula=-0.1*omegas", /refused: .*omega.*without torque is shown/, /book turns over/],
    ["#body=moments&moments=1 -2 3", /refused: .*default body is shown/, /T-handle turns over/],
    ["#body=constructor&torque=__proto__", /body: "constructor" is not known/, /T-handle turns over/],
    ["#spin=0 0 0", null, /T-handle is at rest/],
    ["#mesh={}", /mesh: it cannot be read/, /T-handle turns over/],
  ]) {
    const {page, context, seen} = await open(browser, address + hash);
    await page.waitForFunction(() => document.querySelector("#facts dd"));
    if (words) assert.match(await page.locator("#refusal").textContent(), words, hash);
    else assert.ok(await page.locator("#refusal").isHidden(), hash);
    assert.match(await page.locator("#story").textContent(), story, hash);
    assert.ok((await colours(page, "#body-view")) > 60, hash);
    // It goes on: a body that is chosen turns, and what was said of the link is gone.
    await page.getByLabel("torque", {exact: true}).selectOption("none");
    await page.getByLabel("body", {exact: true}).selectOption("asteroid");
    assert.match(await page.locator("#story").textContent(), /asteroid Apophis tumbles/, hash);
    assert.ok(await page.locator("#refusal").isHidden(), hash);
    isQuiet(seen, (url) => url === address);
    await context.close();
  }
});

test("what is typed as a time is one; an open surface is called that", async () => {
  const {page, context, seen} = await open(browser, address);
  await page.waitForFunction(() => document.querySelector("#facts dd"));
  const time = page.getByLabel("time", {exact: true});
  await time.fill("abc");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#refusal").textContent(), /time: found "abc", expected a number/);
  assert.equal(await time.inputValue(), "0");
  await time.fill("1,5");
  await page.keyboard.press("Enter");
  assert.equal(await time.inputValue(), "1.5");
  assert.ok(await page.locator("#refusal").isHidden());
  // The chart begins at the throw.
  await time.fill("0");
  await page.keyboard.press("Enter");
  assert.ok((await page.locator("#momentum .plot text").allTextContents()).includes("0.0"));
  const open_box = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";
  await page.getByLabel("a mesh, STL or OBJ").setInputFiles({name: "open.obj", mimeType: "model/obj", buffer: Buffer.from(open_box)});
  await page.waitForFunction(() => /open\.obj is not closed/.test(document.querySelector("#refusal").textContent));
  assert.match(await page.locator("#story").textContent(), /T-handle turns over/);
  isQuiet(seen);
  await context.close();
});

test("from a local server: the cost of a frame, the spin dragged by its tip, who drifts", async () => {
  const text = readFileSync(html);
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(request.url === "/" ? text : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const {page, context, seen} = await open(browser, "about:blank", {width: 1400, calm: false});
  const begun = Date.now();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.querySelector("#facts dd"));
  console.log(`usable after ${Date.now() - begun} ms`);

  // The processor's time that the page's script takes while it plays; charts, names and what is sent to WebGL included.
  await page.waitForFunction(() => explorer.frames > 30);
  const protocol = await context.newCDPSession(page);
  await protocol.send("Performance.enable", {timeDomain: "threadTicks"});
  const script = async () => {
    const {metrics} = await protocol.send("Performance.getMetrics");
    return {seconds: metrics.find((m) => m.name === "ScriptDuration").value, frames: await page.evaluate(() => explorer.frames)};
  };
  const first = await script();
  await page.waitForFunction((frames) => explorer.frames > frames + 100, first.frames);
  const last = await script(), perFrame = (1000 * (last.seconds - first.seconds)) / (last.frames - first.frames);
  const cost = await page.evaluate(async () => {
    const {library, run} = await explorer;
    run(false);
    const all = [];
    for (let k = 0; k < 40; ++k) {
      const begun = performance.now();
      for (let i = 0; i < 20; ++i) library.states([0.0167 * (20 * k + i)]);
      all.push((performance.now() - begun) / 20);
    }
    return all.sort((a, b) => a - b)[20];
  });
  console.log(`script for a frame: ${perFrame.toFixed(2)} ms of the processor; of it the state ${cost.toFixed(3)} ms (median)`);

  // Where the tip of the angular velocity is drawn.
  const tip = await page.evaluate(async () => (await explorer).tipOnScreen());
  const spin = () => page.evaluate(async () => (await explorer).chosen.spin.join());
  const before = await spin();
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.down();
  await page.mouse.move(tip.x - 30, tip.y + 40, {steps: 3});
  await page.mouse.up();
  assert.notEqual(await spin(), before);

  // Several times: where the drag ends depends on the clock, and a slow spin loses little in a thousand steps.
  for (let k = 0; k < 5; ++k) await page.getByRole("button", {name: "1,000 more steps"}).click();
  const rows = await page.locator("#race-table tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const energy = (name) => Number(rows.find((r) => r[0].startsWith(name))[1]);
  assert.equal(energy("exact"), 1);
  assert.ok(!(Math.abs(energy("explicit Euler") - 1) < 0.01), "explicit Euler gains energy");
  assert.ok(!(Math.abs(energy("implicit, body") - 1) < 0.01), "the implicit step loses some");
  await picture(page, "explorer-games", {fullPage: true});
  isQuiet(seen, (url) => url.endsWith("/favicon.ico") || url.startsWith("http://127.0.0.1"));
  await context.close();
  server.close();
});

test("a mesh is dropped, its link holds it, and its scenario gives the table", async () => {
  // A block with a corner cut out, so that its axes lie askew.
  const plan = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 4], [0, 4]], cap = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
  const faces = [...cap.map(([a, b, c]) => [c, b, a]), ...cap.map((f) => f.map((k) => k + 6))];
  plan.forEach((p, i) => faces.push([i, (i + 1) % 6, ((i + 1) % 6) + 6], [i, ((i + 1) % 6) + 6, i + 6]));
  const obj = [0, 0.8].flatMap((z) => plan.map(([x, y]) => `v ${x} ${y} ${z}`)).concat(faces.map((f) => `f ${f.map((k) => k + 1).join(" ")}`)).join("\n");
  const {page, context, seen} = await open(browser, address);
  await page.waitForFunction(() => document.querySelector("#facts dd"));
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "corner.obj"));
    return data;
  }, obj);
  await page.dispatchEvent("body", "drop", {dataTransfer: dropped});
  await page.waitForFunction(() => document.querySelector("#story").textContent.includes("corner.obj"));
  // By the keyboard: round the body, and on in time.
  await page.locator("#body-view").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowRight");
  assert.ok(Number(await page.getByLabel("time", {exact: true}).inputValue()) > 0);
  await page.getByLabel("yaw, °", {exact: true}).fill("30");
  await page.keyboard.press("Enter");
  const scratch = mkdtempSync(join(tmpdir(), "mesh-")), name = join(scratch, "throw");
  const {text, table} = await page.evaluate(async () => ({text: (await explorer).scenario(), table: (await explorer).table()}));
  writeFileSync(join(scratch, "corner.obj"), obj);
  writeFileSync(name + ".toml", text);
  execFileSync(program, ["run", name + ".toml", "-o", name]);
  assert.equal(difference(readFileSync(name + ".csv", "utf8"), table), 0);
  rmSync(scratch, {recursive: true});
  const chosen = (p) => p.evaluate(async () => JSON.stringify((await explorer).chosen));
  const before = await chosen(page);
  await page.waitForFunction(() => location.hash.includes("mesh="));
  await page.waitForFunction((eye) => decodeURIComponent(location.hash).replaceAll("+", " ").includes(eye), JSON.parse(before).eye.join(" "));
  const second = await open(browser, await page.evaluate(() => location.href));
  await second.page.waitForFunction(() => document.querySelector("#facts dd"));
  assert.equal(await chosen(second.page), before);
  assert.match(await second.page.locator("#story").textContent(), /corner\.obj/);
  await second.page.getByLabel("a mesh, STL or OBJ").setInputFiles({name: "empty.stl", mimeType: "model/stl", buffer: Buffer.from("solid nothing")});
  await second.page.waitForFunction(() => /empty\.stl holds no mesh/.test(document.querySelector("#refusal").textContent));
  isQuiet(seen);
  await second.context.close();
  await context.close();
});

/** The greatest between the columns of two tables, those of the second. */
const difference = (theirs, mine) => {
  const rows = (all) => all.trim().split("\n").map((line) => line.split(","));
  const [head, ...first] = rows(theirs), [own, ...second] = rows(mine);
  assert.equal(first.length, second.length);
  let worst = 0;
  first.forEach((line, k) => own.forEach((column, i) => (worst = Math.max(worst, Math.abs(Number(line[head.indexOf(column)]) - Number(second[k][i]))))));
  return worst;
};

test("the scenario and the table to take home agree to the last digit, under each torque", async () => {
  const {page, context} = await open(browser, `${address}#body=box&spin=0.05 2 0.02&attitude=1 0 0 0&formula=[0.3*t, -0.2*qx, 0] - 0.1*omega`);
  await page.waitForFunction(() => document.querySelector("#facts dd"));
  const scratch = mkdtempSync(join(tmpdir(), "home-"));
  for (const torque of ["none", "weight", "gradient", "damping", "formula"]) {
    await page.getByLabel("torque", {exact: true}).selectOption(torque);
    const {text, table} = await page.evaluate(async () => ({text: (await explorer).scenario(), table: (await explorer).table()}));
    const name = join(scratch, torque);
    writeFileSync(name + ".toml", text);
    execFileSync(program, ["run", name + ".toml", "-o", name]);
    assert.equal(difference(readFileSync(name + ".csv", "utf8"), table), 0, torque);
  }
  const gltf = JSON.parse(await page.evaluate(async () => (await explorer).gltf()));
  assert.equal(gltf.asset.version, "2.0");
  assert.equal(gltf.accessors[0].count * 12, gltf.bufferViews[0].byteLength);
  rmSync(scratch, {recursive: true});
  await context.close();
});

test("without WebGL it says so and still draws", async () => {
  const plain = await launch({webgl: false});
  const {page, context} = await open(plain, address);
  await page.waitForFunction(() => document.querySelector("#facts dd"));
  await drawn(page);
  assert.ok((await colours(page, "#body-view")) > 30);
  assert.match(await page.locator("#plain").textContent(), /no WebGL/);
  assert.ok(await page.locator("#plain").isVisible());
  await context.close();
  await plain.close();
});
