// SPDX-License-Identifier: MIT
// node assemble.mjs OUT.html PALETTE STYLE... -- SCRIPT...: the explorer as one page, with a policy that allows its own
// style and script by their SHA-256 and nothing else. PALETTE is app/picture/palette.cpp, where the colours are.
import {createHash} from "node:crypto";
import {readFileSync, renameSync, writeFileSync} from "node:fs";
import {dirname} from "node:path";
import {fileURLToPath} from "node:url";

const [out, palette, ...files] = process.argv.slice(2);
const bar = files.indexOf("--");
const read = (name) => readFileSync(name, "utf8");
const colours = [...read(palette).matchAll(/\{"(\w+)", "(#\w+)", "(#\w+)"\}/g)];
if (colours.length < 11) throw new Error(`found ${colours.length} colours in ${palette}, expected 11`);
const variables = (tone) => colours.map((c) => `--${c[1]}:${c[tone]};`).join("") + `--accent:${colours.find((c) => c[1] === "c3")[tone]};`;
const style = `\n:root{${variables(2)}}\n@media screen and (prefers-color-scheme: dark){:root:not(.paper){${variables(3)}}}\n` +
  colours.map((c) => `.${c[1]}{color:var(--${c[1]})}\n`).join("") + files.slice(0, bar).map((name) => {
  const text = read(name);
  return name.endsWith("dark.css") ? `@media screen and (prefers-color-scheme: dark) {\n${text}}\n`
    : name.endsWith("paper.css") ? `@media print {\n${text}}\n` : text;
}).join("");
const script = "\n" + files.slice(bar + 1).map(read).join("\n");
if (/<\/script/i.test(script)) throw new Error("a script that ends its element");
const source = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; style-src ${source(style)}; script-src ${source(script)} 'wasm-unsafe-eval'; img-src data: blob:; connect-src data:; base-uri 'none'; form-action 'none'`;
const page = read(dirname(fileURLToPath(import.meta.url)) + "/page/index.html")
  .replace("{{policy}}", () => policy).replace("{{style}}", () => style).replace("{{script}}", () => script);
writeFileSync(out + ".new", page);
renameSync(out + ".new", out);
