import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

/** The opaque colours of one theme in a part of the file; a colour without a switch is of both. */
function coloursIn(part: string, theme: Theme): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of part.matchAll(/--([\w-]+): (.*);/g)) {
    const colour =
      new RegExp(`var\\(--${theme}, (#[\\da-f]{6})\\)`).exec(value) ?? /^(#[\da-f]{6})$/.exec(value);
    if (colour?.[1] !== undefined) found.set(name, colour[1]);
  }
  return found;
}

const base = css.slice(0, css.indexOf('\n}'));
const more = css.slice(css.indexOf('prefers-contrast: more'), css.indexOf('Root sizes'));
const tokens = {
  dark: coloursIn(base, 'dark'),
  light: coloursIn(base, 'light'),
};
const loudTokens = {
  dark: new Map([...tokens.dark, ...coloursIn(more, 'dark')]),
  light: new Map([...tokens.light, ...coloursIn(more, 'light')]),
};

/** Relative luminance by WCAG 2.2. */
function luminance(colours: Map<string, string>, name: string): number {
  const colour = colours.get(name);
  if (colour === undefined) throw new Error(`no colour --${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colours: Map<string, string>, one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(colours, one), luminance(colours, other)].sort(
    (a, b) => b - a,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

const SURFACES = ['ink', 'surface', 'raised', 'field'];
const TEXTS = ['text', 'muted', 'accent', 'link', 'positive', 'negative', 'bronze', 'silver', 'gold'];

describe.each(THEMES)('tokens of the %s theme:', (theme) => {
  const colours = tokens[theme];

  test.each([
    ['surface', 'ink'],
    ['raised', 'surface'],
  ])('--%s is seen on --%s in daylight (contrast of 1.3 or more)', (upper, lower) => {
    expect(contrast(colours, upper, lower)).toBeGreaterThanOrEqual(1.3);
  });

  test.each(SURFACES)('a quiet edge is seen on --%s (contrast of 2 or more)', (surface) => {
    expect(contrast(colours, 'line', surface)).toBeGreaterThanOrEqual(2);
  });

  test.each(SURFACES)('the edge of a field and the focus are seen on --%s (3 or more)', (surface) => {
    expect(contrast(colours, 'edge', surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(colours, 'link', surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)))(
    'a text in --%s is readable on --%s (4.5 or more)',
    (text, surface) => {
      expect(contrast(colours, text, surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('the text on the yellow of an action is readable, also under the pointer (4.5 or more)', () => {
    for (const fill of ['fill', 'fill-hover'])
      expect(contrast(colours, 'on-fill', fill)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['positive', 'negative'])(
    'a chip in --%s is readable on its opaque ground, whatever the row (4.5 or more)',
    (tone) => {
      expect(contrast(colours, tone, `${tone}-soft`)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours, 'text', `${tone}-soft`)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('the mark is seen in the header and on the ground (3 or more)', () => {
    for (const surface of ['surface', 'ink'])
      expect(contrast(colours, 'brand', surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(SURFACES)('more contrast: quiet edges have 3 on --%s, edges 4.5 and quiet texts 7', (surface) => {
    const loud = loudTokens[theme];
    expect(contrast(loud, 'line', surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(loud, 'edge', surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(loud, 'muted', surface)).toBeGreaterThanOrEqual(7);
  });
});

test('tokens: both themes have the same colours', () => {
  expect([...tokens.light.keys()]).toEqual([...tokens.dark.keys()]);
  expect(tokens.dark.size).toBeGreaterThan(15);
});

test('tokens: links and focus have a colour that nothing else has', () => {
  for (const theme of THEMES) {
    const others = [...tokens[theme]].filter(([name]) => name !== 'link').map(([, colour]) => colour);
    expect(others).not.toContain(tokens[theme].get('link'));
  }
});
