import { writeSync } from 'node:fs';

/**
 * Standard output for the log. A line for which a full disk has no room is lost: the library's own output would try again and
 * again, in the way of all else, and the games would stand still.
 */
export const logOutput = {
  write(line: string): void {
    try {
      writeSync(1, line);
    } catch {
      // The next line may find room.
    }
  },
};
