// Exact numbers: fractions {n, d} of BigInt in lowest terms, d > 0; and forms, rows of BigInt.

function gcd(a, b) {
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  while (b) [a, b] = [b, a % b];
  return a;
}

function fraction(n, d = 1n) {
  if (d < 0n) [n, d] = [-n, -d];
  const common = gcd(n, d);
  return common > 1n ? {n: n / common, d: d / common} : {n, d};
}

const ZERO = fraction(0n);

// An integer, a decimal with or without exponent, or p/q; null if it is none of them.
function parseFraction(text) {
  const found = /^\s*([+-]?)(\d+)\/(\d+)\s*$/.exec(text) ||
    /^\s*([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(text);
  if (!found) return null;
  const sign = found[1] === '-' ? -1n : 1n;
  if (found.length === 4) {
    const d = BigInt(found[3]);
    return d ? fraction(sign * BigInt(found[2]), d) : null;
  }
  if (!found[2] && !found[3]) return null;
  const exponent = Number(found[4] || 0) - found[3].length;
  const n = sign * BigInt(found[2] + found[3]);
  return exponent >= 0 ? fraction(n * 10n ** BigInt(exponent)) : fraction(n, 10n ** BigInt(-exponent));
}

// Rows of a document: "1/2 -3".
const parseRow = text => (text ? text.split(' ') : []).map(parseFraction);

const plus = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const times = (a, b) => fraction(a.n * b.n, a.d * b.d);

const fractionText = x => (x.d === 1n ? `${x.n}` : `${x.n}/${x.d}`);

// The nearest double but for its last bits.
function toNumber(x) {
  const size = v => v.toString(16).length * 4;
  const shift = size(x.d) - size(x.n < 0n ? -x.n : x.n) + 64;
  const scaled = shift > 0 ? (x.n << BigInt(shift)) / x.d : x.n / (x.d << BigInt(-shift));
  // In two steps, for one power may be no double.
  const half = Math.trunc(shift / 2);
  return Number(scaled) * 2 ** -half * 2 ** (half - shift);
}

// All fractions of some rows as integers, and the common denominator.
function commonDenominator(rows) {
  let d = 1n;
  for (const row of rows) for (const x of row) d = (d / gcd(d, x.d)) * x.d;
  return {rows: rows.map(row => row.map(x => x.n * (d / x.d))), d};
}

// The integer row without its common factor.
function primitive(row) {
  const common = row.reduce(gcd, 0n);
  return common > 1n ? row.map(x => x / common) : row;
}

// row . (x, 1) times a positive number, so that its sign is right: x are fractions.
function formAt(row, x) {
  const d = x.reduce((all, f) => all * f.d, 1n);
  let sum = row[x.length] * d;
  x.forEach((f, i) => { sum += row[i] * f.n * (d / f.d); });
  return sum;
}
