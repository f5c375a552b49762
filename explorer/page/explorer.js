// SPDX-License-Identifier: MIT
// The explorer: choose a body, throw it, look at any time.
"use strict";

const explorer = (async () => {
  const {turned, scaled, length, unit, product, inverse, cross, dot} = Turning;
  const get = (id) => document.getElementById(id);
  const {make, button, choice, player, listenToKeys, listenToPrinting, save} = Controls;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const library = await Library.load(createExplorer);
  get("version").textContent = library.version;
  const regimes = ["at rest", "pure rotation", "long-axis mode", "short-axis mode", "the separatrix"];

  // ---- What is chosen; the address contains all of it

  const chosen = {
    body: "handle", size: [3, 2, 1], axes: [1.5, 1, 0.7], moments: [1, 2, 3],
    spin: [0, 12.566, 0.628], attitude: [Math.SQRT1_2, Math.SQRT1_2, 0, 0], time: 0,
    torque: "none", weight: 1, rate: 0.5, damping: 0.02, formula: "", step: 0.01,
    speed: 1, eye: [0.9, 0.32, 6.5], turnSteps: 60,
  };
  const lists = ["size", "axes", "moments", "spin", "attitude", "eye"];
  /** In characters of a mesh: browsers accept addresses of this length. */
  const longestMesh = 60000;
  const meshText = () => {
    const text = mesh ? JSON.stringify(mesh) : "";
    return text.length <= longestMesh ? text : "";
  };
  const address = () => {
    const parts = new URLSearchParams();
    for (const [key, value] of Object.entries(chosen)) parts.set(key, Array.isArray(value) ? value.join(" ") : String(value));
    if (meshText()) parts.set("mesh", meshText());
    return "#" + parts.toString();
  };
  const readMesh = (text) => {
    try {
      const {name, corners, triangles} = JSON.parse(text), all = [corners, triangles];
      const isMesh = all.every((list) => Array.isArray(list) && list.length >= 12 && list.length % 3 === 0 && list.every(Number.isFinite));
      return isMesh && triangles.every((k) => Number.isInteger(k) && k >= 0 && 3 * k < corners.length) ? {corners, triangles, name: String(name)} : null;
    } catch {
      return null;
    }
  };
  /** Conditions on the numbers of a link, besides being finite; others are ignored and reported. */
  const limits = {
    step: ["from 0.001 to 0.5", (v) => v >= 1e-3 && v <= 0.5], speed: ["greater than 0", (v) => v > 0], turnSteps: ["a whole number from 1 to 10000", (v) => Number.isInteger(v) && v >= 1 && v <= 1e4],
    attitude: ["four numbers, not all 0", (q) => Math.hypot(...q) > 1e-100 && Math.hypot(...q) < 1e100], spin: ["three numbers below 1e100", (w) => length(w) < 1e100],
    damping: ["from 0 on", (v) => v >= 0],
  };
  for (const key of ["size", "axes"]) limits[key] = ["three positive numbers", (all) => all.every((v) => v > 0)];
  let linkWords = "", torqueRate = 0;
  const readAddress = () => {
    const wrong = [];
    mesh = null;
    const take = (key, text, value, isOne) => {
      const [words, isRight] = limits[key] || [Array.isArray(value) ? `${chosen[key].length} numbers` : "a number", () => true];
      if (isOne && isRight(value)) chosen[key] = value;
      else wrong.push(`${key}: found "${text}", expected ${words}`);
    };
    for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
      if (key === "mesh" && !(mesh = readMesh(text))) wrong.push("mesh: it cannot be read");
      if (!Object.hasOwn(chosen, key)) continue;
      if (lists.includes(key)) {
        const numbers = text.split(" ").map(Number);
        take(key, text, numbers, numbers.length === chosen[key].length && numbers.every(Number.isFinite));
      } else if (typeof chosen[key] === "number") take(key, text, Number(text), text.trim() !== "" && Number.isFinite(Number(text)));
      else if (key === "formula") chosen.formula = text;
      else if (key === "torque" ? ["none", "weight", "gradient", "damping", "formula"].includes(text) : Object.hasOwn(Bodies.known, text)) chosen[key] = text;
      else wrong.push(`${key}: "${text}" is not known`);
    }
    // Later no digit of the phase is known; under torque every step since the throw is computed.
    const latest = chosen.torque === "none" ? 1e15 * turns() : mostSteps * stepOf();
    if (!(Math.abs(chosen.time) <= latest)) {
      wrong.push(`time: found "${chosen.time}", expected at most ${Number(latest.toPrecision(6))}`);
      chosen.time = 0;
    }
    linkWords = wrong.length ? `Ignored parts of the link: ${wrong.join("; ")}.` : "";
  };

  // ---- The motion

  let body, found, mesh = null, torqued = null;
  const description = () => {
    const known = Bodies.known[chosen.body], own = known.size && known.isFree ? {size: chosen.size} : known.axes ? {axes: chosen.axes} : chosen.body === "moments" ? {moments: chosen.moments} : {};
    return {...known, ...own};
  };
  /** Shows what is wrong now; errors of the link stay until something else is chosen. */
  const refuse = (text) => {
    const words = [linkWords, text].filter(Boolean).join(" ");
    get("refusal").hidden = !words;
    if (get("refusal").textContent !== words) get("refusal").textContent = words;
  };
  const makeBody = () => {
    if (mesh) {
      body = {...library.mesh(mesh), title: mesh.name, unit: "s", momentum: "kg m² s⁻¹"};
      body.solid = Solids.mesh(Float32Array.from(mesh.corners, (v, k) => v - body.centre[k % 3]), mesh.triangles);
    } else {
      const known = description();
      body = {...library.moments(Bodies.momentsOf(known)), title: known.name || known.title, unit: known.unit, momentum: known.momentum || "kg m² s⁻¹", solid: Bodies.solidOf(known)};
    }
    body.centre = [0, 0, 0];
    body.reach = Solids.reach(body.solid);
    body.principal = Views.principalAttitude(body);
    body.ellipsoid = null;
  };
  const throwBody = () => {
    found = library.throwBody(chosen.attitude, chosen.spin);
    torqued = seen = null;
    tail = [];
    torqueRate = 0;
    if (chosen.torque !== "none") beginTorque();
    paths = null;
  };
  const beginTorque = () => {
    torqueRate = setTorque(1);
    setTorque(stepOf());
    const latest = mostSteps * stepOf();
    if (chosen.time > latest) {
      linkWords += `${linkWords ? " " : ""}time: found "${chosen.time}", expected at most ${Number(latest.toPrecision(6))} under this torque.`;
      chosen.time = 0;
    }
    torqued = {states: [{time: 0, ...found.start}]};
  };
  const torqueNow = () => {
    const most = body.moments[2], rate = length(chosen.spin) || 1;
    return {
      // The torque of the weight at a right angle, relative to one that stops the spin in a unit of time.
      weight: [1, [0, 0, chosen.weight * most * rate, 0, 0, 1]],
      gradient: [2, [chosen.rate * rate]],
      damping: [3, Array(3).fill(chosen.damping * most * rate)],
    }[chosen.torque];
  };
  /** As typed; by default a spring and a damper in proportion to the body, which bring it to rest. */
  const formulaNow = () => {
    const most = body.moments[2], rate = length(chosen.spin) || 1, text = (v) => String(Number(v.toPrecision(2)));
    return chosen.formula || `-${text(0.3 * most * rate * rate)}*qw*[qx, qy, qz] - ${text(0.1 * most * rate)}*omega`;
  };
  const setTorque = (step) => {
    return chosen.torque === "formula" ? library.formula(formulaNow(), step) : library.torque(...torqueNow(), step);
  };
  /** Short compared with the time of a turn, and of an oscillation under the torque. */
  const stepOf = () => chosen.step / Math.max(length(chosen.spin) || 1, torqueRate);
  const mostSteps = 390000;
  /** States at increasing times. Under torque they are computed step by step and kept. */
  const statesAt = (times) => {
    if (!torqued) return library.states(times);
    const h = stepOf(), last = times[times.length - 1], all = torqued.states;
    const wanted = Math.min(Math.ceil(last / h) + 2, mostSteps + 10000) - all.length;
    if (wanted > 0) for (const state of library.torqueSteps(wanted)) all.push(state);
    return times.map((time) => {
      const k = Math.min(Math.max(0, Math.floor(time / h)), all.length - 2), a = all[k], b = all[k + 1];
      return {time, attitude: Turning.slerp(a.attitude, b.attitude, (time - a.time) / h), momentum: b.momentum.map((m, i) => a.momentum[i] + ((m - a.momentum[i]) * (time - a.time)) / h)};
    });
  };

  // ---- Views

  let paths = null;
  const turns = () => (2 * Math.PI) / (length(chosen.spin) || 1);
  const pathsNow = () => {
    if (paths) return paths;
    const period = Number.isFinite(found.rotation) ? found.rotation : turns(), times = [], far = [];
    for (let k = 0; k <= 240; ++k) times.push((period * k) / 240);
    for (let k = 0; k <= 1600; ++k) far.push((6 * period * k) / 1600);
    const root = Math.sqrt(2 * found.energy), spin = (s) => scaled(Views.spin(body, s.momentum), 1 / root);
    paths = {polhode: library.states(times).map(spin), herpolhode: library.states(far).map((s) => turned(s.attitude, spin(s)))};
    return paths;
  };
  const traced = () => {
    const size = chosen.spin.map(Math.abs);
    return size.indexOf(Math.max(...size));
  };
  const now = () => statesAt([chosen.time])[0];
  // While playing, the trail grows by the state of each frame; after a jump it is computed again.
  let tail = [];
  const trail = (state) => {
    const long = 2.6 * turns(), last = tail.length ? tail[tail.length - 1].time : NaN;
    if (state.time > last && state.time - last < 0.1 * turns()) {
      tail.push(state);
      while (tail[0].time < state.time - long) tail.shift();
    } else if (state.time !== last) {
      const from = torqued || state.time >= 0 ? Math.max(0, state.time - long) : state.time - long, times = [];
      for (let k = 0; k <= 120; ++k) times.push(from + ((state.time - from) * k) / 120);
      tail = statesAt(times);
    }
    return tail.map((s) => s.attitude);
  };
  let seen = null;
  /** The state of the time that is shown. */
  const nowOnce = () => {
    if (!seen || seen.time !== chosen.time) seen = now();
    return seen;
  };
  readAddress();
  /** If the library refuses the link: first without its torque, then the default body. */
  const beginFromLink = () => {
    for (const instead of [{}, {torque: "none", time: 0}, {body: "handle", spin: [0, 12.566, 0.628], attitude: [Math.SQRT1_2, Math.SQRT1_2, 0, 0]}]) {
      if (instead.torque && chosen.torque === "none") continue;
      try {
        Object.assign(chosen, instead);
        if (instead.body) mesh = null;
        makeBody();
        throwBody();
        now();
        return;
      } catch (error) {
        linkWords += `${linkWords ? " " : ""}The link was refused: ${error.message.replace(/[^.?]$/, "$&.")} ${chosen.torque === "none" ? "The default body is shown." : "The motion without torque is shown."}`;
      }
    }
  };
  beginFromLink();

  const bodyStage = new Stage(get("body-view"), () => {
    if (!found) return null;
    const most = torqued ? torqued.states.reduce((m, s) => Math.max(m, length(s.momentum)), 0) : found.length;
    return Views.bodyItems(body, nowOnce(), {mostSpin: length(chosen.spin) * 1.25, mostMomentum: most, traced: traced(), trail: trail(nowOnce())});
  }, {label: "The body as it turns", distance: 6.5, onMove: (s) => {
    chosen.eye = [s.azimuth, s.elevation, s.distance].map((v) => Number(v.toFixed(3)));
    remember();
  }});
  const lookFrom = ([azimuth, elevation, distance]) => Object.assign(bodyStage, {azimuth, elevation: Math.min(1.5, Math.max(-1.5, elevation)), distance: Math.min(20, Math.max(1.5, distance))});
  lookFrom(chosen.eye);
  const poinsotStage = new Stage(get("poinsot-view"), () => (found && !torqued && body.moments[0] > 0 ? Views.poinsotItems(body, nowOnce(), pathsNow()) : []), {azimuth: 0.7, elevation: 0.2, distance: 7.2, label: "Poinsot's ellipsoid on its plane"});
  get("body-view").classList.add("live");
  get("poinsot-view").classList.add("live");
  get("plain").hidden = !bodyStage.isPlain;

  let tipOnScreen;
  // The tip of the angular velocity can be dragged, on the visible half of a sphere about the body.
  {
    const element = get("body-view");
    let isHeld = false;
    const ray = (event) => {
      const box = element.getBoundingClientRect(), lens = bodyStage.lens(), camera = bodyStage.camera();
      const x = ((2 * (event.clientX - box.left)) / box.width - 1) / lens[0], y = (1 - (2 * (event.clientY - box.top)) / box.height) / lens[5];
      const way = [0, 1, 2].map((i) => camera[4 * i] * x + camera[4 * i + 1] * y - camera[4 * i + 2]);
      return {from: scaled(bodyStage.eye, bodyStage.distance), way: unit(way)};
    };
    const tip = () => {
      const w = turned(now().attitude, Views.spin(body, now().momentum));
      return scaled(w, 1.42 / (length(chosen.spin) * 1.25 || 1));
    };
    tipOnScreen = () => {
      const box = element.getBoundingClientRect(), lens = bodyStage.lens(), camera = bodyStage.camera();
      const at = Turning.difference(tip(), scaled(bodyStage.eye, bodyStage.distance));
      const [x, y, z] = [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, i) => sum + camera[4 * i + j] * at[i], 0));
      return {x: box.left + (box.width * (1 + (lens[0] * x) / -z)) / 2, y: box.top + (box.height * (1 - (lens[5] * y) / -z)) / 2};
    };
    element.addEventListener("pointerdown", (event) => {
      const {from, way} = ray(event), to = Turning.difference(tip(), from), off = length(cross(to, way));
      if (off > 0.16) return;
      isHeld = true;
      run(false);
      event.stopImmediatePropagation();
      element.setPointerCapture(event.pointerId);
    }, true);
    element.addEventListener("pointermove", (event) => {
      if (!isHeld) return;
      event.stopImmediatePropagation();
      const {from, way} = ray(event), b = dot(from, way), radius = 1.42 / 1.25, c = dot(from, from) - radius * radius;
      const depth = b * b - c, at = depth > 0 ? Turning.sum(from, scaled(way, -b - Math.sqrt(depth))) : Turning.sum(from, scaled(way, -b));
      const state = now(), size = length(chosen.spin);
      // The attitude stays; the throw begins here and now.
      chosen.attitude = state.attitude;
      chosen.spin = scaled(turned(inverse(state.attitude), unit(at)), size).map((v) => Number(v.toPrecision(5)));
      chosen.time = 0;
      change(false);
    }, true);
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (isHeld = false), true);
  }

  // ---- Charts

  const clock = new Clock(0, 1);
  let momentumChart, curves;
  const drawMomentum = () => {
    const span = Math.max(4 * turns(), Number.isFinite(found.rotation) ? Math.min(2 * found.rotation, 60 * turns()) : 0);
    // From the throw on, unless an earlier time was requested.
    const from = torqued || chosen.time >= 0 ? Math.max(0, chosen.time - span / 2) : chosen.time - span / 2, times = [];
    for (let k = 0; k <= 240; ++k) times.push(from + (span * k) / 240);
    const states = statesAt(times);
    curves.forEach((series, i) => {
      series.x = times;
      series.y = states.map((s) => s.momentum[i]);
    });
    Object.assign(momentumPanel.x, {label: `time, ${body.unit}`, unit: body.unit});
    Object.assign(momentumPanel.y, {label: `momentum, ${body.momentum}`, unit: body.momentum});
    Object.assign(clock, {start: from, end: from + span, shown: [from, from + span], time: chosen.time, isChosen: true});
    momentumChart.draw();
  };
  curves = ["m₁", "m₂", "m₃"].map((name, i) => ({name, colour: [1, 2, 0][i], drawn: "line", x: [0, 1], y: [0, 0]}));
  const momentumPanel = {x: {label: "time", scale: "linear", isTime: true, unit: ""}, y: {label: "momentum", scale: "linear", unit: ""}, series: curves};
  momentumChart = new Chart(get("momentum").appendChild(make("div")), {panels: [momentumPanel]}, clock, "The momentum in the body against time");
  clock.listen((what) => {
    if (what === "time" && clock.pointed === null && clock.time !== chosen.time) goTo(clock.time);
  });

  // ---- Controls

  let drawn = 0;
  const timeField = make("input", {type: "text", inputMode: "decimal", size: 14, "aria-label": "time"});
  const playing = player((seconds) => {
    goTo(chosen.time + seconds * chosen.speed * (turns() / 2.2));
    ++explorer.frames;
  }, () => {
    if (document.activeElement !== timeField) timeField.value = timeText();
    remember();
  });
  const {run} = playing;
  /** All digits while paused, fewer while playing. */
  const timeText = () => {
    if (!playing.isPlaying) return String(Number(chosen.time.toPrecision(15)));
    const decimals = 2 - Math.floor(Math.log10(turns()));
    return decimals >= 0 && decimals <= 12 && Math.abs(chosen.time) < 1e9 * turns() ? chosen.time.toFixed(decimals) : String(Number(chosen.time.toPrecision(15)));
  };
  const show = () => {
    bodyStage.draw();
    poinsotStage.draw();
    if (document.activeElement !== timeField) timeField.value = timeText();
    if (performance.now() - drawn > (playing.isPlaying ? 300 : 0)) {
      drawn = performance.now();
      drawMomentum();
      tell();
    }
  };
  const goTo = (time) => {
    if (!Number.isFinite(time)) return;
    chosen.time = torqued ? Math.max(0, Math.min(time, mostSteps * stepOf())) : time;
    try {
      refuse("");
      show();
    } catch (error) {
      refuse(error.message);
    }
  };
  let waiting = 0;
  const remember = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => history.replaceState(null, "", address()), 200);
  };
  timeField.addEventListener("change", () => {
    const text = timeField.value.trim(), time = Number(text.replace(",", "."));
    timeField.blur();
    if (text === "" || !Number.isFinite(time)) {
      timeField.value = timeText();
      run(false);
      refuse(`time: found "${text}", expected a number.`);
      return;
    }
    goTo(time);
    remember();
  });
  const speeds = choice([[0.1, "⅒"], [0.25, "¼"], [1, "1"], [4, "4"], [20, "20"]], chosen.speed, (value) => {
    chosen.speed = Number(value);
    remember();
  }, {"aria-label": "speed"});
  const toFlip = button("next flip", () => goTo(nextFlip())), farOn = button("10⁹ periods later", () => goTo(chosen.time + 1e9 * (Number.isFinite(found.rotation) ? found.rotation : turns())));
  get("bar").append(playing.button, button("|◀", () => goTo(0), "to the throw (home)"), make("label", {}, "time ", timeField), make("label", {}, "speed ", speeds),
    toFlip, farOn,
    button("⟲ view", () => [bodyStage, poinsotStage].forEach((s) => s.goHome()), "reset the view"));
  const nextFlip = () => {
    const half = found.rotation / 2, k = Math.max(0, Math.floor((chosen.time - found.flip) / half + 1 + 1e-9));
    return found.flip + k * half;
  };

  // ---- What is known of it

  const tell = () => {
    const named = (value, digits = 5) => (Number.isFinite(value) ? `${Numbers.text(value, digits)} ${body.unit}` : "none");
    const degrees = (v) => `${Numbers.text((v * 180) / Math.PI, 3)}°`;
    const facts = torqued ? [] : [["regime", regimes[found.regime] || ""]];
    if (!torqued) {
      facts.push(["rotation period", named(found.rotation)], ["precession period", named(found.precession)]);
      if (Number.isFinite(found.leastNutation)) facts.push(["tilt to L", `${degrees(found.leastNutation)} to ${degrees(found.mostNutation)}`]);
      facts.push(["next flip", Number.isFinite(found.flip) && Number.isFinite(found.rotation) ? `t = ${named(nextFlip(), 7)}` : "none"]);
    } else {
      const last = nowOnce(), e = Views.energy(body, last.momentum);
      facts.push(["kinetic energy / at start", Numbers.text(e / found.energy, 5)], ["|L| / |L| at start", Numbers.text(length(last.momentum) / found.length, 5)]);
    }
    get("facts").replaceChildren(...facts.map(([name, value]) => make("div", {}, make("dd", {textContent: value}), make("dt", {textContent: name}))));
    const flips = Number.isFinite(found.rotation) && !torqued && Math.abs(unit(Views.toPrincipal(body, found.start.momentum))[1]) > 0.8;
    // A screen reader announces only what has changed.
    const story = torqued
      ? `The ${body.title} under ${chosen.torque === "weight" ? "a weight, on a tip about which its moments are taken to be" : chosen.torque === "gradient" ? "the gravity gradient of an orbit" : chosen.torque === "damping" ? "damping" : `the torque ${formulaNow()}`}.`
      : flips ? `Thrown about its intermediate axis, the ${body.title} turns over every ${named(found.rotation / 2, 4)}.`
      : found.regime === 0 ? `The ${body.title} is at rest.`
      : found.regime === 1 ? `The ${body.title} rotates steadily about one axis, once in ${named(found.precession, 4)}.`
      : `The ${body.title} tumbles ${found.regime === 4 ? "on" : "in"} ${regimes[found.regime]}${Number.isFinite(found.rotation) ? `, once round its polhode in ${named(found.rotation, 4)}` : ""}.`;
    if (get("story").textContent !== story) get("story").textContent = story;
  };

  // ---- The panel

  /** Yaw, pitch and roll, in radians: about z, then the rotated y, then the rotated x. */
  const eulerAngles = ([w, x, y, z]) => [
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)), Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - z * x)))), Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
  ];
  const fromEulerAngles = ([yaw, pitch, roll]) =>
    product(product(Turning.aboutAxis([0, 0, 1], yaw), Turning.aboutAxis([0, 1, 0], pitch)), Turning.aboutAxis([1, 0, 0], roll));

  const number = (label, get, set, range) => {
    const field = make("label", {className: "field"});
    const text = make("input", {type: "number", step: "any", "aria-label": label}), slide = make("input", {type: "range", min: range[0], max: range[1], step: "any", "aria-label": `${label}, slider`});
    const take = (value) => {
      if (!Number.isFinite(value)) return;
      set(value);
      change();
    };
    text.addEventListener("change", () => take(Number(text.value)));
    slide.addEventListener("input", () => take(Number(slide.value)));
    field.append(label, slide, text);
    field.refresh = () => {
      text.value = Number(get().toPrecision(6));
      slide.value = get();
    };
    field.refresh();
    return field;
  };
  let fields = [];
  const fillPanel = () => {
    fields = [];
    const select = make("select", {"aria-label": "body"});
    for (const [key, known] of Object.entries(Bodies.known)) select.append(make("option", {value: key, textContent: known.title, selected: !mesh && key === chosen.body}));
    if (mesh) select.append(make("option", {value: "", textContent: mesh.name, selected: true}));
    select.addEventListener("change", () => {
      if (!select.value) return;
      mesh = null;
      chosen.body = select.value;
      chosen.spin = [...Bodies.known[chosen.body].spin];
      chosen.time = 0;
      change();
      fillPanel();
    });
    const known = Bodies.known[chosen.body], bodyFields = [make("label", {className: "field wide"}, "body ", select)];
    const edited = mesh || !known.isFree ? null : known.size ? "size" : known.axes ? "axes" : "moments";
    if (edited)
      for (let i = 0; i < 3; ++i) {
        const field = number(`${{size: "edge", axes: "half axis", moments: "moment"}[edited]} ${"xyz"[i]}`, () => chosen[edited][i], (v) => (chosen[edited][i] = Math.max(v, 1e-6)), [0.05, 4]);
        fields.push(field);
        bodyFields.push(field);
      }
    const file = make("input", {type: "file", accept: ".stl,.obj", "aria-label": "a mesh, STL or OBJ"});
    file.addEventListener("change", () => file.files[0] && takeMesh(file.files[0]));
    bodyFields.push(make("label", {className: "field wide"}, "or a mesh ", file));
    get("body-fields").replaceChildren(...bodyFields);

    const most = Math.max(2 * length(Bodies.known[chosen.body].spin), 2 * length(chosen.spin)) || 2;
    const spins = [0, 1, 2].map((i) => number(`ω ${"xyz"[i]}, rad/${mesh ? "s" : Bodies.known[chosen.body].unit}`, () => chosen.spin[i], (v) => {
      chosen.spin[i] = v;
      chosen.time = 0;
    }, [-most, most]));
    const angles = ["yaw", "pitch", "roll"].map((name, i) => number(`${name}, °`, () => (eulerAngles(chosen.attitude)[i] * 180) / Math.PI, (v) => {
      const now = eulerAngles(chosen.attitude);
      now[i] = (v * Math.PI) / 180;
      chosen.attitude = fromEulerAngles(now);
      chosen.time = 0;
    }, i === 1 ? [-90, 90] : [-180, 180]));
    fields.push(...spins, ...angles);
    const face = (text, attitude) => button(text, () => {
      chosen.attitude = attitude;
      chosen.time = 0;
      change();
    });
    get("throw-fields").replaceChildren(...spins, ...angles, make("div", {className: "buttons"},
      face("x up", [Math.SQRT1_2, 0, -Math.SQRT1_2, 0]), face("y up", [Math.SQRT1_2, Math.SQRT1_2, 0, 0]), face("z up", [1, 0, 0, 0]),
      button("random", () => {
        const size = length(chosen.spin) || 1, r = () => Math.random() - 0.5;
        chosen.spin = scaled(unit([r(), r(), r()]), size).map((v) => Number(v.toPrecision(5)));
        chosen.time = 0;
        change();
      })));

    const torque = choice([["none", "none"], ["weight", "weight, z on a tip"], ["gradient", "gravity gradient"], ["damping", "damping"], ["formula", "a formula"]], chosen.torque, (value) => {
      chosen.torque = value;
      chosen.time = 0;
      change();
      fillPanel();
    }, {"aria-label": "torque"});
    const [key, ...range] = {weight: ["weight", 0.1, 5], gradient: ["rate", 0.01, 2], damping: ["damping", 0, 0.2]}[chosen.torque] || [];
    const strength = key && number("strength", () => chosen[key], (v) => {
      chosen[key] = v;
      chosen.time = 0;
    }, range);
    if (strength) fields.push(strength);
    get("torque-fields").replaceChildren(make("label", {className: "field wide"}, "torque ", torque), ...(strength ? [strength] : []), ...(chosen.torque === "formula" ? formulaField() : []));
  };
  const formulaField = () => {
    const text = make("textarea", {rows: 2, value: formulaNow(), spellcheck: false, "aria-label": "formula of the torque in the body"});
    text.addEventListener("change", () => {
      chosen.formula = text.value.trim();
      chosen.time = 0;
      change();
    });
    text.refresh = () => {
      if (document.activeElement !== text) text.value = formulaNow();
    };
    fields.push(text);
    return [make("label", {className: "formula"}, "torque in the body, a vector", text),
      make("p", {className: "dim", textContent: "t; qw qx qy qz, the attitude; m and omega in the body, M and Omega in space, m1 m2 m3; + - * / ^, [x, y, z], sin cos exp sqrt …, dot, cross, length, in_body, in_space"})];
  };
  const change = (refresh = true, isFromLink = false) => {
    if (!isFromLink) linkWords = "";
    try {
      refuse("");
      makeBody();
      throwBody();
      get("poinsot-view").parentElement.hidden = Boolean(torqued) || body.moments[0] <= 0;
      get("views").classList.toggle("one", get("poinsot-view").parentElement.hidden);
      // Only for a free body.
      toFlip.disabled = Boolean(torqued) || !Number.isFinite(found.flip) || !Number.isFinite(found.rotation);
      farOn.disabled = Boolean(torqued);
      show();
      race.begin();
    } catch (error) {
      // The next frame would remove the message.
      run(false);
      refuse(error.message);
    }
    if (refresh || !playing.isPlaying) for (const field of fields) field.refresh();
    remember();
  };
  const takeMesh = async (file) => {
    try {
      const read = {...(await Bodies.readMesh(file)), name: file.name};
      library.mesh(read);
      mesh = read;
      chosen.time = 0;
      change();
      fillPanel();
    } catch (error) {
      // The previous body stays.
      change();
      run(false);
      refuse(error.message);
    }
  };
  for (const kind of ["dragover", "dragleave", "drop"])
    addEventListener(kind, (event) => {
      event.preventDefault();
      get("body-view").classList.toggle("drop", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files[0]) takeMesh(event.dataTransfer.files[0]);
    });

  // ---- Export

  /** The times of the scenario and the table: from the throw to the time that is shown, or some turns. */
  const taken = () => {
    const wished = chosen.time > 0 && chosen.time < 1e4 * turns() ? chosen.time : 10 * turns();
    // A step whose multiples are exact in double, so that the times of both agree.
    const shortest = torqueRate > 0 ? Math.min(turns(), (2 * Math.PI) / torqueRate) : turns();
    const h = 2 ** Math.floor(Math.log2(shortest / 40)), count = Math.max(1, Math.round(wished / h));
    return {end: count * h, count, h};
  };
  const table = () => {
    // As in the program, the first row is converted to the principal axes and back.
    const {count, h} = taken(), states = library.states([0]);
    if (torqued) {
      library.throwBody(chosen.attitude, chosen.spin);
      setTorque(h);
      states.push(...library.torqueSteps(count));
      throwBody();
    } else states.push(...library.steps(count, h));
    return "t,m_1,m_2,m_3,q_w,q_x,q_y,q_z\n" + states.map((s) => [s.time, ...s.momentum, ...s.attitude].join(",")).join("\n") + "\n";
  };
  const scenario = () => {
    const list = (numbers) => `[${numbers.map((v) => (Number.isInteger(v) ? v.toFixed(1) : String(v))).join(", ")}]`;
    const known = mesh ? null : description(), {end, count} = taken();
    const [, numbers] = torqueNow() || [0, []];
    const torque = {
      none: "",
      weight: `\n[[torque]]\nkind = "heavy_top"\nweight = ${list(numbers.slice(0, 3))}\ncentre_of_mass = ${list(numbers.slice(3))}\n`,
      gradient: `\n[[torque]]\nkind = "gravity_gradient_circular"\nmean_motion = ${numbers[0]}\n`,
      damping: `\n[[torque]]\nkind = "linear_damping"\ncoefficients = ${list(numbers)}\n`,
      formula: `\n[[torque]]\nkind = "formula_torque"\ntorque = ${JSON.stringify(formulaNow())}\n`,
    }[chosen.torque];
    return `# Thrown in the explorer: polhode run throw.toml gives the same numbers.\ntitle = "${body.title.replace(/["\\]/g, "'")}, thrown"\n\n[body]\n` +
      (mesh ? `mesh = { file = "${mesh.name.replace(/["\\]/g, "")}", mass = 1.0 }\n` : `moments = ${list(Bodies.momentsOf(known))}\n${torque ? 'about = "pivot"\n' : ""}`) +
      `\n[start]\nattitude = { quaternion = ${list(chosen.attitude)} }\nangular_velocity = ${list(chosen.spin)}\n${torque}\n[times]\nend = ${end}\ncount = ${count}\n` +
      `\n[method]\nname = "${torque ? "blanes_moan_s6" : "exact"}"\nstep = ${end / count}\nsummation = "plain"\n` + `\n[units]\ntime = "${body.unit}"\n`;
  };
  const gltf = () => {
    const count = 180, span = 6 * turns(), times = [];
    for (let k = 0; k < count; ++k) times.push((span * k) / (count - 1));
    const shown = statesAt(times.map((t) => chosen.time + t)), seconds = times.map((t) => (t / turns()) * 2.2);
    const p = body.solid.positions.map((v) => v / body.reach), n = body.solid.normals;
    const turns4 = Float32Array.from(shown.flatMap((s) => [s.attitude[1], s.attitude[2], s.attitude[3], s.attitude[0]]));
    const parts = [Float32Array.from(p), n, Float32Array.from(seconds), turns4];
    const bytes = new Uint8Array(parts.reduce((all, part) => all + part.byteLength, 0)), views = [];
    let at = 0;
    for (const part of parts) {
      bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
      // 34962: what a graphics card draws; the times and turns of the animation are not.
      views.push({buffer: 0, byteOffset: at, byteLength: part.byteLength, ...(views.length < 2 ? {target: 34962} : {})});
      at += part.byteLength;
    }
    let text = "";
    for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
    const low = [0, 1, 2].map((i) => p.reduce((m, v, k) => (k % 3 === i ? Math.min(m, v) : m), 9)), high = [0, 1, 2].map((i) => p.reduce((m, v, k) => (k % 3 === i ? Math.max(m, v) : m), -9));
    return JSON.stringify({
      asset: {version: "2.0", generator: "polhode " + library.version}, scene: 0, scenes: [{nodes: [1]}],
      // Space has z upwards here, glTF y.
      nodes: [{mesh: 0, name: body.title}, {name: "space", rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children: [0]}],
      meshes: [{primitives: [{attributes: {POSITION: 0, NORMAL: 1}, material: 0}]}],
      materials: [{pbrMetallicRoughness: {baseColorFactor: [0.55, 0.6, 0.66, 1], metallicFactor: 0.2, roughnessFactor: 0.6}}],
      animations: [{name: "throw", samplers: [{input: 2, output: 3, interpolation: "LINEAR"}], channels: [{sampler: 0, target: {node: 0, path: "rotation"}}]}],
      accessors: [
        {bufferView: 0, componentType: 5126, count: p.length / 3, type: "VEC3", min: low, max: high}, {bufferView: 1, componentType: 5126, count: n.length / 3, type: "VEC3"},
        {bufferView: 2, componentType: 5126, count, type: "SCALAR", min: [seconds[0]], max: [seconds[count - 1]]}, {bufferView: 3, componentType: 5126, count, type: "VEC4"},
      ],
      bufferViews: views, buffers: [{byteLength: bytes.length, uri: "data:application/octet-stream;base64," + btoa(text)}],
    });
  };
  const said = make("output", {className: "dim"});
  get("home-fields").append(make("div", {className: "buttons"},
    button("copy the link", async () => {
      history.replaceState(null, "", address());
      try {
        await navigator.clipboard.writeText(location.href);
        said.textContent = mesh && !meshText() ? "copied, but the mesh is too large for a link" : "copied";
      } catch {
        said.textContent = "the link is in the address bar";
      }
    }),
    button("scenario", () => save("throw.toml", new Blob([scenario()], {type: "text/plain"})), "the scenario for polhode run"),
    button("table", () => save("throw.csv", new Blob([table()], {type: "text/csv"})), "the states as a table, CSV"),
    button("PNG", () => bodyStage.picture((blob) => save("throw.png", blob)), "the view as PNG"),
    button("glTF", () => save("throw.gltf", new Blob([gltf()], {type: "model/gltf+json"})), "the body and its motion as glTF")), said);

  // ---- What games get wrong

  const race = (() => {
    const tones = [1, 4, 3, 5, 6, 7, 2], titles = library.racers;
    const raceClock = new Clock(0, 1);
    const series = () => titles.map((name, i) => ({name, colour: tones[i], drawn: "line", x: [0], y: [NaN]}));
    const sets = [series(), series()];
    const times = {label: "time", scale: "linear", isTime: true, unit: ""};
    const panel = (label, all) => ({panels: [{x: times, y: {label, scale: "log", unit: "", range: [1e-17, 100]}, series: all}]});
    const charts = [
      new Chart(get("race-energy").appendChild(make("div")), panel("|energy / start − 1|", sets[0]), raceClock, "Energy errors against time"),
      new Chart(get("race-momentum").appendChild(make("div")), panel("|change of L| / L", sets[1]), raceClock, "Momentum errors against time"),
    ];
    const short = ["Euler", "no gyro term", "implicit", "RK4", "five rota\u00adtions", "Moser-Veselov", "exact"];
    get("race-names").append(...short.map((name, i) => make("span", {className: "c" + tones[i], textContent: name})));
    let state = null, time = 0, isRunning = false, isBegun = false, later = 0;
    const view = get("race-view");
    view.classList.add("live");
    const stage = new Stage(view, (s) => {
      if (!state) return [];
      // A narrow field from far away, so that all are seen from the same direction.
      s.distance = 100;
      const half = s.distance * Math.tan(s.field), wide = s.size.width / s.size.height, items = [], right = [-Math.sin(s.azimuth), Math.cos(s.azimuth), 0];
      const gap = (2 * half * Math.max(1, wide)) / (titles.length + 0.4), fit = Math.min(0.46 * gap, 0.85 * half);
      state.forEach((racer, k) => {
        const place = scaled(right, gap * (k - (titles.length - 1) / 2)), size = fit / body.reach;
        if (!racer.attitude.every(Number.isFinite)) return;
        items.push({solid: body.solid, matrix: Turning.matrix(racer.attitude, place, [size, size, size]), colour: "c" + tones[k]});
      });
      return items;
    }, {azimuth: 0.9, elevation: 0.25, distance: 100, field: 0.05, label: "The same throw by each method, side by side"});
    const begin = () => {
      isBegun = false;
      time = 0;
      state = titles.map((name) => ({name, ...found.start, energy: 1, length: 1, turn: 0}));
      for (const all of sets) for (const one of all) Object.assign(one, {x: [0], y: [NaN]});
      show();
      // The first turns soon after the throw was changed, so that there is something to see.
      clearTimeout(later);
      later = setTimeout(() => {
        if (isBegun) return;
        try {
          for (let k = 0; k < 60; ++k) advance(10);
          show();
        } catch (error) {
          refuse(error.message);
        }
      }, 300);
    };
    const show = () => {
      stage.draw();
      Object.assign(times, {label: `time, ${body.unit}`, unit: body.unit});
      Object.assign(raceClock, {start: 0, end: Math.max(time, turns()), shown: [0, Math.max(time, turns())], time, isChosen: true});
      for (const chart of charts) chart.draw();
      const cell = (text) => make("td", {className: "number", textContent: text});
      get("race-table").replaceChildren(
        make("thead", {}, make("tr", {}, make("th", {textContent: "method", scope: "col"}), ...["energy / start", "length of L / start", "L turned by"].map((h) => make("th", {textContent: h, scope: "col", className: "number"})))),
        make("tbody", {}, ...state.map((r) => make("tr", {}, make("td", {textContent: r.name}),
          ...(Number.isFinite(r.energy) ? [cell(Numbers.text(r.energy, 7)), cell(Numbers.text(r.length, 7)), cell(Numbers.text((r.turn * 180) / Math.PI, 3) + "°")] : [cell("diverged"), cell(""), cell("")])))));
    };
    const advance = (count) => {
      if (!isBegun) {
        library.race();
        isBegun = true;
      }
      const h = turns() / chosen.turnSteps;
      state = library.raceSteps(count, h);
      time += count * h;
      state.forEach((racer, k) => {
        const change = Math.hypot(racer.length - 1, 2 * Math.sin(racer.turn / 2));
        sets[0][k].x.push(time);
        sets[0][k].y.push(Math.max(Math.abs(racer.energy - 1), 1e-17));
        sets[1][k].x.push(time);
        sets[1][k].y.push(Math.max(change, 1e-17));
      });
    };
    const start = button("start", () => {
      isRunning = !isRunning;
      start.textContent = isRunning ? "stop" : "start";
      if (isRunning) requestAnimationFrame(go);
    });
    const go = () => {
      if (!isRunning) return;
      advance(Math.max(1, Math.round(chosen.turnSteps / 40)));
      if (sets[0][0].x.length > 4000) for (const all of sets) for (const one of all) Object.assign(one, {x: one.x.filter((v, k) => k % 2 === 0), y: one.y.filter((v, k) => k % 2 === 0)});
      show();
      requestAnimationFrame(go);
    };
    const finer = choice([15, 30, 60, 120, 500].map((n) => [n, n]), chosen.turnSteps, (value) => {
      chosen.turnSteps = Number(value);
      begin();
      remember();
    }, {"aria-label": "steps in a turn"});
    get("race-bar").append(start, button("1,000 more steps", () => {
      for (let k = 0; k < 100; ++k) advance(10);
      show();
    }), button("restart", begin), make("label", {}, "steps in a turn ", finer));
    return {begin, stage, refresh: () => (finer.value = chosen.turnSteps)};
  })();
  listenToPrinting([bodyStage, poinsotStage, race.stage]);
  const stepOfKey = (event) => turns() / (event.shiftKey ? 4 : 40);
  listenToKeys({
    " ": () => run(!playing.isPlaying),
    ArrowLeft: (event) => goTo(chosen.time - stepOfKey(event)),
    ArrowRight: (event) => goTo(chosen.time + stepOfKey(event)),
    Home: () => goTo(0),
  });
  addEventListener("hashchange", () => {
    readAddress();
    lookFrom(chosen.eye);
    speeds.value = chosen.speed;
    race.refresh();
    beginFromLink();
    change(true, true);
    fillPanel();
  });
  fillPanel();
  change(true, true);
  if (!calm) run(true);
  return {library, chosen, scenario, table, gltf, run, tipOnScreen};
})();
explorer.frames = 0;
