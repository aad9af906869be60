import { MAX_PAGE_SIZE, type HistoryItem, type Page } from '@palier/shared/contracts';

/** A history that can be exported whole, whatever its length. */
export interface ExportSource {
  readonly fileName: string;
  readonly head: string;
  readonly readPage: (page: number, size: number, signal: AbortSignal) => Promise<Page<HistoryItem>>;
  /** Whether the history's filter leaves an item in. */
  readonly isWanted: (item: HistoryItem) => boolean;
  readonly lineOf: (item: HistoryItem) => string;
}

/** How many items were read, of how many there are, and how many of them are lines of the file. */
export interface Progress {
  readonly readCount: number;
  readonly totalCount: number;
  readonly lineCount: number;
}

/** An export under way: what was collected stays, so that it can go on after a fault. */
export interface Collection {
  readonly fileName: string;
  /** The head, then the lines of each page that was read. */
  readonly lines: readonly string[];
  /** Reads pages until none is left. Throws what a page throws; called again, it goes on with that page. */
  readonly proceed: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>;
}

/** Between pages, so that an export leaves its session a third of the calls that the server allows it. */
const PAUSE_MS = 50;

/** Begins to collect every line of `source`, one page after the other. */
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
      // A movement made meanwhile pushes the others down: what was read already comes again on the next page.
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      const wanted = fresh.filter(source.isWanted);
      lines.push(wanted.map(source.lineOf).join(''));
      lineCount += wanted.length;
      page += 1;
      isComplete = page >= totalPages;
      onProgress({ readCount: seen.size, totalCount: totalElements, lineCount });
      if (!isComplete) await pause(PAUSE_MS);
    }
  }
  return { fileName: source.fileName, lines, proceed };
}

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));
