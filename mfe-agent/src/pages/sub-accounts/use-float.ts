import type { Float } from '@palier/shared/contracts/float';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';

/** The present hour has more movements by then. */
const READ_EVERY_MS = 5 * 60_000;

/** Without the contract's schema, which is for the server. */
const floatAnswer = {
  parse(body: unknown): Float {
    const { endsAt, missing } = Object(body) as Partial<Float>;
    if (endsAt === undefined || missing === undefined) throw new Error('float: no estimate');
    return { endsAt, missing };
  },
};

/** How long the own balance lasts, read after the list (decision 0115); undefined where it is not known. */
export function useFloat(isListSettled: boolean): Float | undefined {
  const { data } = useQuery({
    queryKey: ['float', useUser()?.id],
    queryFn: ({ signal }) => http.get('/user/float', floatAnswer, { signal, quiet: true }),
    enabled: isListSettled,
    refetchInterval: READ_EVERY_MS,
    meta: { failureLog: 'float not read' },
  });
  return data;
}
