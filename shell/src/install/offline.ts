import { formatDay } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';
import { startAppearance } from '@palier/shared/ui/appearance';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import './offline.css';
import { lastBalance, type LastBalance } from './last-balance';
import { messages } from './offline.messages';

// oxlint-disable-next-line palier/no-day-of-the-device -- without a network there is no other clock
const ISO_DAY = new Intl.DateTimeFormat('en-CA');
// oxlint-disable-next-line palier/no-day-of-the-device -- without a network there is no other clock
const TIME = new Intl.DateTimeFormat('fr', { hour: '2-digit', minute: '2-digit' });

const ASK_AGAIN_MS = 10_000;

/** « à 14 h 05 » of today, else the day too, by the clock of the device, as all that has no server. */
function momentOf(atMs: number): string {
  const time = messages.time(...(TIME.format(atMs).split(':') as [string, string]));
  const day = ISO_DAY.format(atMs);
  return day === ISO_DAY.format(Date.now()) ? time : messages.earlier(formatDay(day), time);
}

function showBalance({ balance, atMs }: LastBalance): void {
  const place = document.getElementById('balance');
  const [when, amount] = place?.children ?? [];
  if (place === null || when === undefined || amount === undefined) return;
  when.textContent = messages.balanceAt(momentOf(atMs));
  amount.textContent = `${formatAmount(balance)} TND`;
  place.hidden = false;
}

/** A sign-out in another tab takes the balance from this page too. */
function follow(): void {
  const known = lastBalance();
  if (known !== null) return showBalance(known);
  const place = document.getElementById('balance');
  if (place !== null) place.hidden = true;
}

/** Loads the asked page once the server answers: the browser says « online » of the network alone. */
async function reloadWhenBack(): Promise<void> {
  if (document.hidden) return;
  const isBack = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isBack) location.reload();
}

startAppearance();
follow();
addEventListener('storage', follow);
addEventListener('pageshow', follow);
addEventListener('online', () => location.reload());
setInterval(() => void reloadWhenBack(), ASK_AGAIN_MS);
