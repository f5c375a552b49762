// SPDX-License-Identifier: MIT
// What is seen of a motion in three dimensions: the body with its axes and vectors, and Poinsot's ellipsoid, which
// rolls on its plane. Both are drawn from a body {moments, axes, solid} and a state {attitude, momentum}.
"use strict";

const Views = (() => {
  const {turned, product, inverse, matrix, scaled, sum, unit, length, between, aboutAxis, dot} = Turning;
  const axisColours = ["c1", "c2", "c0"];  // of x, y, z on the whole page
  const arrow = Solids.arrow(), thick = Solids.arrow(0.026), plane = Solids.plane(), ball = Solids.ellipsoid([1, 1, 1], 16, 10);

  /** From the body's frame to that of its principal axes, whose columns stand one after another. */
  const toPrincipal = (body, v) => [0, 1, 2].map((k) => dot(body.axes.slice(3 * k, 3 * k + 3), v));
  const fromPrincipal = (body, v) =>
    [0, 1, 2].map((i) => body.axes[i] * v[0] + body.axes[3 + i] * v[1] + body.axes[6 + i] * v[2]);
  const spin = (body, momentum) =>
    fromPrincipal(body, toPrincipal(body, momentum).map((m, k) => (body.moments[k] > 0 ? m / body.moments[k] : 0)));
  const energy = (body, momentum) => dot(spin(body, momentum), momentum) / 2;
  /** The rotation that takes the principal frame to the body's. */
  const principalAttitude = (body) => {
    const a = body.axes, m = [[a[0], a[3], a[6]], [a[1], a[4], a[7]], [a[2], a[5], a[8]]];
    const trace = m[0][0] + m[1][1] + m[2][2];
    const squares = [1 + trace, ...[0, 1, 2].map((i) => 1 - trace + 2 * m[i][i])];
    const most = squares.indexOf(Math.max(...squares)), s = 2 * Math.sqrt(squares[most]);
    const q = most === 0
      ? [s / 4, (m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s]
      : most === 1 ? [(m[2][1] - m[1][2]) / s, s / 4, (m[0][1] + m[1][0]) / s, (m[0][2] + m[2][0]) / s]
      : most === 2 ? [(m[0][2] - m[2][0]) / s, (m[0][1] + m[1][0]) / s, s / 4, (m[1][2] + m[2][1]) / s]
      : [(m[1][0] - m[0][1]) / s, (m[0][2] + m[2][0]) / s, (m[1][2] + m[2][1]) / s, s / 4];
    return q;
  };

  const vector = (direction, size, colour, solid = arrow) => {
    const width = Math.max(0.6, Math.min(1.3, size));
    return {solid, matrix: matrix(between([0, 0, 1], unit(direction)), [0, 0, 0], [width, width, size]), colour};
  };
  const ring = (radius, height = 0) => {
    const points = [];
    for (let k = 0; k <= 72; ++k) points.push([radius * Math.cos((k * Math.PI) / 36), radius * Math.sin((k * Math.PI) / 36), height]);
    return points;
  };

  const circle = ring(1.5);

  /**
   * The turning body. `options`: traced (the axis whose trace is drawn: 0, 1, 2), trail (the attitudes up to now),
   * mostSpin and mostMomentum (whose arrows have full length), frame (a rotation of all that is shown), spaceNames
   * (of the axes of space).
   */
  const bodyItems = (body, state, options) => {
    const items = [], frame = options.frame || [1, 0, 0, 0];
    const q = product(frame, state.attitude), size = 1 / body.reach;
    items.push({solid: body.solid, matrix: matrix(q, scaled(turned(q, body.centre || [0, 0, 0]), size), [size, size, size]), colour: "solid"});
    items.push({points: circle, isStill: true, colour: "faint", width: 1.5});
    const names = options.spaceNames || ["X", "Y", "Z"];
    for (let i = 0; i < 3; ++i) {
      const at = turned(frame, [0, 1, 2].map((k) => (k === i ? 1 : 0)));
      items.push({points: [scaled(at, 1.5), scaled(at, 1.62)], colour: "dim", width: 1.5});
      if (names[i]) items.push({at: scaled(at, 1.72), text: names[i], colour: "dim"});
    }
    for (let i = 0; i < 3; ++i) {
      const at = turned(q, [0, 1, 2].map((k) => (k === i ? 1 : 0)));
      items.push(vector(at, 1.22, axisColours[i]));
      items.push({at: scaled(at, 1.32), text: "xyz"[i], colour: axisColours[i]});
    }
    if (options.mostMomentum > 0 && length(state.momentum) > 1e-6 * options.mostMomentum) {
      const m = scaled(turned(q, state.momentum), 1.42 / options.mostMomentum);
      items.push(vector(m, length(m), "ink", thick), {at: scaled(m, 1 + 0.1 / length(m)), text: "L", colour: "ink"});
    }
    const omega = turned(q, spin(body, state.momentum));
    if (options.mostSpin > 0 && length(omega) > 1e-6 * options.mostSpin) {
      const w = scaled(omega, 1.42 / options.mostSpin), off = 1 + 0.1 / length(w);
      items.push(vector(w, length(w), "c4", thick), {at: sum(scaled(w, off), [0, 0, 0.1]), text: "ω", colour: "c4"});
    }
    if (options.trail && options.trail.length > 1) {
      const tip = [0, 1, 2].map((k) => (k === options.traced ? 1 : 0));
      items.push({
        points: options.trail.map((a) => scaled(turned(product(frame, a), tip), 1.22)),
        colour: axisColours[options.traced], width: 2.4, fades: true,
      });
    }
    return items;
  };

  /**
   * Poinsot's ellipsoid: the angular velocities of one energy. It rolls without slipping on the plane orthogonal
   * to the momentum, which is shown below. `paths`: {polhode: points in the body, herpolhode: points in space}, both
   * angular velocities over the root of twice the energy.
   */
  const poinsotItems = (body, state, paths) => {
    const m = turned(state.attitude, state.momentum), root = Math.sqrt(2 * energy(body, state.momentum));
    if (!(root > 0) || !(length(m) > 0)) return [];
    const frame = paths.frame || (paths.frame = between(unit(m), [0, 0, -1]));
    const half = body.moments.map((i) => 1 / Math.sqrt(i)), most = Math.max(...half), size = 1.25 / most;
    const body_q = product(frame, state.attitude), q = product(body_q, body.principal);
    if (!body.ellipsoid) body.ellipsoid = Solids.ellipsoid(half.map((h) => h / most));
    const height = (-root / length(m)) * size;
    const touch = scaled(turned(body_q, spin(body, state.momentum)), size / root);
    // Both paths, each in a frame in which it is fixed, computed once.
    if (!paths.onPlane) {
      paths.onPlane = paths.herpolhode.map((p) => {
        const at = scaled(turned(frame, p), size);
        return [at[0], at[1], height + 0.006];
      });
      paths.onBody = paths.polhode.map((p) => scaled(p, size * 1.008));
    }
    const items = [
      {solid: plane, matrix: [1.7, 0, 0, 0, 0, 1.7, 0, 0, 0, 0, 1, 0, 0, 0, height, 1], colour: "plane", isFlat: true, alpha: 0.6},
      {points: paths.onPlane, isStill: true, colour: "accent", width: 1.6, alpha: 0.8},
      // Transparent items are drawn in this order: the ellipsoid over the herpolhode, the polhode over it.
      {solid: body.ellipsoid, matrix: matrix(q, [0, 0, 0], [1.25, 1.25, 1.25]), colour: "solid", alpha: 0.72},
      {points: paths.onBody, isStill: true, matrix: matrix(body_q, [0, 0, 0], [1, 1, 1]), colour: "accent", width: 3, alpha: 0.99},
      {solid: ball, matrix: matrix([1, 0, 0, 0], touch, [0.05, 0.05, 0.05]), colour: "c4"},
      vector(touch, length(touch), "c4"),
    ];
    // The axes of the body, from the ellipsoid outwards.
    for (let i = 0; i < 3; ++i) {
      const axis = [0, 1, 2].map((k) => (k === i ? 1 : 0)), p = toPrincipal(body, axis);
      const inside = 1 / Math.sqrt(p.reduce((all, v, k) => all + v * v * body.moments[k], 0)) * size;
      const at = turned(body_q, axis);
      items.push({points: [scaled(at, inside), scaled(at, inside + 0.3)], colour: axisColours[i], width: 3});
      items.push({at: scaled(at, inside + 0.4), text: "xyz"[i], colour: axisColours[i]});
    }
    items.push({points: [[1.45, 0, height], [1.45, 0, height - 0.45]], colour: "ink", width: 2.5});
    items.push({at: [1.45, 0, height - 0.58], text: "L", colour: "ink"});
    return items;
  };

  return {axisColours, spin, energy, principalAttitude, toPrincipal, bodyItems, poinsotItems};
})();
