import { ink } from '../looks/glyphs/svg-shapes.js';
import { drawGradients, drawScene, escapeMarkup, placeGlyph } from '../looks/markup.js';
import { createSeededRandom } from '../looks/seeded-random.js';
import type { Game } from './catalogue.js';

const width = 400;
const height = 300;

/** Breaks a name at a space into at most two lines of similar length. */
function breakTitle(name: string): string[] {
  if (name.length <= 13) return [name];
  const spaces = [...name.matchAll(/ /g)].map((match) => match.index);
  const middle = spaces.sort(
    (one, other) => Math.abs(one - name.length / 2) - Math.abs(other - name.length / 2),
  )[0];
  return middle === undefined ? [name] : [name.slice(0, middle), name.slice(middle + 1)];
}

/** A slot's banner: three of its symbols, the main one in front. */
function drawSlotSymbols({ look }: Game, random: () => number): string {
  const size = 138 + Math.round(random() * 24);
  const tilt = Math.round(random() * 14 - 7);
  return (
    placeGlyph(look.high[1], { x: 26, y: 66, size: 108, turn: -14 }) +
    placeGlyph(look.high[2], { x: 266, y: 66, size: 108, turn: 14 }) +
    placeGlyph(look.high[0], { x: 200 - size / 2, y: 108 - size / 2, size, turn: tilt })
  );
}

/** A crash game's banner: the flyer at the head of the curve. */
function drawCrashCurve({ look }: Game, random: () => number): string {
  const bend = 150 + Math.round(random() * 60);
  return (
    `<path d="M20 236Q${bend} 226 300 70V236Z" fill="url(#g)" stroke="none" opacity=".28"/>` +
    `<path d="M20 236Q${bend} 226 300 70" fill="none" stroke="url(#g)" stroke-width="9" ` +
    `stroke-linecap="round"/>` +
    placeGlyph(look.high[0], { x: 246, y: 14, size: 118, turn: 18 }) +
    `<text x="30" y="62" font-family="system-ui,sans-serif" font-weight="900" font-size="38" ` +
    `fill="#fff" stroke-width="6" paint-order="stroke">Crash</text>`
  );
}

/** Draws a title's 4:3 banner as SVG. */
export function drawBanner(game: Game): string {
  const { look, name, kind } = game;
  const random = createSeededRandom(look.seed);
  const title = breakTitle(name);
  const longest = Math.max(...title.map((part) => part.length));
  const fontSize = Math.min(46, Math.round(560 / longest));
  const text = title
    .map(
      (part, index) =>
        `<text x="200" y="${274 - (title.length - 1 - index) * fontSize}">${escapeMarkup(part)}</text>`,
    )
    .join('');
  const [light, dark] = look.sky;
  const scene = drawScene(look);
  const drawing = kind === 'crash' ? drawCrashCurve(game, random) : drawSlotSymbols(game, random);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>` +
    drawGradients() +
    `<radialGradient id="s" cy=".4" r=".8"><stop stop-color="${light}"/>` +
    `<stop offset="1" stop-color="${dark}"/></radialGradient>` +
    `<linearGradient id="v" x2="0" y2="1"><stop offset=".5" stop-color="${dark}" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${dark}"/></linearGradient></defs>` +
    `<path fill="url(#s)" d="M0 0H400V300H0Z"/>${scene}` +
    `<g stroke="${ink}" stroke-width="2.5" stroke-linejoin="round">${drawing}</g>` +
    `<path fill="url(#v)" d="M0 0H400V300H0Z"/>` +
    `<g font-family="Georgia,'Times New Roman',serif" font-weight="700" font-size="${fontSize}" ` +
    `text-anchor="middle" fill="url(#g)" stroke="${ink}" stroke-width="6" stroke-linejoin="round" ` +
    `paint-order="stroke">${text}</g></svg>`
  );
}
