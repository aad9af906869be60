import { userInfo } from 'node:os';

/** The account of this machine. The account of a container may have a number and no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
