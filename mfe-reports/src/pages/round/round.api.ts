import type { Round } from '@palier/shared/contracts/rounds';
import { http } from '@palier/shared/http';

/** Without the contract's schema, which is for the server. */
const roundAnswer = {
  parse(body: unknown): Round {
    if (!Array.isArray((Object(body) as Partial<Round>).steps)) throw new Error('round: no steps');
    return body as Round;
  },
};

/** The round of the movement with this number. */
export const getRound = (number: string, signal: AbortSignal): Promise<Round> =>
  http.get(`/casino/round/${encodeURIComponent(number)}`, roundAnswer, { signal });
