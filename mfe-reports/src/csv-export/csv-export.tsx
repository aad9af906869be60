import type { HistoryItem } from '@palier/shared/contracts';
import { Button } from '@palier/shared/ui';
import type { ExportSource } from './collect-lines';
import { messages } from './csv-export.messages';
import styles from './csv-export.module.css';
import { useCsvExport } from './use-csv-export';

interface CsvExportProps {
  readonly source: ExportSource<HistoryItem>;
  readonly isDisabled: boolean;
}

/** The button that exports every row of a list as it is filtered, and what it tells while it reads. */
export function CsvExport({ source, isDisabled }: CsvExportProps) {
  const { status, progress, start, resume, cancel } = useCsvExport(source);
  if (status === 'running') {
    return (
      <div className={styles.export}>
        <span className={styles.word}>{messages.running(progress)}</span>
        <progress
          className={styles.bar}
          aria-label={messages.progressLabel}
          max={progress?.totalCount}
          value={progress?.readCount}
        />
        <Button tone="quiet" isSmall onClick={cancel}>
          {messages.cancel}
        </Button>
      </div>
    );
  }
  if (status === 'stopped') {
    return (
      <div className={styles.export}>
        <span className={styles.fault} role="alert">
          {messages.stopped(progress)}
        </span>
        <Button isSmall onClick={resume}>
          {messages.resume}
        </Button>
        <Button tone="quiet" isSmall onClick={cancel}>
          {messages.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.export}>
      {status === 'done' && progress !== null && (
        <span className={styles.word} role="status">
          {messages.done(progress)}
        </span>
      )}
      <Button tone="quiet" isSmall disabled={isDisabled} onClick={start}>
        {messages.export}
      </Button>
    </div>
  );
}
