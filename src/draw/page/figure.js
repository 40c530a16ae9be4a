// One network on the page: its canvas, axes, pointer and caption.

const isPlane = data => data.dimension === 2;

// An element; children are elements or texts, which are never read as HTML.
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? '' : value);
  made.append(...children.filter(child => child !== null));
  return made;
}

const counted = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

const baseName = path => path.split('/').pop();

class Figure {
  constructor(page, data, number) {
    this.page = page;
    this.data = data;
    this.number = number;
    this.regions = new Regions(data);
    this.exact = new Exact(this.regions);
    // Coordinates of the view are relative to the origin of the first network.
    const base = number ? page.figures[0].regions.origin : this.regions.origin;
    this.shift = this.regions.origin.map((x, i) => toNumber(plus(x, {n: -base[i].n, d: base[i].d})));
    this.drawing = isPlane(data) ? new Plane(this.regions, this.shift) : new Line(this.regions, this.shift);
    this.region = null;
    this.point = null;
    this.pointers = new Map();
    this.build();
  }

  build() {
    const {data} = this;
    this.canvas = make('canvas', {class: 'regions', 'aria-hidden': 'true'});
    this.overlay = make('canvas', {class: 'overlay', 'aria-hidden': 'true'});
    this.axes = make('canvas', {class: 'axes', 'aria-hidden': 'true'});
    this.frame = make('div', {
      class: 'frame', tabindex: '0', role: 'application',
      'aria-label': `Regions of ${baseName(data.name)}. Arrow keys move the pointer, question mark lists the keys.`,
      'aria-describedby': 'said',
    }, this.canvas, this.overlay);
    this.plot = make('div', {class: 'plot'}, this.axes, this.frame);
    this.count = make('span', {class: 'count'});
    this.caption = make('figcaption', {},
      make('b', {title: data.name}, baseName(data.name)), ' ',
      this.count,
      data.complete ? null : make('em', {}, ' — stopped: only the regions that were met'),
      data.exact ? null : make('em', {}, ' — floating point: not exact'),
      this.note = make('span', {}));
    this.element = make('figure', {'data-number': this.number}, this.plot, this.caption);
    this.listen();
  }

  // ---- The view ----

  // The frame is as wide as there is room for, and as high as the view asks for.
  resize() {
    const [x, y] = this.page.extent(), ratio = Math.min(window.devicePixelRatio || 1, 2);
    const shape = y ? (x[1] - x[0]) / (y[1] - y[0]) : 1.6;
    this.distorted = shape > 4 || shape < 0.25;
    document.querySelector('main').style.setProperty('--shape', Math.min(Math.max(shape, 0.8), 1.8));
    this.ratio = ratio;
    for (const canvas of [this.canvas, this.overlay, this.axes]) {
      const box = (canvas === this.axes ? this.plot : this.frame).getBoundingClientRect();
      canvas.width = Math.max(1, Math.round(box.width * ratio));
      canvas.height = Math.max(1, Math.round(box.height * ratio));
    }
  }

  // All that is worth seeing; equal scales unless the domain is very long and narrow.
  fit() {
    const {width, height} = this.canvas, [x, y = [0, 1]] = this.page.extent();
    let sx = width / (x[1] - x[0]), sy = height / (y[1] - y[0]);
    if (isPlane(this.data) && !this.distorted) sx = sy = Math.min(sx, sy);
    this.view = {x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2, sx, sy};
  }

  zoom(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    const {view} = this, {width, height} = this.canvas;
    factor = Math.min(Math.max(factor * view.sx, 1e-250), 1e250) / view.sx;
    const dx = (x - width / 2) / view.sx, dy = (height / 2 - y) / view.sy;
    this.page.moveViews(this, {
      x: view.x + dx * (1 - 1 / factor), y: view.y + dy * (1 - 1 / factor),
      sx: view.sx * factor, sy: view.sy * factor,
    });
  }

  pan(dx, dy) {
    const {view} = this;
    this.page.moveViews(this, {...view, x: view.x - dx / view.sx, y: view.y + dy / view.sy});
  }

  // ---- Drawing ----

  draw(quick = false) {
    const {page} = this, state = {...page.state, pixelRatio: this.ratio};
    state.stage = Math.min(state.stage, this.regions.units);
    const n = this.regions.cells(state.stage);
    this.count.textContent = state.stage < this.regions.units
      ? `${counted(n, 'region')} after ${counted(state.stage, 'neuron')}`
      : counted(n, 'region');
    this.drawing.draw(this.canvas, this.view, state, page.palette, quick);
    this.note.textContent = this.remark();
    this.drawAxes();
    this.drawOverlay();
  }

  // Notes on what the picture does not show.
  remark() {
    const remarks = this.distorted ? ['drawn compressed'] : [], outside = this.page.moved ? 0 : this.drawing.outside();
    if (outside) remarks.push(`${outside.toLocaleString('en')} of its ${this.regions.vertices.length.toLocaleString('en')} vertices out of sight`);
    return remarks.length ? ` — ${remarks.join(', ')}` : '';
  }

  drawOverlay() {
    const point = this.point && this.point.map((x, i) => toNumber(plus(x, this.page.minusOrigin[i])));
    this.drawing.drawOverlay(this.overlay, point, this.region, this.page.palette, this.ratio);
  }

  // Ticks at round numbers, left of the frame and below it.
  drawAxes() {
    const context = this.axes.getContext('2d'), {ratio} = this, {width, height} = this.canvas;
    const left = this.frame.offsetLeft * ratio, right = left + width;
    context.clearRect(0, 0, this.axes.width, this.axes.height);
    context.font = `${11 * ratio}px ui-sans-serif, system-ui, sans-serif`;
    context.lineWidth = ratio;
    context.fillStyle = context.strokeStyle = this.page.palette.dark ? '#a3a09a' : '#63625d';
    const mark = (x, y, dx, dy) => {
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + dx, y + dy);
      context.stroke();
    };
    const lowest = this.drawing.place(0, height), highest = this.drawing.place(width, 0);
    const origin = [this.page.originNumber[0], isPlane(this.data) ? this.page.originNumber[1] : 0];
    context.textAlign = 'center';
    context.textBaseline = 'top';
    for (const [t, text] of ticks(lowest[0] + origin[0], highest[0] + origin[0], width / (90 * ratio))) {
      const x = left + this.drawing.pixel([t - origin[0], lowest[1]])[0];
      mark(x, height, 0, 4 * ratio);
      context.fillText(text, Math.min(x, right + 12 * ratio - context.measureText(text).width / 2), height + 7 * ratio);
    }
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const [t, text] of ticks(lowest[1] + origin[1], highest[1] + origin[1], height / (70 * ratio))) {
      const y = this.drawing.pixel([lowest[0], t - origin[1]])[1];
      mark(left, y, -4 * ratio, 0);
      context.fillText(text, left - 7 * ratio, Math.max(y, 6 * ratio), left - 7 * ratio);
    }
  }

  // ---- Pointer ----

  // Where an event is, in pixels of the canvas.
  locate(event) {
    const box = this.frame.getBoundingClientRect();
    return [(event.clientX - box.left) * this.ratio, (event.clientY - box.top) * this.ratio];
  }

  // A pixel as a point with no more decimals than it is worth, in fractions.
  pointAt(x, y) {
    const {view} = this, place = this.drawing.place(x, y);
    return this.regions.origin.map((_, i) => {
      const digits = Math.ceil(Math.log10(i ? view.sy : view.sx) + 0.3);
      return roundTo(plus(this.page.origin[i], exactDouble(place[i])), digits);
    });
  }

  listen() {
    const {frame} = this;
    frame.addEventListener('pointermove', event => this.moved(event));
    frame.addEventListener('pointerdown', event => {
      frame.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, this.locate(event));
      this.pressed = this.locate(event);
    });
    for (const name of ['pointerup', 'pointercancel'])
      frame.addEventListener(name, event => this.released(event));
    frame.addEventListener('pointerleave', () => { if (!this.pointers.size) this.page.leave(); });
    frame.addEventListener('wheel', event => {
      event.preventDefault();
      const lines = event.deltaMode ? 30 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * 0.0016), ...this.locate(event));
    }, {passive: false});
    frame.addEventListener('dblclick', event => this.zoom(2, ...this.locate(event)));
    frame.addEventListener('focus', () => this.page.choose(this));
  }

  moved(event) {
    const at = this.locate(event), before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.page.hover(this, at);
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    if (others.length) {
      const [other] = others[0].slice(1), span = p => Math.hypot(p[0] - other[0], p[1] - other[1]);
      this.pressed = null;
      this.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
      if (span(before) > 4) this.zoom(span(at) / span(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
    } else if (!this.pressed || Math.hypot(at[0] - this.pressed[0], at[1] - this.pressed[1]) > 4 * this.ratio) {
      this.pressed = null; // a drag, no click
      this.pan(at[0] - before[0], at[1] - before[1]);
    } else {
      return;
    }
    this.pointers.set(event.pointerId, at);
  }

  released(event) {
    const clicked = this.pressed && this.pointers.size === 1 && event.type === 'pointerup';
    this.pointers.delete(event.pointerId);
    if (clicked) this.page.click(this, this.pressed);
    this.pressed = null;
  }
}

// About `count` round numbers between two, each with its text.
function ticks(lo, hi, wanted) {
  const rough = (hi - lo) / Math.max(wanted, 1), power = 10 ** Math.floor(Math.log10(rough)), found = [];
  if (!(power > 0) || hi - lo < 1e-13 * Math.max(Math.abs(lo), Math.abs(hi))) return [];
  const step = power * [1, 2, 5, 10].find(m => m * power >= rough);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  // With an exponent: digits enough that no two ticks look alike.
  const all = Math.min(17, Math.ceil(Math.log10(Math.max(-lo, hi) / step)) + 1);
  const textOf = x => x && (Math.abs(x) >= 1e6 || digits > 6)
    ? Number(x.toPrecision(all)).toExponential().replace('e+', 'e') : x.toFixed(digits > 6 ? 0 : digits);
  for (let k = Math.ceil(lo / step); k * step <= hi && found.length < 50; k++) {
    const text = textOf(k * step);
    found.push([k * step, text.replaceAll('-', '−')]);
  }
  return found;
}

// A double as the fraction that it is.
function exactDouble(x) {
  if (!Number.isFinite(x)) return ZERO;
  let exponent = 0;
  while (!Number.isInteger(x)) {
    x *= 2;
    exponent++;
  }
  return fraction(BigInt(x), 2n ** BigInt(exponent));
}

// Rounded to this many decimals; a negative number rounds to tens, hundreds, ..
function roundTo(x, digits) {
  const unit = digits >= 0 ? fraction(1n, 10n ** BigInt(digits)) : fraction(10n ** BigInt(-digits));
  const scaled = times(x, fraction(unit.d, unit.n));
  const twice = 2n * scaled.n + scaled.d, d = 2n * scaled.d;
  const floor = twice / d - (twice % d < 0n ? 1n : 0n);
  return times(fraction(floor), unit);
}
