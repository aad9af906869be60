import { createSeededRandom } from './seeded-random.js';
import type { GlyphName } from './glyphs/index.js';
import { turnColour } from './colour.js';
import { themes, type ThemeName } from './themes.js';

/** What one title looks like: its theme's world in a light, with a cast and a scenery of its own. */
export interface Look {
  readonly theme: ThemeName;
  /** The room's gradient: its light, and its dark edge. */
  readonly sky: readonly [string, string];
  readonly high: readonly [GlyphName, GlyphName, GlyphName, GlyphName];
  readonly low: readonly [GlyphName, GlyphName, GlyphName, GlyphName];
  readonly wild: GlyphName;
  readonly scatter: GlyphName;
  readonly frame: 'gold' | 'glow' | 'tiles';
  /** What the scenery's own composition is drawn from. */
  readonly seed: number;
}

const hueTurns = [0, 40, -40, 80, -80, 20, -20, 120] as const;
const dayAndNight = [1, 0.52] as const;
const roomCount = hueTurns.length * dayAndNight.length;
const lowSets = [
  ['gemCut', 'gemHex', 'gemDrop', 'gemSquare'],
  ['letterA', 'letterK', 'letterQ', 'letterJ'],
  ['ace', 'spade', 'club', 'diamond'],
] as const;
const fruits = ['melon', 'grape', 'lemon', 'cherry'] as const;
const frames = ['gold', 'glow', 'tiles'] as const;

/** How many titles of one theme can be told apart by their room and their chief symbol alone. */
export const looksPerTheme = roomCount * 6;

/**
 * The look of the `rank`-th title of a theme. Rank decides room and chief symbol, so that no two titles of a theme share
 * both; the rest is drawn from `seed`.
 */
export function composeLook(themeName: ThemeName, rank: number, seed: number): Look {
  const theme = themes[themeName];
  const random = createSeededRandom(seed);
  const room = rank % roomCount;
  const turn = hueTurns[room % hueTurns.length] as number;
  const light = dayAndNight[Math.floor(room / hueTurns.length)] as number;
  const chief = theme.glyphs[(Math.floor(rank / roomCount) + room) % 6] as GlyphName;
  const others = theme.glyphs.filter((name) => name !== chief);
  const cast = [chief];
  while (others.length > 0) cast.push(...others.splice(Math.floor(random() * others.length), 1));
  const [h1, h2, h3, h4, wild, scatter] = cast as [
    GlyphName,
    GlyphName,
    GlyphName,
    GlyphName,
    GlyphName,
    GlyphName,
  ];
  const low = themeName === 'fruits' ? fruits : lowSets[Math.floor(random() * lowSets.length)];
  return {
    theme: themeName,
    sky: [turnColour(theme.sky[0], turn, light), turnColour(theme.sky[1], turn, light)],
    high: [h1, h2, h3, h4],
    low: low ?? lowSets[0],
    wild,
    scatter,
    frame: frames[Math.floor(random() * frames.length)] ?? 'gold',
    seed,
  };
}
