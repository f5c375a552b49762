// SPDX-License-Identifier: MIT
// Charts of curves: drawn for their width, with values at the pointer, zoom, and a cursor that all charts of a page
// share.
"use strict";

/** What the charts and views of a page share: the time, the time at the pointer, and the range that is shown. */
class Clock {
  constructor(start, end) {
    // Until a time is chosen there is no cursor.
    Object.assign(this, {start, end, time: start, isChosen: false, pointed: null, shown: [start, end], listeners: []});
  }
  listen(listener) {
    this.listeners.push(listener);
  }
  tell(what) {
    for (const listener of this.listeners) listener(what);
  }
  /** The time of the cursor. */
  get cursor() {
    return this.pointed === null ? this.time : this.pointed;
  }
  go(time) {
    this.time = Math.min(this.end, Math.max(this.start, time));
    this.isChosen = true;
    this.tell("time");
  }
  point(time) {
    this.pointed = time;
    this.tell("time");
  }
  show(low, high) {
    const least = (this.end - this.start) * 1e-6;
    let [a, b] = [Math.min(low, high), Math.max(low, high)];
    if (b - a < least) [a, b] = [(a + b - least) / 2, (a + b + least) / 2];
    const width = Math.min(b - a, this.end - this.start);
    a = Math.min(Math.max(a, this.start), this.end - width);
    this.shown = [a, a + width];
    this.tell("shown");
  }
  showAll() {
    this.show(this.start, this.end);
  }
  get isWhole() {
    return this.shown[1] - this.shown[0] >= (this.end - this.start) * (1 - 1e-9);
  }
}

const Chart = (() => {
  const space = "http://www.w3.org/2000/svg";
  const element = (name, attributes = {}, ...inside) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };
  const html = (name, className, ...inside) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...inside);
    return made;
  };
  const size = 14, wide = 7.6;  // of letters
  const regionOpacity = 0.22;
  const tone = (colour) => (colour < 0 ? "ink" : "c" + (colour % 8));

  /** The value of a series at x, by linear interpolation. */
  const between = (series, x) => {
    const k = Turning.placeOf(series.x, x);
    if (series.x.length < 2) return series.y[0];
    const width = series.x[k + 1] - series.x[k];
    const part = width > 0 ? (x - series.x[k]) / width : 0;
    if (part < -0.001 || part > 1.001) return NaN;
    const [a, b] = [series.y[k], series.y[k + 1]];
    if (!Number.isFinite(a) || !Number.isFinite(b)) return part < 0.5 ? a : b;
    return a + (b - a) * part;
  };

  class Panel {
    constructor(chart, data) {
      Object.assign(this, {chart, data});
      const byTime = data.x.isTime;
      this.clock = byTime || data.isPlane ? chart.clock : new Clock(...this.widened(this.extent("x", null), data.x.scale === "log", data.series.some((s) => s.drawn === "line_and_dots") ? 0.04 : 0));
      if (this.clock !== chart.clock) this.clock.listen(() => this.draw());
      this.legend = html("div", "legend");
      this.values = [];
      const seen = new Map(), regions = {};
      for (const series of data.series) {
        if (!series.name) continue;
        // Between rows that are too far apart no value is known.
        const hasValue = !data.isPlane && series.drawn !== "dots" && series.drawn !== "region" && series.drawn !== "band";
        if (seen.has(series.name)) {
          if (hasValue) seen.get(series.name).stretches.push(series);
          continue;
        }
        const sample = element("svg", {width: 22, height: 10, class: tone(series.colour), "aria-hidden": "true"});
        if (series.drawn === "dots") sample.append(element("circle", {cx: 11, cy: 5, r: 3.5, fill: "currentColor"}));
        else if (series.drawn === "band" || series.drawn === "region") {
          // Regions overlap, each darker by those below it.
          regions[series.colour] = (regions[series.colour] || 0) + 1;
          sample.append(element("rect", {width: 22, height: 10, fill: "currentColor", "fill-opacity": series.drawn === "band" ? 0.35 : 1 - (1 - regionOpacity) ** regions[series.colour]}));
        }
        else
          sample.append(element("path", {
            d: "M0,5h22", stroke: "currentColor", "stroke-width": 2.2, "stroke-dasharray": series.dash || "none",
          }));
        const value = html("output", "value");
        const name = html("span", "name");
        name.textContent = series.name;
        const entry = html("span", "entry");
        entry.append(sample, name, value);
        this.legend.append(entry);
        this.values.push({stretches: hasValue ? [series] : [], value});
        seen.set(series.name, this.values.at(-1));
      }
      this.label = html("div", "scale");
      this.figure = element("svg", {class: "plot ink", role: "img", tabindex: 0});
      this.figure.setAttribute("aria-label", chart.label);
      this.top = html("div", "above");
      if (data.heading) this.top.append(html("b", "", data.heading));
      this.top.append(this.label, this.legend);
      chart.root.append(this.top, this.figure);
      this.listen();
    }
    extent(axis, range) {
      let low = Infinity, high = -Infinity;
      const isLog = this.data[axis].scale === "log";
      for (const series of this.data.series) {
        const [x, values] = [series.x, series[axis]];
        for (let k = 0; k < values.length; ++k) {
          const v = values[k];
          if (!Number.isFinite(v) || (isLog && v <= 0)) continue;
          if (range && (x[k] < range[0] || x[k] > range[1])) continue;
          if (v < low) low = v;
          if (v > high) high = v;
        }
      }
      if (low > high) return isLog ? [1, 10] : [0, 1];
      return [low, high];
    }
    /** A little wider than the data. */
    widened([low, high], isLog, part) {
      if (isLog) {
        const more = low === high ? 0.5 : part * Math.log10(high / low);
        return [low * 10 ** -more, high * 10 ** more];
      }
      const more = low === high ? Math.abs(low) / 20 || 1 : part * (high - low);
      return [low - more, high + more];
    }
    draw() {
      const {data, figure} = this, width = Math.max(220, this.chart.root.clientWidth);
      const yLog = data.y.scale === "log", xLog = data.x.scale === "log";
      const height = data.isPlane ? Math.min(width, 460) : Math.max(150, Math.min(300, width * 0.4) * (data.height || 1));
      const right = 22, top = 8, bottom = data.x.label ? 44 : 26;
      let xRange = this.clock.shown, yRange = data.y.range;
      if (data.isPlane) [xRange, yRange] = [this.widened(this.extent("x"), false, 0.06), this.widened(this.extent("y"), false, 0.06)];
      else if (!yRange) yRange = this.widened(this.extent("y", this.clock.isWhole ? null : xRange), yLog, 0.06);
      const across = yLog ? Numbers.logTicks(yRange, height / 30) : Numbers.linearTicks(yRange, height / 50, data.y.isAngle);
      const left = 12 + wide * Math.max(2, ...across.texts.map((t) => t.length));
      const frame = {left, top, width: width - left - right, height: height - top - bottom};
      if (data.isPlane) this.equalise(xRange, yRange, frame);
      const up = data.isPlane ? Numbers.linearTicks(yRange, frame.height / 50, false) : across;
      // As many as fit.
      const alongOf = (about) => (xLog ? Numbers.logTicks(xRange, about) : Numbers.linearTicks(xRange, about, data.x.isAngle));
      let about = frame.width / (xLog ? 70 : 80), along = alongOf(about);
      const needed = () => along.texts.reduce((all, text) => all + wide * text.length + 18, 0);
      while (about > 2 && needed() > frame.width) along = alongOf(--about);
      const share = (v, [low, high], isLog) =>
        isLog ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
      this.atX = (v) => frame.left + frame.width * share(v, xRange, xLog);
      this.atY = (v) => frame.top + frame.height * (1 - share(v, yRange, yLog));
      this.fromX = (p) => {
        const part = (p - frame.left) / frame.width;
        return xLog ? xRange[0] * (xRange[1] / xRange[0]) ** part : xRange[0] + part * (xRange[1] - xRange[0]);
      };
      this.frame = frame;
      const scaleWords = (axis, {factor, shift}) => {
        const words = !factor ? axis.label
          : axis.unit ? `${axis.label.slice(0, -axis.unit.length)}10${Numbers.raised(factor)} ${axis.unit}`
          : `${axis.label} / 10${Numbers.raised(factor)}`;
        return !shift ? words : `${words} (${shift < 0 ? "plus" : "minus"} ${String(Math.abs(shift))})`;
      };
      this.most = Math.max(...yRange.map(Math.abs));
      this.label.textContent = scaleWords(data.y, up);
      this.factor = up.shift ? 0 : up.factor;
      // Enough digits to distinguish what is drawn.
      this.digits = Math.min(15, (data.y.isAngle ? 4 : 5) + (up.shift ? Math.ceil(Math.log10(this.most / (yRange[1] - yRange[0]))) : 0));
      figure.setAttribute("width", width);
      figure.setAttribute("height", height);
      figure.setAttribute("viewBox", `0 0 ${width} ${height}`);
      const parts = [];
      const grid = element("g", {class: "faint", stroke: "currentColor"});
      const texts = element("g", {fill: "currentColor", "font-size": size});
      along.values.forEach((v, i) => {
        const x = this.atX(v);
        grid.append(element("path", {d: `M${x.toFixed(1)},${top}v${frame.height}`}));
        texts.append(element("text", {x: x.toFixed(1), y: top + frame.height + 18, "text-anchor": "middle"}, along.texts[i]));
      });
      up.values.forEach((v, i) => {
        const y = this.atY(v);
        grid.append(element("path", {d: `M${left},${y.toFixed(1)}h${frame.width}`}));
        texts.append(element("text", {x: left - 8, y: (y + 5).toFixed(1), "text-anchor": "end"}, up.texts[i]));
      });
      if (data.x.label)
        texts.append(element("text", {x: left + frame.width / 2, y: height - 6, "text-anchor": "middle"}, scaleWords(data.x, along)));
      const clip = `clip${Chart.count++}`;
      parts.push(element("clipPath", {id: clip}, element("rect", {x: left, y: top, width: frame.width, height: frame.height})));
      const curves = element("g", {"clip-path": `url(#${clip})`, fill: "none", "stroke-linejoin": "round"});
      for (const series of data.series) curves.append(this.curve(series));
      this.line = element("path", {class: "accent", stroke: "currentColor", "stroke-width": 1.2, fill: "none"});
      this.dots = element("g", {});
      this.box = element("rect", {class: "accent", fill: "currentColor", "fill-opacity": 0.15, visibility: "hidden"});
      for (const time of data.marks || [])
        if (time >= xRange[0] && time <= xRange[1])
          curves.append(element("path", {class: "accent", stroke: "currentColor", "stroke-opacity": 0.5, "stroke-dasharray": "2 3", d: `M${this.atX(time).toFixed(1)},${top}v${frame.height}`}));
      parts.push(grid, curves, texts,
        element("rect", {x: left, y: top, width: frame.width, height: frame.height, fill: "none", stroke: "currentColor", "stroke-opacity": 0.45}),
        this.line, this.dots, this.box);
      figure.replaceChildren(...parts);
      this.mark();
    }
    /** A unit has the same length on both axes. */
    equalise(x, y, frame) {
      const across = (x[1] - x[0]) / frame.width, up = (y[1] - y[0]) / frame.height;
      const range = across < up ? x : y;
      const more = across < up ? ((up - across) * frame.width) / 2 : ((across - up) * frame.height) / 2;
      range[0] -= more;
      range[1] += more;
    }
    curve(series) {
      const group = element("g", {class: tone(series.colour), stroke: "currentColor"});
      const isLog = this.data.y.scale === "log";
      const has = (k) => Number.isFinite(series.y[k]) && (!isLog || series.y[k] > 0);
      if (series.drawn === "region") {
        group.append(element("path", {d: this.wayInPlane(series) + "Z", fill: "currentColor", "fill-opacity": regionOpacity, stroke: "none"}));
        return group;
      }
      if (series.drawn === "band") {
        group.append(element("path", {d: this.band(series, has), fill: "currentColor", "fill-opacity": 0.3, "stroke-width": 1}));
        return group;
      }
      if (series.drawn !== "dots") {
        group.append(element("path", {
          d: this.data.isPlane ? this.wayInPlane(series) : this.way(series, has),
          "stroke-width": series.drawn === "faint_line" ? 0.8 : 1.8,
          "stroke-opacity": series.drawn === "faint_line" ? 0.45 : 1,
          "stroke-dasharray": series.dash || "none",
        }));
      }
      if (series.drawn === "dots" || series.drawn === "line_and_dots") {
        let d = "";
        for (let k = 0; k < series.x.length; ++k) if (has(k)) d += `M${this.atX(series.x[k]).toFixed(1)},${this.atY(series.y[k]).toFixed(1)}h0`;
        group.append(element("path", {d, "stroke-width": series.x.length > 80 ? 3.6 : 6, "stroke-linecap": "round"}));
      }
      return group;
    }
    wayInPlane(series) {
      let d = "", isDown = false;
      for (let k = 0; k < series.x.length; ++k) {
        if (!Number.isFinite(series.x[k] + series.y[k])) {
          isDown = false;
          continue;
        }
        d += `${isDown ? "L" : "M"}${this.atX(series.x[k]).toFixed(1)},${this.atY(series.y[k]).toFixed(1)}`;
        isDown = true;
      }
      return d;
    }
    /** The first, least, greatest and last value in each column of pixels. */
    way(series, has) {
      const {x, y} = series;
      let d = "", isDown = false, column = null, first, low, high, last;
      const put = (px, v) => {
        d += `${isDown ? "L" : "M"}${px.toFixed(1)},${this.atY(v).toFixed(1)}`;
        isDown = true;
      };
      const finish = () => {
        if (column === null) return;
        put(column, first);
        if (low < Math.min(first, last) || high > Math.max(first, last)) {
          put(column, low);
          put(column, high);
        }
        if (last !== first) put(column, last);
        column = null;
      };
      const [from, to] = this.clock.shown;
      const begin = Math.max(0, Turning.placeOf(x, from) - 1), end = Math.min(x.length - 1, Turning.placeOf(x, to) + 2);
      const fine = (end - begin) / this.frame.width < 1.5;
      for (let k = begin; k <= end; ++k) {
        if (!has(k)) {
          finish();
          isDown = false;
          continue;
        }
        const px = this.atX(x[k]);
        if (fine) {
          put(px, y[k]);
          continue;
        }
        const at = Math.round(px * 1.25) / 1.25;
        if (column !== null && at !== column) finish();
        if (column === null) {
          column = at;
          first = low = high = y[k];
        }
        low = Math.min(low, y[k]);
        high = Math.max(high, y[k]);
        last = y[k];
      }
      finish();
      return d;
    }
    /** From the least to the greatest of neighbouring values: rows that are too far apart to be joined. */
    band(series, has) {
      const {x} = series, [from, to] = this.clock.shown;
      const begin = Math.max(0, Turning.placeOf(x, from) - 1), end = Math.min(x.length - 1, Turning.placeOf(x, to) + 2);
      const each = Math.max(2, Math.ceil((end - begin) / 90));
      let d = "", first = null;
      for (let k = begin; k <= end + 1; ++k) {
        const isIn = k <= end && has(k);
        if (isIn && first === null) first = k;
        if (isIn || first === null) continue;
        d += this.bandBetween(series, first, k - 1, each);
        first = null;
      }
      return d;
    }
    bandBetween({x, y}, first, last, each) {
      const above = [], below = [];
      for (let at = first; ; at = Math.min(last, at + each)) {
        let low = Infinity, high = -Infinity;
        for (let i = Math.max(first, at - each); i <= Math.min(last, at + each); ++i) {
          low = Math.min(low, y[i]);
          high = Math.max(high, y[i]);
        }
        const px = this.atX(x[at]).toFixed(1);
        above.push(`${px},${this.atY(high).toFixed(1)}`);
        below.unshift(`${px},${this.atY(low).toFixed(1)}`);
        if (at === last) break;
      }
      return `M${above.join("L")}L${below.join("L")}Z`;
    }
    /** The cursor, and the values there. */
    mark() {
      const {data, frame, clock} = this;
      if (!frame) return;
      const dots = [];
      const dot = (x, y, colour) => element("circle", {cx: x.toFixed(1), cy: y.toFixed(1), r: 4, class: tone(colour), fill: "currentColor"});
      if (data.isPlane) {
        for (const series of data.series)
          if (series.t && series.t.length) {
            const k = Turning.placeOf(series.t, clock.cursor);
            if (Number.isFinite(series.x[k])) dots.push(dot(this.atX(series.x[k]), this.atY(series.y[k]), series.colour));
          }
        this.dots.replaceChildren(...dots);
        return;
      }
      const x = clock.cursor, isIn = x >= clock.shown[0] && x <= clock.shown[1] && ((data.x.isTime && clock.isChosen) || clock.pointed !== null);
      this.line.setAttribute("d", isIn ? `M${this.atX(x).toFixed(1)},${frame.top}v${frame.height}` : "");
      for (const {stretches, value} of this.values) {
        const values = isIn ? stretches.map((series) => between(series, x)) : [];
        const at = values.findIndex((v) => Number.isFinite(v)), series = stretches[at];
        let y = at < 0 ? NaN : values[at];
        // Round-off relative to the curve is shown as 0.
        if (data.y.scale !== "log" && Math.abs(y) < 1e-14 * this.most) y = 0;
        if (data.y.scale === "log" && y <= 0) y = NaN;
        value.textContent = !Number.isFinite(y) ? "" : Numbers.text(y / 10 ** this.factor, this.digits);
        if (Number.isFinite(y)) dots.push(dot(this.atX(x), this.atY(y), series.colour));
      }
      this.dots.replaceChildren(...dots.filter((d) => {
        const y = Number(d.getAttribute("cy"));
        return y >= frame.top - 1 && y <= frame.top + frame.height + 1;
      }));
    }
    listen() {
      const {figure} = this;
      if (this.data.isPlane) return;
      let from = null, isPan = false, begun = null;
      const place = (event) => {
        const box = figure.getBoundingClientRect();
        return {x: event.clientX - box.left, y: event.clientY - box.top};
      };
      const inside = (x) => this.fromX(Math.min(this.frame.left + this.frame.width, Math.max(this.frame.left, x)));
      figure.addEventListener("pointerdown", (event) => {
        if (event.button > 0) return;
        const at = place(event);
        from = at.x;
        isPan = event.shiftKey || at.y > this.frame.top + this.frame.height;
        begun = [...this.clock.shown];
        if (event.pointerType === "mouse") figure.setPointerCapture(event.pointerId);
      });
      figure.addEventListener("pointermove", (event) => {
        const at = place(event);
        if (from === null || event.pointerType !== "mouse") {
          this.clock.point(inside(at.x));
          return;
        }
        if (isPan) {
          const moved = ((from - at.x) / this.frame.width) * (begun[1] - begun[0]);
          this.clock.show(begun[0] + moved, begun[1] + moved);
        } else if (Math.abs(at.x - from) > 4) {
          const [a, b] = [Math.min(from, at.x), Math.max(from, at.x)].map((x) => this.atX(inside(x)));
          for (const [key, value] of Object.entries({x: a, width: b - a, y: this.frame.top, height: this.frame.height, visibility: "visible"}))
            this.box.setAttribute(key, value);
        }
      });
      const finish = (event) => {
        if (from === null) return;
        const at = place(event);
        this.box.setAttribute("visibility", "hidden");
        if (!isPan && Math.abs(at.x - from) > 4 && event.pointerType === "mouse") this.clock.show(inside(from), inside(at.x));
        else if (!isPan) this.clock.go(inside(at.x));
        from = null;
      };
      figure.addEventListener("pointerup", finish);
      figure.addEventListener("pointercancel", () => (from = null));
      figure.addEventListener("pointerleave", () => {
        if (from === null) this.clock.point(null);
      });
      figure.addEventListener("dblclick", () => this.clock.showAll());
      figure.addEventListener("wheel", (event) => {
        const [a, b] = this.clock.shown;
        if (event.ctrlKey) {
          const x = inside(place(event).x), factor = Math.exp(event.deltaY * 0.002);
          this.clock.show(x + (a - x) * factor, x + (b - x) * factor);
        } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !this.clock.isWhole) {
          const moved = (event.deltaX / this.frame.width) * (b - a);
          this.clock.show(a + moved, b + moved);
        } else return;
        event.preventDefault();
      }, {passive: false});
      figure.addEventListener("keydown", (event) => {
        const [a, b] = this.clock.shown, middle = (a + b) / 2, half = (b - a) / 2;
        if (event.key === "+" || event.key === "=") this.clock.show(middle - half / 2, middle + half / 2);
        else if (event.key === "-") this.clock.show(middle - half * 2, middle + half * 2);
        else if (event.key === "0" || event.key === "Escape") this.clock.showAll();
        else if (event.key === "PageUp") this.clock.show(a - half, b - half);
        else if (event.key === "PageDown") this.clock.show(a + half, b + half);
        else return;
        event.preventDefault();
      });
    }
  }

  return class Chart {
    static count = 0;
    /** `data.panels` as the report writes them; `clock` is shared by all charts against time. */
    constructor(root, data, clock, label) {
      Object.assign(this, {root, clock, label});
      root.classList.add("chart");
      this.panels = data.panels.map((panel) => new Panel(this, panel));
      let width = 0;
      new ResizeObserver(() => {
        if (root.clientWidth === width) return;
        width = root.clientWidth;
        this.draw();
      }).observe(root);
      clock.listen((what) => (what === "shown" ? this.draw() : this.mark()));
      this.draw();
    }
    draw() {
      if (this.root.clientWidth) for (const panel of this.panels) panel.draw();
    }
    mark() {
      for (const panel of this.panels) panel.mark();
    }
  };
})();
