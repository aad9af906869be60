import { createHash } from 'node:crypto';

/** A canary's agent in remotes.json, which is public: a hash instead of the name that the agent logs in with. */
export const subtreeHash = (name: string, version: string, username: string): string =>
  createHash('sha256').update(`${name} ${version} ${username}`).digest('hex').slice(0, 32);
