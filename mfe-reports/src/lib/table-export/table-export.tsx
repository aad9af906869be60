import { logIgnored } from '@palier/shared/http';
import { Button } from '@palier/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { CSV, download, type TableFormat, XLSX } from './formats';
import { type Collection, collectRows, type ExportSource, type Progress } from './row-collection';
import { messages } from './table-export.messages';
import styles from './table-export.module.css';

const FORMATS: readonly TableFormat[] = [CSV, XLSX];

interface ExportState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done';
  readonly progress: Progress | null;
}

const IDLE: ExportState = { status: 'idle', progress: null };

interface StartedExport {
  readonly fileName: string;
  readonly format: TableFormat;
  readonly collection: Collection;
}

/** Runs an export with the filter that applies at the start. Leaving the screen ends the export. */
function useExport<Item extends { readonly id: number }>(source: ExportSource<Item>) {
  const [state, setState] = useState(IDLE);
  const [started, setStarted] = useState<StartedExport | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run({ fileName, collection }: StartedExport): Promise<void> {
    const { signal } = (running.current = new AbortController());
    setState(({ progress }) => ({ status: 'running', progress }));
    try {
      const file = await collection.proceed(signal, (progress) => {
        if (!signal.aborted) setState({ status: 'running', progress });
      });
      signal.throwIfAborted();
      download(fileName, file);
      setState(({ progress }) => ({ status: 'done', progress }));
    } catch (error) {
      if (signal.aborted) return;
      logIgnored(error, 'export: page not read');
      setState(({ progress }) => ({ status: 'stopped', progress }));
    }
  }

  return {
    ...state,
    format: started?.format,
    start: (format: TableFormat): void => {
      setState(IDLE);
      const next = {
        fileName: `${source.fileName}.${format.extension}`,
        format,
        collection: collectRows(source, format),
      };
      setStarted(next);
      void run(next);
    },
    resume: (): void => {
      if (started !== null) void run(started);
    },
    cancel: (): void => {
      running.current?.abort();
      setState(IDLE);
    },
  };
}

interface TableExportProps<Item extends { readonly id: number }> {
  readonly source: ExportSource<Item>;
  readonly isDisabled?: boolean;
}

/**
 * Exports every row of a list that matches the filter, as CSV or as a workbook. The pressed button stays and
 * keeps the focus while the export runs.
 */
export function TableExport<Item extends { readonly id: number }>({
  source,
  isDisabled = false,
}: TableExportProps<Item>) {
  const { status, progress, format: chosen, start, resume, cancel } = useExport(source);
  const chosenButton = useRef<HTMLSpanElement>(null);
  const isRunning = status === 'running';
  const isStopped = status === 'stopped';

  function act(format: TableFormat): void {
    if (isStopped && format === chosen) resume();
    else if (!isRunning) start(format);
  }

  function cancelExport(): void {
    cancel();
    chosenButton.current?.querySelector('button')?.focus();
  }

  return (
    <div className={styles.export} data-row data-screen-only>
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
      {FORMATS.map((format) => {
        const canResume = isStopped && format === chosen;
        return (
          <span
            key={format.extension}
            className={styles.choice}
            ref={format === chosen ? chosenButton : undefined}
          >
            <Button
              tone={canResume ? 'primary' : 'quiet'}
              isSmall
              disabled={isDisabled}
              aria-disabled={isRunning}
              aria-label={canResume ? undefined : messages.export[format.extension]}
              title={messages.export[format.extension]}
              onClick={() => act(format)}
            >
              {canResume ? messages.resume : messages.short[format.extension]}
            </Button>
          </span>
        );
      })}
    </div>
  );
}
