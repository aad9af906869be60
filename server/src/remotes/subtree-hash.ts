import { createHmac } from 'node:crypto';
import path from 'node:path';

/** The file of the salt. It is in the store's dot folder, which is not served. */
export const subtreeSaltFile = (remotesRoot: string): string => path.join(remotesRoot, '.store/subtree.salt');

/**
 * A canary's agent in remotes.json, which is public: a hash instead of the name that the agent logs in with.
 * Without the salt, which is secret, the name cannot be found by hashing likely names.
 */
export const subtreeHash = (salt: string, name: string, version: string, username: string): string =>
  createHmac('sha256', salt).update(`${name} ${version} ${username}`).digest('hex').slice(0, 32);
