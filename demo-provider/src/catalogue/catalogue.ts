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
const slotNouns =
  'Trésor Veilleur Secret Couronne Nuit Serment Roue Écho Sentier Fortune Rêve Gardienne Chant Promesse Clé Éclat'.split(
    ' ',
  );
const crashNouns = 'Envol Ascension Élan Sillage Zénith Vertige Altitude Cap'.split(' ');

const combine = (firsts: readonly string[], seconds: readonly string[]): string[] =>
  firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`));

/** Every title that the words of the themes can form. A French one is a noun and a place, an English one an adjective and a noun. */
const composeTitles = (kind: GameKind): Title[] =>
  (Object.keys(themes) as ThemeName[]).flatMap((theme) => {
    const { places, adjectives, nouns } = themes[theme];
    const names =
      kind === 'crash'
        ? combine(crashNouns, places)
        : [...combine(slotNouns, places), ...combine(adjectives, nouns)];
    return names.map((name) => ({ name, theme }));
  });

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

/** Orders titles so that every theme appears before any theme repeats. */
function interleaveThemes(titles: readonly Title[]): Title[] {
  const seen = new Map<ThemeName, number>();
  const turnOf = (title: Title) => {
    const turn = seen.get(title.theme) ?? 0;
    seen.set(title.theme, turn + 1);
    return turn;
  };
  return titles
    .map((title) => ({ title, turn: turnOf(title) }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ title }) => title);
}

export function createCatalogue() {
  const random = createSeededRandom(catalogueSeed);
  const titles: Record<GameKind, Title[]> = {
    slot: shuffle(composeTitles('slot'), random),
    crash: interleaveThemes(shuffle(composeTitles('crash'), createSeededRandom(catalogueSeed + 1))),
  };
  const taken: Record<GameKind, number> = { slot: 0, crash: 0 };
  const ranks = new Map<ThemeName, number>();
  const games = new Map<string, Map<string, Game>>();
  let nextId = 1;

  for (const { code: providerCode, kind, titleCount } of providers) {
    const own = titles[kind].slice(taken[kind], taken[kind] + titleCount).map((title): Game => {
      const rank = ranks.get(title.theme) ?? 0;
      ranks.set(title.theme, rank + 1);
      const look = composeLook(title.theme, rank, Math.floor(random() * 2 ** 31));
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
