// The regions of one network as arrays, decoded from the data of the page.

const IS_DIRECTION = 0x80000000, IS_BORDER = 0x80000000, AT_INFINITY = 0xffffffff;

// Bytes of little-endian numbers, in base 64, as an array of them.
function decode(text, kind) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return new kind(bytes.buffer, 0, bytes.length / kind.BYTES_PER_ELEMENT);
}

class Regions {
  constructor(data) {
    this.data = data;
    this.dimension = data.dimension;
    this.start = decode(data.start, Uint32Array);
    this.count = this.start.length - 1;
    this.corner = decode(data.corner, Uint32Array);
    this.edge = decode(data.edge, Uint32Array);
    this.mapOf = decode(data.map_of, Uint32Array);
    this.points = decode(data.points, Float64Array);
    this.directions = this.points; // a corner is a point or a direction
    this.maps = decode(data.maps, Float64Array);
    this.patterns = decode(data.pattern, Uint8Array);
    this.patternBytes = 8 * data.words;
    this.origin = parseRow(data.origin);
    this.originNumber = this.origin.map(toNumber);
    this.outputs = data.layers[data.layers.length - 1].units.length;
    this.numberUnits();
    this.numberCreases();
    this.findSeparators();
    this.findBounds();
    this.findVertices();
    this.readNeighbours(decode(data.neighbours, Uint32Array));
  }

  // The units of all hidden layers are numbered through; unit u of layer l is first[l] + u.
  numberUnits() {
    this.first = [0];
    this.unitAtBit = new Int32Array(8 * this.patternBytes);
    this.data.layers.slice(0, this.data.hidden).forEach((layer, l) => {
      layer.units.forEach((kind, u) =>
        this.unitAtBit.fill(this.first[l] + u, layer.first_bit + u * layer.bits,
          layer.first_bit + (u + 1) * layer.bits));
      this.first.push(this.first[l] + layer.units.length);
    });
    this.units = this.first[this.data.hidden];
    this.layerOf = new Int32Array(this.units);
    this.first.forEach((f, l) => { this.layerOf.fill(l, f, this.first[l + 1]); });
  }

  // A crease is a breakpoint of a unit, or two rows of a maxout unit.
  numberCreases() {
    this.creases = [];
    this.data.layers.slice(0, this.data.hidden).forEach((layer, l) => {
      layer.units.forEach((k, u) => {
        const {rank, breakpoints} = layer.kinds[k];
        const list = rank > 1 ? rank * (rank - 1) / 2 : parseRow(breakpoints).length;
        for (let b = 0; b < list; b++) this.creases.push({layer: l, unit: u, breakpoint: b});
      });
    });
    this.unitOfCrease = Int32Array.from(this.creases, c => this.first[c.layer] + c.unit);
  }

  // The regions are the leaves of the region tree in order. Two that follow one another are
  // separated by the split above both: the first unit in which their patterns differ.

  findSeparators() {
    this.separator = new Int32Array(this.count);
    const bytes = this.patterns, size = this.patternBytes;
    for (let r = 1; r < this.count; r++) {
      let i = 0;
      while (i < size && bytes[r * size + i] === bytes[(r - 1) * size + i]) i++;
      const differ = bytes[r * size + i] ^ bytes[(r - 1) * size + i];
      this.separator[r] = this.unitAtBit[8 * i + 31 - Math.clz32(differ & -differ)];
    }
  }

  // In coordinates relative to the origin; infinite where the region is. lo, hi of each axis.
  findBounds() {
    const {dimension: d, corner, start, points, directions} = this;
    this.bounds = new Float64Array(2 * d * this.count);
    this.bounded = new Uint8Array(this.count).fill(1);
    for (let r = 0, at = 0; r < this.count; r++)
      for (let axis = 0; axis < d; axis++, at += 2) {
        let lo = Infinity, hi = -Infinity, down = false, up = false;
        for (let i = start[r]; i < start[r + 1]; i++) {
          const c = corner[i];
          if (c >= IS_DIRECTION) {
            const towards = directions[(c - IS_DIRECTION) * d + axis];
            up = up || towards > 0;
            down = down || towards < 0;
            this.bounded[r] = 0;
          } else {
            const x = points[c * d + axis];
            if (x < lo) lo = x;
            if (x > hi) hi = x;
          }
        }
        this.bounds[at] = down || lo === Infinity ? -Infinity : lo;
        this.bounds[at + 1] = up || hi === -Infinity ? Infinity : hi;
      }
  }

  // Pairs (below, above, crease) as lists: region r has the entries neighbourStart[r] and on.
  readNeighbours(pairs) {
    this.neighbourStart = new Uint32Array(this.count + 2);
    for (let i = 0; i < pairs.length; i += 3)
      for (let side = 0; side < 2; side++) this.neighbourStart[pairs[i + side] + 2]++;
    for (let r = 2; r < this.neighbourStart.length; r++)
      this.neighbourStart[r] += this.neighbourStart[r - 1];
    this.neighbour = new Uint32Array(2 * pairs.length / 3);
    this.neighbourCrease = new Uint32Array(this.neighbour.length);
    for (let i = 0; i < pairs.length; i += 3)
      for (let side = 0; side < 2; side++) {
        const place = this.neighbourStart[pairs[i + side] + 1]++;
        this.neighbour[place] = pairs[i + 1 - side];
        this.neighbourCrease[place] = pairs[i + 2];
      }
  }

  neighbours(r) {
    const found = [];
    for (let i = this.neighbourStart[r]; i < this.neighbourStart[r + 1]; i++)
      found.push({region: this.neighbour[i], crease: this.neighbourCrease[i]});
    return found.sort((a, b) => a.region - b.region);
  }

  piece(r, l, u) {
    const {bits, first_bit} = this.data.layers[l];
    if (!bits) return 0;
    const bit = first_bit + u * bits, at = r * this.patternBytes + (bit >> 3);
    if (bits < 8) return (this.patterns[at] >> (bit & 7)) & ((1 << bits) - 1);
    let value = 0;
    for (let i = bits / 8; i-- > 0;) value = value * 256 + this.patterns[at + i];
    return value;
  }

  // The rows of `points` that are vertices. A corner between two edges on one line is none, unless
  // its region has no others: then it stands for a line.
  findVertices() {
    const {start, corner, edge} = this, found = new Set();
    for (let r = 0; r < this.count; r++) {
      const finite = [], first = start[r], last = start[r + 1] - 1;
      for (let i = first; i <= last; i++) if (!(corner[i] & IS_DIRECTION)) finite.push(i);
      const sharp = finite.filter(i => edge[i] !== edge[i > first ? i - 1 : last]);
      for (const i of sharp.length ? sharp : finite) found.add(corner[i]);
    }
    this.vertices = Uint32Array.from(found);
  }

  // Whether region r lies above a crease that is one of its edges.
  isAbove(r, crease) {
    const {layer, unit, breakpoint} = this.creases[crease], piece = this.piece(r, layer, unit);
    const {kinds, units} = this.data.layers[layer], {rank} = kinds[units[unit]];
    return rank > 1 ? piece === maxoutPair(breakpoint, rank)[1] : piece > breakpoint;
  }

  pattern(r) {
    return this.data.layers.slice(0, this.data.hidden)
      .map((layer, l) => layer.units.map((kind, u) => this.piece(r, l, u)));
  }

  // The number of cells after the first neurons are inserted.
  cells(stage) {
    let count = this.count ? 1 : 0;
    for (let r = 1; r < this.count; r++) count += this.separator[r] < stage;
    return count;
  }

  // For each region the first one of its cell.
  cellStarts(stage) {
    const starts = new Uint32Array(this.count);
    for (let r = 1; r < this.count; r++)
      starts[r] = this.separator[r] < stage ? r : starts[r - 1];
    return starts;
  }

  // The area or length in double precision; infinite if the region is not bounded.
  size(r) {
    if (!this.bounded[r]) return Infinity;
    const from = this.start[r], to = this.start[r + 1], p = this.points, c = this.corner;
    if (this.dimension === 1) return Math.abs(p[c[from + 1]] - p[c[from]]);
    let sum = 0;
    const x0 = p[2 * c[from]], y0 = p[2 * c[from] + 1];
    for (let i = from + 1; i + 1 < to; i++)
      sum += (p[2 * c[i]] - x0) * (p[2 * c[i + 1] + 1] - y0) -
        (p[2 * c[i + 1]] - x0) * (p[2 * c[i] + 1] - y0);
    return sum / 2;
  }

  // Whether a point may lie in the closure of a region, by doubles: a "no" is a proof, for edges
  // have a margin of more than what their coordinates are rounded by.
  mayTouch(r, at) {
    const d = this.dimension;
    const far = Math.max(1e-300, ...at.map(Math.abs));
    for (let axis = 0; axis < d; axis++) {
      const lo = this.bounds[2 * (r * d + axis)], hi = this.bounds[2 * (r * d + axis) + 1];
      const margin = 2 ** -48 * Math.max(far, lo > -Infinity ? Math.abs(lo) : 0,
        hi < Infinity ? Math.abs(hi) : 0);
      if (at[axis] < lo - margin || at[axis] > hi + margin) return false;
    }
    return d === 1 || this.mayLieWithin(r, at, far);
  }

  mayLieWithin(r, at, far) {
    const from = this.start[r], to = this.start[r + 1], p = this.points, q = this.directions;
    for (let i = from; i < to; i++) {
      const a = this.corner[i], b = this.corner[i + 1 < to ? i + 1 : from];
      if (a & IS_DIRECTION && b & IS_DIRECTION) continue;
      const end = 2 * (a & IS_DIRECTION ? b : a); // a finite one
      const x = p[end], y = p[end + 1];
      let dx, dy;
      if (a & IS_DIRECTION) {
        [dx, dy] = [-q[2 * (a & ~IS_DIRECTION)], -q[2 * (a & ~IS_DIRECTION) + 1]];
      } else if (b & IS_DIRECTION) {
        [dx, dy] = [q[2 * (b & ~IS_DIRECTION)], q[2 * (b & ~IS_DIRECTION) + 1]];
      } else {
        [dx, dy] = [p[2 * b] - x, p[2 * b + 1] - y];
      }
      const ex = at[0] - x, ey = at[1] - y;
      const size = Math.max(far, Math.abs(x), Math.abs(y), Math.abs(x + dx), Math.abs(y + dy));
      const length = Math.hypot(dx, dy) + Math.hypot(ex, ey);
      const scale = (a | b) & IS_DIRECTION ? length + 1 : length;
      if (dx * ey - dy * ex < -(2 ** -46) * size * scale) return false;
    }
    return true;
  }

  candidates(at) {
    const found = [];
    for (let r = 0; r < this.count; r++) if (this.mayTouch(r, at)) found.push(r);
    return found;
  }
}

// Pairs of rows of a maxout unit are in the order (0,1), (0,2), .., (1,2), ..
function maxoutPair(number, rank) {
  let earlier = 0;
  while (number >= rank - 1 - earlier) number -= rank - 1 - earlier++;
  return [earlier, earlier + 1 + number];
}
