import { writeSync } from 'node:fs';

/**
 * Writes the log to standard output. On a full disk lines are dropped: pino's own output would retry and
 * block the process.
 */
export const logOutput = {
  write(line: string): void {
    try {
      writeSync(1, line);
    } catch {
      // The line is dropped.
    }
  },
};
