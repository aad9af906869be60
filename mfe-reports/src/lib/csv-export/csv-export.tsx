import { logIgnored } from '@palier/shared/http';
import { Button } from '@palier/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { type Collection, collectLines, type ExportSource, type Progress } from './csv-collection';
import { messages } from './csv-export.messages';
import styles from './csv-export.module.css';
import { downloadCsv } from './csv';

interface ExportState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done';
  readonly progress: Progress | null;
}

const IDLE: ExportState = { status: 'idle', progress: null };

/** Runs an export with the filter that applies at the start. Leaving the screen ends the export. */
function useCsvExport(source: ExportSource) {
  const [state, setState] = useState(IDLE);
  const collection = useRef<Collection | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(collected: Collection): Promise<void> {
    const { signal } = (running.current = new AbortController());
    collection.current = collected;
    setState(({ progress }) => ({ status: 'running', progress }));
    try {
      await collected.proceed(signal, (progress) => {
        if (!signal.aborted) setState({ status: 'running', progress });
      });
      signal.throwIfAborted();
      downloadCsv(collected.fileName, collected.lines);
      setState(({ progress }) => ({ status: 'done', progress }));
    } catch (error) {
      if (signal.aborted) return;
      logIgnored(error, 'export: page not read');
      setState(({ progress }) => ({ status: 'stopped', progress }));
    }
  }

  return {
    ...state,
    start: (): void => {
      setState(IDLE);
      void run(collectLines(source));
    },
    resume: (): void => {
      if (collection.current !== null) void run(collection.current);
    },
    cancel: (): void => {
      running.current?.abort();
      setState(IDLE);
    },
  };
}

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
    <div ref={place} className={styles.export} data-row data-screen-only>
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
