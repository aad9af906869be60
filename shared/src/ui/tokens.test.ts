import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
/** The colours on screen: the first rule of the file. */
const tokens = new Map(
  [...css.slice(0, css.indexOf('}')).matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, colour]) => [
    name,
    colour,
  ]),
);

/** Relative luminance by WCAG 2.2. */
function luminance(name: string): number {
  const colour = tokens.get(name);
  if (colour === undefined) throw new Error(`no colour --${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const SURFACES = ['ink', 'surface', 'raised'];
const TEXTS = ['text', 'muted', 'accent', 'link', 'positive', 'negative', 'bronze', 'silver', 'gold'];

test.each([
  ['surface', 'ink'],
  ['raised', 'surface'],
])('tokens: --%s is seen on --%s in daylight (contrast of 1.3 or more)', (upper, lower) => {
  expect(contrast(upper, lower)).toBeGreaterThanOrEqual(1.3);
});

test.each(SURFACES)('tokens: a quiet edge is seen on --%s (contrast of 2 or more)', (surface) => {
  expect(contrast('line', surface)).toBeGreaterThanOrEqual(2);
});

test.each(SURFACES)('tokens: the edge of a field and the focus are seen on --%s (3 or more)', (surface) => {
  expect(contrast('edge', surface)).toBeGreaterThanOrEqual(3);
  expect(contrast('link', surface)).toBeGreaterThanOrEqual(3);
});

test.each(TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)))(
  'tokens: a text in --%s is readable on --%s (4.5 or more)',
  (text, surface) => {
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
  },
);

test('tokens: links and focus have a colour that nothing else has', () => {
  const others = [...tokens].filter(([name]) => name !== 'link');
  const colours = others.map(([, colour]) => colour);
  expect(colours).not.toContain(tokens.get('link'));
});
