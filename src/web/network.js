// A network in JSON whose numbers are kept as they are written, so that changing one of them changes
// no other.

class EditedNetwork {
  // text: what `crease convert` writes.
  constructor(text) {
    const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\w.+-]*/g, token => token[0] === '"' ? token : `"${token}"`);
    this.content = JSON.parse(quoted);
  }

  get inputs() {
    return Number(this.content.inputs);
  }

  get text() {
    const {inputs, layers} = this.content;
    return JSON.stringify({...this.content, inputs: Number(inputs), layers: layers.map(layer => ({...layer,
      weights: layer.weights.map(row => Array.isArray(row) ? row : {...row, columns: row.columns.map(Number)})}))});
  }

  // The rows of a layer, and how many weights one has, its bias among them, which is the last.
  rows(layer) {
    return this.content.layers[layer].weights.length;
  }

  columns(layer, row) {
    const weights = this.content.layers[layer].weights[row];
    return (Array.isArray(weights) ? weights : weights.values).length + 1;
  }

  // The array that holds a number, and where.
  place(layer, row, column) {
    const {weights, bias} = this.content.layers[layer], values = weights[row];
    const list = Array.isArray(values) ? values : values.values;
    return column < list.length ? [list, column] : [bias, row];
  }

  get(...at) {
    const [list, k] = this.place(...at);
    return list[k];
  }

  set(text, ...at) {
    const [list, k] = this.place(...at);
    list[k] = text;
  }
}

// A numeral, "0.25", "-1/3" or "0x1.8p-3", as a double.
function numeralToDouble(text) {
  const [above, below] = text.split('/');
  if (below) return above / below;
  const hexadecimal = /^(-?)0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?\d+))?$/i.exec(text);
  if (!hexadecimal) return Number(text);
  const [, sign, whole, part, power] = hexadecimal;
  return (sign ? -1 : 1) * parseInt(whole + part, 16) * 2 ** (Number(power || 0) - 4 * part.length);
}
