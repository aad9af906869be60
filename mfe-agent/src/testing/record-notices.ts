import { bus } from '@palier/shared/bus';

/** The notices raised from now on, until `stop`. */
export function hearNotices() {
  const heard: { tone: string; text: string }[] = [];
  const stop = bus.on('notice/raised', (notice) => heard.push(notice));
  return { heard, stop };
}
