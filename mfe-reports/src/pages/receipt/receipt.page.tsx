import { type HistoryItem, historyItemSchema } from '@palier/shared/contracts';
import { http, logIgnored } from '@palier/shared/http';
import { ReverseDeposit } from '@palier/shared/reverse-deposit';
import { useParams } from '@palier/shared/router';
import { readStored, useUser, writeStored } from '@palier/shared/session';
import { Amount, Button } from '@palier/shared/ui';
import { useState } from 'react';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { PageQueryState, usePageQuery } from '../../lib/page-query';
import { messages } from './receipt.messages';
import styles from './receipt.module.css';
import { type Paper, PAPERS, receiptLines, textToShare } from './receipt.rules';

const useReceipt = (id: string) =>
  usePageQuery(
    'receipt',
    [id],
    (signal) => http.get(`/transactions/${encodeURIComponent(id)}`, historyItemSchema, { signal }),
    messages.failed,
  );

export function ReceiptPage() {
  const { id = '' } = useParams();
  const { data: item, error, isLoading, refetch } = useReceipt(id);
  const [paper, setPaper] = usePaper();
  return (
    <div className={PAPER_CLASSES[paper]}>
      <PrintableReportPage title={messages.title(id)} canPrint={item !== undefined}>
        <PageQueryState error={error} isLoading={isLoading} onRetry={refetch} />
        {item !== undefined && <Receipt item={item} paper={paper} onPaper={setPaper} />}
      </PrintableReportPage>
    </div>
  );
}

const PAPER_CLASSES: Record<Paper, string | undefined> = {
  '58 mm': styles.roll58,
  '80 mm': styles.roll80,
  A4: styles.sheet,
};
const STORED_PAPER = 'palier.receipt.paper';

/** The chosen paper, the same for all receipts of this browser. */
function usePaper(): readonly [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper>(() => {
    const stored = readStored('localStorage', STORED_PAPER);
    return PAPERS.find((one) => one === stored) ?? '80 mm';
  });
  return [
    paper,
    (wanted) => {
      setPaper(wanted);
      writeStored('localStorage', STORED_PAPER, wanted);
    },
  ];
}

interface ReceiptProps {
  readonly item: HistoryItem;
  readonly paper: Paper;
  readonly onPaper: (paper: Paper) => void;
}

function Receipt({ item, paper, onPaper }: ReceiptProps) {
  const lines = receiptLines(item, useUser()?.username);
  return (
    <>
      <div className={styles.receipt}>
        <p className={styles.house}>{messages.house}</p>
        <p className={styles.amount}>
          <Amount value={item.amount} /> <span className={styles.currency}>DT</span>
        </p>
        <dl className={styles.lines}>
          {lines.map(({ title, text, isOwn }) => (
            <div key={title} data-screen-only={isOwn}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div data-row data-screen-only>
        <div data-row="close" role="group" aria-label={messages.paper}>
          <span aria-hidden="true">{messages.paper}</span>
          {PAPERS.map((one) => (
            <Button key={one} tone="quiet" isSmall aria-pressed={one === paper} onClick={() => onPaper(one)}>
              {one}
            </Button>
          ))}
        </div>
        {'share' in navigator && (
          <Button
            tone="quiet"
            isSmall
            onClick={() => {
              // Also rejected when the share sheet is closed without a choice.
              navigator
                .share({ title: messages.title(String(item.id)), text: textToShare(item, lines) })
                .catch((reason: unknown) => logIgnored(reason, 'receipt not shared'));
            }}
          >
            {messages.share}
          </Button>
        )}
        <ReverseDeposit id={item.id} deposit={item} />
      </div>
    </>
  );
}
