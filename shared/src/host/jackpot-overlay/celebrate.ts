import { logIgnored } from '@palier/shared/http';
import { exitFullscreen } from '@palier/shared/ui';
import { messages } from './win-card.messages';

const VIBRATION_MS = [200, 100, 200];

/**
 * The effects of a win besides the overlay: leave full screen, scroll up on touch devices, vibrate, notify if
 * granted.
 */
export function celebrate(): void {
  void exitFullscreen();
  if (navigator.maxTouchPoints > 0) window.scrollTo({ top: 0 });
  // Missing in Safari and in Firefox for desktop.
  (navigator as Partial<Navigator>).vibrate?.(VIBRATION_MS);
  notify();
}

function notify(): void {
  try {
    if (Notification.permission === 'granted') new Notification(messages.title, { body: messages.body });
  } catch (error) {
    // Safari on iPhone has no Notification; Chrome on Android refuses the constructor.
    logIgnored(error, 'jackpot win: no notification');
  }
}
