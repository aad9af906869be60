import { pino } from 'pino';

const LINES_AT_ONCE_BYTES = 8 * 1024;
const FLUSH_EVERY_MS = 100;
/** Of lines that cannot be written; what comes beyond is dropped. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Standard output for the log, written many lines at a time and beside the calls: one write a line, waited for, took a tenth of
 * a call. What is not written yet goes out when the process exits; only a process that is killed loses a tenth of a second.
 * On a full disk lines wait for room, and the process serves and stops as ever.
 */
export function logOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: LINES_AT_ONCE_BYTES,
    maxLength: MOST_WAITING_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  let isFailing = false;
  // Without a listener a failed write would end the process.
  output.on('error', () => (isFailing = true));
  output.on('write', () => (isFailing = false));
  // The library's own tries until it can, in the way of all else: a process on a full disk would never end.
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}
