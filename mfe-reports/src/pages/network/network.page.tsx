import { Breadcrumb, Note } from '@palier/shared/page-parts';
import { useSearchParams } from '@palier/shared/router';
import { Button } from '@palier/shared/ui';
import { downloadCsv } from '../../lib/csv-export/download-csv';
import { PeriodRangeForm } from '../../lib/period-form/period-range-form';
import { PrintFooter } from '../../lib/printing/print-footer';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { ReadState } from '../../lib/report-read/read-state';
import { networkCsv } from './network-csv';
import { NetworkTable } from './network-table';
import { hasAgentsBelow } from './network.columns';
import { messages } from './network.messages';
import styles from './network.module.css';
import { useNetwork } from './use-network';

export function NetworkPage() {
  const { period, setPeriod, shown, show, data: network, error, isLoading, retry } = useNetwork();
  const [params] = useSearchParams();
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
      <PeriodRangeForm period={period} shown={shown} onChange={setPeriod} onShow={show} />
      <ReadState error={error} isLoading={isLoading} onRetry={retry} />
      {network !== undefined && head !== undefined && (
        <>
          <Breadcrumb
            label={messages.path}
            above={network.path
              .slice(0, -1)
              .map(({ id, username }) => ({ text: username, to: addressOf(id) }))}
            current={head.username}
          />
          <div className={styles.head}>
            <Note>{messages.period(network)}</Note>
            <Button
              tone="quiet"
              isSmall
              data-screen-only
              onClick={() => downloadCsv(messages.fileName(head.username, network), networkCsv(network))}
            >
              {messages.export}
            </Button>
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
