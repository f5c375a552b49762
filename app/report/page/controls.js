// SPDX-License-Identifier: MIT
// What the page of a run and the explorer have in common: elements, playing, keys, printing, files to save.
"use strict";

const Controls = (() => {
  /** An element; settings that are not its properties become attributes. */
  const make = (name, settings = {}, ...inside) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(settings)) {
      if (key in made && key !== "list") made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...inside);
    return made;
  };
  const name = (element, label) => {
    element.title = label;
    element.setAttribute("aria-label", label);
  };
  const button = (text, act, label) => {
    const made = make("button", {type: "button", textContent: text});
    if (label) name(made, label);
    made.addEventListener("click", act);
    return made;
  };
  /** A select; `options` are pairs of a value and its text. */
  const choice = (options, chosen, act, settings = {}) => {
    const made = make("select", settings);
    for (const [value, text] of options) made.append(make("option", {value, textContent: text, selected: value === chosen}));
    made.addEventListener("change", () => act(made.value));
    return made;
  };

  /** Calls step(seconds since the frame before) for each frame while it plays, and stopped() when it stops. */
  const player = (step, stopped = () => {}) => {
    let before = 0;
    const frame = (now) => {
      if (!made.isPlaying) return;
      const seconds = (now - before) / 1000;
      before = now;
      step(seconds);
      requestAnimationFrame(frame);
    };
    const run = (yes) => {
      made.isPlaying = yes;
      made.button.textContent = yes ? "❚❚" : "▶";
      name(made.button, yes ? "stop (space)" : "play (space)");
      if (!yes) return stopped();
      before = performance.now();
      requestAnimationFrame(frame);
    };
    const made = {isPlaying: false, run, button: button("▶", () => run(!made.isPlaying), "play (space)")};
    made.button.className = "play";
    return made;
  };

  /** `keys`: what each key does, unless a control has the focus. */
  const listenToKeys = (keys) =>
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
      if (!Object.hasOwn(keys, event.key)) return;
      keys[event.key](event);
      event.preventDefault();
    });

  /** On paper the page is light, and its stages are pictures. */
  const listenToPrinting = (stages) => {
    for (const [event, isPaper] of [["beforeprint", true], ["afterprint", false]])
      addEventListener(event, () => {
        document.documentElement.classList.toggle("paper", isPaper);
        for (const stage of stages) isPaper ? stage.toPaper() : stage.fromPaper();
      });
  };

  const save = (file, blob) => {
    const link = make("a", {href: URL.createObjectURL(blob), download: file});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  return {make, button, choice, player, listenToKeys, listenToPrinting, save};
})();
