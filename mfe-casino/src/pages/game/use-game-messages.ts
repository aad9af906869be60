import { bus } from '@palier/shared/bus';
import { currentUser, user$ } from '@palier/shared/session';
import { useEffect, type RefObject } from 'react';
import { balanceDisplay } from '../../lib/balance-hold';
import { gameWordOf } from './game.rules';

/** A game that talks without end costs at most one balance call in this time. */
const QUIET_MS = 500;

const reportOutdated = (): void => {
  // Nobody is left to have a balance when the screen closes because the session ended.
  if (currentUser() !== null) bus.emit('balance/outdated', {});
};

/**
 * Says that the balance is outdated when the game says so and does not name the one in the header, and once more when the
 * player leaves. Between the game's "round started" and "round ended" the header waits for what the screen has not shown
 * yet. The game hears what the header shows: a payment that arrives meanwhile is to stand in both.
 */
export function useFreshBalance(frame: RefObject<HTMLIFrameElement | null>, gameOrigin: string | null): void {
  useEffect(() => {
    if (gameOrigin === null) return undefined;
    let quietTimer: ReturnType<typeof setTimeout> | null = null;
    let isAskedAgain = false;
    let told = currentUser()?.balance;
    const report = (): void => {
      isAskedAgain = false;
      reportOutdated();
      quietTimer = setTimeout(() => {
        quietTimer = null;
        if (isAskedAgain) report();
      }, QUIET_MS);
    };
    const onMessage = (event: MessageEvent<{ readonly balance?: unknown }>): void => {
      const word = gameWordOf(event, frame.current?.contentWindow ?? null, gameOrigin);
      if (word === 'round-started') balanceDisplay.hold();
      if (word === 'round-ended') balanceDisplay.release();
      // What it says is no more than a reason to ask, and none where the socket has told it by then.
      if (word !== 'balance-changed' || event.data.balance === currentUser()?.balance) return;
      // It shows another all the same: a game in mid-round has no ear for what it is told.
      told = undefined;
      if (quietTimer === null) report();
      else isAskedAgain = true;
    };
    window.addEventListener('message', onMessage);
    const telling = user$.subscribe((user) => {
      if (user === null || user.balance === told) return;
      told = user.balance;
      frame.current?.contentWindow?.postMessage(
        { type: 'palier/balance-changed', balance: told },
        gameOrigin,
      );
    });
    return () => {
      window.removeEventListener('message', onMessage);
      telling.unsubscribe();
      if (quietTimer !== null) clearTimeout(quietTimer);
      balanceDisplay.release();
    };
  }, [frame, gameOrigin]);

  useEffect(() => reportOutdated, []);
}
