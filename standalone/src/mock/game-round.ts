import { currentUser } from '@palier/shared/session';
import { playRound } from './operations';
import { storeWorld, mockEvents$, mockWorld } from './store';

const ROUND_PLAYED = 'palier-mock/played';
const STAKE = 1;

/** Address of the mocked game, on the other name of this machine (localhost, 127.0.0.1), because a game must come from another origin. */
export function gameAddress(): string {
  const address = new URL(new URL('./game.html', import.meta.url).href, window.location.href);
  address.hostname = address.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return address.href;
}

/** Plays a round each time the mocked game asks for one. */
export function mockGameRounds(): void {
  const gameOrigin = new URL(gameAddress()).origin;
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    const player = mockWorld().accounts.find(({ id }) => id === currentUser()?.id);
    if (origin !== gameOrigin || data?.type !== 'palier-mock/play' || player === undefined) return;
    let text = 'Solde insuffisant.';
    try {
      const { won } = playRound(mockWorld(), player, STAKE);
      text = won > 0 ? `Gagné : ${won} TND` : 'Perdu.';
      storeWorld();
      mockEvents$.next({ topic: '/topic/jackpot/counters', body: mockWorld().pots });
    } catch (error) {
      console.warn('mock: the round was refused', error);
    }
    (source as Window | null)?.postMessage({ type: ROUND_PLAYED, text }, gameOrigin);
  });
}
