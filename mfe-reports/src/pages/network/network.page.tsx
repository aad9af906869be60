import type { NetworkReport } from '@palier/shared/contracts';
import { usePlatformDay } from '@palier/shared/dates';
import { formatShortPeriod } from '@palier/shared/french-dates';
import { http } from '@palier/shared/http';
import { Breadcrumb, Note } from '@palier/shared/page-parts';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { useRef, useState } from 'react';
import { answerWithList } from '../../lib/answer-with-list';
import { FilterBar } from '../../lib/filter-bar/filter-bar';
import { FilterSheet } from '../../lib/filter-bar/filter-sheet';
import { messages as barMessages } from '../../lib/filter-bar/filter-bar.messages';
import { PeriodChoice } from '../../lib/filter-bar/period-choice';
import {
  isSamePeriod,
  LAST_WEEK,
  type Period,
  periodBefore,
  presetOf,
  THIS_WEEK,
  weekOf,
} from '../../lib/period-form/period.rules';
import { usePeriodInUrl } from '../../lib/period-form/use-period-in-url';
import { PrintableReportPage, PrintFooter } from '../../lib/printing/printable-report-page';
import { PageQueryState, usePageQuery } from '../../lib/page-query';
import { withParameter } from '../../lib/use-page-in-url';
import { TableExport } from '../../lib/table-export/table-export';
import { NetworkOrder } from './network-order';
import { NetworkTable } from './network-table';
import { messages } from './network.messages';
import styles from './network.module.css';
import { hasAgentsBelow, networkExport, type Order, orderOfUrl, orderToUrl } from './network.rules';

interface NetworkQuery extends Period {
  readonly of: string | undefined;
}

const useNetwork = (name: string, { from, to, of }: NetworkQuery, quiet: boolean) =>
  usePageQuery(
    name,
    [of, from, to],
    (signal) =>
      http.get('/transactions/report/network', answerWithList<NetworkReport>('subAccounts'), {
        query: { from, to, of },
        signal,
        quiet,
      }),
    messages.failed,
  );

/** That of a network below the user's own has its head. */
function titleOf(network: NetworkReport | undefined): string {
  const [own, ...below] = network?.path ?? [];
  const head = below.at(-1);
  return own === undefined || head === undefined ? messages.title : messages.titleOf(head.username);
}

/**
 * The network of the account and the period in the URL: by default the user's own, of the current week,
 * because agents settle by the week.
 */
export function NetworkPage() {
  const [params, setParams] = useSearchParams();
  const of = params.get('of') ?? undefined;
  const form = usePeriodInUrl(weekOf(usePlatformDay()));
  const order = orderOfUrl(params.get('tri'));
  // Another order of the same rows is no step to go back to.
  const setOrder = (next: Order): void =>
    setParams((before) => withParameter(before, 'tri', orderToUrl(next)), { replace: true });
  const earlier = periodBefore(form.shown);
  const { data: network, error, isLoading, refetch } = useNetwork('network', { ...form.shown, of }, false);
  const before = useNetwork('network before', { ...earlier, of }, true);
  useRefetchOnRevisit(refetch);
  const addressOf = (userId: number): string => {
    const next = new URLSearchParams(params);
    next.set('of', String(userId));
    return `/report/network?${next.toString()}`;
  };
  const head = network?.path.at(-1);
  return (
    <PrintableReportPage
      canPrint={error === null}
      title={titleOf(network)}
      tools={
        <div className={styles.tools} data-screen-only>
          <PeriodBar shown={form.shown} onChoose={(period) => form.show(period, refetch)} />
          {network !== undefined && <TableExport source={networkExport(network, before.data)} />}
        </div>
      }
    >
      <PageQueryState error={error} isLoading={isLoading} onRetry={refetch} />
      {network !== undefined && head !== undefined && (
        <div className={styles.content}>
          <div className={styles.line} data-row="close">
            <Breadcrumb
              label={messages.path}
              above={network.path
                .slice(0, -1)
                .map(({ id, username }) => ({ text: username, to: addressOf(id) }))}
              current={head.username}
            />
            <div className={styles.notes}>
              <Note>{messages.period(network)}</Note>
              <Note>{messages.withoutReversals}</Note>
            </div>
            <NetworkOrder network={network} order={order} onOrder={setOrder} />
          </div>
          <NetworkTable
            network={network}
            before={before.data}
            periodBefore={earlier}
            order={order}
            onOrder={setOrder}
            addressOf={addressOf}
          />
          <Definitions network={network} />
          <PrintFooter />
        </div>
      )}
    </PrintableReportPage>
  );
}

interface PeriodBarProps {
  readonly shown: Period;
  readonly onChoose: (period: Period) => void;
}

/** The period shown, which opens the choice of another; the other week beside it. */
function PeriodBar({ shown, onChoose }: PeriodBarProps) {
  const today = usePlatformDay();
  const [isOpen, setIsOpen] = useState(false);
  const choice = useRef<HTMLDivElement>(null);
  const week = isSamePeriod(LAST_WEEK.periodAt(today), shown) ? THIS_WEEK : LAST_WEEK;
  return (
    <>
      <FilterBar
        label={messages.choosePeriod}
        opener={
          <>
            {presetOf(shown, today)?.label ?? formatShortPeriod(shown)} <span aria-hidden="true">▾</span>
          </>
        }
        offers={[{ text: week.label, onPress: () => onChoose(week.periodAt(today)) }]}
        onOpen={() => setIsOpen(true)}
      />
      {isOpen && (
        <FilterSheet
          title={messages.choosePeriod}
          closeText={barMessages.close}
          onClose={() => setIsOpen(false)}
        >
          <div ref={choice}>
            <PeriodChoice
              period={shown}
              onChoose={onChoose}
              onPreset={() => choice.current?.closest('dialog')?.close()}
            />
          </div>
        </FilterSheet>
      )}
    </>
  );
}

const Definitions = ({ network }: { readonly network: NetworkReport }) => (
  <details className={styles.definitions}>
    <summary>{messages.definitions}</summary>
    <dl>
      {[
        ...(hasAgentsBelow(network) ? messages.settlementTerms : messages.clientTerms),
        ...messages.playTerms,
      ].map(([term, definition]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  </details>
);
