/** The counters are published to sockets at most this often, however many processes send them. */
const EVERY_MS = 500;

interface CountersPublisherOptions {
  /** Whether anybody would receive what is read. */
  readonly isWanted: () => boolean;
  /** The counters as the database has them, as the body of a message. */
  readonly read: () => Promise<string>;
  /** Sends them to this process's sockets. */
  readonly publishHere: (body: string) => void;
  /** Notifies the other processes, each of which reads the counters itself. */
  readonly publishToPeers: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Publishes the jackpots' counters some time after they have moved: they move with every stake, on every process. */
export interface CountersPublisher {
  /** A stake of this process has moved them. */
  readonly markMoved: () => void;
  /** Another process says that they have moved. */
  readonly markMovedElsewhere: () => void;
  readonly stop: () => void;
}

/** What is published was read here, one read after another: what another process read may come later than what it read next. */
export function createCountersPublisher(options: CountersPublisherOptions): CountersPublisher {
  const { isWanted, read, publishHere, publishToPeers, onFailure } = options;
  let timer: NodeJS.Timeout | undefined;
  let haveMoved = false;
  let haveMovedHere = false;

  const publish = async (): Promise<void> => {
    const isOurs = haveMovedHere;
    haveMoved = false;
    haveMovedHere = false;
    try {
      if (isWanted()) {
        const body = await read();
        publishHere(body);
        if (isOurs) publishToPeers();
      }
    } catch (error) {
      onFailure(error);
    }
    timer = undefined;
    if (haveMoved) publishSoon();
  };
  const publishSoon = (): void => {
    haveMoved = true;
    timer ??= setTimeout(() => void publish(), EVERY_MS).unref();
  };

  return {
    markMoved() {
      haveMovedHere = true;
      publishSoon();
    },
    markMovedElsewhere: publishSoon,
    stop: () => clearTimeout(timer),
  };
}
