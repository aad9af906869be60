import { glyphs } from '../../public/glyphs.js';
import { drawGradients, themes } from '../../public/themes.js';
import { createSeededRandom, type Game } from './catalogue.js';

const width = 400;
const height = 300;

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** At most two lines of about the same length, broken at a space. */
function breakTitle(name: string): string[] {
  if (name.length <= 13) return [name];
  const spaces = [...name.matchAll(/ /g)].map((match) => match.index);
  const middle = spaces.sort(
    (one, other) => Math.abs(one - name.length / 2) - Math.abs(other - name.length / 2),
  )[0];
  return middle === undefined ? [name] : [name.slice(0, middle), name.slice(middle + 1)];
}

const glyph = (name: string, x: number, y: number, size: number, turn: number) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100}) rotate(${turn} 50 50)">${glyphs[name as keyof typeof glyphs]()}</g>`;

/** What lies behind the symbols: rays, hills, rings or lights, by the title's own number. */
function drawScene(random: () => number): string {
  const at = (limit: number) => Math.round(random() * limit);
  switch (at(3)) {
    case 0: {
      const rays = Array.from({ length: 9 }, (_, index) => {
        const [from, to] = [index * 40, index * 40 + 18].map((turn) => (turn * Math.PI) / 180) as [
          number,
          number,
        ];
        return `M200 130L${Math.round(200 + 330 * Math.cos(from))} ${Math.round(130 + 330 * Math.sin(from))} ${Math.round(200 + 330 * Math.cos(to))} ${Math.round(130 + 330 * Math.sin(to))}Z`;
      });
      return `<path d="${rays.join('')}" fill="#fff" opacity=".1"/>`;
    }
    case 1: {
      const [one, other] = [120 + at(60), 150 + at(60)];
      return `<circle cx="${80 + at(240)}" cy="${70 + at(40)}" r="${40 + at(30)}" fill="#fff" opacity=".22"/><path d="M0 ${one + 60}Q100 ${one - 20} 220 ${one + 50}T400 ${one}V300H0Z" opacity=".22"/><path d="M0 ${other + 20}Q120 ${other + 70} 240 ${other}T400 ${other + 40}V300H0Z" opacity=".28"/>`;
    }
    case 2:
      return `<g fill="none" stroke="#fff" opacity=".16">${[70, 110, 152, 196].map((r, index) => `<circle cx="200" cy="130" r="${r}" stroke-width="${2 + at(4) + index}"/>`).join('')}</g>`;
    default:
      return `<path d="${Array.from({ length: 16 }, () => `M${at(400)} ${at(220)}h0`).join('')}" stroke="#fff" stroke-width="${3 + at(3)}" stroke-linecap="round" opacity=".5"/>`;
  }
}

/** A title's 4:3 banner: its own room, three of its theme's symbols and its name. */
export function drawBanner(game: Game): string {
  const theme = themes[game.theme];
  const random = createSeededRandom(game.seed);
  const shift = Math.floor(random() * theme.high.length);
  const hero = [...theme.high, theme.wild][Math.floor(random() * 5)] as string;
  const [left, right] = theme.high
    .map((_, index) => theme.high[(index + shift) % 4] as string)
    .filter((name) => name !== hero) as [string, string];
  const size = 138 + Math.round(random() * 24);
  const tilt = Math.round(random() * 14 - 7);
  const title = breakTitle(game.name);
  const longest = Math.max(...title.map((part) => part.length));
  const fontSize = Math.min(46, Math.round(560 / longest));
  const text = title
    .map(
      (part, index) =>
        `<text x="200" y="${274 - (title.length - 1 - index) * fontSize}">${escapeMarkup(part)}</text>`,
    )
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>` +
    drawGradients(theme) +
    `<radialGradient id="s" cy=".4" r=".8"><stop stop-color="${theme.sky[0]}"/><stop offset="1" stop-color="${theme.sky[1]}"/></radialGradient>` +
    `<linearGradient id="v" x2="0" y2="1"><stop offset=".5" stop-color="${theme.sky[1]}" stop-opacity="0"/><stop offset="1" stop-color="${theme.sky[1]}"/></linearGradient></defs>` +
    `<path fill="url(#s)" d="M0 0H400V300H0Z"/>${drawScene(random)}` +
    `<g stroke="${theme.ink}" stroke-width="2.5" stroke-linejoin="round">${glyph(left, 26, 66, 108, -14)}${glyph(right, 266, 66, 108, 14)}${glyph(hero, 200 - size / 2, 108 - size / 2, size, tilt)}</g>` +
    `<path fill="url(#v)" d="M0 0H400V300H0Z"/>` +
    `<g font-family="Georgia,'Times New Roman',serif" font-weight="700" font-size="${fontSize}" text-anchor="middle" fill="url(#g)" stroke="${theme.ink}" stroke-width="6" stroke-linejoin="round" paint-order="stroke">${text}</g></svg>`
  );
}
