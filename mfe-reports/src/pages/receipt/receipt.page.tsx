import type { HistoryItem } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { useParams } from '@palier/shared/router';
import { readStored, useUser, writeStored } from '@palier/shared/session';
import { Amount, Button, ErrorBox } from '@palier/shared/ui';
import { useState } from 'react';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { ReverseDeposit } from '../../lib/reversal/reverse-deposit';
import { messages, RECEIPT_BACK } from './receipt.messages';
import styles from './receipt.module.css';
import { PAPERS, receiptLines, receiptText, type Paper } from './receipt.rules';
import { useReceipt } from './use-receipt';

export function ReceiptPage() {
  const { id = '' } = useParams();
  const { item, error, isLoading, refetch } = useReceipt(id);
  return (
    <PrintableReportPage title={messages.title(id)} back={RECEIPT_BACK}>
      {isLoading && <p role="status">{messages.loading}</p>}
      {error !== null && (
        <>
          <ErrorBox message={error} />
          <div>
            <RefetchButton onPress={refetch} />
          </div>
        </>
      )}
      {item !== undefined && <Receipt item={item} />}
    </PrintableReportPage>
  );
}

const STORED_PAPER = 'palier.receipt.paper';
const isPaper = (text: string | null): text is Paper => text !== null && Object.hasOwn(PAPERS, text);

function Receipt({ item }: { readonly item: HistoryItem }) {
  const [paper, setPaper] = useState<Paper>(() => {
    const stored = readStored('localStorage', STORED_PAPER);
    return isPaper(stored) ? stored : '80 mm';
  });
  const lines = receiptLines(item, useUser()?.username);

  function choose(wanted: Paper): void {
    setPaper(wanted);
    writeStored('localStorage', STORED_PAPER, wanted);
  }

  return (
    <>
      <style>{`@page { size: ${PAPERS[paper]}; margin: ${paper === 'A4' ? '20mm' : '3mm'}; }`}</style>
      <div className={styles.receipt}>
        <p className={styles.amount}>
          <Amount value={item.amount} /> <span className={styles.currency}>DT</span>
        </p>
        <dl className={styles.lines}>
          {lines.map(({ title, text, isOwn }) => (
            <div key={title} className={isOwn === true ? styles.screenOnly : undefined}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.tools}>
        <div className={styles.papers} role="group" aria-label={messages.paper}>
          {(Object.keys(PAPERS) as Paper[]).map((one) => (
            <Button key={one} tone="quiet" isSmall aria-pressed={one === paper} onClick={() => choose(one)}>
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
                .share({ title: messages.title(String(item.id)), text: receiptText(item, lines) })
                .catch((reason: unknown) => logIgnored(reason, 'receipt not shared'));
            }}
          >
            {messages.share}
          </Button>
        )}
        <ReverseDeposit item={item} />
      </div>
    </>
  );
}
