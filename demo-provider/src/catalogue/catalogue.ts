import { composeLook, type Look } from '../looks/look.js';
import { createSeededRandom } from '../looks/seeded-random.js';
import { themes, type ThemeName } from '../looks/themes.js';
import { providers, type GameKind, type Provider } from './providers.js';

export interface Game {
  id: number;
  providerCode: string;
  code: string;
  name: string;
  kind: GameKind;
  look: Look;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

interface Title {
  name: string;
  theme: ThemeName;
}

const catalogueSeed = 20_26;
const slotNouns = (
  'Trésor Veilleur Secret Couronne Nuit Serment Roue Écho Sentier Fortune Rêve Gardienne Chant ' +
  'Promesse Clé Éclat'
).split(' ');
const crashNouns = 'Envol Ascension Élan Sillage Zénith Vertige Altitude Cap'.split(' ');

const combine = (firsts: readonly string[], seconds: readonly string[]): string[] =>
  firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`));

const themeNames = Object.keys(themes) as ThemeName[];

/**
 * Every slot title that the words can form. A French one is a noun and a place, an English one an adjective
 * and a noun.
 */
const composeSlotTitles = (): Title[] =>
  themeNames.flatMap((theme) => {
    const { places, adjectives, nouns } = themes[theme];
    const names = [...combine(slotNouns, places), ...combine(adjectives, nouns)];
    return names.map((name) => ({ name, theme }));
  });

/** Two titles of each theme, each theme before any theme repeats. */
const composeCrashTitles = (): Title[] =>
  [0, 1].flatMap((round) =>
    themeNames.map((theme, index) => {
      const noun = crashNouns[(index + round) % crashNouns.length];
      return { name: `${noun} ${themes[theme].places[round]}`, theme };
    }),
  );

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}

function toGameCode(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function createCatalogue() {
  const random = createSeededRandom(catalogueSeed);
  const titles: Record<GameKind, Title[]> = {
    slot: shuffle(composeSlotTitles(), random),
    crash: composeCrashTitles(),
  };
  const taken: Record<GameKind, number> = { slot: 0, crash: 0 };
  const themeCounts = new Map<ThemeName, number>();
  const games = new Map<string, Map<string, Game>>();
  let nextId = 1;

  for (const { code: providerCode, kind, titleCount } of providers) {
    const own = titles[kind].slice(taken[kind], taken[kind] + titleCount).map((title): Game => {
      const rankInTheme = themeCounts.get(title.theme) ?? 0;
      themeCounts.set(title.theme, rankInTheme + 1);
      const look = composeLook(title.theme, rankInTheme, Math.floor(random() * 2 ** 31));
      return { id: nextId++, providerCode, code: toGameCode(title.name), name: title.name, kind, look };
    });
    taken[kind] += titleCount;
    games.set(providerCode, new Map(own.map((game) => [game.code, game])));
  }
  return {
    providers,
    findProvider: (code: string): Provider | undefined =>
      providers.find((provider) => provider.code === code),
    gamesOf: (providerCode: string): readonly Game[] => [...(games.get(providerCode)?.values() ?? [])],
    findGame: (providerCode: string, gameCode: string): Game | undefined =>
      games.get(providerCode)?.get(gameCode),
  };
}
