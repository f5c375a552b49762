// SPDX-License-Identifier: MIT
// Makes the page of a run move: the views of the body, the time, and the charts.
"use strict";

(() => {
  const {make, button, choice, player, listenToKeys, listenToPrinting, save} = Controls;

  // ---- Filters of lists and galleries: entries of another kind are hidden, and so are empty groups

  const filters = [...document.querySelectorAll("[data-filter]")];
  const filter = () => {
    const isHidden = (one) => filters.some((box) => box.value !== "" && one.dataset[box.dataset.filter] !== box.value);
    for (const one of document.querySelectorAll("[data-kind]")) one.hidden = isHidden(one);
    for (const group of document.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-kind]:not([hidden])");
    const all = document.querySelectorAll("figure[data-kind]"), shown = document.querySelectorAll("figure[data-kind]:not([hidden])");
    for (const words of document.querySelectorAll("[data-shown]")) words.textContent = shown.length < all.length ? `${shown.length} of ${all.length} are shown` : "";
  };
  for (const box of filters) {
    box.hidden = false;
    box.addEventListener("change", filter);
  }

  const store = document.getElementById("data");
  if (!store) return;
  const data = JSON.parse(store.textContent);

  // ---- Lists of numbers: little-endian, base 64

  const bytes = (text) => {
    const raw = atob(text), all = new Uint8Array(raw.length);
    for (let k = 0; k < raw.length; ++k) all[k] = raw.charCodeAt(k);
    return all.buffer;
  };
  const list = ({f8, f4, u4}) =>
    f8 !== undefined ? new Float64Array(bytes(f8)) : f4 !== undefined ? new Float32Array(bytes(f4)) : new Uint32Array(bytes(u4));

  const lists = data.lists.map(list);

  const clock = new Clock(...data.range);

  // ---- The views

  const beginViews = () => {
    const {spin, energy, bodyItems, poinsotItems, principalAttitude} = Views;
    const motion = new Turning.Motion(list(data.motion.times), list(data.motion.attitudes), list(data.motion.momenta), data.motion.joined);
    const body = data.body;
    body.principal = principalAttitude(body);
    body.solid = Solids.mesh(list(body.vertices), list(body.triangles));
    body.reach = Solids.reach(body.solid);
    const rows = motion.times.length, span = motion.end - motion.start;
    const settings = {mostSpin: 0, mostMomentum: 0, traced: data.traced, frame: data.view.frame, spaceNames: data.view.names};
    let turned = 0;
    for (let k = 0; k < rows; ++k) {
      const row = motion.row(k), rate = Turning.length(spin(body, row.momentum));
      settings.mostSpin = Math.max(settings.mostSpin, rate);
      settings.mostMomentum = Math.max(settings.mostMomentum, Turning.length(row.momentum));
      if (k > 0) turned += Math.abs(rate * data.motion.rate * (motion.times[k] - motion.times[k - 1]));
    }
    const orbit = data.orbit && new Turning.Motion(motion.times, list(data.orbit), motion.momenta, data.motion.joined);
    const seen = (time) => {
      const state = motion.at(time);
      return orbit ? {...state, attitude: orbit.at(time).attitude} : state;
    };
    const trailOf = (time) => {
      const long = Math.min(span, turned > 0 ? (span * 22) / turned : span), from = Math.max(motion.start, time - long);
      const trail = [];
      for (let k = 0; k <= 260; ++k) trail.push(seen(from + ((time - from) * k) / 260).attitude);
      return trail;
    };

    const holder = document.getElementById("views"), stages = [];
    const stageIn = (id, paint, options) => {
      const element = document.getElementById(id);
      element.replaceChildren();
      element.classList.add("live");
      const stage = new Stage(element, paint, options);
      stages.push(stage);
      return stage;
    };
    let hasTrace = true;
    stageIn("body-view", () => {
      const state = seen(clock.cursor);
      return bodyItems(body, state, {...settings, trail: hasTrace && settings.traced >= 0 ? trailOf(clock.cursor) : null});
    }, {azimuth: data.view.azimuth, elevation: data.view.elevation, distance: 6.5, label: data.view.label});
    if (document.getElementById("poinsot-view")) {
      const paths = {polhode: [], herpolhode: []}, step = Math.max(1, Math.floor(rows / 3000));
      for (let k = 0; k < rows; k += step) {
        const row = motion.row(k), w = spin(body, row.momentum), root = Math.sqrt(2 * energy(body, row.momentum));
        paths.polhode.push(Turning.scaled(w, 1 / root));
        paths.herpolhode.push(Turning.scaled(Turning.turned(row.attitude, w), 1 / root));
      }
      stageIn("poinsot-view", () => poinsotItems(body, motion.at(clock.cursor), paths),
        {azimuth: 0.7, elevation: 0.2, distance: 7.2, label: "Poinsot's ellipsoid, rolling on the plane across the angular momentum"});
    }

    // ---- Controls
    const usual = span / Math.min(40, Math.max(10, turned / 4));
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let speed = 1;
    const slider = make("input", {type: "range", min: 0, max: 100000, value: 0, step: 1, "aria-label": "time"});
    slider.addEventListener("input", () => clock.go(motion.start + (span * slider.value) / 100000));
    const shown = make("output", {className: "time"});
    const playing = player((seconds) => {
      const time = clock.time + seconds * usual * speed;
      clock.go(time > motion.end ? motion.start : time);
    });
    const back = button("|◀", () => clock.go(motion.start), "to the start (home)");
    const speeds = choice([["0.1", "⅒"], ["0.25", "¼"], ["0.5", "½"], ["1", "1"], ["2", "2"], ["4", "4"], ["10", "10"]], "1", (v) => (speed = Number(v)));
    const traces = choice([["0", "x axis"], ["1", "y axis"], ["2", "z axis"], ["-1", "none"]], String(data.traced), (v) => {
      settings.traced = Number(v);
      clock.tell("time");
    });
    const whole = button("all times", () => clock.showAll(), "show all times in all charts (or double click)");
    whole.hidden = true;
    const lookHome = () => stages.forEach((stage) => stage.goHome());
    const camera = button("⟲ view", lookHome, "reset the view (or double click on it)");
    const bar = make("div", {className: "controls"}, playing.button, back, slider, shown, make("label", {}, "speed ", speeds),
      make("label", {}, "trace ", traces), camera, whole);
    holder.after(bar);
    if (stages.some((stage) => stage.isPlain))
      bar.after(make("p", {className: "dim", textContent: "This browser has no WebGL: the views are simplified."}));
    clock.listen((what) => {
      if (what === "shown") whole.hidden = clock.isWhole;
      shown.textContent = `t = ${Numbers.time(clock.cursor, motion.start, motion.end)}${data.timeUnit ? " " + data.timeUnit : ""}`;
      slider.value = span > 0 ? Math.round((100000 * (clock.cursor - motion.start)) / span) : 0;
      for (const stage of stages) stage.draw();
    });
    const step = (event) => span / (event.shiftKey ? 20 : 200);
    const changeSpeed = (by) => {
      const next = speeds.selectedIndex + by;
      if (next < 0 || next >= speeds.options.length) return;
      speeds.selectedIndex = next;
      speed = Number(speeds.value);
    };
    listenToKeys({
      " ": () => playing.run(!playing.isPlaying),
      ArrowLeft: (event) => clock.go(clock.time - step(event)),
      ArrowRight: (event) => clock.go(clock.time + step(event)),
      Home: () => clock.go(motion.start),
      End: () => clock.go(motion.end),
      "<": () => changeSpeed(-1),
      ">": () => changeSpeed(1),
      t: () => {
        hasTrace = !hasTrace;
        clock.tell("time");
      },
      c: lookHome,
    });
    listenToPrinting(stages);
    clock.go(data.view.time);
    if (!calm) playing.run(true);
  };

  if (data.motion) beginViews();

  // ---- The figures as files, made from the page: it may have been sent without its folder

  for (const link of document.querySelectorAll(".links a")) {
    const still = link.closest("figure").querySelector(".picture > svg"), name = link.getAttribute("href").split("/").pop();
    if (!still) continue;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const copy = still.cloneNode(true), [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
      copy.removeAttribute("class");
      for (const [key, value] of Object.entries({width, height})) copy.setAttribute(key, value);
      const text = new XMLSerializer().serializeToString(copy);
      if (name.endsWith(".svg")) {
        save(name, new Blob([text], {type: "image/svg+xml"}));
        return;
      }
      const picture = new Image();
      picture.onload = () => {
        const canvas = Object.assign(document.createElement("canvas"), {width: 2 * width, height: 2 * height}), c = canvas.getContext("2d");
        c.fillStyle = "#fff";
        c.fillRect(0, 0, canvas.width, canvas.height);
        c.drawImage(picture, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => save(name, blob));
      };
      picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
    });
  }

  // ---- The charts

  for (const figure of data.figures) {
    const place = document.querySelector(`#${CSS.escape(figure.name)} .picture`);
    if (!place) continue;
    const label = place.querySelector("title")?.textContent || figure.name;
    for (const panel of figure.panels)
      for (const series of panel.series)
        for (const part of ["x", "y", "t"]) if (series[part] !== undefined) series[part] = lists[series[part]];
    const still = place.firstElementChild;
    const live = document.createElement("div");
    place.append(live);
    still.classList.add("still");
    new Chart(live, figure, clock, label);
  }
})();
