import { bus } from '@palier/shared/bus';

/** Records the notices raised until `stop`. */
export function recordNotices() {
  const notices: { tone: string; text: string }[] = [];
  const stop = bus.on('notice/raised', (notice) => notices.push(notice));
  return { notices, stop };
}
