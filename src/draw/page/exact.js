// The functions that a network computes on a region, in exact arithmetic.

class Exact {
  constructor(regions) {
    this.regions = regions;
    this.data = regions.data;
    this.layers = null;
    this.cache = new Map();
  }

  // The layers as integers, when first needed.
  prepare() {
    if (this.layers) return;
    this.border = this.data.inequalities.map(row => commonDenominator([parseRow(row)]).rows[0]);
    this.layers = this.data.layers.map(layer => ({
      ...commonDenominator(layer.rows.map(parseRow)),
      firstRow: layer.units.reduce((at, k) => [...at, at[at.length - 1] + layer.kinds[k].rank], [0]),
      kinds: layer.kinds.map(kind => ({
        rank: kind.rank,
        breakpoints: parseRow(kind.breakpoints),
        pieces: commonDenominator([parseRow(kind.slopes), parseRow(kind.offsets)]),
      })),
      units: layer.units,
    }));
  }

  // The pre-activations of a layer as forms over one denominator, from the outputs of the one
  // before; a form that is zero is null.
  static weigh(layer, forms, columns) {
    const rows = layer.rows.map(weights => {
      const row = new Array(columns).fill(0n);
      forms.rows.forEach((form, j) => {
        if (form && weights[j]) for (let c = 0; c < columns; c++) row[c] += weights[j] * form[c];
      });
      row[columns - 1] += weights[weights.length - 1] * forms.d;
      return row;
    });
    return {rows, d: layer.d * forms.d};
  }

  // The outputs of a layer on a pattern.
  static activate(layer, before, piece) {
    const scale = layer.kinds.reduce((all, kind) => (all / gcd(all, kind.pieces.d)) * kind.pieces.d, 1n);
    const rows = layer.units.map((k, u) => {
      const {rank, pieces} = layer.kinds[k], p = piece(u), more = scale / pieces.d;
      const row = before.rows[layer.firstRow[u] + (rank > 1 ? p : 0)];
      const slope = pieces.rows[0][p] * more, offset = pieces.rows[1][p] * more;
      if (!slope && !offset) return null;
      const form = row.map(x => x * slope);
      form[form.length - 1] += offset * before.d;
      return form;
    });
    return {rows, d: before.d * scale};
  }

  // Pre-activations of all hidden layers, and outputs, as forms on region r.
  forms(r) {
    if (this.cache.has(r)) return this.cache.get(r);
    this.prepare();
    const d = this.data.dimension, columns = d + 1, hidden = [];
    let forms = {d: 1n, rows: []};
    if (this.data.slice) forms = commonDenominator(this.data.slice.map(parseRow));
    else
      for (let i = 0; i < d; i++)
        forms.rows.push(Array.from({length: columns}, (_, c) => (c === i ? 1n : 0n)));
    this.layers.forEach((layer, l) => {
      const before = Exact.weigh(layer, forms, columns);
      hidden.push(before);
      forms = Exact.activate(layer, before, l < this.data.hidden ? u => this.regions.piece(r, l, u) : () => 0);
    });
    const found = {hidden, outputs: forms};
    if (this.cache.size > 500) this.cache.clear();
    this.cache.set(r, found);
    return found;
  }

  // The affine map in force, each row as fractions, the constant last.
  map(r) {
    const {rows, d} = this.forms(r).outputs, zero = new Array(this.data.dimension + 1).fill(0n);
    return rows.map(row => (row || zero).map(x => fraction(x, d)));
  }

  // An edge as an inequality, row . (x, 1) >= 0 on the region.
  inequality(r, edge) {
    this.prepare();
    if (edge >= IS_BORDER) return this.border[edge - IS_BORDER];
    const {layer: l, unit: u, breakpoint} = this.regions.creases[edge];
    const layer = this.layers[l], kind = layer.kinds[layer.units[u]];
    const {rows, d} = this.forms(r).hidden[l], row = rows[layer.firstRow[u]];
    let form;
    if (kind.rank > 1) {
      const [earlier, later] = maxoutPair(breakpoint, kind.rank);
      const a = rows[layer.firstRow[u] + earlier], b = rows[layer.firstRow[u] + later];
      form = b.map((x, c) => x - a[c]);
    } else {
      const at = kind.breakpoints[breakpoint];
      form = row.map(x => x * at.d);
      form[form.length - 1] -= at.n * d;
    }
    return primitive(this.regions.isAbove(r, edge) ? form : form.map(x => -x));
  }

  // The edges of a region at finite places, each once, in their order.
  edges(r) {
    const found = [];
    for (let i = this.regions.start[r]; i < this.regions.start[r + 1]; i++) {
      const edge = this.regions.edge[i];
      if (edge !== AT_INFINITY && !found.includes(edge)) found.push(edge);
    }
    return found;
  }

  // -1 if a point lies outside of the closure of region r, 0 on its border, 1 inside.
  position(r, x) {
    let least = 1;
    for (const edge of this.edges(r)) {
      const value = formAt(this.inequality(r, edge), x);
      if (value < 0n) return -1;
      if (value === 0n) least = 0;
    }
    return least;
  }

  // The regions whose closure contains a point.
  touching(x) {
    const at = x.map((v, i) => toNumber(plus(v, {n: -this.regions.origin[i].n, d: this.regions.origin[i].d})));
    return this.regions.candidates(at).filter(r => this.position(r, x) >= 0);
  }

  // Vertices, counterclockwise, and rays, primitive directions. A region that contains a line has
  // no vertices.
  shape(r) {
    const {start, edge, corner, directions} = this.regions, vertices = [], rays = [];
    if (this.data.dimension === 1) {
      for (const e of this.edges(r)) {
        const [a, c] = this.inequality(r, e);
        vertices.push([fraction(-c, a)]);
      }
      if (vertices.length > 1 && toNumber(plus(vertices[0][0], times(vertices[1][0], fraction(-1n)))) > 0)
        vertices.reverse();
      for (let i = start[r]; i < start[r + 1]; i++)
        if (corner[i] & IS_DIRECTION) rays.push([fraction(BigInt(Math.sign(directions[corner[i] & ~IS_DIRECTION])))]);
      return {vertices, rays};
    }
    for (let i = start[r]; i < start[r + 1]; i++) {
      const before = edge[i > start[r] ? i - 1 : start[r + 1] - 1], after = edge[i];
      if (corner[i] & IS_DIRECTION) {
        const line = before === AT_INFINITY ? after : before;
        if (line !== AT_INFINITY) rays.push(this.ray(r, line, 2 * (corner[i] & ~IS_DIRECTION)));
      } else if (before !== after) {
        const a = this.inequality(r, before), b = this.inequality(r, after);
        const w = a[0] * b[1] - a[1] * b[0];
        vertices.push([fraction(a[1] * b[2] - a[2] * b[1], w), fraction(a[2] * b[0] - a[0] * b[2], w)]);
      }
    }
    return {vertices, rays};
  }

  // A point inside: the mean of the vertices plus all rays. A region without vertices lies on one
  // side of a line or between two lines, or is the whole plane.
  interior(r) {
    const {vertices, rays} = this.shape(r), d = this.data.dimension;
    const sum = points => points.reduce((all, x) => all.map((v, i) => plus(v, x[i])), new Array(d).fill(ZERO));
    if (vertices.length) {
      const share = fraction(1n, BigInt(vertices.length));
      return sum([...vertices.map(v => v.map(x => times(x, share))), ...rays]);
    }
    if (d === 1) return [ZERO];
    const lines = this.edges(r).map(e => this.inequality(r, e));
    const feet = lines.map(([a, b, c]) => [-a * c, -b * c].map(x => fraction(x, a * a + b * b)));
    if (lines.length === 1) return sum([feet[0], lines[0].slice(0, 2).map(x => fraction(x))]);
    return sum(feet).map(x => times(x, fraction(1n, BigInt(Math.max(feet.length, 1)))));
  }

  ray(r, line, at) {
    const [a, b] = this.inequality(r, line), {directions} = this.regions;
    const along = Number(b > 0n) - Number(b < 0n), across = Number(a > 0n) - Number(a < 0n);
    const agrees = along * directions[at] - across * directions[at + 1] > 0;
    return primitive(agrees ? [b, -a] : [-b, a]).map(x => fraction(x));
  }

  // Length or area; null if the region is not bounded.
  size(r) {
    if (!this.regions.bounded[r]) return null;
    const {vertices: v} = this.shape(r);
    if (this.data.dimension === 1) return plus(v[1][0], {n: -v[0][0].n, d: v[0][0].d});
    let sum = ZERO;
    v.forEach((a, i) => {
      const b = v[(i + 1) % v.length], back = times(b[0], a[1]);
      sum = plus(sum, plus(times(a[0], b[1]), {n: -back.n, d: back.d}));
    });
    return times(sum, fraction(1n, 2n));
  }

  // The outputs of a region's map at a point.
  outputs(r, x) {
    return this.map(r).map(row => x.reduce((sum, v, i) => plus(sum, times(v, row[i])), row[x.length]));
  }

  // The network's inputs: those of the slice.
  inputs(x) {
    if (!this.data.slice) return x;
    this.slice = this.slice || this.data.slice.map(parseRow);
    return this.slice.map(row => x.reduce((sum, v, i) => plus(sum, times(v, row[i])), row[x.length]));
  }
}
