import { userInfo } from 'node:os';

/** The name of the system's user who runs the command, or `user <uid>` where the uid has no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
