// Colours, chosen in OKLab, a perceptual space (B. Ottosson, 2020), as in the other pictures.

// Lightness, chroma and hue of eight inks that all eyes tell apart: those of all pictures, which a
// test of src/draw/palette.c holds to that.
const INKS = [[0.444, 0.285, 0.743], [0.754, 0.132, 0.143], [0.563, 0.173, 0.383], [0.525, 0.229, 0.937],
  [0.812, 0.119, 0.518], [0.261, 0.133, 0.857], [0.66, 0.025, 0.247], [0.343, 0.139, 0.082]];

function linearLight(lightness, a, b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3;
  return [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s];
}

const encode = x => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

// A pixel: red in the lowest byte, opaque. hue is in turns; chroma is reduced where a screen
// cannot show it.
function pixelOf(lightness, chroma, hue) {
  const a = Math.cos(2 * Math.PI * hue), b = Math.sin(2 * Math.PI * hue);
  let light = linearLight(lightness, chroma * a, chroma * b);
  for (let i = 0; i < 8 && light.some(x => x < -1e-4 || x > 1.0001); i++) {
    chroma *= 0.8;
    light = linearLight(lightness, chroma * a, chroma * b);
  }
  const [red, green, blue] = light.map(x => Math.round(255 * encode(Math.min(Math.max(x, 0), 1))));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

const cssOf = pixel => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;

// share of b, the rest of a.
function mix(a, b, share) {
  let mixed = 255 << 24;
  for (let shift = 0; shift < 24; shift += 8) {
    const from = (a >> shift) & 255, to = (b >> shift) & 255;
    mixed |= Math.round(from + (to - from) * share) << shift;
  }
  return mixed >>> 0;
}

// Words without visible structure.
function scramble(x) {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

// From here on, for a light or a dark page.
class Palette {
  constructor(dark) {
    this.dark = dark;
    this.table = new Uint32Array(256 * 16);
    for (let hue = 0; hue < 256; hue++)
      for (let step = 0; step < 16; step++)
        this.table[16 * hue + step] = dark ? pixelOf(0.30 + 0.010 * step, 0.042, hue / 256)
          : pixelOf(0.84 + 0.008 * step, 0.037, hue / 256);
    this.plain = dark ? pixelOf(0.27, 0.01, 0.7) : pixelOf(0.965, 0.008, 0.2);
    this.paper = dark ? 0xff171412 : 0xffffffff;
    this.accent = dark ? pixelOf(0.85, 0.17, 0.37) : pixelOf(0.58, 0.17, 0.4);
    this.classes = Array.from({length: 64}, (_, i) => this.ofClass(i));
    this.ramp = Array.from({length: 256}, (_, i) => this.diverging(i / 255));
    this.sizes = Array.from({length: 256}, (_, i) => (dark ? pixelOf(0.25 + 0.5 * i / 255, 0.09, 0.62)
      : pixelOf(0.97 - 0.5 * i / 255, 0.02 + 0.1 * i / 255, 0.62)));
  }

  // A number of 32 bits: its high bits are the hue.
  ofWord(word) {
    return this.table[(word >>> 24) * 16 + (scramble(word) >>> 28)];
  }

  ofIndex(index) {
    return this.ofWord(Math.imul(index + 1, 0x9e3779b1));
  }

  // Pale, for areas; of the first eight no two are alike to any eyes.
  ofClass(index) {
    const [lightness, chroma, hue] = INKS[index % INKS.length];
    const part = (lightness - 0.261) / (0.812 - 0.261);
    const strength = Math.floor(index / INKS.length) % 2 ? 0.12 : 0.5;
    return this.dark ? pixelOf(0.26 + 0.22 * part, strength * chroma, hue)
      : pixelOf(0.67 + 0.29 * part, strength * chroma, hue);
  }

  // 0 and 1 are the ends, 1/2 the middle.
  diverging(t) {
    const s = 2 * t - 1, far = Math.abs(s) ** 0.8, hue = s < 0 ? 0.69 : 0.13;
    return this.dark ? pixelOf(0.24 + 0.42 * far, 0.12 * far, hue) : pixelOf(0.97 - 0.37 * far, 0.13 * far, hue);
  }

  // The direction of a gradient is the hue, its length the strength.
  ofSlope(x, y, typical) {
    const size = Math.hypot(x, y), strength = size > 0 ? size / (size + typical) : 0;
    const hue = Math.atan2(y, x) / (2 * Math.PI);
    return this.dark ? pixelOf(0.22 + 0.5 * strength, 0.16 * strength, hue)
      : pixelOf(0.98 - 0.42 * strength, 0.18 * strength, hue);
  }

  // Dark, lighter from the first layer to the last; on a dark page the other way round.
  crease(layer, layers) {
    const t = layers > 1 ? layer / (layers - 1) : 0, hue = 0.76 + 0.36 * t;
    return this.dark ? pixelOf(0.9 - 0.3 * t, 0.1, hue) : pixelOf(0.22 + 0.38 * t, 0.16, hue);
  }

  // Strong, for lines.
  curve(index) {
    const [lightness, chroma, hue] = INKS[index % INKS.length];
    return this.dark ? pixelOf(1.09 - lightness / 2, chroma / 2, hue) : pixelOf(lightness, chroma, hue);
  }
}
