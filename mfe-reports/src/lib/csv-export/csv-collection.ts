import { MAX_PAGE_SIZE, type HistoryItem, type Page } from '@palier/shared/contracts';

export interface ExportSource {
  readonly fileName: string;
  readonly head: string;
  readonly readPage: (page: number, size: number, signal: AbortSignal) => Promise<Page<HistoryItem>>;
  readonly isWanted: (item: HistoryItem) => boolean;
  readonly lineOf: (item: HistoryItem) => string;
}

export interface Progress {
  readonly readCount: number;
  readonly totalCount: number;
  readonly lineCount: number;
}

/** An export in progress. The lines are kept, so that the export can continue after a failure. */
export interface Collection {
  readonly fileName: string;
  readonly lines: readonly string[];
  /** Reads the remaining pages. After a page has thrown, the next call goes on with that page. */
  readonly proceed: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>;
}

/** Pause between pages, so that an export uses at most two thirds of the session's rate limit. */
const PAGE_PAUSE_MS = 50;

export function collectLines(source: ExportSource): Collection {
  const lines = [source.head];
  const seen = new Set<number>();
  let page = 0;
  let lineCount = 0;
  let isComplete = false;

  async function proceed(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
    while (!isComplete) {
      const { data, totalPages, totalElements } = await source.readPage(page, MAX_PAGE_SIZE, signal);
      signal.throwIfAborted();
      // A movement made during the export moves earlier movements to the next page, which then contains them a second time.
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      const wanted = fresh.filter(source.isWanted);
      lines.push(wanted.map(source.lineOf).join(''));
      lineCount += wanted.length;
      page += 1;
      isComplete = page >= totalPages;
      onProgress({ readCount: seen.size, totalCount: totalElements, lineCount });
      if (!isComplete) await new Promise((resolve) => setTimeout(resolve, PAGE_PAUSE_MS));
    }
  }
  return { fileName: source.fileName, lines, proceed };
}
