// Pictures of tables: steps over one variable, a map over two. They know numbers and letters, not games. What is drawn goes to a pen, so
// that the screen, a PNG and an SVG show the same.
import { h } from "../dom.js";

/** @typedef {number | string | null} Value a number, or one of the letters W, L, D */
/** @typedef {(value: Value) => boolean} Lost */
/** @typedef {{x: number, y: number, w: number, high: number}} Box */
/**
 * @typedef {object} Pen
 * @property {(x: number, y: number, w: number, h: number, fill: string | null, stroke?: string) => void} rect
 * @property {(points: number[], stroke: string, width: number) => void} line x, y, x, y, …; NaN lifts the pen
 * @property {(x: number, y: number, r: number, fill: string) => void} dot
 * @property {(text: string | number, x: number, y: number, fill: string, align?: string, size?: number) => void} text
 * @property {(picture: HTMLCanvasElement, x: number, y: number, w: number, h: number) => void} image
 * @property {(box: Box | null) => void} clip
 */
/**
 * A drawing on the screen.
 * @typedef {object} Chart
 * @property {HTMLElement} node
 * @property {() => void} draw
 * @property {(factor: number) => void} zoom 0: all of it
 * @property {(cells: number[][]) => void} mark cells to ring, beside the one under the pointer
 * @property {() => Promise<Blob | null>} png
 * @property {() => string} svg
 * @property {() => void} end
 */

const FONT = "system-ui, sans-serif";
const NAMES = ["bg", "fg", "muted", "line", "accent", "win", "loss", "draw", "card", "map0", "map1", "map2"];

// A canvas takes no custom properties: an element is asked what they are here and now.
/** @param {Element} node @returns {Record<string, string>} */
function colours(node) {
  const probe = h("i");
  node.append(probe);
  const found = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(found);
}

/** @param {CanvasRenderingContext2D} g @returns {Pen} */
const canvasPen = (g) => ({
  rect(x, y, w, height, fill, stroke) {
    if (fill) (g.fillStyle = fill), g.fillRect(x, y, w, height);
    if (stroke) (g.strokeStyle = stroke), (g.lineWidth = 1.5), g.strokeRect(x, y, w, height);
  },
  line(points, stroke, width) {
    g.strokeStyle = stroke;
    g.lineWidth = width;
    g.lineJoin = "round";
    g.beginPath();
    for (let i = 0, up = true; i < points.length; i += 2) {
      if (points[i] !== points[i]) up = true;
      else if (up) g.moveTo(points[i], points[i + 1]), (up = false);
      else g.lineTo(points[i], points[i + 1]);
    }
    g.stroke();
  },
  dot(x, y, r, fill) {
    g.fillStyle = fill;
    g.beginPath();
    g.arc(x, y, r, 0, 7);
    g.fill();
  },
  text(text, x, y, fill, align = "left", size = 12) {
    g.font = `${size}px ${FONT}`;
    g.fillStyle = fill;
    g.textAlign = /** @type {CanvasTextAlign} */ (align);
    g.textBaseline = "middle";
    g.fillText(String(text), x, y);
  },
  image(picture, x, y, w, height) {
    g.imageSmoothingEnabled = w < picture.width;
    g.drawImage(picture, x, y, w, height);
  },
  clip(box) {
    if (!box) return g.restore();
    g.save();
    g.beginPath();
    g.rect(box.x, box.y, box.w, box.high);
    g.clip();
  },
});

/** @param {string | number} text */
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** @param {number} x */
const rounded = (x) => +x.toFixed(2);

/** @param {number} width @param {number} height @returns {Pen & {done: () => string}} */
function svgPen(width, height) {
  /** @type {string[]} */
  const out = [];
  return {
    rect: (x, y, w, hh, fill, stroke) => out.push(`<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(w)}" height="${rounded(hh)}" fill="${fill ?? "none"}"${stroke ? ` stroke="${stroke}" stroke-width="1.5"` : ""}/>`),
    line(points, stroke, w) {
      let d = "";
      for (let i = 0, up = true; i < points.length; i += 2) {
        if (points[i] !== points[i]) up = true;
        else (d += `${up ? "M" : "L"}${rounded(points[i])} ${rounded(points[i + 1])}`), (up = false);
      }
      out.push(`<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linejoin="round"/>`);
    },
    dot: (x, y, r, fill) => out.push(`<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(r)}" fill="${fill}"/>`),
    text: (text, x, y, fill, align = "left", size = 12) => out.push(`<text x="${rounded(x)}" y="${rounded(y)}" fill="${fill}" font-size="${size}" text-anchor="${{ left: "start", center: "middle", right: "end" }[align]}" dominant-baseline="central">${escape(text)}</text>`),
    image: (picture, x, y, w, hh) => out.push(`<image x="${rounded(x)}" y="${rounded(y)}" width="${rounded(w)}" height="${rounded(hh)}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${picture.toDataURL()}"/>`),
    clip: (box) => out.push(box ? `<svg x="${box.x}" y="${box.y}" width="${box.w}" height="${box.high}" viewBox="${box.x} ${box.y} ${box.w} ${box.high}">` : "</svg>"),
    done: () => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">${out.join("")}</svg>\n`,
  };
}

/** Places for the labels of an axis. @param {number} from @param {number} to @param {number} most */
function ticks(from, to, most) {
  let step = 1;
  for (let i = 0; (to - from) / step > most; i++) step = [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3);
  const list = [];
  for (let n = Math.ceil(from / step) * step; n <= to; n += step) list.push(n);
  return list;
}

/** @param {number} n @param {number} low @param {number} high */
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));

/**
 * Two canvases, the picture and what follows the pointer; and how both are steered.
 * @param {string} name
 * @param {string} label
 * @param {{height: (width: number) => number, paint: (pen: Pen, w: number, h: number, c: Record<string, string>) => void, follow: (pen: Pen, c: Record<string, string>) => void,
 *   at: (x: number, y: number) => boolean, drag: (dx: number, dy: number) => boolean, zoom: (factor: number, x: number, y: number) => void, step: (dx: number, dy: number) => void,
 *   leave: () => void, pick: () => void}} does
 */
function stage(name, label, does) {
  const base = h("canvas", { tabindex: "0", role: "application", "aria-label": label });
  const over = h("canvas", { class: "over", "aria-hidden": "true" });
  const node = h("div", { class: `chart ${name}`, "data-testid": name }, base, over);
  let width = 0, height = 0, asked = false, c = /** @type {Record<string, string>} */ ({});
  /** @type {[number, number] | null} */
  let held = null;
  let dragged = false;

  /** @param {HTMLCanvasElement} canvas @param {number} scale */
  const prepare = (canvas, scale) => {
    const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const [w, hh] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== w || canvas.height !== hh) (canvas.width = w), (canvas.height = hh);
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.clearRect(0, 0, width, height);
    return canvasPen(g);
  };
  const follow = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      if (width) does.follow(prepare(over, devicePixelRatio || 1), c);
    });
  };
  const draw = () => {
    width = node.clientWidth;
    if (!width) return;
    height = does.height(width);
    base.style.height = over.style.height = `${height}px`;
    c = colours(node);
    does.paint(prepare(base, devicePixelRatio || 1), width, height, c);
    follow();
  };
  /** @param {PointerEvent | WheelEvent} event @returns {[number, number]} */
  const place = (event) => {
    const box = base.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  base.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (held && event.buttons && does.drag(x - held[0], y - held[1])) {
      dragged = true;
      held = [x, y];
      draw();
    } else if (does.at(x, y)) follow();
  });
  base.addEventListener("pointerdown", (event) => {
    held = place(event);
    dragged = false;
    base.setPointerCapture(event.pointerId);
    if (does.at(...held)) follow();
  });
  base.addEventListener("pointerup", () => {
    held = null;
    if (!dragged) does.pick();
    follow();
  });
  base.addEventListener("pointerleave", () => {
    does.leave();
    follow();
  });
  // The wheel scrolls the page, and zooms only where that was asked for: with Ctrl, or once the picture was clicked.
  base.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && document.activeElement !== base) return;
      event.preventDefault();
      does.zoom(event.deltaY < 0 ? 1.25 : 0.8, ...place(event));
      draw();
    },
    { passive: false },
  );
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => does.step(-1, 0),
    ArrowRight: () => does.step(1, 0),
    ArrowUp: () => does.step(0, 1),
    ArrowDown: () => does.step(0, -1),
    Enter: () => does.pick(),
    "+": () => does.zoom(1.5, width / 2, height / 2),
    "-": () => does.zoom(1 / 1.5, width / 2, height / 2),
    0: () => does.zoom(0, 0, 0),
  };
  base.addEventListener("keydown", (event) => {
    const does_ = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!does_) return;
    event.preventDefault();
    does_();
    draw();
  });
  const watch = new ResizeObserver(() => node.clientWidth !== width && draw());
  watch.observe(node);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", draw);
  return {
    node,
    draw,
    follow,
    /** @param {number} factor */
    zoom(factor) {
      does.zoom(factor, width / 2, height / 2);
      draw();
    },
    png() {
      const canvas = h("canvas"), pen = prepare(canvas, 2);
      pen.rect(0, 0, width, height, c.card);
      does.paint(pen, width, height, c);
      return /** @type {Promise<Blob | null>} */ (new Promise((done) => canvas.toBlob(done)));
    },
    svg() {
      const pen = svgPen(width, height);
      pen.rect(0, 0, width, height, c.card);
      does.paint(pen, width, height, c);
      return pen.done();
    },
    end() {
      watch.disconnect();
      scheme.removeEventListener("change", draw);
    },
  };
}

/**
 * Steps: one variable.
 * @param {{values: Value[], from: number, lost: Lost, name: string, label: string, period?: {start: number, length: number, text: string} | null, onhover: (n: number | null, sure: boolean) => void}} data
 * @returns {Chart}
 */
export function plot({ values, from, lost, name, label, period, onhover }) {
  const letters = "LDW", count = values.length, pad = { left: 38, right: 14, top: 30, bottom: 24 };
  const numbers = values.map((value) => (typeof value === "string" ? (letters.includes(value) && value ? letters.indexOf(value) : Number(value)) : value));
  const said = values.some((value) => typeof value === "string" && value && letters.includes(value));
  let low = 0, high = said ? 2 : 1;
  for (const value of numbers) if (value !== null) (low = Math.min(low, value)), (high = Math.max(high, value));
  let a = 0, b = count, w = 1, bottom = 1, unit = 1;
  /** @type {number | null} */
  let here = null;
  /** @type {number[][]} */
  let ringed = [];
  /** @param {number} i */
  const px = (i) => pad.left + ((i - a) / (b - a)) * w;
  /** @param {number} value */
  const py = (value) => bottom - (value - low) * unit;
  /** @param {number} width @param {number} height */
  const measure = (width, height) => {
    w = width - pad.left - pad.right;
    bottom = height - pad.bottom;
    unit = (bottom - pad.top) / (high - low || 1);
  };
  const self = stage("plot", label, {
    height: (width) => clamp(Math.round(width * 0.42), 200, 340),
    paint(pen, width, height, c) {
      measure(width, height);
      const cell = w / (b - a), first = Math.max(0, Math.floor(a)), last = Math.min(count, Math.ceil(b));
      for (const value of said ? [0, 1, 2] : ticks(low, high, 6)) {
        pen.line([pad.left, py(value), width - pad.right, py(value)], c.line, 1);
        pen.text(said ? letters[value] : value, pad.left - 8, py(value), c.muted, "right");
      }
      for (const n of ticks(from + a, from + b - 1e-9, w / 60)) pen.text(n, px(n - from + (cell > 14 ? 0.5 : 0)), bottom + 14, c.muted, "center");
      pen.text(name, pad.left - 8, bottom + 14, c.muted, "right");
      const box = { x: pad.left, y: 4, w, high: height - 8 };
      pen.clip(box);
      if (period)
        for (let i = period.start - from, k = 0; i < count && px(i) < width; i += period.length, k++)
          if (k % 2 && px(i + period.length) > pad.left && cell * period.length > 4) pen.rect(px(i), pad.top - 6, Math.min(cell * period.length, px(count) - px(i)), bottom - pad.top + 6, c.map0);
      const points = [];
      if (cell >= 0.75)
        for (let i = first; i < last; i++) {
          const value = numbers[i];
          if (value === null) points.push(NaN, NaN);
          else points.push(px(i), py(value), px(i + 1), py(value));
        }
      else
        for (let x = 0, i = first; x < w && i < last; x++) {
          const end = Math.min(last, Math.max(i + 1, Math.ceil(a + ((x + 1) / w) * (b - a))));
          let least = Infinity, most = -Infinity;
          for (; i < end; i++) {
            const value = numbers[i];
            if (value !== null) (least = Math.min(least, value)), (most = Math.max(most, value));
          }
          if (most >= least) points.push(pad.left + x, py(least), pad.left + x, py(most));
        }
      pen.line(points, c.accent, cell > 8 ? 2 : 1.25);
      if (cell >= 5)
        for (let i = first; i < last; i++)
          if (lost(values[i])) pen.dot(px(i + 0.5), py(/** @type {number} */ (numbers[i])), Math.min(5, cell / 3), c.loss);
      // Nothing is said of a box that is out of sight.
      const x = period ? px(period.start - from) : width, wide = cell * (period?.length ?? 0);
      if (period && x < width - pad.right && x + wide > pad.left) {
        pen.rect(x, pad.top - 6, wide, bottom - pad.top + 6, null, c.fg);
        const half = [...period.text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 6.6 : 3.6), 4);
        pen.text(period.text, clamp(x + wide / 2, pad.left + half, width - pad.right - half), 13, c.fg, "center", 13);
      }
      pen.clip(null);
    },
    follow(pen, c) {
      for (const [i] of ringed) {
        const value = numbers[i];
        if (value !== null && value !== undefined && i >= a - 1 && i < b) pen.dot(px(i + 0.5), py(value), 3.5, c.draw);
      }
      if (here === null) return;
      const value = numbers[here], x = px(here + 0.5);
      pen.line([x, pad.top - 6, x, bottom], c.muted, 1);
      if (value !== null) pen.dot(x, py(value), 5, c.fg), pen.dot(x, py(value), 3, c.card);
    },
    at(x) {
      const i = Math.floor(a + ((x - pad.left) / w) * (b - a)), next = i >= 0 && i < count && x >= pad.left ? i : null;
      if (next === here) return false;
      here = next;
      ringed = [];
      onhover(next, false);
      return true;
    },
    leave() {},
    pick: () => here !== null && onhover(here, true),
    drag(dx) {
      if (b - a >= count) return false;
      const by = clamp((-dx / w) * (b - a), -a, count - b);
      (a += by), (b += by);
      return true;
    },
    zoom(factor, x) {
      if (!factor) return void ((a = 0), (b = count));
      const middle = a + clamp((x - pad.left) / w, 0, 1) * (b - a), span = clamp((b - a) / factor, Math.min(count, 12), count);
      a = clamp(middle - ((middle - a) / (b - a)) * span, 0, count - span);
      b = a + span;
    },
    step(dx) {
      here = clamp((here ?? Math.floor(a) - 1) + dx, 0, count - 1);
      ringed = [];
      const by = here < a ? here - a : here + 1 > b ? here + 1 - b : 0;
      (a += by), (b += by);
      onhover(here, true);
    },
  });
  return {
    ...self,
    mark(cells) {
      ringed = cells;
      self.follow();
    },
  };
}

/**
 * A map: two variables, the first to the right, the second upwards.
 * @param {{rows: ArrayLike<Value>[], from: [number, number], lost: Lost, names: [string, string], label: string, onhover: (cell: number[] | null, sure: boolean) => void}} data
 * @returns {Chart}
 */
export function heatmap({ rows, from, lost, names, label, onhover }) {
  const nx = rows.length, ny = rows[0]?.length ?? 0, pad = { left: 44, right: 8, top: 10, bottom: 36 };
  let most = 1, least = 0, letters = false;
  for (const row of rows)
    for (let j = 0; j < ny; j++) {
      const value = row[j];
      if (typeof value === "number") (most = Math.max(most, value)), (least = Math.min(least, value));
      else if (value && "WLD".includes(value)) letters = true;
    }
  const cells = h("canvas", { width: nx, height: ny });
  // k: pixels a cell; (ox, oy): the place at the lower left, in cells.
  let k = 1, ox = 0, oy = 0, w = 1, hh = 1, all = 1, painted = "";
  /** @type {number[] | null} */
  let here = null;
  /** @type {number[][]} */
  let ringed = [];
  /** @param {number} i */
  const px = (i) => pad.left + (i - ox) * k;
  /** @param {number} j */
  const py = (j) => pad.top + hh - (j - oy) * k;
  const settle = () => {
    ox = clamp(ox, 0, Math.max(0, nx - w / k));
    oy = clamp(oy, 0, Math.max(0, ny - hh / k));
  };

  // One pixel a cell, once for every set of colours; a gradient of the page's colours is the scale.
  /** @param {Record<string, string>} c */
  const paintCells = (c) => {
    const key = Object.values(c).join();
    if (key === painted) return;
    painted = key;
    const scale = h("canvas", { width: 256, height: 6 }), s = /** @type {CanvasRenderingContext2D} */ (scale.getContext("2d", { willReadFrequently: true }));
    const ramp = s.createLinearGradient(0, 0, 256, 0);
    [c.map0, c.map1, c.map2].forEach((colour, i) => ramp.addColorStop(i / 2, colour));
    [ramp, c.loss, c.win, c.draw, c.card].forEach((fill, i) => ((s.fillStyle = fill), s.fillRect(0, i, 256, 1)));
    const table = new Uint32Array(s.getImageData(0, 0, 256, 5).data.buffer);
    const [loss, win, draw, none] = [1, 2, 3, 4].map((i) => table[i * 256]);
    const g = /** @type {CanvasRenderingContext2D} */ (cells.getContext("2d")), image = g.createImageData(nx, ny), pixels = new Uint32Array(image.data.buffer);
    for (let i = 0; i < nx; i++)
      for (let j = 0; j < ny; j++) {
        const value = rows[i][j];
        let pixel = none;
        if (value === "W") pixel = win;
        else if (value === "D") pixel = draw;
        else if (lost(value)) pixel = loss;
        else if (value !== null) pixel = table[Math.round((255 * (Math.min(Number(value), most) - least)) / (most - least))];
        pixels[(ny - 1 - j) * nx + i] = pixel;
      }
    g.putImageData(image, 0, 0);
  };

  const self = stage("heatmap", label, {
    height(width) {
      w = width - pad.left - pad.right;
      const most_ = clamp(innerHeight - 120, 260, 760), fit = Math.min(w / nx, most_ / ny), was = all;
      all = fit >= 1 ? Math.floor(fit) : fit;
      if (k <= was) k = all;
      hh = Math.round(Math.min(ny * all, most_));
      w = Math.min(w, nx * all);
      settle();
      return hh + pad.top + pad.bottom;
    },
    paint(pen, width, height, c) {
      self.node.dataset.view = [pad.left - ox * k, pad.top + hh + oy * k, k].join();
      paintCells(c);
      const box = { x: pad.left, y: pad.top, w, high: hh };
      const [i0, i1, j0, j1] = [Math.floor(ox), Math.min(nx, Math.ceil(ox + w / k)), Math.floor(oy), Math.min(ny, Math.ceil(oy + hh / k))];
      pen.clip(box);
      pen.image(cells, px(0), py(ny), nx * k, ny * k);
      if (k >= 8 || k < 4)
        for (let i = i0; i < i1; i++)
          for (let j = j0; j < j1; j++) {
            const value = rows[i][j], p = lost(value);
            if (k < 4) p && pen.rect(px(i + 0.5) - 1.25, py(j + 0.5) - 1.25, 2.5, 2.5, c.loss);
            else if (k >= 22 && value !== null) {
              const dark = p || letters || Number(value) - least > (most - least) * 0.45;
              pen.text(value, px(i + 0.5), py(j + 0.5), dark ? c.card : c.fg, "center", Math.min(14, k * 0.45));
            } else if (p) pen.dot(px(i + 0.5), py(j + 0.5), k / 5, c.card);
          }
      pen.clip(null);
      pen.rect(pad.left, pad.top, w, hh, null, c.line);
      const shift = k >= 8 ? 0.5 : 0;
      for (const n of ticks(from[0] + ox, from[0] + ox + w / k - 0.5, w / 44)) pen.text(n, px(n - from[0] + shift), pad.top + hh + 13, c.muted, "center");
      for (const n of ticks(from[1] + oy, from[1] + oy + hh / k - 0.5, hh / 30)) pen.text(n, pad.left - 7, py(n - from[1] + shift), c.muted, "right");
      pen.text(`${names[0]} →`, pad.left + w, pad.top + hh + 28, c.muted, "right");
      pen.text(`↑ ${names[1]}`, 2, pad.top + hh + 28, c.muted);
    },
    follow(pen, c) {
      const box = { x: pad.left, y: pad.top, w, high: hh };
      pen.clip(box);
      const size = Math.max(k, 3);
      for (const [i, j] of ringed) pen.rect(px(i + 0.5) - size / 2, py(j + 0.5) - size / 2, size, size, null, c.fg);
      if (here) {
        const [i, j] = here;
        pen.line([px(i + 0.5), pad.top, px(i + 0.5), pad.top + hh, NaN, NaN, pad.left, py(j + 0.5), pad.left + w, py(j + 0.5)], c.muted, 1);
        pen.rect(px(i + 0.5) - size / 2 - 1, py(j + 0.5) - size / 2 - 1, size + 2, size + 2, null, c.fg);
        pen.rect(px(i + 0.5) - size / 2 - 2.5, py(j + 0.5) - size / 2 - 2.5, size + 5, size + 5, null, c.card);
      }
      pen.clip(null);
    },
    at(x, y) {
      const i = Math.floor(ox + (x - pad.left) / k), j = Math.floor(oy + (pad.top + hh - y) / k);
      const next = i >= 0 && i < nx && j >= 0 && j < ny && x >= pad.left && x < pad.left + w && y >= pad.top && y < pad.top + hh ? [i, j] : null;
      if (next?.[0] === here?.[0] && next?.[1] === here?.[1]) return false;
      here = next;
      ringed = [];
      onhover(next, false);
      return true;
    },
    leave() {},
    pick: () => here && onhover(here, true),
    drag(dx, dy) {
      if (k <= all) return false;
      (ox -= dx / k), (oy += dy / k);
      settle();
      return true;
    },
    zoom(factor, x, y) {
      const next = factor ? clamp(k * factor, all, Math.max(all, 44)) : all;
      const [i, j] = [ox + (x - pad.left) / k, oy + (pad.top + hh - y) / k];
      k = next > 3 && next > all ? Math.round(next) : next;
      (ox = i - (x - pad.left) / k), (oy = j - (pad.top + hh - y) / k);
      settle();
    },
    step(dx, dy) {
      const [i, j] = here ?? [Math.floor(ox), Math.floor(oy)];
      here = here ? [clamp(i + dx, 0, nx - 1), clamp(j + dy, 0, ny - 1)] : [i, j];
      ringed = [];
      if (here[0] < ox || here[0] + 1 > ox + w / k) ox = here[0] - w / k / 2;
      if (here[1] < oy || here[1] + 1 > oy + hh / k) oy = here[1] - hh / k / 2;
      settle();
      onhover(here, true);
    },
  });
  return {
    ...self,
    mark(list) {
      ringed = list;
      self.follow();
    },
  };
}
