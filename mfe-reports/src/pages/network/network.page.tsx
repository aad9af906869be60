import { networkReportSchema } from '@palier/shared/contracts';
import { usePlatformDay } from '@palier/shared/dates';
import { http } from '@palier/shared/http';
import { Breadcrumb, Note } from '@palier/shared/page-parts';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { PeriodRangeForm } from '../../lib/period-form/period-form';
import { lastDays } from '../../lib/period-form/period.rules';
import { usePeriodInUrl } from '../../lib/period-form/use-period-in-url';
import { PrintFooter } from '../../lib/printing/printable-report-page';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { PageQueryState, usePageQuery } from '../../lib/page-query';
import { TableExport } from '../../lib/table-export/table-export';
import { NetworkTable } from './network-table';
import { hasAgentsBelow, networkExport } from './network-table';
import { messages } from './network.messages';
import styles from './network.module.css';

/** Agents settle by the week. */
const DEFAULT_DAYS = 7;

/**
 * The network of the account and the period in the URL: by default the user's own, of the last seven days.
 */
export function NetworkPage() {
  const [params] = useSearchParams();
  const of = params.get('of') ?? undefined;
  const form = usePeriodInUrl(lastDays(DEFAULT_DAYS)(usePlatformDay()));
  const { from, to } = form.shown;
  const {
    data: network,
    error,
    isLoading,
    refetch,
  } = usePageQuery(
    'network',
    [of, from, to],
    (signal) =>
      http.get('/transactions/report/network', networkReportSchema, { query: { from, to, of }, signal }),
    messages.failed,
  );
  useRefetchOnRevisit(refetch);
  const addressOf = (userId: number): string => {
    const next = new URLSearchParams(params);
    next.set('of', String(userId));
    return `/report/network?${next.toString()}`;
  };
  const head = network?.path.at(-1);
  return (
    <PrintableReportPage
      title={
        head === undefined || network?.path.length === 1 ? messages.title : messages.titleOf(head.username)
      }
    >
      <PeriodRangeForm {...form} onShownAgain={refetch} />
      <PageQueryState error={error} isLoading={isLoading} onRetry={refetch} />
      {network !== undefined && head !== undefined && (
        <>
          <Breadcrumb
            label={messages.path}
            above={network.path
              .slice(0, -1)
              .map(({ id, username }) => ({ text: username, to: addressOf(id) }))}
            current={head.username}
          />
          <div data-row="apart">
            <Note>{messages.period(network)}</Note>
            <TableExport source={networkExport(network)} />
          </div>
          <NetworkTable network={network} addressOf={addressOf} />
          <details className={styles.definitions}>
            <summary>{messages.definitions}</summary>
            <dl>
              {[...(hasAgentsBelow(network) ? messages.settlementTerms : []), ...messages.playTerms].map(
                ([term, definition]) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{definition}</dd>
                  </div>
                ),
              )}
            </dl>
          </details>
          <PrintFooter />
        </>
      )}
    </PrintableReportPage>
  );
}
