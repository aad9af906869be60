/** The counters are published to sockets at most this often, however many processes send them. */
const PUBLISH_EVERY_MS = 500;

interface CountersPublisherOptions {
  /** Whether the counters have a receiver. */
  readonly isWanted: () => boolean;
  /** Reads the counters from the database, as the body of a message. */
  readonly read: () => Promise<string>;
  /** Sends the counters to the sockets of this process. */
  readonly publishHere: (body: string) => void;
  /** Notifies the other processes. */
  readonly publishToPeers: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Publishes the jackpots' counters with a delay after they have changed: they change with each stake of each
 * process. Each process publishes only what it has read itself, one read at a time: messages of other
 * processes may arrive out of order.
 */
export function createCountersPublisher({
  isWanted,
  read,
  publishHere,
  publishToPeers,
  onFailure,
}: CountersPublisherOptions) {
  let timer: NodeJS.Timeout | undefined;
  let haveChanged = false;
  let haveChangedHere = false;

  const publish = async (): Promise<void> => {
    const isOurs = haveChangedHere;
    haveChanged = false;
    haveChangedHere = false;
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
    if (haveChanged) publishSoon();
  };
  const publishSoon = (): void => {
    haveChanged = true;
    timer ??= setTimeout(() => void publish(), PUBLISH_EVERY_MS).unref();
  };

  return {
    /** After a stake of this process. */
    markChanged: (): void => {
      haveChangedHere = true;
      publishSoon();
    },
    /** After a message of another process. */
    markChangedElsewhere: publishSoon,
    stop: (): void => clearTimeout(timer),
  };
}
