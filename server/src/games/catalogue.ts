import { setTimeout as wait } from 'node:timers/promises';
import type { Game, Provider } from '@palier/shared/contracts';
import type { Config } from '../config/config';
import { gamesUnavailable, listNotReadYet, ProviderRefusal } from './errors';
import { type ListCopies, type ListCopy, PROVIDER_LIST } from './list-copy.repository';
import { LOBBY_CODE, type GameAggregator, type ListedGame, type ListedProvider } from './port';

/**
 * How long a process uses a list without a look at the stored copy, which another process may have renewed.
 */
const LOOK_AGAIN_MS = 5_000;
/** How long a caller waits for a list that was never read. */
const MOST_WAIT_MS = 30_000;
/** Above the time limit of a call. A process that dies leaves a list unread for that long. */
const CALL_LEASE_MS = 15_000;
/** The pauses after a call that has failed: of the background, and of a caller who has no list. */
const PAUSE_AFTER_FAILURE_MS = 30_000;
const CALLER_PAUSE_AFTER_FAILURE_MS = 2_000;
/** After an answer that means "later", also where the setting has no pause. */
const LEAST_REPEAT_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Some vendors answer an empty list while they limit calls or are under maintenance. */
const EMPTY_LISTS_THAT_COUNT = 3;
/** How often a caller looks whether another process has read the list. */
const POLL_MS = 150;

interface KnownList {
  readonly entries: readonly unknown[];
  readonly version: string | null;
  /** By `performance.now()`. */
  readonly lookedAt: number;
}

export interface CatalogueDependencies {
  readonly copies: ListCopies;
  readonly aggregator: Pick<GameAggregator, 'listProviders' | 'listGames'>;
  readonly config: Pick<Config, 'PROVIDER_LIST_PAUSE_MS' | 'PROVIDER_LIST_AGE_S'>;
  /** Takes each list of games that this process has read. */
  readonly onListed: (providerCode: string, games: readonly ListedGame[]) => Promise<void>;
}

/**
 * The lists of the aggregator (decision 0067). All processes share the stored copies and the pace of calls. A
 * list that was read once is served at once, however old; `readDueList` renews it. Only a caller of a list
 * that was never read waits for a call, and takes its turn before the background.
 */
export function createCatalogue(dependencies: CatalogueDependencies) {
  const { copies, config } = dependencies;
  const known = createKnownLists(copies);
  const calls = createListCalls(dependencies, known, listOpen);
  const waiting = new Map<string, Promise<void>>();

  async function read(list: string): Promise<readonly unknown[]> {
    const found = await known.read(list);
    if (found !== null) return found;
    await shared(waiting, list, () => calls.waitForFirst(list));
    return known.entriesOf(list) ?? [];
  }

  async function listOpen(): Promise<readonly ListedProvider[]> {
    return (await read(PROVIDER_LIST)) as readonly ListedProvider[];
  }

  /** Callers invent codes: an unknown one is not sent to the aggregator and not stored. */
  const isOpen = async (providerCode: string): Promise<boolean> =>
    (await listOpen()).some(({ code }) => code === providerCode);

  return {
    /** The open providers. Throws a Refusal when they were never read and the aggregator does not answer. */
    listProviders: async (): Promise<Provider[]> =>
      (await listOpen()).map(({ code, name }) => ({ code, name })),
    /** The open games of an open provider, none of any other. Throws like `listProviders`. */
    async listGames(providerCode: string): Promise<Game[]> {
      if (!(await isOpen(providerCode))) return [];
      const games = (await read(providerCode)) as readonly ListedGame[];
      return games.map(({ id, game_code, game_name, banner }) => ({ id, game_code, game_name, banner }));
    },
    /**
     * Whether a game may be launched. A launch does not wait for a list: while the games of an open provider
     * were never read, the aggregator judges the code.
     */
    async mayLaunch(providerCode: string, gameCode: string): Promise<boolean> {
      if (!(await isOpen(providerCode))) return false;
      const games = (await known.read(providerCode)) as readonly ListedGame[] | null;
      return games === null || games.some(({ game_code: code }) => code === gameCode);
    },
    /** Changes with each list of games that any process has read. */
    readVersion: (): Promise<string> => copies.readVersion(),
    /** Resolves when each list was read or has failed, or after `mostMs`. */
    async untilFilled(mostMs: number): Promise<void> {
      const deadline = performance.now() + mostMs;
      const codes = (await listOpen()).map(({ code }) => code);
      while ((await copies.countMissing(codes)) > 0 && performance.now() < deadline) await wait(POLL_MS);
    },
    /**
     * Reads the list that is due and was read longest ago. `read`: another may be due; `none`: none is due;
     * `busy`: a caller's turn or the pace comes first.
     */
    async readDueList(): Promise<'read' | 'none' | 'busy'> {
      let due = await copies.findDue([PROVIDER_LIST]);
      if (due === null) {
        const providers = ((await known.read(PROVIDER_LIST)) ?? []) as readonly ListedProvider[];
        due = await copies.findDue(providers.map(({ code }) => code));
      }
      if (due === null) return 'none';
      if (
        (await copies.takeTurn(config.PROVIDER_LIST_PAUSE_MS, 0)) === null ||
        !(await copies.claim(due, CALL_LEASE_MS))
      )
        return 'busy';
      if (await calls.callOnce(due)) return 'read';
      await copies.setDue(due, 0);
      return 'busy';
    },
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** One promise for all callers of a list at a time. */
function shared<Value>(
  running: Map<string, Promise<Value>>,
  list: string,
  start: () => Promise<Value>,
): Promise<Value> {
  const found = running.get(list);
  if (found !== undefined) return found;
  const started = start().finally(() => running.delete(list));
  running.set(list, started);
  return started;
}

/** The lists that this process knows, which are renewed from the stored copies. */
function createKnownLists(copies: ListCopies) {
  const known = new Map<string, KnownList>();
  const looking = new Map<string, Promise<ListCopy | null>>();

  const keep = (list: string, entries: readonly unknown[], version: string | null): void =>
    void known.set(list, { entries, version, lookedAt: performance.now() });

  const look = (list: string): Promise<ListCopy | null> =>
    shared(looking, list, async () => {
      const before = known.get(list);
      const copy = await copies.read(list, before?.version ?? null);
      if (copy?.entries) keep(list, copy.entries, copy.version);
      else if (before !== undefined) keep(list, before.entries, before.version);
      return copy;
    });

  return {
    keep,
    /** Reads the stored copy of a list. */
    look,
    entriesOf: (list: string): readonly unknown[] | undefined => known.get(list)?.entries,
    /** The list if it was ever read, without a call to the aggregator. */
    async read(list: string): Promise<readonly unknown[] | null> {
      const found = known.get(list);
      if (found === undefined) await look(list);
      // The database may fail for a moment; the known list is as good as before.
      else if (performance.now() - found.lookedAt > LOOK_AGAIN_MS) look(list).catch(() => undefined);
      return known.get(list)?.entries ?? null;
    },
  };
}

type KnownLists = ReturnType<typeof createKnownLists>;

/** The calls to the aggregator, at the pace that all processes share. */
function createListCalls(
  { copies, aggregator, config, onListed }: CatalogueDependencies,
  known: KnownLists,
  listOpen: () => Promise<readonly ListedProvider[]>,
) {
  const pauseMs = config.PROVIDER_LIST_PAUSE_MS;
  const repeatPauseMs = Math.max(pauseMs, LEAST_REPEAT_PAUSE_MS);
  /** Empty answers in a row, by provider. */
  const emptied = new Map<string, number>();

  async function waitForFirst(list: string): Promise<void> {
    const deadline = performance.now() + MOST_WAIT_MS;
    while (performance.now() < deadline) {
      const copy = await known.look(list);
      if (known.entriesOf(list) !== undefined) return;
      const earlierMs = PAUSE_AFTER_FAILURE_MS - CALLER_PAUSE_AFTER_FAILURE_MS;
      if (await copies.claim(list, CALL_LEASE_MS, earlierMs)) return callInTurn(list, deadline);
      if (copy?.failure) throw gamesUnavailable(new Error(copy.failure));
      // Another process asks.
      await wait(POLL_MS);
    }
    throw listNotReadYet();
  }

  /** Calls in the order of the callers of all processes, and again after an answer that means "later". */
  async function callInTurn(list: string, deadline: number): Promise<void> {
    // After a refusal the vendor's limit is longer than the setting, so callers who were refused together
    // come one after another.
    for (let spaceMs = pauseMs; ; spaceMs = repeatPauseMs) {
      const waitMs = await copies.takeTurn(spaceMs, deadline - performance.now());
      if (waitMs === null) {
        await copies.setDue(list, 0);
        throw listNotReadYet();
      }
      await copies.setDue(list, waitMs + CALL_LEASE_MS);
      await wait(waitMs);
      if (await callOnce(list)) return;
    }
  }

  /** False after an answer that means "later", which all processes then wait for. */
  async function callOnce(list: string): Promise<boolean> {
    try {
      const entries = list === PROVIDER_LIST ? await aggregator.listProviders() : await askForGames(list);
      known.keep(list, entries, await copies.store(list, entries, config.PROVIDER_LIST_AGE_S * 1000));
      return true;
    } catch (error) {
      if (error instanceof ProviderRefusal && error.meaning === 'later') {
        await copies.pause(
          Math.max(repeatPauseMs, error.retryAfterMs),
          Math.max(repeatPauseMs, LONGEST_PAUSE_MS),
        );
        return false;
      }
      await copies.setDue(list, PAUSE_AFTER_FAILURE_MS, reasonOf(error));
      throw error;
    }
  }

  async function askForGames(providerCode: string): Promise<readonly ListedGame[]> {
    const provider = (await listOpen()).find(({ code }) => code === providerCode);
    const games = provider === undefined ? [] : await aggregator.listGames(provider);
    if (provider !== undefined && (await isPassing(providerCode, games)))
      throw gamesUnavailable(new Error(`the games of ${providerCode} are an empty list, the last was not`));
    if (provider !== undefined) await onListed(providerCode, games);
    return games;
  }

  /** Whether an empty list may be a fault of the aggregator that passes. A list that stays empty counts. */
  async function isPassing(providerCode: string, games: readonly ListedGame[]): Promise<boolean> {
    const times = (emptied.get(providerCode) ?? 0) + 1;
    const before = hasGames(games)
      ? null
      : ((await known.read(providerCode)) as readonly ListedGame[] | null);
    const isSudden = before !== null && hasGames(before) && times < EMPTY_LISTS_THAT_COUNT;
    if (isSudden) emptied.set(providerCode, times);
    else emptied.delete(providerCode);
    return isSudden;
  }

  return { waitForFirst, callOnce };
}

/** A lobby may stand for a list without games. */
const hasGames = (games: readonly ListedGame[]): boolean =>
  games.some(({ game_code: code }) => code !== LOBBY_CODE);

/** The sentence for the log: a Refusal's own sentence is for players. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // The sentence is stored, and PostgreSQL accepts no NUL in a text; the aggregator's own words may have one.
  return (reason instanceof Error ? reason.message : String(reason)).replaceAll('\0', '\\0');
}
