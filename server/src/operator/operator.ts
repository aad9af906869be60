import { userInfo } from 'node:os';

/** Who runs a command: this machine's account; a container may run as a number that has no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
