// SPDX-License-Identifier: MIT
// Vectors, rotations and states between two rows of a run.
// Convention: quaternions are [w, x, y, z] and take vectors of the body to space, as in docs/conventions.md.
"use strict";

const Turning = (() => {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = (a) => Math.hypot(a[0], a[1], a[2]);
  const scaled = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
  const sum = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const difference = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const unit = (a) => {
    const size = length(a);
    return size > 0 ? scaled(a, 1 / size) : [0, 0, 1];
  };
  /** A unit vector orthogonal to one. */
  const across = (a) => {
    const size = a.map(Math.abs);
    const least = size.indexOf(Math.min(...size));
    return unit(cross(a, [0, 1, 2].map((i) => (i === least ? 1 : 0))));
  };

  const product = (a, b) => [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
  const inverse = (q) => [q[0], -q[1], -q[2], -q[3]];
  const turned = (q, v) => {
    const u = [q[1], q[2], q[3]], t = scaled(cross(u, v), 2);
    return sum(sum(v, scaled(t, q[0])), cross(u, t));
  };
  const aboutAxis = (axis, angle) => {
    const s = Math.sin(angle / 2);
    return [Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s];
  };
  /** The shortest rotation that takes the direction a to the direction b. */
  const between = (a, b) => {
    const c = dot(a, b), axis = cross(a, b), s = length(axis);
    if (s < 1e-9) return c > 0 ? [1, 0, 0, 0] : aboutAxis(across(a), Math.PI);
    return aboutAxis(scaled(axis, 1 / s), Math.atan2(s, c));
  };
  /** Spherical linear interpolation by the shorter way: 0 gives a, 1 gives b. */
  const slerp = (a, b, part) => {
    let c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const sign = c < 0 ? -1 : 1;
    c = Math.min(1, c * sign);
    const angle = Math.acos(c), s = Math.sin(angle);
    const of_a = s < 1e-6 ? 1 - part : Math.sin((1 - part) * angle) / s;
    const of_b = (s < 1e-6 ? part : Math.sin(part * angle) / s) * sign;
    const q = [0, 1, 2, 3].map((i) => of_a * a[i] + of_b * b[i]);
    const size = Math.hypot(...q);
    return q.map((x) => x / size);
  };
  const angleBetween = (a, b) =>
    2 * Math.acos(Math.min(1, Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])));

  /** Columns are the axes of the body seen from space; for WebGL, column by column, with a place and a scale. */
  const matrix = (q, place = [0, 0, 0], scale = [1, 1, 1]) => {
    const x = scaled(turned(q, [1, 0, 0]), scale[0]);
    const y = scaled(turned(q, [0, 1, 0]), scale[1]);
    const z = scaled(turned(q, [0, 0, 1]), scale[2]);
    return [...x, 0, ...y, 0, ...z, 0, ...place, 1];
  };
  const times = (a, b) => {
    const c = new Array(16);
    for (let j = 0; j < 4; ++j)
      for (let i = 0; i < 4; ++i)
        c[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3];
    return c;
  };
  const moved = (m, v) => [0, 1, 2].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i]);

  /** The index of the last entry of an increasing list that is not above a value, or 0. */
  const placeOf = (list, value) => {
    let low = 0, high = list.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (list[middle] <= value) low = middle;
      else high = middle;
    }
    return low;
  };

  /**
   * The states of a run by time. `times` increase; `attitudes` has four numbers for each, `momenta` three (in the
   * body). Between two rows the attitude is interpolated by slerp, and the momentum in space linearly. If they are
   * more than `farthest` radians apart, or `joined` has a "0" for the step, the nearer row is given.
   */
  class Motion {
    constructor(times, attitudes, momenta, joined = "", farthest = 2) {
      Object.assign(this, {times, attitudes, momenta, joined, farthest});
    }
    get start() {
      return this.times[0];
    }
    get end() {
      return this.times[this.times.length - 1];
    }
    row(k) {
      return {
        time: this.times[k],
        attitude: Array.from(this.attitudes.subarray(4 * k, 4 * k + 4)),
        momentum: Array.from(this.momenta.subarray(3 * k, 3 * k + 3)),
      };
    }
    at(time) {
      if (this.times.length < 2) return this.row(0);
      const k = placeOf(this.times, time), a = this.row(k), b = this.row(k + 1);
      const width = b.time - a.time;
      const part = width > 0 ? Math.min(1, Math.max(0, (time - a.time) / width)) : 0;
      if (this.joined[k] === "0" || angleBetween(a.attitude, b.attitude) > this.farthest) return part < 0.5 ? a : b;
      const attitude = slerp(a.attitude, b.attitude, part);
      const inSpace = sum(
        scaled(turned(a.attitude, a.momentum), 1 - part),
        scaled(turned(b.attitude, b.momentum), part),
      );
      return {time, attitude, momentum: turned(inverse(attitude), inSpace)};
    }
  }

  return {
    dot, cross, length, scaled, sum, difference, unit, across, product, inverse, turned, aboutAxis, between, slerp,
    angleBetween, matrix, times, moved, placeOf, Motion,
  };
})();
