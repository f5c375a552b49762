// SPDX-License-Identifier: MIT
// Surfaces of triangles: positions and normals, three corners after another, as WebGL draws them.
"use strict";

const Solids = (() => {
  const {cross, difference, unit, scaled, sum, length, across} = Turning;

  class Surface {
    constructor() {
      this.positions = [];
      this.normals = [];
    }
    triangle(a, b, c, normals) {
      const flat = normals ? null : unit(cross(difference(b, a), difference(c, a)));
      this.positions.push(...a, ...b, ...c);
      for (let i = 0; i < 3; ++i) this.normals.push(...(flat || normals[i]));
    }
    quad(a, b, c, d, normals) {
      const n = normals || [];
      this.triangle(a, b, c, normals && [n[0], n[1], n[2]]);
      this.triangle(a, c, d, normals && [n[0], n[2], n[3]]);
    }
    finished() {
      return {positions: new Float32Array(this.positions), normals: new Float32Array(this.normals)};
    }
  }

  /** A box by its whole edges, about the origin. */
  const box = (size) => {
    const surface = new Surface();
    const [x, y, z] = scaled(size, 0.5);
    for (const [a, b, c] of [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
      for (const side of [1, -1]) {
        const half = [x, y, z];
        const corner = (u, v) => {
          const p = [0, 0, 0];
          p[a] = u * half[a];
          p[b] = v * half[b];
          p[c] = side * half[c];
          return p;
        };
        if (side > 0) surface.quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
        else surface.quad(corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1));
      }
    return surface.finished();
  };

  /** A sphere or an ellipsoid by its half diameters. */
  const ellipsoid = (axes, rounds = 48, rows = 24) => {
    const surface = new Surface();
    const at = (i, j) => {
      const u = (2 * Math.PI * i) / rounds, v = (Math.PI * j) / rows;
      const n = [Math.sin(v) * Math.cos(u), Math.sin(v) * Math.sin(u), Math.cos(v)];
      return {p: n.map((x, k) => x * axes[k]), n: unit(n.map((x, k) => x / axes[k]))};
    };
    for (let i = 0; i < rounds; ++i)
      for (let j = 0; j < rows; ++j) {
        const [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        surface.quad(a.p, b.p, c.p, d.p, [a.n, b.n, c.n, d.n]);
      }
    return surface.finished();
  };

  /** A rod between two points with the radii of its ends; a cone if one is 0. */
  const addRod = (surface, from, to, low, high, rounds = 20) => {
    const axis = unit(difference(to, from)), u = across(axis), v = cross(axis, u);
    const slope = (low - high) / Math.max(length(difference(to, from)), 1e-12);
    const out = (k) => {
      const angle = (2 * Math.PI * k) / rounds;
      return sum(scaled(u, Math.cos(angle)), scaled(v, Math.sin(angle)));
    };
    for (let k = 0; k < rounds; ++k) {
      const [a, b] = [out(k), out(k + 1)];
      const [na, nb] = [unit(sum(a, scaled(axis, slope))), unit(sum(b, scaled(axis, slope)))];
      surface.quad(
        sum(from, scaled(a, low)), sum(from, scaled(b, low)), sum(to, scaled(b, high)), sum(to, scaled(a, high)),
        [na, nb, nb, na],
      );
      if (low > 0) surface.triangle(from, sum(from, scaled(b, low)), sum(from, scaled(a, low)));
      if (high > 0) surface.triangle(to, sum(to, scaled(a, high)), sum(to, scaled(b, high)));
    }
  };

  /** An arrow along z of length 1, with the radius of its shaft. */
  const arrow = (radius = 0.018) => {
    const surface = new Surface();
    addRod(surface, [0, 0, 0], [0, 0, 0.84], radius, radius);
    addRod(surface, [0, 0, 0.82], [0, 0, 1], 2.8 * radius, 0);
    return surface.finished();
  };

  /** A square of edge 2 across z. */
  const plane = () => {
    const surface = new Surface();
    surface.quad([-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]);
    return surface.finished();
  };

  /** From vertices and triples of their numbers: smooth between faces that meet at less than 45 degrees, else flat. */
  const mesh = (vertices, triangles) => {
    const at = (k) => [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]];
    const flat = [], meeting = new Map();
    const key = (k) => `${vertices[3 * k]},${vertices[3 * k + 1]},${vertices[3 * k + 2]}`;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [at(triangles[t]), at(triangles[t + 1]), at(triangles[t + 2])];
      const area = cross(difference(b, a), difference(c, a));
      flat.push({area, normal: unit(area)});
      for (let i = 0; i < 3; ++i) {
        const name = key(triangles[t + i]);
        if (!meeting.has(name)) meeting.set(name, []);
        meeting.get(name).push(t / 3);
      }
    }
    const surface = new Surface();
    for (let t = 0; t < triangles.length; t += 3) {
      const own = flat[t / 3].normal, corners = [], normals = [];
      for (let i = 0; i < 3; ++i) {
        corners.push(at(triangles[t + i]));
        let normal = [0, 0, 0];
        for (const other of meeting.get(key(triangles[t + i])))
          if (Turning.dot(flat[other].normal, own) > 0.7) normal = sum(normal, flat[other].area);
        normals.push(unit(normal));
      }
      surface.triangle(...corners, normals);
    }
    return surface.finished();
  };

  /** Several surfaces, each moved, as one. */
  const joined = (parts) => {
    const surface = new Surface();
    for (const {solid, place = [0, 0, 0]} of parts)
      for (let k = 0; k < solid.positions.length; k += 3) {
        surface.positions.push(...sum(solid.positions.subarray(k, k + 3), place));
        surface.normals.push(...solid.normals.subarray(k, k + 3));
      }
    return surface.finished();
  };
  const rod = (from, to, low, high = low) => {
    const surface = new Surface();
    addRod(surface, from, to, low, high, 28);
    return surface.finished();
  };

  /** The greatest distance from the origin. */
  const reach = (solid) => {
    let most = 0;
    for (let k = 0; k < solid.positions.length; k += 3)
      most = Math.max(most, Math.hypot(solid.positions[k], solid.positions[k + 1], solid.positions[k + 2]));
    return most;
  };

  /** The edges of the box of uniform density with these moments of inertia; of a rod or plate the least is not 0. */
  const boxOfMoments = (moments) => {
    const all = moments[0] + moments[1] + moments[2];
    const edges = moments.map((m) => Math.sqrt(Math.max(0, all - 2 * m)));
    const most = Math.max(...edges);
    return most > 0 ? edges.map((e) => Math.max(e / most, 0.03)) : [1, 1, 1];
  };

  return {box, ellipsoid, arrow, plane, mesh, joined, rod, reach, boxOfMoments};
})();
