// Draws the outputs of a network over a line: its regions are intervals.

class Line {
  constructor(regions, shift) {
    this.regions = regions;
    this.shift = shift;
    this.order = Array.from({length: regions.count}, (_, r) => r)
      .sort((a, b) => this.low(a) - this.low(b));
  }

  low(r) {
    return this.regions.bounds[2 * r] + this.shift[0];
  }

  high(r) {
    return this.regions.bounds[2 * r + 1] + this.shift[0];
  }

  value(r, output, x) {
    const at = 2 * (this.regions.mapOf[r] * this.regions.outputs + output), {maps} = this.regions;
    return maps[at] * (x - this.shift[0]) + maps[at + 1];
  }

  // The ends of the view, from left to right.
  seen() {
    const [from] = this.place(0), [to] = this.place(this.width);
    return this.order.filter(r => this.high(r) > from && this.low(r) < to)
      .map(r => ({r, lo: Math.max(this.low(r), from), hi: Math.min(this.high(r), to)}));
  }

  // The outputs' range over what is in sight; a tenth above and below.
  fitValues(seen) {
    let lo = Infinity, hi = -Infinity;
    for (const {r, lo: a, hi: b} of seen)
      for (let k = 0; k < this.regions.outputs; k++)
        for (const x of [a, b]) {
          lo = Math.min(lo, this.value(r, k, x));
          hi = Math.max(hi, this.value(r, k, x));
        }
    if (!(hi > lo)) [lo, hi] = [(lo || 0) - 1, (lo || 0) + 1];
    this.sy = this.height / (1.2 * (hi - lo));
    this.middle = (lo + hi) / 2;
  }

  draw(canvas, view, state, palette) {
    const context = canvas.getContext('2d'), {width, height} = canvas;
    Object.assign(this, {view, width, height});
    context.clearRect(0, 0, width, height);
    const seen = this.seen();
    this.fitValues(seen);
    const starts = this.regions.cellStarts(state.stage);
    for (const {r, lo, hi} of seen) {
      const faded = state.neuron && !this.regions.piece(r, state.neuron.layer, state.neuron.unit);
      context.fillStyle = cssOf(mix(this.colour(r, starts, state, palette), palette.paper, faded ? 0.65 : 0));
      context.fillRect(this.pixel([lo])[0], 0, this.pixel([hi])[0] - this.pixel([lo])[0] + 0.5, height);
    }
    this.drawBreakpoints(context, seen, state, palette);
    this.drawOutputs(context, seen, state, palette);
  }

  colour(r, starts, state, palette) {
    if (state.colour === 'none') return palette.plain;
    if (state.colour === 'pattern') return palette.ofIndex(starts[r]);
    if (state.colour === 'slope') return palette.ofSlope(this.slope(r, state.output), 0, this.typical(state.output));
    return palette.ofIndex(this.regions.mapOf[r]);
  }

  slope(r, output) {
    return this.regions.maps[2 * (this.regions.mapOf[r] * this.regions.outputs + output)];
  }

  typical(output) {
    const sizes = this.order.map(r => Math.abs(this.slope(r, output))).filter(x => x > 0).sort((a, b) => a - b);
    return sizes[sizes.length >> 1] || 1;
  }

  // Longer for earlier layers, all the way for the neuron that is picked.
  drawBreakpoints(context, seen, state, palette) {
    const {start, edge, corner, unitOfCrease, creases} = this.regions;
    const picked = state.neuron ? this.regions.first[state.neuron.layer] + state.neuron.unit : -1;
    for (const {r} of seen)
      for (let i = start[r]; i < start[r + 1]; i++) {
        const e = edge[i];
        if (e >= IS_BORDER || corner[i] & IS_DIRECTION || unitOfCrease[e] >= state.stage) continue;
        const lit = unitOfCrease[e] === picked, {layer} = creases[e];
        if (!state.creases && !lit) continue;
        const [x] = this.pixel([this.regions.points[corner[i]] + this.shift[0]]);
        context.beginPath();
        context.moveTo(x, this.height);
        context.lineTo(x, lit ? 0 : this.height * (1 - 0.5 * 0.7 ** layer));
        context.lineWidth = (lit ? 2.4 : Math.max(1.3 * 0.8 ** layer, 0.5)) * state.pixelRatio;
        context.strokeStyle = cssOf(lit ? palette.accent : palette.crease(layer, this.regions.data.hidden));
        context.stroke();
      }
  }

  drawOutputs(context, seen, state, palette) {
    for (let k = 0; k < this.regions.outputs; k++) {
      context.beginPath();
      for (const {r, lo, hi} of seen) {
        context.lineTo(...this.pixel([lo, this.value(r, k, lo)]));
        context.lineTo(...this.pixel([hi, this.value(r, k, hi)]));
      }
      context.lineJoin = 'round';
      context.lineWidth = 2 * state.pixelRatio;
      context.strokeStyle = cssOf(palette.curve(k));
      context.setLineDash(k % 2 ? [7 * state.pixelRatio, 4 * state.pixelRatio] : []);
      context.stroke();
    }
    context.setLineDash([]);
    this.nameOutputs(context, seen, state, palette);
  }

  // At places that take turns, so that names do not cover each other.
  nameOutputs(context, seen, state, palette) {
    const {pixelRatio: ratio} = state, {outputs} = this.regions;
    context.font = `italic ${13 * ratio}px Georgia, serif`;
    context.lineWidth = 3.5 * ratio;
    for (let k = 0; k < outputs && seen.length && outputs > 1; k++) {
      const x = this.width * (0.06 + 0.88 * ((k + 0.5) / outputs)), [at] = this.place(x);
      const {r} = seen.find(interval => at <= interval.hi) || seen[seen.length - 1];
      const y = this.pixel([at, this.value(r, k, at)])[1] - 9 * ratio;
      context.strokeStyle = cssOf(palette.paper);
      context.strokeText(`y${subscript(k + 1)}`, x, y);
      context.fillStyle = cssOf(palette.curve(k));
      context.fillText(`y${subscript(k + 1)}`, x, y);
    }
  }

  drawOverlay(canvas, point, r, palette, pixelRatio) {
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.strokeStyle = palette.dark ? '#fff' : '#111';
    if (r !== null) {
      const from = Math.max(0, this.pixel([Math.max(this.low(r), -1e300)])[0]);
      const to = Math.min(this.width, this.pixel([Math.min(this.high(r), 1e300)])[0]);
      context.lineWidth = 2 * pixelRatio;
      context.strokeRect(from, pixelRatio, to - from, this.height - 2 * pixelRatio);
    }
    for (let k = 0; point && r !== null && k < this.regions.outputs; k++)
      drawCross(context, ...this.pixel([point[0], this.value(r, k, point[0])]), palette, pixelRatio);
  }

  pixel([x, y = 0]) {
    return [this.width / 2 + (x - this.view.x) * this.view.sx, this.height / 2 - (y - this.middle) * this.sy];
  }

  place(x, y = 0) {
    return [this.view.x + (x - this.width / 2) / this.view.sx, this.middle - (y - this.height / 2) / this.sy];
  }

  regionAt(x) {
    const [at] = this.place(x), found = this.order.find(r => this.low(r) <= at && at <= this.high(r));
    return found === undefined ? null : found;
  }

  // All breakpoints and a margin, or the interval itself.
  extent() {
    return [extentOf(this.regions, this.shift, 0)];
  }

  // How many breakpoints and ends lie outside of the view.
  outside() {
    const [lo] = this.place(-1), [hi] = this.place(this.width + 1);
    return this.regions.vertices.reduce((n, v) => {
      const x = this.regions.points[v] + this.shift[0];
      return n + (x < lo || x > hi);
    }, 0);
  }
}
