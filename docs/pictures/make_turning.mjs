// SPDX-License-Identifier: MIT
// node docs/pictures/make_turning.mjs demo/flip.html docs/pictures/turning.svg: some seconds of the T-handle of `make demo` as an
// animated SVG, from the states in its report.
import {readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {runInThisContext} from "node:vm";

const [page, out] = process.argv.slice(2);
const scripts = join(dirname(fileURLToPath(import.meta.url)), "../../app/report/page");
const Turning = runInThisContext(`(() => {${readFileSync(join(scripts, "turning.js"), "utf8")}; return Turning;})()`);
const {turned, dot, cross, unit, scaled, sum, difference} = Turning;
const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(page, "utf8"))[1]);
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64")).buffer;
const motion = new Turning.Motion(new Float64Array(bytes(data.motion.times.f8)), new Float32Array(bytes(data.motion.attitudes.f4)), new Float32Array(bytes(data.motion.momenta.f4)));

const frames = 96, seconds = 6.4, span = 2.146 * 1.5, width = 440, height = 380, unitLength = 2700;
const towards = (() => {
  const [a, e] = [0.9, 0.28];
  return [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
})();
const right = unit(cross([0, 0, 1], towards)), up = cross(towards, right), light = unit(sum(sum(scaled(right, 0.4), scaled(up, 0.8)), scaled(towards, 0.5)));
const at = (v) => [width / 2 + unitLength * dot(right, v), height / 2 - unitLength * dot(up, v)];
const text = (points) => points.map(([x, y]) => `${x.toFixed(0)},${y.toFixed(0)}`).join(" ");

/** A rod as it is seen: its side in three strips, lit as they lie, and the end that faces the eye. */
const rod = (q, from, to, radius) => {
  const a = turned(q, from), b = turned(q, to), axis = unit(difference(b, a)), shapes = [];
  const side = unit(cross(axis, towards)), out = cross(side, axis);
  const facing = dot(out, towards) > 0 ? out : scaled(out, -1);
  const normal = (angle) => sum(scaled(side, Math.cos(angle)), scaled(facing, Math.sin(angle)));
  const tone = (n) => {
    const v = Math.round(255 * Math.min(1, 0.3 + 0.2 * (0.5 + 0.5 * dot(n, up)) + 0.42 * Math.max(0, dot(n, light))));
    return `rgb(${v},${v + 4},${Math.min(255, v + 10)})`;
  };
  const strips = 5;
  for (let k = 0; k < strips; ++k) {
    const [u, v] = [normal((Math.PI * k) / strips), normal((Math.PI * (k + 1)) / strips)];
    shapes.push({fill: tone(normal((Math.PI * (k + 0.5)) / strips)), points: [sum(a, scaled(u, radius)), sum(b, scaled(u, radius)), sum(b, scaled(v, radius)), sum(a, scaled(v, radius))].map(at)});
  }
  const near = dot(axis, towards) > 0 ? b : a, n = near === b ? axis : scaled(axis, -1), disc = [];
  for (let k = 0; k < 14; ++k) disc.push(at(sum(near, sum(scaled(side, radius * Math.cos((k * Math.PI) / 7)), scaled(cross(n, side), radius * Math.sin((k * Math.PI) / 7))))));
  shapes.push({fill: tone(n), points: disc});
  return {depth: dot(scaled(sum(a, b), 0.5), towards), shapes};
};

let body = "";
const trail = [];
for (let k = 0; k < frames; ++k) {
  const {attitude} = motion.at((span * k) / frames);
  const bar = -0.01, parts = [rod(attitude, [-0.05, bar, 0], [0.05, bar, 0], 0.005), rod(attitude, [0, bar + 0.004, 0], [0, 0.045, 0], 0.005)].sort((x, y) => x.depth - y.depth);
  for (let i = 1; i <= 3; ++i) trail.push(at(turned(motion.at((span * (k + i / 3 - 1)) / frames).attitude, [0, 0.055, 0])));
  const tail = trail.slice(-54);
  body += `<g class="f" style="animation-delay:${((seconds * k) / frames - seconds).toFixed(3)}s"><polyline points="${text(tail)}" class="t"/>` +
    parts.flatMap((part) => part.shapes).map((s) => `<polygon points="${text(s.points)}" fill="${s.fill}"/>`).join("") + "</g>\n";
}
const share = (100 / frames).toFixed(3);
writeFileSync(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>A T-handle turns over and over</title>
<desc>A spin about the intermediate axis does not last: the stem of the handle turns over every 1.07 seconds. Shown at half speed.</desc>
<metadata>polhode</metadata>
<style>.f{visibility:hidden;animation:on ${seconds}s step-end infinite}.t{fill:none;stroke:#009e73;stroke-width:2.5;stroke-opacity:.8}@keyframes on{0%{visibility:visible}${share}%{visibility:hidden}}@media (prefers-reduced-motion:reduce){.f{animation:none}.f:nth-of-type(30){visibility:visible}}</style>
${body}</svg>
`);
