/** The search of accounts below the user. Not a singleton: each package that searches has its own copy. */
import type { FoundAccount } from '@palier/shared/contracts/find';
import { http } from '@palier/shared/http';

/** A shorter text is not searched. */
export const MIN_FIND_LENGTH = 2;

// The schema of the contract is for the server: the library of schemas is larger than this file.
const answer = {
  parse(body: unknown): readonly FoundAccount[] {
    const { accounts } = Object(body) as { accounts?: unknown };
    if (!Array.isArray(accounts)) throw new Error('find: not a list of accounts');
    return accounts as readonly FoundAccount[];
  },
};

export const findAccounts = (query: string, signal?: AbortSignal): Promise<readonly FoundAccount[]> =>
  http.get('/user/find', answer, { query: { query }, quiet: true, signal });
