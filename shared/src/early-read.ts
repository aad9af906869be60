/**
 * A read that the page starts before its own code has arrived (shell/src/first-frame). The HTTP layer gives
 * its answer to the first call of the same address.
 */
export interface EarlyRead {
  /** Path and query below the address of the API. */
  readonly address: string;
  /** The access token of the read: another session must not get its answer. */
  readonly token: string;
  /** The body of the answer; null when the read has failed or was refused. */
  readonly answer: Promise<unknown>;
  /** Settles once the frame that shows the answer is on the screen, or will not be. */
  readonly drawn: Promise<void>;
}

declare global {
  interface Window {
    palierEarlyRead?: EarlyRead | undefined;
  }
}
