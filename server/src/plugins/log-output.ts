import { pino } from 'pino';

const LINES_AT_ONCE_BYTES = 8 * 1024;
const FLUSH_EVERY_MS = 100;

/**
 * Standard output for the log, written many lines at a time and beside the calls: one write a line, waited for, took a tenth of
 * a call. What is not written yet goes out when the process exits; only a process that is killed loses a tenth of a second.
 */
export const logOutput = () =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: LINES_AT_ONCE_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
