import { bus } from '@palier/shared/bus';
import { currentUser } from '@palier/shared/session';

/** Limits the time for which a broken or hostile game can hold a higher balance back. */
const MAX_HOLD_MS = 30_000;

interface BalanceHold {
  /** Publishes `balance`. During a hold, a higher balance than the present one waits for the release. */
  publish(balance: number): void;
  hold(): void;
  release(): void;
  isHeld(): boolean;
  /** Calls `listener` after each release of a hold; returns a function that stops. */
  onRelease(listener: () => void): () => void;
}

/** While a game shows a round, the header may take the stake but not yet show the win. */
function createBalanceHold(): BalanceHold {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let heldBalance: number | null = null;
  const listeners = new Set<() => void>();

  function emit(balance: number): void {
    heldBalance = null;
    bus.emit('balance/changed', { balance });
  }
  function release(): void {
    const wasHeld = timer !== null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (heldBalance !== null) emit(heldBalance);
    if (wasHeld) for (const listener of listeners) listener();
  }
  return {
    publish(balance) {
      const user = currentUser();
      if (timer === null || user === null || balance <= user.balance) emit(balance);
      else heldBalance = balance;
    },
    hold() {
      // A game cannot extend a hold by repeating that its round started.
      timer ??= setTimeout(release, MAX_HOLD_MS);
    },
    release,
    isHeld: () => timer !== null,
    onRelease(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const balanceHold = createBalanceHold();
