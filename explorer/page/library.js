// SPDX-License-Identifier: MIT
// The library, compiled to WebAssembly, with names of JavaScript. What it refuses is thrown as an Error.
"use strict";

class Library {
  /** `create` is the factory that emscripten makes. */
  static async load(create) {
    return new Library(await create());
  }
  constructor(wasm) {
    this.wasm = wasm;
    this.version = wasm.UTF8ToString(wasm._explorer_version());
    this.racers = wasm.UTF8ToString(wasm._explorer_race_names()).split("\n");
  }
  /** The array shared with the library, created again when its memory has grown. */
  numbers(count = 256) {
    const at = this.wasm._explorer_numbers(count) / 8;
    return this.wasm.HEAPF64.subarray(at, at + count);
  }
  ask(name, given, count, ...rest) {
    const room = Math.max(given.length, count || 256);
    this.numbers(room).set(given);
    const written = this.wasm["_explorer_" + name](...rest);
    if (written < 0) throw new Error(this.wasm.UTF8ToString(this.wasm._explorer_message()));
    return this.numbers(room).subarray(0, written);
  }
  body(found) {
    return {moments: Array.from(found.subarray(0, 3)), axes: Array.from(found.subarray(3, 12))};
  }
  moments(moments) {
    return this.body(this.ask("moments", moments));
  }
  mesh({corners, triangles}) {
    const found = this.ask("mesh", [...corners, ...triangles], corners.length + triangles.length + 16, corners.length / 3, triangles.length / 3);
    return {...this.body(found), centre: Array.from(found.subarray(12, 15)), volume: found[15]};
  }
  /** Regimes and axes by their numbers in body/regime.hpp. */
  throwBody(attitude, spin) {
    const n = this.ask("throw", [...attitude, ...spin]);
    const [regime, axis, rotation, precession, number, leastNutation, mostNutation, flip, energy, length] = n.subarray(7);
    return {start: this.state(n, 0), regime, axis, rotation, precession, number, leastNutation, mostNutation, flip, energy, length};
  }
  state(n, at) {
    return {attitude: Array.from(n.subarray(at, at + 4)), momentum: Array.from(n.subarray(at + 4, at + 7))};
  }
  states(times) {
    const n = this.ask("states", times, 7 * times.length, times.length), all = [];
    for (let k = 0; k < times.length; ++k) all.push({time: times[k], ...this.state(n, 7 * k)});
    return all;
  }
  /** By steps of the exact method: the same on every machine, to the last bit. */
  steps(count, h) {
    const n = this.ask("steps", [], 7 * count, count, h), all = [];
    for (let k = 0; k < count; ++k) all.push({time: (k + 1) * h, ...this.state(n, 7 * k)});
    return all;
  }
  /** The greatest rate of oscillation under the torque, in radians per unit of time. */
  torque(kind, parameters, step) {
    return this.ask("torque", parameters, 256, kind, step)[0];
  }
  /** A formula for a vector in the body, as docs/torques.md describes them. */
  formula(text, step) {
    const bytes = 4 * text.length + 1, at = this.wasm._explorer_text(bytes);
    this.wasm.stringToUTF8(text, at, bytes);
    return this.ask("formula", [], 256, step)[0];
  }
  torqueSteps(count) {
    const n = this.ask("torque_steps", [], 9 * count, count), all = [];
    for (let k = 0; k < count; ++k) all.push({time: n[9 * k], ...this.state(n, 9 * k + 1), conserved: n[9 * k + 8]});
    return all;
  }
  race() {
    this.ask("race", []);
  }
  raceSteps(count, h) {
    const n = this.ask("race_steps", [], 256, count, h);
    return this.racers.map((name, k) => ({name, ...this.state(n, 10 * k), energy: n[10 * k + 7], length: n[10 * k + 8], turn: n[10 * k + 9]}));
  }
}
