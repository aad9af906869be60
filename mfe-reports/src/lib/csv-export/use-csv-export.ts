import { logIgnored } from '@palier/shared/http';
import { useEffect, useRef, useState } from 'react';
import { collectLines, type Collection, type ExportSource, type Progress } from './csv-collection';
import { downloadCsv } from './download-csv';

interface ExportState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done';
  readonly progress: Progress | null;
}

const IDLE: ExportState = { status: 'idle', progress: null };

/** Runs an export with the filter that applies at the start. Leaving the screen ends the export. */
export function useCsvExport(source: ExportSource) {
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
