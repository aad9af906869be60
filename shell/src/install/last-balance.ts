/** The last balance that this device knew, for the page that shows without a network (decision 0126). */
export interface LastBalance {
  /** In TND. */
  readonly balance: number;
  /** When it was current, by the clock of the device. */
  readonly atMs: number;
}

const KEY = 'palier.last-balance';

interface Stored extends LastBalance {
  readonly userId: number;
}

/** Keeps the balance of a user; null forgets it. A browser that refuses its storage keeps nothing. */
export function keepBalance(stored: Stored | null): void {
  try {
    if (stored === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Nothing is kept.
  }
}

/**
 * The balance that was kept last; null after a sign-out, for which every tab writes `isLogged`, and when
 * another user signed in since.
 */
export function lastBalance(): LastBalance | null {
  try {
    if (localStorage.getItem('isLogged') !== 'true') return null;
    const user = JSON.parse(localStorage.getItem('user') ?? 'null') as { id?: unknown } | null;
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null;
    if (user === null || kept === null || user.id !== kept.userId) return null;
    return Number.isFinite(kept.balance) && Number.isFinite(kept.atMs) ? kept : null;
  } catch {
    return null;
  }
}
