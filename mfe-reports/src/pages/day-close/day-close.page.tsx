import type { DayClose } from '@palier/shared/contracts';
import { addDays, isDay, usePlatformDay } from '@palier/shared/dates';
import { http } from '@palier/shared/http';
import { Note } from '@palier/shared/page-parts';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Field } from '@palier/shared/ui';
import { useState } from 'react';
import { answerWithList } from '../../lib/answer-with-list';
import { PeriodForm } from '../../lib/period-form/period-form';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { PageQueryState, usePageQuery } from '../../lib/page-query';
import { useDraft } from '../../lib/use-draft';
import { DayCloseStatement, DayCloseTable } from './day-close-tables';
import { messages } from './day-close.messages';
import styles from './day-close.module.css';

/** The close of the day in the URL, by default the server's today. */
export function DayClosePage() {
  const [params, setParams] = useSearchParams();
  const inUrl = params.get('date');
  const shown = isDay(inUrl) ? inUrl : undefined;
  const today = usePlatformDay();
  const [draft, setDate] = useDraft(shown);
  const { data, error, isLoading, refetch } = usePageQuery(
    'day close',
    // The close of today is read again when the day ends.
    shown === undefined ? [shown, today] : [shown],
    (signal) =>
      http.get('/reports/day-close', answerWithList<DayClose>('subAccounts'), {
        query: { date: shown },
        signal,
      }),
    messages.failed,
  );
  const [refusals, setRefusals] = useState(0);
  const yesterday = addDays(today, -1);
  const date = draft ?? data?.date ?? today;

  function show(wanted: string | undefined): void {
    setDate(shown);
    if (wanted === shown) void refetch();
    else setParams(wanted === undefined ? {} : { date: wanted });
  }

  function submit(): void {
    if (isDay(date)) show(date);
    else setRefusals(refusals + 1);
  }

  return (
    <PrintableReportPage
      title={data === undefined ? messages.title : messages.titleOf(data)}
      canPrint={error === null}
    >
      <PeriodForm
        onSubmit={submit}
        presetsLabel={messages.presets}
        presets={[
          {
            label: messages.today,
            isShown: shown === undefined || shown === today,
            onShow: () => show(undefined),
          },
          { label: messages.yesterday, isShown: shown === yesterday, onShow: () => show(yesterday) },
        ]}
      >
        <Field
          label={messages.date}
          type="date"
          required
          fault={refusals > 0 && !isDay(date) ? messages.noDate : null}
          tries={refusals}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
      </PeriodForm>
      <PageQueryState error={error} isLoading={isLoading} onRetry={refetch} />
      {data !== undefined && <ClosedDay day={data} />}
    </PrintableReportPage>
  );
}

function ClosedDay({ day }: { readonly day: DayClose }) {
  const username = useUser()?.username ?? '';
  return (
    <>
      <Note>{messages.reading(day)}</Note>
      <DayCloseStatement day={day} />
      <h2 className={styles.heading}>{messages.subAccounts}</h2>
      <DayCloseTable day={day} />
      <div className={styles.signature}>
        <p>{messages.drawnUp(username, day)}</p>
        <p className={styles.signatureLine}>{messages.signature}</p>
      </div>
    </>
  );
}
