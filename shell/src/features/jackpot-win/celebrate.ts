import { logIgnored } from '@palier/shared/http';
import { exitFullscreen } from '@palier/shared/ui';
import { jackpotWinMessages } from './jackpot-win.messages';

const VIBRATION_MS = [200, 100, 200];

/** What a win does beside the overlay (spec §4): leave fullscreen, scroll up on touch, vibrate, notify if granted. */
export function celebrate(): void {
  void exitFullscreen();
  if (navigator.maxTouchPoints > 0) window.scrollTo({ top: 0 });
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS);
  notify();
}

function notify(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    new Notification(jackpotWinMessages.title, { body: jackpotWinMessages.body });
  } catch (error) {
    // Android's Chrome lets only service workers notify.
    logIgnored(error, 'the win was not notified');
  }
}
