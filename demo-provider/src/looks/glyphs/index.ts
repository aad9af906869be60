import { around, disc, fill, star } from './svg-shapes.js';
import { nature } from './nature.js';
import { signs } from './signs.js';
import { things } from './things.js';

/**
 * The symbols as SVG, each in a box of 100 × 100. The document must define the gradients a, b, c, d and g and
 * the stroke.
 */
export const glyphs = { ...signs, ...nature, ...things };

export type GlyphName = keyof typeof glyphs;

/** The ribbon that marks the wild and the scatter in every theme. */
const ribbon = (word: string) =>
  `<path d="M4 66H96L90 79 96 92H4L10 79Z" fill="url(#g)"/>` +
  `<text x="50" y="86" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="900" ` +
  `font-size="19" stroke="none" fill="#2a1600" textLength="68" ` +
  `lengthAdjust="spacingAndGlyphs">${word}</text>`;

export const wildGlyph = (name: GlyphName) =>
  around(10, fill('c', 'M46 20 50 0 54 20Z')) +
  disc('a', 50, 46, 38) +
  `<g transform="translate(20 8) scale(.6)">${glyphs[name]()}</g>` +
  ribbon('JOKER');
export const scatterGlyph = (name: GlyphName) =>
  star('d', 12, { outer: 48, inner: 38, y: 48 }) +
  `<g transform="translate(20 8) scale(.6)">${glyphs[name]()}</g>` +
  ribbon('BONUS');
