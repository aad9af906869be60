/** The counters are published to sockets at most this often, however many processes send them. */
const EVERY_MS = 500;

interface CountersPublisherOptions {
  /** Whether anybody would receive what is read. */
  readonly isWanted: () => boolean;
  /** The counters as the database has them, as the body of a message. */
  readonly read: () => Promise<string>;
  /** Sends them to this process's sockets. */
  readonly publishHere: (body: string) => void;
  /** Sends them to the other processes. */
  readonly publishToPeers: (body: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Publishes the jackpots' counters some time after they have moved: they move with every stake, on every process. */
export interface CountersPublisher {
  /** A stake of this process has moved them. */
  readonly markMoved: () => void;
  /** Another process has read and sent them. */
  readonly receive: (body: string) => void;
  readonly stop: () => void;
}

export function createCountersPublisher(options: CountersPublisherOptions): CountersPublisher {
  const { isWanted, read, publishHere, publishToPeers, onFailure } = options;
  let timer: NodeJS.Timeout | undefined;
  let haveMovedHere = false;
  let lastReceived: string | undefined;

  const publish = async (): Promise<void> => {
    const [isOurs, others] = [haveMovedHere, lastReceived];
    timer = undefined;
    haveMovedHere = false;
    lastReceived = undefined;
    if (isOurs && isWanted()) {
      const body = await read();
      publishHere(body);
      publishToPeers(body);
    } else if (others !== undefined) {
      publishHere(others);
    }
  };
  const publishSoon = (): void => {
    timer ??= setTimeout(() => void publish().catch(onFailure), EVERY_MS).unref();
  };

  return {
    markMoved() {
      haveMovedHere = true;
      publishSoon();
    },
    receive(body) {
      lastReceived = body;
      publishSoon();
    },
    stop: () => clearTimeout(timer),
  };
}
