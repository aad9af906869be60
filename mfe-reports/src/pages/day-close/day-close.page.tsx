import { Note } from '@palier/shared/page-parts';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { ReadState } from '../../lib/report-read/read-state';
import { DayCloseForm } from './day-close-form';
import { DayCloseStatement } from './day-close-statement';
import { DayCloseTable } from './day-close-table';
import { messages } from './day-close.messages';
import styles from './day-close.module.css';
import { useDayClose } from './use-day-close';

export function DayClosePage() {
  const { username, date, shown, setDate, show, data: day, error, isLoading } = useDayClose();
  return (
    <PrintableReportPage title={day === undefined ? messages.title : messages.titleOf(day)}>
      <DayCloseForm date={date} shown={shown} onChange={setDate} onShow={show} />
      <ReadState error={error} isLoading={isLoading} />
      {day !== undefined && (
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
      )}
    </PrintableReportPage>
  );
}
