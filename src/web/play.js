// The page: one question at a time is put to the tool, which runs in a worker.

const byId = id => document.getElementById(id);

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), c => c.charCodeAt(0));
}

class Stopped extends Error {}

class Tool {
  constructor() {
    this.module = WebAssembly.compile(bytesOf(byId('program').textContent.trim()));
    this.script = URL.createObjectURL(new Blob([byId('worker').textContent], {type: 'text/javascript'}));
    this.next = this.start();
    this.stop = () => {};
  }

  // A worker for the next command, which is made ready before there is one.
  async start() {
    const module = await this.module, worker = new Worker(this.script);
    worker.postMessage({module});
    return worker;
  }

  // Runs a command on files, and stops the one before. Its result is that of the worker.
  async run(words, files, progress = () => {}) {
    this.stop();
    const next = this.next;
    this.next = next.then(() => this.start());
    const worker = await next;
    this.stop();
    try {
      return await new Promise((done, fail) => {
        this.stop = () => fail(new Stopped());
        worker.onmessage = ({data}) => data.progress ? progress(data.progress) : done(data);
        worker.onerror = event => fail(new Error(event.message));
        worker.postMessage({words, files});
      });
    } finally {
      this.stop = () => {};
      worker.terminate();
    }
  }
}

class Play {
  constructor() {
    this.tool = new Tool();
    this.examples = JSON.parse(byId('examples').textContent);
    this.network = null; // an EditedNetwork
    this.name = ''; // of its file
    this.isBusy = this.isStale = false;
    byId('example').append(...this.examples.map((e, i) => new Option(e.title, i)), new Option('your file', ''));
    byId('example').lastChild.hidden = true;
    this.listen();
    this.openExample(0);
  }

  listen() {
    byId('example').onchange = event => this.openExample(event.target.value);
    byId('file').onchange = event => event.target.files.length && this.openFile(event.target.files[0]);
    byId('question').onsubmit = event => {
      event.preventDefault();
      this.answer();
    };
    byId('stop').onclick = () => this.tool.stop();
    byId('layer').onchange = () => this.offerRows();
    byId('row').onchange = () => this.offerColumns();
    byId('column').onchange = () => this.centre();
    byId('slider').oninput = () => this.turn();
    byId('downloads').onclick = event => event.target.dataset.file && this.download(event.target.dataset.file);
    document.body.ondragover = event => {
      event.preventDefault();
      document.body.classList.add('dropping');
    };
    document.body.ondragleave = () => document.body.classList.remove('dropping');
    document.body.ondrop = event => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      if (event.dataTransfer.files.length) this.openFile(event.dataTransfer.files[0]);
    };
  }

  // ---- What is said ----

  say(text, wrong = false) {
    byId('state').textContent = text;
    byId('state').classList.toggle('wrong', wrong);
  }

  // Runs a command and shows it. Returns the result, or null if it failed or was stopped.
  async command(words, files = {[this.name]: this.network.text}) {
    const line = `$ crease ${words.map(word => /[^\w.,:=\/-]/.test(word) ? `'${word}'` : word).join(' ')}`;
    byId('stop').disabled = false;
    this.say(`${words[0]} …`);
    try {
      const result = await this.tool.run(words, files, progress => this.say(`${words[0]}: ${progress}`));
      byId('transcript').textContent += `${line}\n${[result.out, result.err].filter(Boolean).join('\n')}\n`;
      if (result.status) this.say(result.err || `exit status ${result.status}`, true);
      else this.say('');
      return result.status ? null : result;
    } catch (problem) {
      byId('transcript').textContent += `${line}\n`;
      this.say(problem instanceof Stopped ? 'stopped' : String(problem), !(problem instanceof Stopped));
      return null;
    } finally {
      byId('stop').disabled = true;
    }
  }

  // ---- Networks ----

  openExample(number) {
    const {name, text, box, slice} = this.examples[number];
    byId('box').value = box;
    byId('slice').value = slice || '';
    return this.open(name, text);
  }

  async openFile(file) {
    byId('example').value = '';
    return this.open(file.name.replace(/[^\w.-]/g, '_'), new Uint8Array(await file.arrayBuffer()));
  }

  async open(name, content) {
    byId('transcript').textContent = '';
    const result = await this.command(['convert', name, '--output=network.json'], {[name]: content});
    if (!result) return;
    this.network = new EditedNetwork(new TextDecoder().decode(result.files['network.json']));
    this.name = `${name.replace(/(\.(json|nnet|onnx|gz))+$/, '')}.json`;
    byId('transcript').textContent = '';
    byId('slice-label').hidden = this.network.inputs <= 2;
    byId('weight').hidden = false;
    this.offer('layer', this.network.content.layers.map((layer, i) => `${i}`));
    this.offerRows();
    await this.answer();
  }

  // ---- Questions ----

  get domain() {
    const words = [];
    if (byId('box').value.trim()) words.push(`--box=${byId('box').value.trim()}`);
    if (this.network.inputs > 2 && byId('slice').value.trim()) words.push(`--slice=${byId('slice').value.trim()}`);
    return words;
  }

  get isDrawable() {
    return this.network.inputs <= 2 || byId('slice').value.trim() !== '';
  }

  async answer() {
    byId('transcript').textContent = '';
    const began = performance.now();
    const count = await this.command(['count', this.name, ...this.domain, '--linear', '--progress']);
    if (!count) return;
    if (!this.isDrawable) {
      this.say('To draw it, name three points of a slice.');
      return;
    }
    if (!await this.draw()) return;
    const numbers = /^(activation|linear) regions +\d+/gm;
    const counts = (count.out.match(numbers) || []).map(line => line.replace(/(.*?) +(\d+)$/, '$2 $1'));
    this.say(`done in ${((performance.now() - began) / 1000).toFixed(1)} s: ${counts.join(', ')}`);
  }

  async draw() {
    const result = await this.command(['plot', this.name, ...this.domain, '--output=regions.html', '--progress']);
    if (result) this.show(new TextDecoder().decode(result.files['regions.html']));
    return result !== null;
  }

  // The new picture takes the place of the old one when it is there.
  show(page) {
    const frame = document.createElement('iframe');
    frame.title = 'The regions';
    frame.srcdoc = page;
    frame.className = 'next';
    frame.onload = () => {
      const inside = frame.contentDocument.documentElement;
      inside.style.overflow = 'hidden';
      const fit = () => { frame.style.height = `${inside.offsetHeight + 2}px`; };
      frame.className = '';
      new frame.contentWindow.ResizeObserver(fit).observe(inside);
      fit();
      for (const other of [...byId('picture').children]) if (other !== frame) other.remove();
    };
    byId('picture').append(frame);
  }

  async download(file) {
    const made = {'network.json': 'network', 'regions.jsonl': 'regions', 'regions.html': 'plot',
      'regions.svg': 'plot', 'network.cert': 'certify'}[file];
    let content = this.network.text;
    if (made !== 'network') {
      const result = await this.command([made, this.name, ...this.domain, `--output=${file}`, '--progress']);
      if (!result) return;
      content = result.files[file];
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // ---- One weight ----

  offer(id, names) {
    byId(id).replaceChildren(...names.map((name, i) => new Option(name, i)));
  }

  offerRows() {
    this.offer('row', Array.from({length: this.network.rows(byId('layer').value)}, (_, i) => `${i}`));
    this.offerColumns();
  }

  offerColumns() {
    const columns = this.network.columns(byId('layer').value, byId('row').value);
    this.offer('column', Array.from({length: columns}, (_, i) => i + 1 < columns ? `${i}` : 'bias'));
    this.centre();
  }

  get at() {
    return ['layer', 'row', 'column'].map(id => Number(byId(id).value));
  }

  centre() {
    this.given = this.network.get(...this.at);
    byId('slider').value = 0;
    byId('value').textContent = this.given.length > 20 ? `${this.given.slice(0, 18)}…` : this.given;
  }

  // The slider adds up to twice the size of the weight, or 2, in hundredths. In the middle it is as given.
  async turn() {
    const steps = Number(byId('slider').value), given = numeralToDouble(this.given);
    const text = steps ? (given + steps / 100 * (Math.abs(given) || 1)).toPrecision(6) : this.given;
    this.network.set(text, ...this.at);
    byId('value').textContent = text.length > 20 ? `${text.slice(0, 18)}…` : text;
    this.isStale = true;
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.isStale) {
      this.isStale = false;
      byId('transcript').textContent = '';
      const result = await this.command(['count', this.name, ...this.domain, '--progress']);
      if (!result || this.isStale || !this.isDrawable) continue;
      const regions = /activation regions +(\d+)/.exec(result.out);
      if (await this.draw()) this.say(`${regions[1]} activation regions`);
    }
    this.isBusy = false;
  }
}

window.play = new Play();
