// Draws the regions of a plane: pixels by region, then creases, then what is pointed at.

const EDGES_AT_ONCE = 4000;

class Plane {
  constructor(regions, shift) {
    this.regions = regions;
    this.raster = new Raster(regions, shift);
    this.findSegments();
  }

  // Every crease has regions on both sides; the upper one draws it. By layer.
  findSegments() {
    const {start, corner, edge, count, creases, data} = this.regions;
    this.segments = Array.from({length: data.hidden}, () => []);
    for (let r = 0; r < count; r++)
      for (let i = start[r]; i < start[r + 1]; i++) {
        const e = edge[i];
        if (e >= IS_BORDER || !this.regions.isAbove(r, e)) continue;
        this.segments[creases[e].layer].push(r, corner[i], corner[i + 1 < start[r + 1] ? i + 1 : start[r]], e);
      }
    this.segments = this.segments.map(list => Uint32Array.from(list));
  }

  // ---- Colours of regions and pixels ----

  // Colours of the regions, once for as long as nothing that they depend on changes.
  tint(state, palette) {
    const key = [state.colour, state.stage, state.output, palette.dark].join();
    if (this.tinted === key) return;
    this.tinted = key;
    const {count} = this.regions, starts = this.regions.cellStarts(state.stage);
    const colours = new Uint32Array(count), of = this[`by_${state.colour}`] || this.by_pattern;
    const one = of.call(this, palette, state, starts);
    for (let r = 0; r < count; r++) colours[r] = one(r);
    this.colours = colours;
  }

  by_none(palette) {
    return () => palette.plain;
  }

  // Every unit has a turn of its own; a hue is the sum over the pattern as far as it is inserted.
  by_pattern(palette, state, starts) {
    const {regions} = this, {layers, hidden} = regions.data, hues = new Uint32Array(regions.count);
    return r => {
      if (starts[r] !== r) return palette.ofWord(hues[r] = hues[starts[r]]);
      let hue = 0, unit = 0;
      for (let l = 0; l < hidden; l++)
        for (let u = 0; u < layers[l].units.length && unit < state.stage; u++, unit++) {
          const piece = regions.piece(r, l, u);
          if (piece) hue += Math.imul(piece, (scramble((l << 16) + u + 1) >>> 1) + 0x40000000);
        }
      return palette.ofWord(hues[r] = hue >>> 0);
    };
  }

  by_map(palette) {
    return r => palette.ofIndex(this.regions.mapOf[r]);
  }

  gradient(r, output) {
    const at = (this.regions.mapOf[r] * this.regions.outputs + output) * 3;
    return [this.regions.maps[at], this.regions.maps[at + 1]];
  }

  by_slope(palette, state) {
    const sizes = [];
    for (let r = 0; r < this.regions.count; r++) {
      const size = Math.hypot(...this.gradient(r, state.output));
      if (size > 0) sizes.push(size);
    }
    sizes.sort((a, b) => a - b);
    const typical = sizes[sizes.length >> 1] || 1;
    return r => palette.ofSlope(...this.gradient(r, state.output), typical);
  }

  by_area(palette, state, starts) {
    const {regions} = this, areas = new Float64Array(regions.count);
    let least = Infinity, most = 0;
    for (let r = 0; r < regions.count; r++) areas[starts[r]] += regions.size(r);
    for (const area of areas)
      if (area > 0 && area < Infinity) [least, most] = [Math.min(least, area), Math.max(most, area)];
    const span = Math.log(most / least) || 1;
    return r => {
      const t = Math.log(areas[starts[r]] / least) / span;
      return palette.sizes[Math.round(255 * Math.min(Math.max(t, 0), 1))];
    };
  }

  // Values are those of every pixel: outputs are affine on a region, and no two pixels alike.
  shadePixels(pixels, state, palette) {
    const {ids, width, height, view, shift} = this.raster, {maps, mapOf, outputs} = this.regions;
    const classes = state.colour === 'class', scale = classes ? 1 : this.scale(state.output);
    for (let row = 0, i = 0; row < height; row++) {
      const y = view.y - shift[1] - (row + 0.5 - height / 2) / view.sy;
      for (let column = 0; column < width; column++, i++) {
        if (ids[i] < 0) continue;
        const x = view.x - shift[0] + (column + 0.5 - width / 2) / view.sx;
        const at = mapOf[ids[i]] * outputs * 3, value = k => maps[at + 3 * k] * x + maps[at + 3 * k + 1] * y + maps[at + 3 * k + 2];
        if (!classes) {
          const t = 0.5 + 0.5 * value(state.output) / scale;
          pixels[i] = palette.ramp[Math.round(255 * Math.min(Math.max(t, 0), 1))];
          continue;
        }
        let best = outputs === 1 ? Number(value(0) > 0) : 0;
        for (let k = 1, most = value(0); k < outputs; k++) {
          const v = value(k);
          if (v > most) [best, most] = [k, v];
        }
        pixels[i] = palette.classes[best % palette.classes.length];
      }
    }
  }

  // The 95th percentile of what an output is at vertices, in absolute value.
  scale(output) {
    this.scales = this.scales || [];
    if (this.scales[output]) return this.scales[output];
    const {start, corner, count, points, maps, mapOf, outputs} = this.regions, values = [];
    for (let r = 0; r < count; r++)
      for (let i = start[r], at = 3 * (mapOf[r] * outputs + output); i < start[r + 1]; i++)
        if (!(corner[i] & IS_DIRECTION))
          values.push(Math.abs(maps[at] * points[2 * corner[i]] + maps[at + 1] * points[2 * corner[i] + 1] + maps[at + 2]));
    values.sort((a, b) => a - b);
    this.scales[output] = values[Math.floor(0.95 * (values.length - 1))] || 1;
    return this.scales[output];
  }

  // ---- Drawing ----

  draw(canvas, view, state, palette, quick) {
    const context = canvas.getContext('2d'), {width, height} = canvas;
    const ids = this.raster.fill(view, width, height);
    const image = context.createImageData(width, height), pixels = new Uint32Array(image.data.buffer);
    this.tint(state, palette);
    const shaded = state.colour === 'output' || state.colour === 'class';
    if (shaded) this.shadePixels(pixels, state, palette);
    const marks = this.marks(state, palette);
    for (let i = 0; i < ids.length; i++) {
      const r = ids[i];
      if (r < 0) continue;
      const colour = shaded ? pixels[i] : this.colours[r];
      pixels[i] = marks ? mix(colour, marks.to, marks.share[r]) : colour;
    }
    context.putImageData(image, 0, 0);
    if (state.creases && !quick) this.drawCreases(context, state, palette);
    if (state.neuron) this.drawNeuron(context, state, palette);
  }

  // With a neuron picked, the regions where it is on its lowest piece fade.
  marks(state, palette) {
    if (!state.neuron) return null;
    const {layer, unit} = state.neuron, share = new Float32Array(this.regions.count);
    for (let r = 0; r < share.length; r++) share[r] = this.regions.piece(r, layer, unit) ? 0 : 0.65;
    return {to: palette.paper, share};
  }

  // The ends of a segment in pixels; a ray goes on out of sight.
  segment(a, b) {
    const {x, y, width, height} = this.raster;
    if (a & IS_DIRECTION) [a, b] = [b, a];
    if (!(b & IS_DIRECTION)) return [x[a], y[a], x[b], y[b]];
    const [dx, dy] = this.raster.direction(b);
    const far = Math.hypot(x[a] - width / 2, y[a] - height / 2) + width + height;
    return [x[a], y[a], x[a] + far * dx, y[a] + far * dy];
  }

  strokeSegments(context, list, wanted) {
    const {width, height} = this.raster;
    let open = 0;
    context.beginPath();
    for (let i = 0; i < list.length; i += 4) {
      if (!wanted(list[i + 3])) continue;
      const [x0, y0, x1, y1] = this.segment(list[i + 1], list[i + 2]);
      if (Math.max(x0, x1) < 0 || Math.min(x0, x1) > width || Math.max(y0, y1) < 0 || Math.min(y0, y1) > height) continue;
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      if (++open % EDGES_AT_ONCE === 0) {
        context.stroke();
        context.beginPath();
      }
    }
    context.stroke();
  }

  // Thinner with depth, the first layer on top; thinner where regions are small.
  drawCreases(context, state, palette) {
    const {width, height, view} = this.raster, {unitOfCrease} = this.regions;
    const seen = this.seen(), size = Math.sqrt(width * height / seen);
    const first = Math.min(1.6 * state.pixelRatio, 0.09 * size);
    context.lineCap = 'round';
    for (let l = this.segments.length - 1; l >= 0; l--) {
      context.lineWidth = Math.max(first * Math.max(0.75 ** l, 0.3), 0.12);
      context.strokeStyle = cssOf(palette.crease(l, this.segments.length));
      this.strokeSegments(context, this.segments[l], e => unitOfCrease[e] < state.stage);
    }
  }

  // About how many regions are in sight.
  seen() {
    const {ids} = this.raster, step = Math.max(1, Math.floor(ids.length / 20000)), met = new Set();
    for (let i = 0; i < ids.length; i += step) met.add(ids[i]);
    return met.size;
  }

  drawNeuron(context, state, palette) {
    const {layer, unit} = state.neuron, wanted = this.regions.first[layer] + unit;
    context.lineCap = 'round';
    for (const [width, colour] of [[5, cssOf(palette.paper)], [2.6, cssOf(palette.accent)]]) {
      context.lineWidth = width * state.pixelRatio;
      context.strokeStyle = colour;
      this.strokeSegments(context, this.segments[layer], e => this.regions.unitOfCrease[e] === wanted);
    }
  }

  // The selection, on a canvas of its own: a region, those next to it, a point.
  drawOverlay(canvas, point, r, palette, pixelRatio) {
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (r !== null) {
      context.fillStyle = palette.dark ? 'rgb(255 255 255 / 0.13)' : 'rgb(255 255 255 / 0.45)';
      for (const {region} of this.regions.neighbours(r)) {
        this.path(context, region);
        context.fill();
      }
      this.path(context, r);
      context.lineJoin = 'round';
      context.lineWidth = 4.5 * pixelRatio;
      context.strokeStyle = cssOf(palette.paper);
      context.stroke();
      context.lineWidth = 2.2 * pixelRatio;
      context.strokeStyle = palette.dark ? '#fff' : '#111';
      context.stroke();
    }
    if (point) drawCross(context, ...this.pixel(point), palette, pixelRatio);
  }

  path(context, r) {
    const n = this.raster.outline(r);
    context.beginPath();
    for (let i = 0; i < n; i++) context.lineTo(this.raster.px[i], this.raster.py[i]);
    context.closePath();
  }

  // Between the view's coordinates and pixels.
  pixel([x, y]) {
    const {view, width, height} = this.raster;
    return [width / 2 + (x - view.x) * view.sx, height / 2 - (y - view.y) * view.sy];
  }

  place(x, y) {
    const {view, width, height} = this.raster;
    return [view.x + (x - width / 2) / view.sx, view.y - (y - height / 2) / view.sy];
  }

  regionAt(x, y) {
    const {ids, width, height} = this.raster, column = Math.floor(x), row = Math.floor(y);
    const inside = column >= 0 && row >= 0 && column < width && row < height;
    return inside && ids[row * width + column] >= 0 ? ids[row * width + column] : null;
  }

  // The part of the plane that is worth seeing: the box, else nearly all vertices and a margin.
  extent() {
    return [0, 1].map(axis => extentOf(this.regions, this.raster.shift, axis));
  }

  // How many vertices lie outside of the view.
  outside() {
    const {x, y, width, height} = this.raster;
    let count = 0;
    for (const i of this.regions.vertices)
      count += x[i] < -1 || x[i] > width + 1 || y[i] < -1 || y[i] > height + 1;
    return count;
  }
}

const SHARE_OUTSIDE = 0.1; // of the vertices of an unbounded domain, on each side of each axis

function extentOf(regions, shift, axis) {
  const values = [], d = regions.dimension, {points} = regions;
  for (const i of regions.vertices) values.push(points[d * i + axis] + shift[axis]);
  values.sort((a, b) => a - b);
  const open = regions.data.bounded_regions < regions.count, n = values.length;
  const cut = open ? Math.floor(SHARE_OUTSIDE * n) : 0;
  let [lo, hi] = n ? [values[cut], values[n - 1 - cut]] : [shift[axis], shift[axis]];
  if (!(hi > lo)) [lo, hi] = [lo - 1, hi + 1];
  const margin = open ? 0.3 * (hi - lo) : 0;
  return [lo - margin, hi + margin];
}

function drawCross(context, x, y, palette, pixelRatio) {
  const size = 7 * pixelRatio;
  for (const [width, colour] of [[3.5, cssOf(palette.paper)], [1.5, palette.dark ? '#fff' : '#111']]) {
    context.beginPath();
    context.moveTo(x - size, y);
    context.lineTo(x + size, y);
    context.moveTo(x, y - size);
    context.lineTo(x, y + size);
    context.lineWidth = width * pixelRatio;
    context.strokeStyle = colour;
    context.stroke();
  }
}
