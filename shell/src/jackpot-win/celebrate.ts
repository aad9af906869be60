import { logIgnored } from '@palier/shared/http';
import { exitFullscreen } from '@palier/shared/ui';
import { messages } from './jackpot-win.messages';

const VIBRATION_MS = [200, 100, 200];

/** What a win does beside the overlay (spec §4): leave fullscreen, scroll up on touch, vibrate, notify if granted. */
export function celebrate(): void {
  void exitFullscreen();
  if (navigator.maxTouchPoints > 0) window.scrollTo({ top: 0 });
  // No browser of an iPhone has it, nor Firefox on a desk.
  (navigator as Partial<Navigator>).vibrate?.(VIBRATION_MS);
  notify();
}

function notify(): void {
  try {
    if (Notification.permission === 'granted') new Notification(messages.title, { body: messages.body });
  } catch (error) {
    // An iPhone has no such thing, and Android's Chrome lets only service workers notify.
    logIgnored(error, 'the win was not notified');
  }
}
