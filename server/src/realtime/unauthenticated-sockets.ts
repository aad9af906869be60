/**
 * The most that one network may have: enough for an office or a phone company whose players all reconnect at once, each pending
 * for the moment between its connection and its token. A process has room for twenty times as many.
 */
const MOST_OF_NETWORK = 1_000;

/** Connections that have not authenticated yet, counted by network: nothing else bounds what a stranger holds. */
export interface PendingSockets {
  hasRoom(network: string): boolean;
  /** Counts a connection in; the function returned counts it out, once. */
  add(network: string): () => void;
}

export function createPendingSockets(): PendingSockets {
  const pending = new Map<string, number>();
  return {
    hasRoom: (network) => (pending.get(network) ?? 0) < MOST_OF_NETWORK,
    add(network) {
      let isIn = true;
      pending.set(network, (pending.get(network) ?? 0) + 1);
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = (pending.get(network) ?? 1) - 1;
        if (left === 0) pending.delete(network);
        else pending.set(network, left);
      };
    },
  };
}
