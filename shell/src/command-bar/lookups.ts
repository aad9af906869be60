import { historyItemSchema, historyPageSchema, type HistoryItem } from '@palier/shared/contracts';
import type { FoundAccount } from '@palier/shared/contracts/find';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import { findAccounts, MIN_FIND_LENGTH } from '@palier/shared/find-accounts';
import { http, isDefiniteRefusal } from '@palier/shared/http';
import type { TypedText } from './typed-text';

/** What is asked for a text. */
export interface Wanted {
  /** Names of accounts; for agents only, because the search would end the session of a player. */
  readonly names: readonly string[];
  /** Of a movement or a round. */
  readonly number: string | null;
}

export const wantedFor = ({ name, otherNames, number }: TypedText, isAgent: boolean): Wanted => ({
  names: isAgent ? [...new Set([name, ...otherNames])].filter((one) => one.length >= MIN_FIND_LENGTH) : [],
  number,
});

export interface FoundRound {
  readonly gameTitle: string | null;
  readonly gameCode: string;
  readonly player: { readonly username: string };
}

/** What was found for a text. */
export interface Answers {
  readonly accounts: readonly FoundAccount[];
  readonly movement: HistoryItem | null;
  readonly round: FoundRound | null;
}

export const NO_ANSWERS: Answers = { accounts: [], movement: null, round: null };

// Without the schemas of the contracts, which are for the server.
const roundAnswer = {
  parse(body: unknown): FoundRound {
    const round = Object(body) as Partial<FoundRound>;
    if (typeof round.player?.username !== 'string') throw new Error('command bar: not a round');
    return body as FoundRound;
  },
};

/** Null for what does not exist, or is of another tree. */
const orMissing = <Value>(answer: Promise<Value>): Promise<Value | null> =>
  answer.catch((error: unknown) => {
    if (isDefiniteRefusal(error) && error.response.status === 404) return null;
    throw error;
  });

/** Asks for everything that a text may mean, at the same time. */
export async function lookUp({ names, number }: Wanted, signal: AbortSignal): Promise<Answers> {
  const options = { quiet: true, signal };
  const [found, movement, round] = await Promise.all([
    Promise.all(names.map((name) => findAccounts(name, signal))),
    number === null ? null : orMissing(http.get(`/transactions/${number}`, historyItemSchema, options)),
    number === null ? null : orMissing(http.get(`/casino/round/${number}`, roundAnswer, options)),
  ]);
  const accounts = new Map(found.flat().map((account) => [account.id, account]));
  return { accounts: [...accounts.values()], movement, round };
}

const RECENT_MOVEMENTS = 100;

/** The last movements that the user made. */
export const readLastMovements = async (signal: AbortSignal): Promise<readonly HistoryItem[]> => {
  const query = { page: 0, size: RECENT_MOVEMENTS };
  return (await http.get('/transactions/history/outgoing', historyPageSchema, { query, quiet: true, signal }))
    .data;
};

const listAnswer = <Name extends string>(name: Name) => ({
  parse(body: unknown): Readonly<Record<Name, readonly GameTitle[]>> {
    const answer = Object(body) as Record<Name, unknown>;
    if (!Array.isArray(answer[name])) throw new Error(`command bar: no ${name}`);
    return answer as Record<Name, readonly GameTitle[]>;
  },
});

export const readTitles = async (signal: AbortSignal): Promise<readonly GameTitle[]> =>
  (await http.get('/casino/titles', listAnswer('titles'), { quiet: true, signal })).titles;

/** The last games that the user played. */
export const readLastGames = async (signal: AbortSignal): Promise<readonly GameTitle[]> =>
  (await http.get('/casino/lobby', listAnswer('recent'), { quiet: true, signal })).recent;
