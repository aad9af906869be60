/**
 * What one network may have waiting: an office or a phone company whose players come back at once, each for the moment
 * between its connection and its token. A process has room for twenty times as many.
 */
const MOST_OF_NETWORK = 1_000;

/** Connections that have not yet said whose they are, by network: nothing else bounds what a stranger holds. */
export interface Lobby {
  hasRoom(network: string): boolean;
  /** Counts one in; what is returned counts it out, once. */
  enter(network: string): () => void;
}

export function createLobby(): Lobby {
  const waiting = new Map<string, number>();
  return {
    hasRoom: (network) => (waiting.get(network) ?? 0) < MOST_OF_NETWORK,
    enter(network) {
      let isIn = true;
      waiting.set(network, (waiting.get(network) ?? 0) + 1);
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = (waiting.get(network) ?? 1) - 1;
        if (left === 0) waiting.delete(network);
        else waiting.set(network, left);
      };
    },
  };
}
