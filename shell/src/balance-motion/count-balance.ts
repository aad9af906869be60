import { formatAmount } from '@palier/shared/money';
import { user$ } from '@palier/shared/session';
import { columnsOf, type Column } from './columns';
import styles from './count-balance.module.css';

const DURATION_MS = 600;

/** The shell's header shows the balance in it. */
const PLACE = '[data-testid="balance"]';

/**
 * Lets the header's balance count to its value: digits roll from the old amount to the new one, over the
 * text, which has the new amount from the start. People who asked for reduced motion, and browsers without
 * the Web Animations API, see the text alone.
 */
export function countBalance(): () => void {
  let before = { id: 0, balance: 0 };
  let stop = (): void => undefined;
  const subscription = user$.subscribe((user) => {
    const { id, balance } = before;
    before = { id: user?.id ?? 0, balance: user?.balance ?? 0 };
    if (user === null || user.id !== id || user.balance === balance) return;
    stop();
    // After the header has its new text.
    const frame = requestAnimationFrame(() => {
      stop = roll(formatAmount(balance), formatAmount(user.balance), user.balance > balance);
    });
    stop = () => cancelAnimationFrame(frame);
  });
  return () => {
    subscription.unsubscribe();
    stop();
  };
}

/** Rolls over the text of the header; the returned function ends it at once. */
function roll(from: string, to: string, isUp: boolean): () => void {
  const text = document.querySelector<HTMLElement>(PLACE);
  const nothing = (): void => undefined;
  if (text === null || text.textContent !== to || !('animate' in text)) return nothing;
  const isSeen = text.getClientRects().length > 0;
  if (!isSeen || matchMedia('(prefers-reduced-motion: reduce)').matches) return nothing;
  const rolling = document.createElement('span');
  rolling.className = styles.rolling ?? '';
  rolling.setAttribute('aria-hidden', 'true');
  rolling.dataset.counting = '';
  rolling.append(...columnsOf(from, to, isUp).map(drawColumn));
  // Beside the text, in the element whose own children the header never reorders.
  text.after(rolling);
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = text;
  rolling.style.setProperty('--row', `${offsetHeight}px`);
  rolling.style.transform = `translate(${offsetLeft + offsetWidth - rolling.offsetWidth}px, ${offsetTop}px)`;
  text.style.opacity = '0';
  const end = (): void => {
    rolling.remove();
    text.style.opacity = '';
  };
  const reels = [...rolling.querySelectorAll<HTMLElement>('[data-digits]')];
  const moves = reels.map((reel) => {
    const last = `translateY(${-100 * (1 - 1 / Number(reel.dataset.digits))}%)`;
    const [first, then] = isUp ? ['none', last] : [last, 'none'];
    const timing = {
      duration: DURATION_MS,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      fill: 'forwards',
    } as const;
    return reel.animate([{ transform: first }, { transform: then }], timing).finished;
  });
  // A cancelled animation, of a header that left, needs no further end.
  Promise.all(moves).then(end, end);
  return end;
}

function drawColumn({ text, digits }: Column): HTMLElement {
  const column = document.createElement('span');
  if (digits.length < 2) {
    column.textContent = text;
    return column;
  }
  column.className = styles.column ?? '';
  const reel = document.createElement('span');
  reel.className = styles.reel ?? '';
  reel.dataset.digits = String(digits.length);
  reel.textContent = digits.join('\n');
  column.append(reel);
  return column;
}
