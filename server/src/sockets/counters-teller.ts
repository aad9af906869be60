/** Sockets hear of the counters at most this often, however many processes tell of them. */
const EVERY_MS = 500;

interface CountersTellerOptions {
  /** Whether anybody would hear of what is read. */
  readonly isWanted: () => boolean;
  /** The counters as the database has them, in a socket's words. */
  readonly read: () => Promise<string>;
  /** Says them to this process' sockets. */
  readonly publish: (body: string) => void;
  /** Tells them to the other processes. */
  readonly tell: (body: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Says the jackpots' counters some time after they have moved: they move with every stake, on every process. */
export interface CountersTeller {
  /** A stake of this process has moved them. */
  readonly moved: () => void;
  /** Another process has read them. */
  readonly heard: (body: string) => void;
  readonly stop: () => void;
}

export function createCountersTeller(options: CountersTellerOptions): CountersTeller {
  const { isWanted, read, publish, tell, onFailure } = options;
  let timer: NodeJS.Timeout | undefined;
  let haveMovedHere = false;
  let lastHeard: string | undefined;

  const say = async (): Promise<void> => {
    const [isOurs, others] = [haveMovedHere, lastHeard];
    timer = undefined;
    haveMovedHere = false;
    lastHeard = undefined;
    if (isOurs && isWanted()) {
      const body = await read();
      publish(body);
      tell(body);
    } else if (others !== undefined) {
      publish(others);
    }
  };
  const saySoon = (): void => {
    timer ??= setTimeout(() => void say().catch(onFailure), EVERY_MS).unref();
  };

  return {
    moved() {
      haveMovedHere = true;
      saySoon();
    },
    heard(body) {
      lastHeard = body;
      saySoon();
    },
    stop: () => clearTimeout(timer),
  };
}
