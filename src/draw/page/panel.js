// A point and a region in words and numbers.

const short = x => {
  const value = typeof x === 'number' ? x : toNumber(x);
  const text = Math.abs(value) >= 1e7 || (value && Math.abs(value) < 1e-4)
    ? value.toExponential(5) : String(Number(value.toPrecision(7)));
  return text.replace('-', '−');
};

const subscript = n => String(n).replace(/\d/g, digit => '₀₁₂₃₄₅₆₇₈₉'[digit]);

// A click shows all of a long one.
const exactText = text => make('code', {class: text.length > 40 ? 'exact long' : 'exact', title: text,
  onclick: event => event.target.classList.toggle('open')}, text);

// A fraction: as a decimal if that helps, and exactly.
function numberOf(x) {
  const text = fractionText(x);
  const exact = exactText(text);
  if (x.d === 1n && text.length < 10) return exact;
  return make('span', {class: 'number'}, make('span', {class: 'approximate'}, short(x)), ' ', exact);
}

const pairOf = x => `(${x.map(fractionText).join(', ')})`;

class Panel {
  constructor(page) {
    this.page = page;
    this.element = document.getElementById('answer');
    this.said = document.getElementById('said');
  }

  coordinates(data) {
    const letter = data.slice ? ['u', 'v'] : ['x₁', 'x₂'];
    return data.dimension === 1 && !data.slice ? ['x'] : letter.slice(0, data.dimension);
  }

  // All that there is to say; without a region only why.
  show(figure, point, touching, r) {
    const blocks = [];
    if (point) blocks.push(this.place(figure, point, touching, r));
    if (r === null) blocks.push(make('p', {class: 'hint'}, point ? 'Outside of the domain.'
      : 'Point at a region, type a point, or move with the arrow keys.'));
    else blocks.push(this.heading(figure, touching, r), this.pattern(figure, r), this.map(figure, r),
      this.shape(figure, r), this.neighbours(figure, r));
    this.element.replaceChildren(...blocks);
    this.element.dataset.region = r === null ? '' : r;
    this.element.dataset.touching = touching.join(' ');
  }

  // One sentence for screen readers.
  say(figure, point, touching, r) {
    const parts = [];
    if (point) parts.push(`At ${point.map(fractionText).join(', ')}:`);
    if (r === null) parts.push(point ? 'outside of the domain.' : '');
    else {
      if (touching.length > 1) parts.push(`on the border of ${touching.length} regions;`);
      parts.push(`region ${r} of ${figure.regions.count},`,
        `${this.sizeName(figure)} ${figure.regions.bounded[r] ? short(figure.exact.size(r)) : 'unbounded'},`,
        `${counted(figure.regions.neighbours(r).length, 'neighbour')}.`);
      if (point) parts.push(`Output ${figure.exact.outputs(r, point).map(short).join(', ')}.`);
    }
    this.said.textContent = parts.join(' ');
  }

  place(figure, point, touching, r) {
    const {data} = figure, names = this.coordinates(data), rows = [];
    const row = (name, value) => rows.push(make('tr', {}, make('th', {scope: 'row'}, name), make('td', {}, value)));
    point.forEach((x, i) => row(names[i], numberOf(x)));
    if (data.slice && data.slice.length <= 12)
      figure.exact.inputs(point).forEach((x, i) => row(`x${subscript(i + 1)}`, numberOf(x)));
    if (r !== null)
      figure.exact.outputs(r, point).forEach((y, i) => row(`y${subscript(i + 1)}`, numberOf(y)));
    return make('table', {class: 'place', id: 'place'},
      make('caption', {}, !this.page.pinned ? 'At this point'
        : matchMedia('(pointer: coarse)').matches ? 'At this point (a tap elsewhere moves it)'
        : 'At this point (pinned; Escape lets go)'),
      make('tbody', {}, ...rows));
  }

  heading(figure, touching, r) {
    const {regions, data} = figure, size = regions.bounded[r] ? figure.exact.size(r) : null;
    const several = touching.length > 1 ? make('p', {class: 'touching'},
      `On the border of ${touching.length} regions: `,
      ...touching.flatMap((other, i) => [i ? ', ' : '', this.link(other, other === r)])) : null;
    return make('section', {},
      make('h2', {id: 'region'}, `Region ${r}`, make('small', {}, ` of ${regions.count.toLocaleString('en')}${this.page.figures.length > 1 ? ` in ${baseName(data.name)}` : ''}`)),
      several,
      make('p', {class: 'size'}, data.dimension === 1 ? 'Length ' : 'Area ',
        size ? numberOf(size) : 'unbounded'));
  }

  sizeName(figure) {
    return figure.data.dimension === 1 ? 'length' : 'area';
  }

  link(r, current = false) {
    return make('button', {class: 'link', type: 'button', 'aria-current': current ? 'true' : null,
      onclick: () => this.page.goTo(r)}, `#${r}`);
  }

  // A box for each neuron, which picks it.
  pattern(figure, r) {
    const {page} = this, {neuron} = page.state;
    const layers = figure.regions.pattern(r).map((pieces, l) => make('div', {class: 'layer'},
      make('span', {class: 'layer-name'}, `Layer ${l}`),
      make('span', {class: 'units', role: 'group', 'aria-label': `Layer ${l}`, 'data-pattern': pieces.join(' ')},
        ...pieces.map((piece, u) => make('button', {
          type: 'button', class: piece ? 'unit on' : 'unit',
          'aria-label': `unit ${u}: piece ${piece}`,
          'aria-pressed': neuron && neuron.layer === l && neuron.unit === u ? 'true' : 'false',
          title: `Layer ${l}, unit ${u}: light up its crease`,
          onclick: () => page.pick(l, u),
        }, String(piece))))));
    return make('section', {}, make('h3', {}, 'Pattern'), make('div', {class: 'pattern'}, ...layers));
  }

  map(figure, r) {
    const names = [...this.coordinates(figure.data), '1'], rows = figure.exact.map(r);
    return make('section', {}, make('h3', {}, 'Affine map'), make('div', {class: 'scroll'},
      make('table', {class: 'map', id: 'map'},
        make('thead', {}, make('tr', {}, make('td'), ...names.map(name => make('th', {scope: 'col'}, name)))),
        make('tbody', {}, ...rows.map((row, i) => make('tr', {'data-row': row.map(fractionText).join(' ')},
          make('th', {scope: 'row'}, `y${subscript(i + 1)}`), ...row.map(x => make('td', {}, numberOf(x)))))))));
  }

  shape(figure, r) {
    const {vertices, rays} = figure.exact.shape(r);
    const point = v => make('li', {'data-point': v.map(fractionText).join(' ')},
      make('button', {class: 'link', type: 'button', title: 'Look at this vertex',
        onclick: () => this.page.lookAt(v)}, `(${v.map(short).join(', ')})`), ' ',
      exactText(pairOf(v)));
    return make('section', {}, make('h3', {}, figure.data.dimension === 1 ? 'Ends' : 'Vertices'),
      vertices.length ? make('ol', {class: 'vertices', id: 'vertices'}, ...vertices.map(point))
        : make('p', {class: 'hint'}, 'None: the region contains a line.'),
      rays.length ? make('p', {class: 'rays', id: 'rays'}, 'Unbounded towards ', rays.map(pairOf).join(' and ')) : null);
  }

  neighbours(figure, r) {
    const {regions} = figure, items = regions.neighbours(r).map(({region, crease}) => {
      const {layer, unit} = regions.creases[crease];
      return make('li', {'data-region': region}, this.link(region), ' across ',
        make('button', {class: 'link', type: 'button', onclick: () => this.page.pick(layer, unit)},
          `unit ${unit} of layer ${layer}`));
    });
    return make('section', {}, make('h3', {}, counted(items.length, 'neighbour')),
      make('ul', {class: 'neighbours', id: 'neighbours'}, ...items));
  }
}

// All regions, some at a time, for those who do not look at pictures.
class RegionTable {
  constructor(page) {
    this.page = page;
    this.first = 0;
    this.body = document.querySelector('#table tbody');
    this.range = document.getElementById('table-range');
    document.getElementById('table-back').addEventListener('click', () => this.turn(-1));
    document.getElementById('table-on').addEventListener('click', () => this.turn(1));
    document.getElementById('table').closest('details').addEventListener('toggle', () => this.show());
  }

  turn(by) {
    const {count} = this.page.figure.regions;
    this.first = Math.min(Math.max(this.first + 20 * by, 0), Math.max(0, 20 * Math.floor((count - 1) / 20)));
    this.show();
  }

  show() {
    const {figure} = this.page, {regions} = figure, last = Math.min(this.first + 20, regions.count), rows = [];
    if (!this.body.closest('details').open) return;
    for (let r = this.first; r < last; r++)
      rows.push(make('tr', {}, make('th', {scope: 'row'}, this.page.panel.link(r)),
        make('td', {}, make('code', {}, regions.pattern(r).map(l => l.join('')).join(' '))),
        make('td', {}, regions.bounded[r] ? short(regions.size(r)) : 'unbounded'),
        make('td', {}, regions.neighbours(r).map(({region}) => region).join(', '))));
    this.body.replaceChildren(...rows);
    this.range.textContent = regions.count ? `${this.first} to ${last - 1} of ${counted(regions.count, 'region')}` : 'no regions';
  }
}
