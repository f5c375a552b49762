// SPDX-License-Identifier: MIT
// A picture in three dimensions: surfaces, lines and names, seen by a camera that orbits them.
// By WebGL, or without it by painting triangles from far to near on a plain canvas.
"use strict";

const Stage = (() => {
  const {dot, cross, unit, scaled, sum, difference, times, moved} = Turning;

  // ---- WebGL

  const shared = "precision highp float;\n";
  const solidVertex = shared + `
attribute vec3 position, normal;
uniform mat4 model, view, lens;
varying vec3 n, p;
void main() {
  vec3 x = model[0].xyz, y = model[1].xyz, z = model[2].xyz;
  vec3 turned = x * (normal.x / dot(x, x)) + y * (normal.y / dot(y, y)) + z * (normal.z / dot(z, z));
  n = mat3(view[0].xyz, view[1].xyz, view[2].xyz) * turned;
  vec4 seen = view * model * vec4(position, 1.0);
  p = seen.xyz;
  gl_Position = lens * seen;
}`;
  const solidFragment = shared + `
uniform vec4 colour;
uniform float ground;
varying vec3 n, p;
void main() {
  vec3 m = normalize(n), eye = normalize(-p);
  if (dot(m, eye) < 0.0) m = -m;
  float above = 0.5 + 0.5 * m.y;
  float lit = max(dot(m, normalize(vec3(0.35, 0.75, 0.6))), 0.0);
  float glint = pow(max(dot(reflect(-normalize(vec3(0.35, 0.75, 0.6)), m), eye), 0.0), 28.0);
  vec3 c = colour.rgb * (0.42 + 0.22 * above + 0.5 * lit) + 0.16 * glint;
  gl_FragColor = vec4(mix(c, colour.rgb, ground), 1.0) * colour.a;
}`;
  const lineVertex = shared + `
attribute vec3 from, to;
attribute vec3 corner;
uniform mat4 model, view, lens;
uniform vec2 window;
uniform float width;
varying float shade;
void main() {
  mat4 all = lens * view * model;
  vec4 a = all * vec4(from, 1.0), b = all * vec4(to, 1.0);
  vec4 here = corner.x < 0.5 ? a : b;
  vec2 along = (b.xy / b.w - a.xy / a.w) * window;
  float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  vec2 off = vec2(-along.y, along.x) * corner.y + along * (corner.x * 2.0 - 1.0) * 0.5;
  here.xy += off * width * here.w / window;
  shade = corner.z;
  gl_Position = here;
}`;
  const lineFragment = shared + `
uniform vec4 colour;
varying float shade;
void main() { gl_FragColor = vec4(colour.rgb, 1.0) * colour.a * shade; }`;

  const programOf = (gl, vertex, fragment) => {
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const found = {program, at: {}, uniform: {}};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_ATTRIBUTES); ++i) {
      const name = gl.getActiveAttrib(program, i).name;
      found.at[name] = gl.getAttribLocation(program, name);
    }
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); ++i) {
      const name = gl.getActiveUniform(program, i).name;
      found.uniform[name] = gl.getUniformLocation(program, name);
    }
    return found;
  };

  class ByWebGL {
    constructor(canvas) {
      const options = {antialias: true, alpha: true, premultipliedAlpha: true};
      this.gl = canvas.getContext("webgl2", options) || canvas.getContext("webgl", options);
      if (!this.gl) throw new Error("no WebGL");
      this.canvas = canvas;
      this.begin();
      canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
      canvas.addEventListener("webglcontextrestored", () => this.begin());
    }
    begin() {
      const {gl} = this;
      this.solid = programOf(gl, solidVertex, solidFragment);
      this.line = programOf(gl, lineVertex, lineFragment);
      this.buffers = new Map();
      this.used = null;
      this.strip = gl.createBuffer();
      this.lines = new WeakMap();
      this.enabled = new Set();
      gl.enable(gl.DEPTH_TEST);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }
    buffersOf(solid) {
      const {gl} = this;
      if (!this.buffers.has(solid)) {
        const made = {};
        for (const part of ["positions", "normals"]) {
          made[part] = gl.createBuffer();
          gl.bindBuffer(gl.ARRAY_BUFFER, made[part]);
          gl.bufferData(gl.ARRAY_BUFFER, solid[part], gl.STATIC_DRAW);
        }
        this.buffers.set(solid, made);
      }
      return this.buffers.get(solid);
    }
    /** Makes a program current; the uniforms of a frame are sent only if they have changed. */
    use(program, camera, lens, size) {
      const {gl} = this, common = [...camera, ...lens, size.width, size.height];
      if (this.used !== program) gl.useProgram(program.program);
      this.used = program;
      if (program.common && program.common.every((v, k) => v === common[k])) return;
      program.common = common;
      gl.uniformMatrix4fv(program.uniform.view, false, camera);
      gl.uniformMatrix4fv(program.uniform.lens, false, lens);
      if (program.uniform.window) gl.uniform2f(program.uniform.window, size.width, size.height);
    }
    draw(items, camera, lens, size) {
      const {gl} = this;
      gl.viewport(0, 0, this.canvas.width, this.canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      const clear = items.filter((item) => (item.alpha === undefined ? 1 : item.alpha) < 1);
      for (const item of items) if (!clear.includes(item)) this.item(item, camera, lens, size);
      gl.depthMask(false);
      gl.enable(gl.BLEND);
      for (const item of clear) this.item(item, camera, lens, size);
      gl.disable(gl.BLEND);
      gl.depthMask(true);
    }
    item(item, camera, lens, size) {
      const program = item.solid ? this.solid : item.points && item.points.length > 1 ? this.line : null;
      if (!program) return;
      this.use(program, camera, lens, size);
      if (item.solid) this.drawSolid(item);
      else this.drawLine(item);
    }
    /** Reads an attribute from the bound buffer. */
    attribute(place, stride, offset) {
      const {gl} = this;
      if (!this.enabled.has(place)) gl.enableVertexAttribArray(place);
      this.enabled.add(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, stride, offset);
    }
    drawSolid(item) {
      const {gl, solid} = this, buffers = this.buffersOf(item.solid);
      gl.uniformMatrix4fv(solid.uniform.model, false, item.matrix);
      const alpha = item.alpha === undefined ? 1 : item.alpha;
      gl.uniform4f(solid.uniform.colour, item.colour[0], item.colour[1], item.colour[2], alpha);
      gl.uniform1f(solid.uniform.ground, item.isFlat ? 1 : 0);
      for (const [name, part] of [["position", "positions"], ["normal", "normals"]]) {
        if (solid.at[name] === undefined) continue;
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[part]);
        this.attribute(solid.at[name], 0, 0);
      }
      const isCulled = alpha < 1 && !item.isFlat;
      if (isCulled) gl.enable(gl.CULL_FACE);
      gl.drawArrays(gl.TRIANGLES, 0, item.solid.positions.length / 3);
      if (isCulled) gl.disable(gl.CULL_FACE);
    }
    keep(points) {
      const buffer = this.gl.createBuffer();
      this.lines.set(points, buffer);
      return buffer;
    }
    /** Two triangles for each piece of a line: its ends, the end and side of a corner, and its opacity. */
    strips(points, fades) {
      const count = points.length - 1, data = new Float32Array(count * 54);
      let k = 0;
      for (let i = 0; i < count; ++i) {
        const [ax, ay, az] = points[i], [bx, by, bz] = points[i + 1];
        for (let corner = 0; corner < 6; ++corner) {
          const end = corner === 1 || corner === 2 || corner === 4 ? 1 : 0;
          data[k] = ax;
          data[k + 1] = ay;
          data[k + 2] = az;
          data[k + 3] = bx;
          data[k + 4] = by;
          data[k + 5] = bz;
          data[k + 6] = end;
          data[k + 7] = corner === 2 || corner > 3 ? 1 : -1;
          data[k + 8] = fades ? (i + end) / count : 1;
          k += 9;
        }
      }
      return data;
    }
    drawLine(item) {
      const {gl, line} = this, points = item.points, count = points.length - 1;
      // Lines that do not change in their own frame are sent once.
      const kept = item.isStill ? this.lines.get(points) : this.strip;
      gl.bindBuffer(gl.ARRAY_BUFFER, kept || this.keep(points));
      if (!item.isStill || !kept) gl.bufferData(gl.ARRAY_BUFFER, this.strips(points, item.fades), item.isStill ? gl.STATIC_DRAW : gl.STREAM_DRAW);
      for (const [name, place] of [["from", 0], ["to", 12], ["corner", 24]]) this.attribute(line.at[name], 36, place);
      gl.uniformMatrix4fv(line.uniform.model, false, item.matrix || identity);
      gl.uniform1f(line.uniform.width, item.width || 2);
      gl.uniform4f(line.uniform.colour, item.colour[0], item.colour[1], item.colour[2], item.alpha === undefined ? 1 : item.alpha);
      if (item.fades) {
        gl.enable(gl.BLEND);
        gl.depthMask(false);
      }
      gl.drawArrays(gl.TRIANGLES, 0, count * 6);
      if (item.fades) {
        gl.depthMask(true);
        gl.disable(gl.BLEND);
      }
    }
  }

  const aside = [[0, 0], [16, 0], [-16, 0], [0, 16], [0, -16], [16, 16], [-16, 16], [16, -16], [-16, -16]];
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

  // ---- On a plain canvas

  const light = unit([0.35, 0.75, 0.6]);

  class ByCanvas {
    constructor(context) {
      this.context = context;
    }
    draw(items, camera, lens, size) {
      const c = this.context, shapes = [];
      const place = (p) => {
        const w = -p[2];
        return [(0.5 + 0.5 * (lens[0] * p[0]) / w) * size.width, (0.5 - 0.5 * (lens[5] * p[1]) / w) * size.height];
      };
      for (const item of items) {
        const model = times(camera, item.matrix || identity), alpha = item.alpha === undefined ? 1 : item.alpha;
        if (item.solid) {
          const at = item.solid.positions;
          // A canvas paints some thousand triangles per frame; of a finer mesh all are painted, at a lower rate, since
          // omitting some would leave holes.
          for (let k = 0; k < at.length; k += 9) {
            const [p, q, r] = [0, 3, 6].map((i) => moved(model, [at[k + i], at[k + i + 1], at[k + i + 2]]));
            let n = unit(cross(difference(q, p), difference(r, p)));
            if (dot(n, p) > 0) {
              if (!item.isFlat) continue;
              n = scaled(n, -1);
            }
            const lit = item.isFlat ? 1 : 0.42 + 0.22 * (0.5 + 0.5 * n[1]) + 0.5 * Math.max(0, dot(n, light));
            shapes.push({
              depth: (p[2] + q[2] + r[2]) / 3 - (item.isFlat ? 1e3 : 0),
              points: [place(p), place(q), place(r)],
              colour: item.colour.map((v) => v * lit),
              alpha,
            });
          }
        } else if (item.points) {
          const seen = item.points.map((p) => moved(model, p));
          for (let i = 0; i + 1 < seen.length; ++i)
            shapes.push({
              depth: (seen[i][2] + seen[i + 1][2]) / 2 + 0.01,
              points: [place(seen[i]), place(seen[i + 1])],
              colour: item.colour,
              alpha: alpha * (item.fades ? (i + 1) / seen.length : 1),
              width: item.width || 2,
            });
        }
      }
      shapes.sort((a, b) => a.depth - b.depth);
      for (const shape of shapes) {
        const [r, g, b] = shape.colour.map((v) => Math.round(255 * Math.min(1, v)));
        const paint = `rgba(${r},${g},${b},${shape.alpha})`;
        c.beginPath();
        shape.points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
        c.strokeStyle = c.fillStyle = paint;
        if (shape.width) {
          c.lineWidth = shape.width;
          c.stroke();
        } else {
          c.closePath();
          c.fill();
          c.lineWidth = 0.6;  // no seams between neighbours
          if (shape.alpha === 1) c.stroke();
        }
      }
    }
  }

  // ---- The stage

  const colourOf = (text) => {
    const hex = text.trim().replace("#", "");
    const full = hex.length === 3 ? [...hex].map((d) => d + d).join("") : hex;
    return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16) / 255);
  };

  /**
   * In an element that has a size of its own. `paint(stage)` gives the items of a frame:
   *   {solid, matrix, colour, alpha, isFlat}   {points, matrix, colour, width, alpha, fades}   {at, text, colour}
   * Colours are names of the style, such as "c0" or "ink". z is up.
   */
  return class Stage {
    constructor(element, paint, {azimuth = 0.9, elevation = 0.32, distance = 4, field = 0.297, label = "", onMove = () => {}} = {}) {
      Object.assign(this, {element, paint, azimuth, elevation, distance, field, onMove, target: [0, 0, 0]});
      this.home = {azimuth, elevation, distance};
      this.over = document.createElement("canvas");
      this.under = document.createElement("canvas");
      element.append(this.under, this.over);
      element.tabIndex = 0;
      element.setAttribute("role", "img");
      if (label) element.setAttribute("aria-label", label);
      this.ink = this.over.getContext("2d");
      try {
        this.engine = new ByWebGL(this.under);
        this.isPlain = false;
      } catch (error) {
        this.under.remove();
        this.engine = new ByCanvas(this.ink);
        this.isPlain = true;
      }
      this.size = {width: 1, height: 1};
      this.colours = new Map();
      new ResizeObserver(() => this.fit()).observe(element);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
      this.listen();
      this.fit();
    }
    colour(name) {
      if (!this.colours.has(name))
        this.colours.set(name, colourOf(getComputedStyle(this.element).getPropertyValue("--" + name) || "#888"));
      return this.colours.get(name);
    }
    recolour() {
      this.colours.clear();
      this.draw();
    }
    fit() {
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      this.size = {width: Math.max(1, this.element.clientWidth), height: Math.max(1, this.element.clientHeight)};
      for (const canvas of [this.under, this.over]) {
        canvas.width = Math.round(this.size.width * ratio);
        canvas.height = Math.round(this.size.height * ratio);
      }
      this.ratio = ratio;
      this.draw();
    }
    /** Towards the eye, in space. */
    get eye() {
      const c = Math.cos(this.elevation);
      return [c * Math.cos(this.azimuth), c * Math.sin(this.azimuth), Math.sin(this.elevation)];
    }
    camera() {
      const back = this.eye, right = unit(cross([0, 0, 1], back)), up = cross(back, right);
      const from = sum(this.target, scaled(back, this.distance));
      return [
        right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
        -dot(right, from), -dot(up, from), -dot(back, from), 1,
      ];
    }
    lens() {
      // A field of 34 degrees across the shorter side, unless another half of it is set.
      const {width, height} = this.size, f = 1 / Math.tan(this.field), near = Math.max(0.1, this.distance - 30), far = this.distance + 40;
      const x = width > height ? (f * height) / width : f, y = width > height ? f : (f * width) / height;
      return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
    }
    draw() {
      const items = this.paint(this);
      if (!items) return;
      for (const item of items) if (typeof item.colour === "string") item.colour = this.colour(item.colour);
      const camera = this.camera(), lens = this.lens();
      this.ink.setTransform(1, 0, 0, 1, 0, 0);
      this.ink.clearRect(0, 0, this.over.width, this.over.height);
      this.ink.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      this.engine.draw(items.filter((item) => !item.text), camera, lens, this.size);
      this.drawNames(items.filter((item) => item.text), camera, lens);
    }
    drawNames(names, camera, lens) {
      const c = this.ink, ground = this.colour("raised").map((v) => Math.round(255 * v));
      c.font = "italic 600 15px Georgia, 'DejaVu Serif', serif";
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.lineJoin = "round";
      const taken = [];
      for (const name of names) {
        const p = moved(camera, name.at), w = -p[2];
        if (w <= 0) continue;
        let x = (0.5 + (0.5 * lens[0] * p[0]) / w) * this.size.width;
        let y = (0.5 - (0.5 * lens[5] * p[1]) / w) * this.size.height;
        // A name that would cover another is moved aside.
        const free = aside.find(([dx, dy]) => taken.every(([ox, oy]) => Math.hypot(x + dx - ox, y + dy - oy) > 15));
        if (free) [x, y] = [x + free[0], y + free[1]];
        taken.push([x, y]);
        c.strokeStyle = `rgba(${ground},0.8)`;
        c.lineWidth = 4;
        c.strokeText(name.text, x, y);
        c.fillStyle = `rgb(${name.colour.map((v) => Math.round(255 * v))})`;
        c.fillText(name.text, x, y);
      }
    }
    /** Dragging, or shift and the arrow keys, turn the view; two fingers, or ctrl and the wheel, zoom. */
    listen() {
      const fingers = new Map();
      let spread = 0;
      const {element} = this;
      element.addEventListener("pointerdown", (event) => {
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
        element.setPointerCapture(event.pointerId);
        spread = 0;
      });
      element.addEventListener("pointermove", (event) => {
        if (!fingers.has(event.pointerId)) return;
        const [x, y] = fingers.get(event.pointerId);
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
        if (fingers.size === 1) {
          this.turn(-(event.clientX - x) * 0.008, (event.clientY - y) * 0.008);
        } else {
          const [a, b] = [...fingers.values()], now = Math.hypot(a[0] - b[0], a[1] - b[1]);
          if (spread) this.approach(spread / now);
          spread = now;
        }
      });
      for (const end of ["pointerup", "pointercancel"])
        element.addEventListener(end, (event) => fingers.delete(event.pointerId));
      element.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && document.activeElement !== element) return;
        event.preventDefault();
        this.approach(Math.exp(event.deltaY * 0.0015));
      }, {passive: false});
      element.addEventListener("dblclick", () => this.goHome());
      element.addEventListener("keydown", (event) => {
        const step = 0.12;
        const turn = {ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step]}[event.key];
        if (turn && event.shiftKey) this.turn(...turn);
        else if (event.key === "+" || event.key === "=") this.approach(0.9);
        else if (event.key === "-") this.approach(1.1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      });
    }
    turn(across, up) {
      this.azimuth += across;
      this.elevation = Math.min(1.5, Math.max(-1.5, this.elevation + up));
      this.draw();
      this.onMove(this);
    }
    approach(factor) {
      this.distance = Math.min(20, Math.max(1.5, this.distance * factor));
      this.draw();
      this.onMove(this);
    }
    goHome() {
      Object.assign(this, this.home);
      this.draw();
      this.onMove(this);
    }
    /** The current view on the background of the page. */
    picture(then) {
      this.still().toBlob(then, "image/png");
    }
    /** The view as one canvas. */
    still() {
      this.draw();
      const canvas = document.createElement("canvas");
      canvas.width = this.over.width;
      canvas.height = this.over.height;
      const c = canvas.getContext("2d");
      c.fillStyle = `rgb(${this.colour("ground").map((v) => Math.round(255 * v))})`;
      c.fillRect(0, 0, canvas.width, canvas.height);
      if (!this.isPlain) c.drawImage(this.under, 0, 0);
      c.drawImage(this.over, 0, 0);
      return canvas;
    }
    /** For paper, on which a canvas of WebGL is empty: the view as a picture, in the colours of paper. */
    toPaper() {
      this.colours.clear();
      const picture = document.createElement("img");
      picture.className = "paper-view";
      picture.alt = "";
      picture.src = this.still().toDataURL("image/png");
      this.element.append(picture);
    }
    fromPaper() {
      for (const picture of this.element.querySelectorAll(".paper-view")) picture.remove();
      this.recolour();
    }
  };
})();
