import { createSeededRandom } from './seeded-random.js';
import type { GlyphName } from './glyphs/index.js';
import { themes, type Hsl, type Theme, type ThemeName } from './themes.js';

/** The appearance of one title. */
export interface Look {
  readonly theme: ThemeName;
  /** The backdrop's gradient. */
  readonly sky: readonly [centre: string, edge: string];
  readonly high: readonly [GlyphName, GlyphName, GlyphName, GlyphName];
  readonly low: readonly [GlyphName, GlyphName, GlyphName, GlyphName];
  readonly wild: GlyphName;
  readonly scatter: GlyphName;
  readonly frame: 'gold' | 'tiles';
  /** Seeds the scenery. */
  readonly seed: number;
}

const hueTurns = [0, 40, -40, 80, -80, 20, -20, 120] as const;
const brightnesses = [1, 0.52] as const;
const backdropCount = hueTurns.length * brightnesses.length;
const lowSets = [
  ['gemCut', 'gemHex', 'gemDrop', 'gemSquare'],
  ['letterA', 'letterK', 'letterQ', 'letterJ'],
  ['ace', 'spade', 'club', 'diamond'],
] as const;
const fruits = ['melon', 'grape', 'lemon', 'cherry'] as const;

const turnHue = ([hue, saturation, lightness]: Hsl, degrees: number, brightness: number): string =>
  `hsl(${(hue + degrees + 360) % 360},${saturation}%,${Math.round(lightness * brightness)}%)`;

/** The number of different combinations of backdrop and main symbol in one theme. */
export const looksPerTheme = backdropCount * 6;

/**
 * Composes a look. The rank of a title in its theme, from 0, decides backdrop and main symbol, so that no two
 * titles of a theme share both; the seed decides the rest.
 */
export function composeLook(themeName: ThemeName, rankInTheme: number, seed: number): Look {
  const theme = themes[themeName];
  const random = createSeededRandom(seed);
  const backdrop = rankInTheme % backdropCount;
  const turn = hueTurns[backdrop % hueTurns.length] as number;
  const brightness = brightnesses[Math.floor(backdrop / hueTurns.length)] as number;
  const mainSymbol = theme.glyphs[(Math.floor(rankInTheme / backdropCount) + backdrop) % 6] as GlyphName;
  const others = theme.glyphs.filter((name) => name !== mainSymbol);
  const symbols = [mainSymbol];
  while (others.length > 0) symbols.push(...others.splice(Math.floor(random() * others.length), 1));
  const [h1, h2, h3, h4, wild, scatter] = symbols as unknown as Theme['glyphs'];
  const low = themeName === 'fruits' ? fruits : lowSets[Math.floor(random() * lowSets.length)];
  return {
    theme: themeName,
    sky: [turnHue(theme.sky[0], turn, brightness), turnHue(theme.sky[1], turn, brightness)],
    high: [h1, h2, h3, h4],
    low: low ?? lowSets[0],
    wild,
    scatter,
    frame: random() < 0.67 ? 'gold' : 'tiles',
    seed,
  };
}
