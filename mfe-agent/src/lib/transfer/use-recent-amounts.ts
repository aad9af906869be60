import { historyPageSchema, type SubAccountSummary } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import type { TransferType } from './transfer.rules';

const RECENT = 25;

/** The amounts of the target's last movements of this kind, none until they are read. Without them nothing is unusual. */
export function useRecentAmounts(type: TransferType, { username }: SubAccountSummary): readonly number[] {
  const { id = '' } = useParams();
  const { data } = useQuery({
    queryKey: ['recent-amounts', useUser()?.id, id, username],
    queryFn: ({ signal }) =>
      http.get(
        `/transactions/history/outgoing?page=0&size=${RECENT}&targetUserId=${encodeURIComponent(id)}`,
        historyPageSchema,
        { signal, quiet: true },
      ),
    meta: { failureLog: 'recent amounts not read' },
  });
  return (data?.data ?? [])
    .filter(({ initiatorTransactionType }) => initiatorTransactionType === type)
    .map(({ amount }) => amount);
}
