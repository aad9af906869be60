/**
 * Per network: enough for an office or a phone company whose players all reconnect at once. A socket is unauthenticated between its
 * connection and its token. A process has room for twenty times as many sockets.
 */
const MAX_PER_NETWORK = 1_000;

/** Counts unauthenticated sockets by network: the limit per user cannot apply to them yet. */
export function createUnauthenticatedSockets() {
  const counts = new Map<string, number>();
  return {
    hasRoom: (network: string): boolean => (counts.get(network) ?? 0) < MAX_PER_NETWORK,
    /** Counts a socket; the returned function uncounts it once. */
    add(network: string): () => void {
      let isCounted = true;
      counts.set(network, (counts.get(network) ?? 0) + 1);
      return () => {
        if (!isCounted) return;
        isCounted = false;
        const left = (counts.get(network) ?? 1) - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
  };
}

export type UnauthenticatedSockets = ReturnType<typeof createUnauthenticatedSockets>;
