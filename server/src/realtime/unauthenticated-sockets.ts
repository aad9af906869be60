import { Counts } from './counts';

/**
 * Per network: enough for an office or a phone company whose players all reconnect at once. A socket is
 * unauthenticated between its connection and its token. A process has room for twenty times as many sockets.
 */
const MAX_PER_NETWORK = 1_000;

/** Counts unauthenticated sockets by network: the limit per user cannot apply to them yet. */
export function createUnauthenticatedSockets() {
  const counts = new Counts<string>();
  return {
    hasRoom: (network: string): boolean => counts.of(network) < MAX_PER_NETWORK,
    add: (network: string): void => counts.add(network),
    remove: (network: string): void => counts.remove(network),
  };
}

export type UnauthenticatedSockets = ReturnType<typeof createUnauthenticatedSockets>;
