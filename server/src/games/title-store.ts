import { createHash } from 'node:crypto';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../database/pool';
import type { Catalogue } from './catalogue';
import { listTitles, storeTitles } from './game-title.repository';
import type { ListedGame } from './port';

/** How long a process returns its titles without a look whether a list was read since. */
const LOOK_AGAIN_MS = 1_000;
/** How long the first caller of an empty table waits for the lists. */
const MOST_WAIT_MS = 5_000;

interface TitleList {
  readonly list: readonly GameTitle[];
  readonly etag: string;
}

/** The table of known games. */
export function createTitleStore(database: Queryable, log: Pick<FastifyBaseLogger, 'warn'>) {
  let known: (TitleList & { readonly version: string; readonly lookedAt: number }) | null = null;
  let reading: Promise<TitleList> | null = null;

  async function readAgain(catalogue: Pick<Catalogue, 'readVersion' | 'untilFilled'>): Promise<TitleList> {
    // Before the titles: a list that is stored meanwhile is found by the next look.
    let version = await catalogue.readVersion();
    if (known !== null && known.list.length > 0 && known.version === version) {
      known = { ...known, lookedAt: performance.now() };
      return known;
    }
    let list = await listTitles(database);
    if (list.length === 0) {
      await catalogue.untilFilled(MOST_WAIT_MS).catch((error: unknown) => {
        log.warn({ err: error }, 'titles of games not read');
      });
      version = await catalogue.readVersion();
      list = await listTitles(database);
    }
    const hash = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22);
    known = { list, etag: `W/"${hash}"`, version, lookedAt: performance.now() };
    return known;
  }

  return {
    /** Stores a list of the aggregator; a failure is only logged. */
    keep: async (providerCode: string, games: readonly ListedGame[]): Promise<void> =>
      storeTitles(database, providerCode, games).catch((error: unknown) =>
        log.warn({ err: error, provider: providerCode }, 'titles of games not stored'),
      ),
    /**
     * All listed games, at most a second behind the lists; the caller that finds a newer list still gets the
     * older titles.
     */
    read: async (catalogue: Pick<Catalogue, 'readVersion' | 'untilFilled'>): Promise<TitleList> => {
      if (known !== null && performance.now() - known.lookedAt < LOOK_AGAIN_MS) return known;
      reading ??= readAgain(catalogue).finally(() => (reading = null));
      reading.catch(() => undefined);
      return known !== null && known.list.length > 0 ? known : reading;
    },
  };
}

export type TitleStore = ReturnType<typeof createTitleStore>;
