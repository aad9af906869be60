import { formatMoment } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';
import { startAppearance } from '@palier/shared/ui/appearance';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import './offline.css';
import { lastBalance, type LastBalance } from './last-balance';
import { messages } from './offline.messages';

const two = (number: number): string => String(number).padStart(2, '0');

/** « 14 h 05 » of today, else the day and the time. */
function momentOf(atMs: number): string {
  const at = new Date(atMs);
  if (at.toDateString() === new Date().toDateString())
    return messages.today(two(at.getHours()), two(at.getMinutes()));
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return messages.earlier(formatMoment(`${day}T${two(at.getHours())}:${two(at.getMinutes())}:00`));
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

startAppearance();
follow();
addEventListener('storage', follow);
addEventListener('pageshow', follow);
addEventListener('online', () => location.reload());
