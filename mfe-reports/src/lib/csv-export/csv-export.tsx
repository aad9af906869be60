import { Button } from '@palier/shared/ui';
import { useRef } from 'react';
import type { ExportSource } from './csv-collection';
import { messages } from './csv-export.messages';
import styles from './csv-export.module.css';
import { useCsvExport } from './use-csv-export';

interface CsvExportProps {
  readonly source: ExportSource;
  readonly isDisabled: boolean;
}

/** Exports every row of a list that matches the filter. The export button stays and keeps the focus while the export runs. */
export function CsvExport({ source, isDisabled }: CsvExportProps) {
  const { status, progress, start, resume, cancel } = useCsvExport(source);
  const place = useRef<HTMLDivElement>(null);
  const isRunning = status === 'running';
  const isStopped = status === 'stopped';

  function act(): void {
    if (isStopped) resume();
    else if (!isRunning) start();
  }

  function cancelExport(): void {
    cancel();
    place.current?.querySelector<HTMLElement>('button:last-child')?.focus();
  }

  return (
    <div ref={place} className={styles.export} data-screen-only>
      {/* A screen reader announces the end, not each step. */}
      <span className={styles.status} role="status" aria-live={isRunning ? 'off' : 'polite'}>
        {isRunning && messages.running(progress)}
        {status === 'done' && progress !== null && messages.done(progress)}
      </span>
      {isRunning && (
        <progress
          className={styles.bar}
          aria-label={messages.progressLabel}
          max={progress?.totalCount}
          value={progress?.readCount}
        />
      )}
      {isStopped && (
        <span className={styles.error} role="alert">
          {messages.stopped(progress)}
        </span>
      )}
      {(isRunning || isStopped) && (
        <Button tone="quiet" isSmall onClick={cancelExport}>
          {messages.cancel}
        </Button>
      )}
      <Button
        tone={isStopped ? 'primary' : 'quiet'}
        isSmall
        disabled={isDisabled}
        aria-disabled={isRunning}
        onClick={act}
      >
        {isStopped ? messages.resume : messages.export}
      </Button>
    </div>
  );
}
