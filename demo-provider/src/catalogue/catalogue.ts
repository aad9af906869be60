import { providers, type Provider } from './providers.js';
import type { ThemeName } from './theme-name.js';
import { composeTitles } from './titles.js';

export interface Game {
  id: number;
  providerCode: string;
  code: string;
  name: string;
  theme: ThemeName;
  /** A number of its own per title, from which its banner's composition follows. */
  seed: number;
}

export interface Catalogue {
  providers: readonly Provider[];
  findProvider(code: string): Provider | undefined;
  gamesOf(providerCode: string): readonly Game[];
  findGame(providerCode: string, gameCode: string): Game | undefined;
}

const catalogueSeed = 20_26;

/** mulberry32: small, and the same on every machine, so that codes and banners never move. */
export function createSeededRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}

export function toGameCode(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function createCatalogue(): Catalogue {
  const random = createSeededRandom(catalogueSeed);
  const titles = shuffle(composeTitles(), random);
  let next = 0;
  const games = new Map<string, Map<string, Game>>();
  for (const provider of providers) {
    const own = titles.slice(next, next + provider.titleCount).map((title, index): Game => ({
      id: next + index + 1,
      providerCode: provider.code,
      code: toGameCode(title.name),
      name: title.name,
      theme: title.theme,
      seed: Math.floor(random() * 2 ** 31),
    }));
    next += provider.titleCount;
    games.set(provider.code, new Map(own.map((game) => [game.code, game])));
  }
  return {
    providers,
    findProvider: (code) => providers.find((provider) => provider.code === code),
    gamesOf: (providerCode) => [...(games.get(providerCode)?.values() ?? [])],
    findGame: (providerCode, gameCode) => games.get(providerCode)?.get(gameCode),
  };
}
