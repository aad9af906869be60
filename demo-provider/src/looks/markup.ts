import { glyphs, scatterGlyph, wildGlyph, type GlyphName } from './glyphs/index.js';
import { ink, paints } from './glyphs/svg-shapes.js';
import type { Look } from './look.js';
import { createSeededRandom } from './seeded-random.js';

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const drawGradients = (): string =>
  Object.entries(paints)
    .map(
      ([name, [light, dark]]) =>
        `<linearGradient id="${name}" x2=".3" y2="1"><stop stop-color="${light}"/>` +
        `<stop offset="1" stop-color="${dark}"/></linearGradient>`,
    )
    .join('');

export interface GlyphPlace {
  x: number;
  y: number;
  size: number;
  /** In degrees, about the middle of the glyph. */
  turn: number;
}

export const placeGlyph = (name: GlyphName, { x, y, size, turn }: GlyphPlace) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100}) rotate(${turn} 50 50)">${glyphs[name]()}</g>`;

/** Draws a whole number below a limit. */
type Draw = (limit: number) => number;

function drawRays(at: Draw): string {
  const offset = at(40);
  const point = (degrees: number) => {
    const turn = (degrees * Math.PI) / 180;
    return `${Math.round(200 + 330 * Math.cos(turn))} ${Math.round(130 + 330 * Math.sin(turn))}`;
  };
  const rays = Array.from({ length: 9 }, (_, index) => {
    const from = index * 40 + offset;
    return `M200 130L${point(from)} ${point(from + 18)}Z`;
  });
  return `<path d="${rays.join('')}" fill="#fff" opacity=".1"/>`;
}

function drawHills(at: Draw): string {
  const [one, other] = [120 + at(60), 150 + at(60)];
  const near = `M0 ${other + 20}Q120 ${other + 70} 240 ${other}T400 ${other + 40}V300H0Z`;
  const far = `M0 ${one + 60}Q100 ${one - 20} 220 ${one + 50}T400 ${one}V300H0Z`;
  return (
    `<circle cx="${80 + at(240)}" cy="${70 + at(40)}" r="${40 + at(30)}" fill="#fff" opacity=".22"/>` +
    `<path d="${far}" opacity=".22"/><path d="${near}" opacity=".28"/>`
  );
}

function drawRings(at: Draw): string {
  const rings = [70, 110, 152, 196].map((radius, index) => {
    const centre = `cx="${180 + at(40)}" cy="${115 + at(30)}"`;
    return `<circle ${centre} r="${radius}" stroke-width="${2 + at(4) + index}"/>`;
  });
  return `<g fill="none" stroke="#fff" opacity=".16">${rings.join('')}</g>`;
}

function drawLights(at: Draw): string {
  const lights = Array.from({ length: 22 }, () => `M${at(400)} ${at(240)}h0`).join('');
  const stroke = `stroke="#fff" stroke-width="${3 + at(3)}" stroke-linecap="round"`;
  return `<path d="${lights}" ${stroke} opacity=".5"/>`;
}

function drawColumns(at: Draw): string {
  const width = 26 + at(20);
  const columns = Array.from({ length: 6 }, (_, index) => {
    const top = 60 + at(120);
    return `M${index * 70 + at(20)} 300V${top}q${width / 2} -${width} ${width} 0V300Z`;
  });
  return `<path d="${columns.join('')}" opacity=".24"/>`;
}

function drawWaves(at: Draw): string {
  const waves = [0, 1, 2, 3].map((index) => {
    const y = 130 + index * 44 + at(14);
    const wave = `M0 ${y}q50 -${18 + at(16)} 100 0t100 0 100 0 100 0V300H0Z`;
    return `<path d="${wave}" fill="#fff" opacity=".07"/>`;
  });
  return waves.join('');
}

const scenes = [drawRays, drawHills, drawRings, drawLights, drawColumns, drawWaves];

/** Rays, hills, rings, lights, columns or waves in a box of 400 × 300, chosen by the look's seed. */
export function drawScene(look: Look): string {
  const random = createSeededRandom(look.seed ^ 0x5ce7e);
  const drawChosen = scenes[Math.floor(random() * scenes.length)] ?? drawWaves;
  return drawChosen((limit) => Math.round(random() * limit));
}

/** Defines the symbols of a slot, or the flyer of a crash game, under the ids `s-…`. */
export function drawSprite(look: Look, kind: 'slot' | 'crash'): string {
  const named: [name: string, markup: string][] =
    kind === 'crash'
      ? [['flyer', glyphs[look.high[0]]()]]
      : [
          ...look.high.map((name, index): [name: string, markup: string] => [
            `H${index + 1}`,
            glyphs[name](),
          ]),
          ...look.low.map((name, index): [name: string, markup: string] => [`L${index + 1}`, glyphs[name]()]),
          ['W', wildGlyph(look.wild)],
          ['S', scatterGlyph(look.scatter)],
        ];
  const symbols = named.map(
    ([id, drawing]) =>
      `<symbol id="s-${id}" viewBox="-4 -4 108 108">` +
      `<g stroke="${ink}" stroke-width="2.5" stroke-linejoin="round">${drawing}</g></symbol>`,
  );
  return `<defs>${drawGradients()}</defs>${symbols.join('')}`;
}

export function drawBackdrop(look: Look): string {
  return (
    `<defs><radialGradient id="backdrop" cy=".35" r=".85"><stop stop-color="${look.sky[0]}"/>` +
    `<stop offset="1" stop-color="${look.sky[1]}"/></radialGradient></defs>` +
    `<path fill="url(#backdrop)" d="M0 0H400V300H0Z"/>${drawScene(look)}`
  );
}
