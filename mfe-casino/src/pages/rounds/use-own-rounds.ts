import type { RoundList } from '@palier/shared/contracts/rounds';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';

/** Without the contract's schema, which is for the server. */
const roundsAnswer = {
  parse(body: unknown): RoundList {
    if (!Array.isArray((Object(body) as Partial<RoundList>).rounds)) throw new Error('rounds: no list');
    return body as RoundList;
  },
};

/** A page of the player's own rounds, from the place in the page's address (`?avant=`). */
export function useOwnRounds() {
  const [address] = useSearchParams();
  const asked = address.get('avant');
  const before = asked !== null && /^[1-9]\d{0,14}$/.test(asked) ? asked : undefined;
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['casino', 'rounds', useUser()?.id, before],
    // Quiet: the page shows by itself that it waits.
    queryFn: ({ signal }) =>
      http.get('/casino/rounds', roundsAnswer, { query: { before }, quiet: true, signal }),
  });
  return { list: isError ? undefined : data, before, isPending, isError, refetch };
}
