import { bus } from '@palier/shared/bus';
import { currentUser, user$ } from '@palier/shared/session';
import { useEffect, type RefObject } from 'react';
import { balanceHold } from '../../lib/balance-hold';
import { throttle } from '../../lib/throttle';
import { parseGameMessage } from './game.rules';

/** A game that sends messages without end causes at most one balance request in this time. */
const THROTTLE_MS = 500;

function reportBalanceOutdated(): void {
  if (currentUser() !== null) bus.emit('balance/outdated', {});
}

/**
 * Exchanges messages with the game in `frame`. A balance of the game that differs from the header's makes the
 * balance outdated, as does leaving the game. The header's balance is sent to the game. From "round started"
 * to "round ended" the header waits with a higher balance.
 */
export function useGameMessages(frame: RefObject<HTMLIFrameElement | null>, gameOrigin: string | null): void {
  useEffect(() => {
    if (gameOrigin === null) return undefined;
    let sentBalance = currentUser()?.balance;
    const outdated = throttle(reportBalanceOutdated, THROTTLE_MS);
    const onMessage = (event: MessageEvent<{ readonly balance?: unknown }>): void => {
      const message = parseGameMessage(event, frame.current?.contentWindow ?? null, gameOrigin);
      if (message === 'round-started') balanceHold.hold();
      if (message === 'round-ended') balanceHold.release();
      if (message !== 'balance-changed' || event.data.balance === currentUser()?.balance) return;
      // The game ignores balances that arrive during a round, so the present balance is sent again.
      sentBalance = undefined;
      outdated.call();
    };
    window.addEventListener('message', onMessage);
    const subscription = user$.subscribe((user) => {
      if (user === null || user.balance === sentBalance) return;
      sentBalance = user.balance;
      const message = { type: 'palier/balance-changed', balance: sentBalance };
      frame.current?.contentWindow?.postMessage(message, gameOrigin);
    });
    return () => {
      window.removeEventListener('message', onMessage);
      subscription.unsubscribe();
      outdated.cancel();
      balanceHold.release();
    };
  }, [frame, gameOrigin]);

  useEffect(() => reportBalanceOutdated, []);
}
