import { bus } from '@palier/shared/bus';
import { currentUser } from '@palier/shared/session';

/** The longest a game on screen may keep a win from the header: a dead frame or a lying one gains nothing more. */
export const LONGEST_HOLD_MS = 30_000;

/**
 * What the header is told of the balance. While a round is on screen it may fall (the stake) but not rise (a win that
 * the reels have not shown yet): the latest balance is then kept back until the round has come to rest, the player
 * leaves, or the time is over.
 */
interface BalanceDisplay {
  tell(balance: number): void;
  hold(): void;
  release(): void;
}

function createBalanceDisplay(): BalanceDisplay {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let kept: number | null = null;

  const tellNow = (balance: number): void => {
    kept = null;
    bus.emit('balance/changed', { balance });
  };
  const release = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (kept !== null) tellNow(kept);
  };
  return {
    tell(balance) {
      const user = currentUser();
      if (timer === null || user === null || balance <= user.balance) tellNow(balance);
      else kept = balance;
    },
    hold() {
      // Held already: a game cannot make it last longer by saying so again.
      timer ??= setTimeout(release, LONGEST_HOLD_MS);
    },
    release,
  };
}

export const balanceDisplay = createBalanceDisplay();
