// SPDX-License-Identifier: MIT
// Numbers as text, and the ticks of scales.
"use strict";

const Numbers = (() => {
  const raised = (n) => String(n).replace(/[-0-9]/g, (d) => (d === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]));
  const plain = (text) => text.replace("-", "−");

  /** With so many digits: 0.0123, 4.5 × 10⁻⁷. */
  const text = (value, digits = 5) => {
    if (Number.isNaN(value)) return "–";
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e-3 && size < 1e6) {
      const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
      return plain(value.toFixed(Math.min(decimals, 12)));
    }
    const [digit, power] = value.toExponential(Math.max(0, digits - 1)).split("e");
    return `${plain(digit)} × 10${raised(Number(power))}`;
  };

  const nice = (wished) => {
    const power = 10 ** Math.floor(Math.log10(wished)), leading = wished / power;
    return power * (leading < 1.5 ? 1 : leading < 3.5 ? 2 : leading < 7.5 ? 5 : 10);
  };
  const niceAngle = (wished) => {
    if (wished < 1) return nice(wished);
    for (const step of [1, 2, 5, 10, 15, 30, 45, 90, 180, 360]) if (step >= wished * 0.8) return step;
    return 360 * Math.ceil(wished / 360);
  };

  const exponent = (value) => Math.floor(Math.log10(value) + 1e-9);
  /** The roundest number near the middle of values that share all but their last digits, else 0. */
  const sharedBy = (low, high, last) => {
    const largest = Math.max(Math.abs(low), Math.abs(high)), span = high - low, middle = low + span / 2;
    if (!(largest > 0) || exponent(largest) - last < 6) return 0;
    const finest = Math.ceil(Math.log10(span) - 1e-9);
    for (let power = exponent(largest); ; --power) {
      const near = power < 0 ? Math.round(middle * 10 ** -power) / 10 ** -power : Math.round(middle / 10 ** power) * 10 ** power;
      if (power <= finest || Math.abs(near - middle) <= 2 * span) return near;
    }
  };

  /** {values, texts, factor, shift}: what is written is the value, less the shift, over 10^factor. */
  const linearTicks = ([low, high], about, isAngle) => {
    const step = (isAngle ? niceAngle : nice)((high - low) / Math.max(1, about));
    const values = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9 && values.length < 50; ++k)
      values.push(k === 0 ? 0 : k * step);
    const last = exponent(step), shift = sharedBy(low, high, last);
    const largest = Math.max(Math.abs(low - shift), Math.abs(high - shift));
    const top = largest > 0 ? exponent(largest) : 0;
    const factor = top >= 5 || top < -2 ? top : 0;
    const decimals = Math.min(12, Math.max(0, factor - last));
    const texts = values.map((v) => plain(((v - shift) / 10 ** factor).toFixed(decimals)).replace(/^−(0(\.0*)?)$/, "$1"));
    return {values, texts, factor, shift};
  };

  /** A time of a run from `start` to `end`, with digits that resolve a thousandth of the run. */
  const time = (value, start, end) => {
    const span = Math.abs(end - start), largest = Math.max(Math.abs(start), Math.abs(end));
    if (!(span > 0)) return text(value, 10);
    const before = Math.max(0, Math.ceil(Math.log10(largest / span)));
    if (before < 3 || largest >= 1e15 || largest < 1e-3) return text(value, Math.min(16, 5 + before));
    return plain(value.toFixed(Math.min(12, Math.max(0, Math.min(4 - exponent(span), 15 - exponent(largest))))));
  };
  const powerText = (n) => (n >= -2 && n <= 3 ? String(+(10 ** n).toPrecision(2)) : `10${raised(n)}`);
  const logTicks = ([low, high], most) => {
    const from = Math.ceil(Math.log10(low) - 1e-9), to = Math.floor(Math.log10(high) + 1e-9);
    const stride = Math.max(1, Math.ceil((to - from + 1) / Math.max(1, most)));
    const values = [], texts = [];
    for (let n = Math.ceil(from / stride) * stride; n <= to; n += stride) {
      values.push(10 ** n);
      texts.push(powerText(n));
    }
    if (values.length < 2)
      for (let n = Math.floor(Math.log10(low)); n <= to + 1; ++n)
        for (const leading of [2, 5]) {
          const v = leading * 10 ** n;
          if (v >= low && v <= high) {
            values.push(v);
            texts.push(text(v, 1));
          }
        }
    return {values, texts, factor: 0, shift: 0};
  };
  return {text, time, raised, linearTicks, logTicks};
})();
