/** The only policy that the games' pages allow: what `html` made is markup, and no other text is. */
const policy = globalThis.trustedTypes?.createPolicy('games', { createHTML: (text) => text });

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => text.replace(/[&<>"']/g, (sign) => entities[sign]);

class Markup {
  #text;
  constructor(text) {
    this.#text = text;
  }
  toString() {
    return this.#text;
  }
}

function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value instanceof Markup ? String(value) : escape(String(value));
}

/** A template of markup. Its values are texts, other templates or lists of both. */
export function html(strings, ...values) {
  const parts = values.map((value, index) => textOf(value) + strings[index + 1]);
  return new Markup([strings[0], ...parts].join(''));
}

/** Replaces what an element contains by what `html` made. */
export function show(element, markup) {
  if (!(markup instanceof Markup)) throw new TypeError('The content is not made by html.');
  element.innerHTML = policy?.createHTML(String(markup)) ?? String(markup);
}
