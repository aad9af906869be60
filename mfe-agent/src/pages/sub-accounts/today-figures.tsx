import { type Report, reportSchema } from '@palier/shared/contracts';
import { endOfDay, startOfDay, usePlatformDay } from '@palier/shared/dates';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { RefetchButton, useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { Amount } from '@palier/shared/ui';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';

const getReportOfDay = (day: string, signal?: AbortSignal): Promise<Report> =>
  http.get('/transactions/report', reportSchema, {
    query: { from: startOfDay(day), to: endOfDay(day) },
    signal,
    quiet: true,
  });

const FIGURES = [
  ['totalIn', messages.added],
  ['totalOut', messages.withdrawn],
  ['totalNet', messages.net],
] as const satisfies readonly (readonly [field: keyof Report, label: string])[];

/**
 * The money that moved through the agent's own hands today: read after the list, in a space of its own, a
 * dash when unread.
 */
export function TodayFigures({ isListSettled }: { readonly isListSettled: boolean }) {
  const day = usePlatformDay();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report-of-day', useUser()?.id, day],
    queryFn: ({ signal }) => getReportOfDay(day, signal),
    meta: { failureLog: 'figures of today not read' },
    enabled: isListSettled,
  });
  useRefetchOnRevisit(refetch);
  return (
    <dl className={styles.today} aria-label={messages.today} data-screen-only>
      {FIGURES.map(([field, label]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{error === null ? data && <Amount value={data[field]} /> : '–'}</dd>
        </div>
      ))}
      {error !== null && !isFetching && (
        <div>
          <dt>{messages.todayUnread}</dt>
          <dd>
            <RefetchButton onPress={refetch} />
          </dd>
        </div>
      )}
    </dl>
  );
}
