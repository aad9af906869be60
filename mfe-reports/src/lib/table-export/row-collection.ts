import { MAX_PAGE_SIZE, type Page } from '@palier/shared/contracts';
import { type Row, type TableWriter, textCell } from './cells';
import type { TableFormat } from './formats';

interface Numbered {
  readonly id: number;
}

/** A list that can be exported, whose pages are read one after another. */
export interface ExportSource<Item extends Numbered> {
  /** Without its extension. */
  readonly fileName: string;
  readonly titles: readonly string[];
  readonly readPage: (page: number, size: number, signal: AbortSignal) => Promise<Page<Item>>;
  readonly isWanted: (item: Item) => boolean;
  readonly rowOf: (item: Item) => Row;
}

export interface Progress {
  readonly readCount: number;
  readonly totalCount: number;
  readonly rowCount: number;
}

/** An export in progress. What was read is kept, so that the export can continue after a failure. */
export interface Collection {
  /**
   * Reads the remaining pages and returns the file. After a page has failed, the next call goes on with that
   * page.
   */
  readonly proceed: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Blob>;
}

/** Pause between pages, so that an export uses at most two thirds of the session's rate limit. */
const PAGE_PAUSE_MS = 50;

export function collectRows<Item extends Numbered>(
  source: ExportSource<Item>,
  { createWriter }: TableFormat,
): Collection {
  let writer: TableWriter | null = null;
  const seen = new Set<number>();
  let page = 0;
  let rowCount = 0;
  let isComplete = false;

  async function startWriter(): Promise<TableWriter> {
    const started = await createWriter();
    started.add([source.titles.map(textCell)]);
    return started;
  }

  async function proceed(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Blob> {
    writer ??= await startWriter();
    while (!isComplete) {
      const { data, totalPages, totalElements } = await source.readPage(page, MAX_PAGE_SIZE, signal);
      signal.throwIfAborted();
      // A movement made during the export moves earlier movements to the next page, which then contains them
      // a second time.
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      const wanted = fresh.filter(source.isWanted);
      writer.add(wanted.map(source.rowOf));
      rowCount += wanted.length;
      page += 1;
      isComplete = page >= totalPages;
      onProgress({ readCount: seen.size, totalCount: totalElements, rowCount });
      if (!isComplete) await new Promise((resolve) => setTimeout(resolve, PAGE_PAUSE_MS));
    }
    signal.throwIfAborted();
    return writer.end();
  }
  return { proceed };
}

/** A table that the page has already. */
export function tableSource(
  fileName: string,
  titles: readonly string[],
  rows: readonly Row[],
): ExportSource<Numbered & { readonly row: Row }> {
  return {
    fileName,
    titles,
    readPage: async () => ({
      data: rows.map((row, id) => ({ id, row })),
      totalElements: rows.length,
      totalPages: 1,
      currentPage: 0,
    }),
    isWanted: () => true,
    rowOf: ({ row }) => row,
  };
}
