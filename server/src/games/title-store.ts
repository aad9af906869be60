import { createHash } from 'node:crypto';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import type { FastifyBaseLogger } from 'fastify';
import { repeat } from '../concurrency/repeat';
import type { Queryable } from '../database/pool';
import { createCatalogueCache } from './catalogue-cache';
import { listTitles, storeTitles } from './game-title.repository';
import type { GameAggregator, ListedGame } from './port';

const FIRST_REFRESH_AFTER_MS = 30_000;
const REFRESH_PAUSE_MS = 15 * 60_000;

interface TitleList {
  readonly list: readonly GameTitle[];
  readonly etag: string;
}

/** The table of known games. */
export function createTitleStore(database: Queryable, log: Pick<FastifyBaseLogger, 'warn'>) {
  const cache = createCatalogueCache<TitleList>();
  const storing = new Set<Promise<void>>();
  let refresh = async (): Promise<void> => undefined;

  const keep = async (providerCode: string, games: readonly ListedGame[]): Promise<void> => {
    const stored = storeTitles(database, providerCode, games).catch((error: unknown) =>
      log.warn({ err: error, provider: providerCode }, 'titles of games not stored'),
    );
    storing.add(stored);
    await stored;
    storing.delete(stored);
  };

  return {
    /** Stores a list of the aggregator; a failure is only logged. */
    keep,
    /** All listed games. The first call after a minute starts a new reading and still gets the older list. While none is known, the aggregator is asked first. */
    read: (): Promise<TitleList> =>
      cache('titles', async () => {
        let list = await listTitles(database);
        if (list.length === 0) {
          await refresh();
          list = await listTitles(database);
        }
        const hash = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22);
        return { list, etag: `W/"${hash}"` };
      }),
    /** Reads all lists of the aggregator, with pauses, so that `keep` stores them; returns a function that stops. */
    startRefreshing(aggregator: Pick<GameAggregator, 'listProviders' | 'listGames'>): () => void {
      // The lists pass through `keep` when they are fetched.
      refresh = async () => {
        try {
          for (const { code } of await aggregator.listProviders())
            await aggregator.listGames(code).catch((error: unknown) => {
              log.warn({ err: error, provider: code }, 'games of a provider not listed');
            });
          await Promise.all(storing);
        } catch (error) {
          log.warn({ err: error }, 'titles of games not refreshed');
        }
      };
      return repeat(REFRESH_PAUSE_MS, () => refresh(), FIRST_REFRESH_AFTER_MS);
    },
  };
}

export type TitleStore = ReturnType<typeof createTitleStore>;
