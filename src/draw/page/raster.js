// The region of each pixel, by scan conversion of convex polygons. Neighbours share their corners,
// so that each pixel has one region and there are no seams.

class Raster {
  // shift is added to coordinates to make them those of the view.
  constructor(regions, shift) {
    this.regions = regions;
    this.shift = shift;
    this.x = new Float64Array(regions.points.length / 2);
    this.y = new Float64Array(this.x.length);
    let most = 0;
    for (let r = 0; r < regions.count; r++)
      most = Math.max(most, regions.start[r + 1] - regions.start[r]);
    this.px = new Float64Array(most + 32);
    this.py = new Float64Array(most + 32);
    this.ids = new Int32Array(0);
  }

  // view: the point in the middle, and pixels for a unit each way.
  project(view, width, height) {
    Object.assign(this, {view, width, height});
    const {points} = this.regions;
    const x0 = width / 2 + (this.shift[0] - view.x) * view.sx;
    const y0 = height / 2 - (this.shift[1] - view.y) * view.sy;
    for (let i = 0; i < this.x.length; i++) {
      this.x[i] = x0 + points[2 * i] * view.sx;
      this.y[i] = y0 - points[2 * i + 1] * view.sy;
    }
  }

  direction(corner) {
    const i = 2 * (corner & ~IS_DIRECTION), {directions} = this.regions;
    const dx = directions[i] * this.view.sx, dy = -directions[i + 1] * this.view.sy;
    const length = Math.hypot(dx, dy);
    return [dx / length, dy / length];
  }

  // The corners of region r in pixels, px and py; returns how many. A region without end is cut
  // off far out of sight.
  outline(r) {
    const {corner, start, bounded} = this.regions, from = start[r], to = start[r + 1];
    if (!bounded[r]) return this.outlineUnbounded(r);
    for (let i = from; i < to; i++) {
      this.px[i - from] = this.x[corner[i]];
      this.py[i - from] = this.y[corner[i]];
    }
    return to - from;
  }

  outlineUnbounded(r) {
    const {corner, start} = this.regions, from = start[r], size = start[r + 1] - from;
    const at = i => corner[from + (i + size) % size], finite = c => !(c & IS_DIRECTION);
    const middle = [this.width / 2, this.height / 2];
    let base = null, far = this.width + this.height, n = 0;
    for (let i = 0; i < size; i++)
      if (finite(at(i))) {
        base = [this.x[at(i)], this.y[at(i)]];
        far = Math.max(far, Math.hypot(base[0] - middle[0], base[1] - middle[1]));
      }
    base = base || middle;
    far *= 100;
    const put = (x, y) => {
      this.px[n] = x;
      this.py[n++] = y;
    };
    const towards = (start, [dx, dy]) => put(start[0] + far * dx, start[1] + far * dy);
    const place = c => [this.x[c], this.y[c]];
    for (let i = 0; i < size; i++) {
      const c = at(i), before = at(i - 1), after = at(i + 1);
      if (finite(c)) {
        put(...place(c));
        continue;
      }
      const d = this.direction(c);
      if (finite(before)) towards(place(before), d);
      if (finite(after)) towards(place(after), d);
      if (!finite(before) && !finite(after)) towards(base, d);
      if (!finite(after)) this.arc(d, this.direction(after), 3, e => towards(base, e));
    }
    return n;
  }

  // Directions between two, less than half a turn apart.
  arc(a, b, depth, put) {
    const x = a[0] + b[0], y = a[1] + b[1], length = Math.hypot(x, y);
    if (!depth || a[0] * b[0] + a[1] * b[1] > 0.8 || length < 1e-9) return;
    const middle = [x / length, y / length];
    this.arc(a, middle, depth - 1, put);
    put(middle);
    this.arc(middle, b, depth - 1, put);
  }

  // Numbers of regions, row by row; -1 outside of all.
  fill(view, width, height) {
    this.project(view, width, height);
    if (this.ids.length !== width * height) this.ids = new Int32Array(width * height);
    this.ids.fill(-1);
    this.left = new Float64Array(height);
    this.right = new Float64Array(height);
    for (let r = 0; r < this.regions.count; r++) this.fillRegion(r);
    return this.ids;
  }

  fillRegion(r) {
    const n = this.outline(r), {px, py, left, right, width, height} = this;
    let top = Infinity, bottom = -Infinity, west = Infinity, east = -Infinity;
    for (let i = 0; i < n; i++) {
      if (py[i] < top) top = py[i];
      if (py[i] > bottom) bottom = py[i];
      if (px[i] < west) west = px[i];
      if (px[i] > east) east = px[i];
    }
    const first = Math.max(0, Math.ceil(top - 0.5)), last = Math.min(height - 1, Math.ceil(bottom - 0.5) - 1);
    if (first > last || east < 0 || west > width) return;
    for (let row = first; row <= last; row++) {
      left[row] = Infinity;
      right[row] = -Infinity;
    }
    for (let i = 0; i < n; i++) this.edge(i, i + 1 < n ? i + 1 : 0, first, last);
    for (let row = first; row <= last; row++) {
      const from = Math.max(0, Math.ceil(left[row] - 0.5)), to = Math.min(width, Math.ceil(right[row] - 0.5));
      if (from < to) this.ids.fill(r, row * width + from, row * width + to);
    }
  }

  // Where an edge crosses the middles of rows, computed from its upper end to its lower one, so
  // that both regions find the same.
  edge(i, j, first, last) {
    const {px, py, left, right} = this;
    if (py[i] === py[j]) return;
    if (py[i] > py[j]) [i, j] = [j, i];
    const slope = (px[j] - px[i]) / (py[j] - py[i]);
    const from = Math.max(first, Math.ceil(py[i] - 0.5)), to = Math.min(last, Math.ceil(py[j] - 0.5) - 1);
    for (let row = from; row <= to; row++) {
      const x = px[i] + (row + 0.5 - py[i]) * slope;
      if (x < left[row]) left[row] = x;
      if (x > right[row]) right[row] = x;
    }
  }
}
