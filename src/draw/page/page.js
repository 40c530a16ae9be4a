// The page: its state, controls, keys and the callbacks for changes.

const COLOURS = ['pattern', 'map', 'slope', 'output', 'class', 'area', 'none'];
const QUICK_MS = 30; // a picture that takes longer is drawn without creases while it moves

const byId = id => document.getElementById(id);

class Page {
  constructor(data) {
    this.began = performance.now();
    this.data = data;
    this.state = {colour: data.colour, output: 0, creases: true, neuron: null, stage: Infinity};
    this.pinned = false;
    this.touching = [];
    this.figures = [];
    for (const network of data.networks) this.figures.push(new Figure(this, network, this.figures.length));
    this.decoded = performance.now() - this.began;
    this.figure = this.figures[0];
    this.origin = this.figure.regions.origin;
    this.originNumber = this.origin.map(toNumber);
    this.minusOrigin = this.origin.map(x => ({n: -x.n, d: x.d}));
    this.units = Math.max(...this.figures.map(f => f.regions.units));
    this.panel = new Panel(this);
    this.side = this.figures.length > 1 && this.figures.length <= 4;
    byId('figures').append(...this.figures.map(f => f.element));
    this.head();
    this.setUpControls();
    this.setUpFrames();
    this.table = new RegionTable(this);
    this.chooseTheme(matchMedia('(prefers-color-scheme: dark)').matches);
    this.layOut();
    window.addEventListener('resize', () => this.layOut());
    document.addEventListener('keydown', event => this.key(event));
    this.answer();
    this.report();
  }

  // ---- Words that do not change ----

  head() {
    const names = this.data.networks.map(n => baseName(n.name)), {data} = this.figure, widths = this.widths(data);
    const title = this.data.texts?.title ?? (names.length === 1 ? names[0] : `${names[0]} and ${counted(names.length - 1, 'other')}`);
    document.title = `${title} — linear regions`;
    byId('title').textContent = title;
    byId('subtitle').replaceChildren(`${widths.join('–')}, ${[...new Set(data.layers.slice(0, data.hidden).map(l => l.activation))].join(', ')}`,
      ' · ', data.domain, ...(names.length > 1 ? [] : [' · ', counted(data.activation_regions, 'activation region'),
        ` · ${counted(data.affine_maps, 'affine map')}`]));
    byId('table-size').textContent = data.dimension === 1 ? 'Length' : 'Area';
    this.panel.coordinates(data).forEach((name, i) => byId('coordinates').append(
      make('label', {}, `${name} `, make('input', {id: `x${i}`, type: 'text', inputmode: 'text', size: 12,
        autocomplete: 'off', spellcheck: 'false', 'aria-label': `coordinate ${name}, exactly: 0.25 or 1/4`}))));
  }

  widths(data) {
    return [data.inputs, ...data.layers.map(layer => layer.units.length)];
  }

  // Measurements of the page, for tests and authors.
  report() {
    const total = this.figures.reduce((sum, f) => sum + f.regions.count, 0);
    const about = this.data.networks.map(n => n.about).filter(Boolean)[0];
    this.measured = {regions: total, decode: this.decoded, draw: this.drawn, all: this.decoded + this.drawn};
    byId('about').replaceChildren(about ? `${about}. ` : '', `SHA-256 ${this.data.networks[0].network_sha256}. `,
      `Everything said of a region is computed exactly, in rational arithmetic. `,
      make('span', {id: 'measured'}, `${counted(total, 'region')} read in ${Math.round(this.decoded)} ms and drawn in ${Math.round(this.drawn)} ms.`));
  }

  // ---- Layout and views ----

  layOut() {
    byId('figures').className = this.side ? 'side' : 'one';
    this.figures.forEach(f => { f.element.hidden = !this.side && f !== this.figure; });
    for (const figure of this.shown()) {
      figure.resize();
      if (!figure.view || !this.moved) figure.fit();
      else if (figure !== this.figure) figure.view = {...this.figure.view};
    }
    const begin = performance.now();
    this.draw();
    this.drawn = performance.now() - begin;
  }

  shown() {
    return this.figures.filter(f => !f.element.hidden);
  }

  // The range of each axis over all networks.
  extent() {
    const ends = this.figures.map(f => f.drawing.extent());
    return ends[0].map((_, axis) => [Math.min(...ends.map(e => e[axis][0])), Math.max(...ends.map(e => e[axis][1]))]);
  }

  // All figures look at the same place.
  moveViews(from, view) {
    this.moved = true;
    for (const figure of this.shown()) figure.view = {...view};
    this.draw(this.slow);
    clearTimeout(this.settling);
    if (this.slow) this.settling = setTimeout(() => this.draw(), 140);
  }

  fit() {
    this.moved = false;
    for (const figure of this.shown()) figure.fit();
    this.draw();
  }

  draw(quick = false) {
    cancelAnimationFrame(this.waiting);
    const begin = performance.now();
    for (const figure of this.shown()) figure.draw(quick);
    if (!quick) this.slow = performance.now() - begin > QUICK_MS;
  }

  redraw() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.draw());
  }

  chooseTheme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    byId('theme').textContent = dark ? 'Light' : 'Dark';
    this.palette = new Palette(dark);
    this.showLegend();
    this.showKey();
  }

  // ---- What is pointed at ----

  choose(figure) {
    if (this.figure === figure) return;
    this.figure = figure;
    this.table.show();
    this.answerSoon();
  }

  hover(figure, at) {
    if (this.pinned) return;
    this.figure = figure;
    this.setPoint(figure.pointAt(...at));
    figure.region = figure.drawing.regionAt(...at);
    figure.drawOverlay();
    this.answerSoon();
  }

  click(figure, at) {
    const again = this.pinned && figure === this.figure && figure.drawing.regionAt(...at) === figure.region;
    this.pinned = false;
    this.figure = figure;
    this.setPoint(figure.pointAt(...at));
    this.pinned = !again;
    this.answer();
  }

  leave() {
    if (this.pinned) return;
    this.answerSoon();
  }

  // All figures show the same point.
  setPoint(point) {
    for (const figure of this.figures) figure.point = point;
  }

  // An exact point, however it was named.
  lookAt(point) {
    this.setPoint(point);
    this.pinned = true;
    this.bringIntoView();
    this.answer();
  }

  goTo(r) {
    this.pinned = true;
    this.wanted = r;
    this.setPoint(this.figure.exact.interior(r));
    this.bringIntoView();
    this.answer();
  }

  bringIntoView() {
    const {figure} = this, at = figure.point.map((x, i) => toNumber(plus(x, this.minusOrigin[i])));
    const [x, y] = figure.drawing.pixel(at), {width, height} = figure.canvas;
    if (x < 0 || x > width || (isPlane(figure.data) && (y < 0 || y > height)))
      this.moveViews(figure, {...figure.view, x: at[0], y: isPlane(figure.data) ? at[1] : figure.view.y});
  }

  answerSoon() {
    if (this.answering) return;
    this.answering = setTimeout(() => this.answer(), 25);
  }

  // Says all about the present point, or about the region that was asked for.
  answer() {
    clearTimeout(this.answering);
    this.answering = null;
    for (const figure of this.shown()) {
      const touching = figure.point ? figure.exact.touching(figure.point) : [];
      figure.region = touching.length ? touching[0] : null;
      if (figure === this.figure) {
        if (touching.includes(this.wanted)) figure.region = this.wanted;
        this.touching = touching;
      }
      figure.drawOverlay();
    }
    this.wanted = undefined;
    const {figure} = this, focused = document.activeElement;
    this.panel.show(figure, figure.point, this.touching, figure.region);
    this.showPicked();
    if (figure.point && !byId('point').contains(focused))
      figure.point.forEach((x, i) => { byId(`x${i}`).value = fractionText(x); });
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.panel.say(figure, figure.point, this.touching, figure.region), 250);
  }

  // ---- Neurons ----

  pick(layer, unit) {
    const {neuron} = this.state;
    this.state.neuron = neuron && neuron.layer === layer && neuron.unit === unit ? null : {layer, unit};
    this.draw();
    this.answer();
  }

  pickNext(by) {
    const {regions} = this.figure, {neuron} = this.state;
    if (!regions.units) return;
    const at = neuron ? regions.first[neuron.layer] + neuron.unit + by : by > 0 ? 0 : regions.units - 1;
    const next = (at + regions.units) % regions.units, layer = regions.layerOf[next];
    this.state.neuron = null;
    this.pick(layer, next - regions.first[layer]);
  }

  showPicked() {
    const {neuron} = this.state;
    byId('picked').hidden = !neuron;
    if (neuron) byId('picked-name').textContent = `Unit ${neuron.unit} of layer ${neuron.layer} is lit.`;
  }

  setStage(stage) {
    this.state.stage = Math.min(Math.max(stage, 0), this.units);
    this.showStage();
    this.redraw();
  }

  showStage() {
    const {regions} = this.figure, stage = Math.min(this.state.stage, regions.units);
    const layers = regions.first.filter(f => f <= stage).length - 1;
    const cells = regions.cells(stage);
    byId('layers').value = layers;
    byId('neurons').value = stage;
    byId('layers-out').textContent = `${layers} of ${regions.data.hidden}`;
    byId('neurons-out').textContent = `${stage} of ${regions.units}: ${counted(cells, 'region')}`;
    byId('neurons-out').dataset.cells = cells;
  }

  playStages() {
    if (this.playing) return this.stopPlaying();
    byId('play').textContent = 'Stop';
    if (this.state.stage >= this.units) this.setStage(0);
    const pause = Math.max(60, Math.min(500, 12000 / this.units));
    this.playing = setInterval(() => {
      this.setStage(this.state.stage + 1);
      if (this.state.stage >= this.units) this.stopPlaying();
    }, pause);
  }

  stopPlaying() {
    clearInterval(this.playing);
    this.playing = null;
    byId('play').textContent = 'Play';
  }

  // ---- Several networks ----

  setUpFrames() {
    const several = this.figures.length > 1;
    byId('frames').hidden = !several;
    if (!several) return;
    byId('frame').max = this.figures.length - 1;
    byId('side').checked = this.side;
    byId('side').addEventListener('change', event => {
      this.side = event.target.checked;
      this.layOut();
      this.answer();
    });
    byId('frame').addEventListener('input', event => this.showFrame(Number(event.target.value)));
    byId('play-frames').addEventListener('click', () => this.playFrames());
    this.showFrame(0);
  }

  showFrame(number) {
    this.figure = this.figures[(number + this.figures.length) % this.figures.length];
    byId('frame').value = this.figure.number;
    byId('frame-name').textContent = `${baseName(this.figure.data.name)}: ${counted(this.figure.regions.count, 'region')}`;
    if (this.table) {
      this.layOut();
      this.answer();
      this.showStage();
      this.table.show();
    }
  }

  playFrames() {
    if (this.framing) {
      clearInterval(this.framing);
      this.framing = null;
    } else {
      this.side = false;
      byId('side').checked = false;
      this.framing = setInterval(() => this.showFrame(this.figure.number + 1), 900);
    }
    byId('play-frames').textContent = this.framing ? 'Stop' : 'Play';
  }

  // ---- Controls ----

  setUpControls() {
    const {state} = this, {regions} = this.figure, on = (id, name, does) => byId(id).addEventListener(name, does);
    byId('layers').max = regions.data.hidden;
    byId('neurons').max = this.units;
    state.stage = this.units;
    this.showStage();
    on('layers', 'input', event => this.setStage(this.figure.regions.first[Number(event.target.value)]));
    on('neurons', 'input', event => this.setStage(Number(event.target.value)));
    on('play', 'click', () => this.playStages());
    byId('colour').value = state.colour;
    on('colour', 'change', event => this.setColour(event.target.value));
    byId('output').append(...Array.from({length: regions.outputs}, (_, k) => make('option', {value: k}, `y${subscript(k + 1)}`)));
    on('output', 'change', event => {
      state.output = Number(event.target.value);
      this.showKey();
      this.redraw();
    });
    on('creases', 'change', event => {
      state.creases = event.target.checked;
      this.redraw();
    });
    on('fit', 'click', () => this.fit());
    on('closer', 'click', () => this.figure.zoom(1.5));
    on('farther', 'click', () => this.figure.zoom(1 / 1.5));
    on('theme', 'click', () => {
      this.chooseTheme(document.documentElement.dataset.theme !== 'dark');
      this.draw();
    });
    on('unpick', 'click', () => this.pick(state.neuron.layer, state.neuron.unit));
    on('point', 'submit', event => {
      event.preventDefault();
      this.readPoint();
    });
    this.setColour(state.colour);
  }

  // The meaning of the colours, unless each region has its own.
  showKey() {
    const {state, palette} = this, {regions, drawing} = this.figure;
    const key = (pixel, text) => make('span', {class: 'key'}, make('b', {style: `background: ${cssOf(pixel)}`}), text);
    const ramp = (list, lo, hi) => [lo, make('span', {class: 'key'}, make('b', {class: 'ramp',
      style: `background: linear-gradient(to right, ${list.filter((_, i) => i % 15 === 0).map(cssOf).join(', ')})`})), hi];
    const said = {
      class: () => Array.from({length: Math.max(regions.outputs, 2)}, (_, k) => key(palette.classes[k % 64],
        regions.outputs > 1 ? `y${subscript(k + 1)} is largest` : `y ${k ? '> 0' : '≤ 0'}`)),
      output: () => ramp(palette.ramp, short(-drawing.scale(state.output)), short(drawing.scale(state.output))),
      area: () => ramp(palette.sizes, 'small', 'large'),
      slope: () => ['its direction is the hue, its size the strength'],
    }[state.colour];
    byId('key').replaceChildren(...(said && isPlane(this.figure.data) ? said() : []));
  }

  setColour(colour) {
    this.state.colour = colour;
    byId('colour').value = colour;
    byId('output-choice').hidden = this.figure.regions.outputs < 2 || !['slope', 'output'].includes(colour);
    if (!this.palette) return;
    this.showKey();
    this.redraw();
  }

  showLegend() {
    byId('legend').replaceChildren(...Array.from({length: this.figure.data.hidden}, (_, l) => make('span', {class: 'key'},
      make('i', {style: `border-top-color: ${cssOf(this.palette.crease(l, this.figure.data.hidden))}; border-top-width: ${Math.max(2.4 * 0.75 ** l, 0.8)}px`}),
      `layer ${l}`)));
  }

  readPoint() {
    const point = this.origin.map((_, i) => parseFraction(byId(`x${i}`).value)), bad = point.indexOf(null);
    byId('point-error').textContent = bad < 0 ? '' : `“${byId(`x${bad}`).value}” is no number: write 0.25, 1/4 or 1e-3.`;
    if (bad < 0) this.lookAt(point);
  }

  // ---- Keys ----

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = event.target.closest && event.target.closest('input, select, textarea');
    if (field && event.key !== 'Escape') return;
    const pressed = event.target.closest && event.target.closest('button, summary, a');
    if (pressed && ['Enter', ' '].includes(event.key)) return;
    const does = this.keys()[event.key];
    if (!does) return;
    event.preventDefault();
    does(event);
  }

  keys() {
    const {figure, state} = this, steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const layerBy = by => () => {
      const {first} = figure.regions, stage = Math.min(state.stage, figure.regions.units);
      const to = by > 0 ? first.find(f => f > stage) : [...first].reverse().find(f => f < stage);
      if (to !== undefined) this.setStage(to);
    };
    const keys = {
      '+': () => figure.zoom(1.3), '=': () => figure.zoom(1.3), '-': () => figure.zoom(1 / 1.3), '0': () => this.fit(),
      '[': () => this.step(-1), ']': () => this.step(1), n: () => this.pickNext(1), N: () => this.pickNext(-1),
      ',': () => this.setStage(state.stage - 1), '.': () => this.setStage(state.stage + 1),
      '<': layerBy(-1), '>': layerBy(1), p: () => this.playStages(),
      c: () => this.setColour(COLOURS[(COLOURS.indexOf(state.colour) + 1) % COLOURS.length]),
      e: () => byId('creases').click(), j: () => this.showFrame(figure.number + 1), k: () => this.showFrame(figure.number - 1),
      Enter: () => this.pin(), Escape: () => this.letGo(), '?': () => this.showKeys(),
    };
    for (const [name, by] of Object.entries(steps)) keys[name] = event => this.arrow(event, ...by);
    return keys;
  }

  arrow(event, dx, dy) {
    const {figure} = this, {width, height} = figure.canvas, step = 12 * figure.ratio;
    if (event.shiftKey) return figure.pan(-4 * step * dx, -4 * step * dy);
    const at = figure.point ? figure.drawing.pixel(figure.point.map((x, i) => toNumber(plus(x, this.minusOrigin[i]))))
      : [width / 2, height / 2];
    const x = Math.min(Math.max(at[0] + step * dx, 0), width - 1), y = Math.min(Math.max(at[1] + step * dy, 0), height - 1);
    this.pinned = true;
    this.setPoint(figure.pointAt(x, y));
    this.answer();
  }

  step(by) {
    const {count} = this.figure.regions, r = this.figure.region;
    if (count) this.goTo(r === null ? (by > 0 ? 0 : count - 1) : (r + by + count) % count);
  }

  pin() {
    this.pinned = !this.pinned && this.figure.region !== null;
    this.answer();
  }

  letGo() {
    this.pinned = false;
    if (this.state.neuron) this.pick(this.state.neuron.layer, this.state.neuron.unit);
    else this.answer();
  }

  showKeys() {
    byId('keys').open = true;
    byId('keys').querySelector('summary').focus();
  }
}

document.documentElement.classList.toggle('embedded', window.parent !== window);
window.page = new Page(JSON.parse(byId('data').textContent));
