// SPDX-License-Identifier: MIT
// The bodies that can be thrown, their shapes, and readers of meshes.
"use strict";

const Bodies = (() => {
  /** Of a box by its edges with the divisor 12, of an ellipsoid by its half axes with 5. */
  const momentsOfShape = ([a, b, c], divisor) => [(b * b + c * c) / divisor, (a * a + c * c) / divisor, (a * a + b * b) / divisor];

  /** An ellipsoid with fixed bumps. */
  const rock = (axes) => {
    const solid = Solids.ellipsoid(axes, 40, 24), p = solid.positions;
    for (let k = 0; k < p.length; k += 3) {
      const [x, y, z] = [p[k] / axes[0], p[k + 1] / axes[1], p[k + 2] / axes[2]];
      const f = 1 + 0.06 * Math.sin(5 * x + 1) * Math.cos(4 * y) + 0.05 * Math.sin(7 * z + 2 * x) + 0.03 * Math.cos(9 * y - 3 * z);
      for (let i = 0; i < 3; ++i) p[k + i] *= f;
    }
    const corners = [], triangles = [];
    for (let k = 0; k < p.length / 3; ++k) {
      corners.push(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
      triangles.push(k);
    }
    return Solids.mesh(corners.map((v) => Math.round(v * 1e6) / 1e6), triangles);
  };
  const handle = () => {
    // The rods of the program's T-handle about their centre of mass, in metres.
    const r = 0.005, bar = -(r + 0.025) / 3;
    return Solids.joined([
      {solid: Solids.rod([-0.05, bar, 0], [0.05, bar, 0], r)},
      {solid: Solids.rod([0, bar + r, 0], [0, bar + r + 0.05, 0], r)},
    ]);
  };
  const water = () => {
    const places = [[0, 0, -0.0655], [0.75695, 0, 0.5204], [-0.75695, 0, 0.5204]];
    return Solids.joined([
      {solid: Solids.ellipsoid([0.36, 0.36, 0.36], 28, 14), place: places[0]},
      {solid: Solids.ellipsoid([0.23, 0.23, 0.23], 24, 12), place: places[1]},
      {solid: Solids.ellipsoid([0.23, 0.23, 0.23], 24, 12), place: places[2]},
      {solid: Solids.rod(places[0], places[1], 0.07)}, {solid: Solids.rod(places[0], places[2], 0.07)},
    ]);
  };

  /** By name: title, moments about x, y and z, the surface, a throw that shows something, the unit of time, and
   *  that of the momentum where it is not kg m² s⁻¹ (shapes have a mass of 1 kg, lengths in metres). */
  const known = {
    handle: {title: "T-handle", moments: [2.588e-5, 5.215e-5, 7.687e-5], solid: handle, spin: [0, 12.566, 0.628], unit: "s"},
    book: {title: "book", size: [0.21, 0.15, 0.03], spin: [0.1, 6, 0], unit: "s"},
    phone: {title: "phone", size: [0.147, 0.072, 0.008], spin: [0.05, 8, 0.05], unit: "s"},
    box: {title: "box", size: [3, 2, 1], isFree: true, spin: [0.05, 2, 0.02], unit: "s"},
    ellipsoid: {title: "ellipsoid", axes: [1.5, 1, 0.7], isFree: true, spin: [1, 0.3, 0.4], unit: "s"},
    asteroid: {title: "asteroid Apophis", moments: [0.61, 0.965, 1], solid: () => rock([1.24, 0.79, 0.74]), spin: [0.06447, 0, 0.19912], unit: "h", momentum: "I₃ rad h⁻¹"},
    molecule: {title: "water molecule", moments: [0.6148, 1.7695, 1.1547], solid: water, spin: [0.5, 0.3, 14.7], unit: "ps", momentum: "u Å² ps⁻¹"},
    moments: {title: "moments of inertia", name: "body", isFree: true, moments: [1, 2, 3], spin: [0.1, 1, 0.05], unit: "s"},
  };

  const momentsOf = (body) => body.size ? momentsOfShape(body.size, 12) : body.axes ? momentsOfShape(body.axes, 5) : body.moments;
  const solidOf = (body) =>
    body.size ? Solids.box(body.size) : body.axes ? Solids.ellipsoid(body.axes) : body.solid ? body.solid() : Solids.box(Solids.boxOfMoments(body.moments));

  // ---- Meshes

  const readObj = (text) => {
    const corners = [], triangles = [];
    for (const line of text.split(/\r?\n/)) {
      const [key, ...rest] = line.trim().split(/\s+/);
      if (key === "v") corners.push(...rest.slice(0, 3).map(Number));
      if (key === "f") {
        const places = rest.map((field) => {
          const n = parseInt(field, 10);
          return n < 0 ? corners.length / 3 + n : n - 1;
        });
        for (let i = 1; i + 1 < places.length; ++i) triangles.push(places[0], places[i], places[i + 1]);
      }
    }
    return {corners, triangles};
  };
  const readStl = (buffer) => {
    const corners = [], triangles = [], view = new DataView(buffer);
    const count = buffer.byteLength >= 84 ? view.getUint32(80, true) : 0;
    if (buffer.byteLength === 84 + 50 * count) {
      for (let t = 0; t < count; ++t)
        for (let i = 0; i < 9; ++i) corners.push(view.getFloat32(84 + 50 * t + 12 + 4 * i, true));
    } else {
      for (const found of new TextDecoder().decode(buffer).matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)) corners.push(Number(found[1]), Number(found[2]), Number(found[3]));
    }
    for (let k = 0; k < corners.length / 3; ++k) triangles.push(k);
    return {corners, triangles};
  };
  /** Throws where a file is no mesh. */
  const readMesh = async (file) => {
    const mesh = /\.obj$/i.test(file.name) ? readObj(await file.text()) : readStl(await file.arrayBuffer());
    if (mesh.triangles.length === 0) throw new Error(`${file.name} holds no mesh, expected STL or OBJ`);
    if (mesh.corners.some((v) => !Number.isFinite(v))) throw new Error(`${file.name} has a vertex that is not three numbers`);
    // Fewer than four triangles enclose no volume.
    if (mesh.triangles.length < 12) throw new Error(`the surface in ${file.name} is not closed: it has ${mesh.triangles.length / 3} triangles`);
    return mesh;
  };

  return {known, momentsOf, solidOf, readMesh};
})();
