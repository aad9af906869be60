import { platformDay } from '@palier/shared/dates';
import { BehaviorSubject, changesOf } from '@palier/shared/rxjs';
import { readStored, writeStored } from '@palier/shared/session';
import { useSyncExternalStore } from 'react';
import type { Notice } from './notice';

/** Names and amounts: removed when the session ends (shared/src/session/storage.ts). */
const STORAGE_KEY = 'palier.of-session.day-notices';
const MAX_NOTICES = 100;

/** A notice without its offer to undo, which ends after 30 s. */
export interface DayNotice extends Pick<Notice, 'tone' | 'text' | 'detail' | 'link'> {
  readonly key: string;
  /** By the clock of the device. */
  readonly time: string;
}

interface Stored {
  readonly userId: number;
  readonly day: string;
  readonly notices: readonly DayNotice[];
}

function read(): Stored | null {
  try {
    return JSON.parse(readStored('sessionStorage', STORAGE_KEY) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}

const notices$$ = new BehaviorSubject<readonly DayNotice[]>([]);
const subscribe = changesOf(notices$$);

/** The notices that the user got today in this tab, also before a reload, newest first. */
export const useDayNotices = (): readonly DayNotice[] =>
  useSyncExternalStore(subscribe, () => notices$$.value);

/** When this page was opened: ids of notices begin again with each page. */
const PAGE = String(Date.now());

/** Adds those notices that are not in the list yet. The list of another user or day is dropped. */
export function addToDayNotices(userId: number, raised: readonly Notice[]): void {
  const day = platformDay();
  const stored = read();
  const before = stored?.userId === userId && stored.day === day ? stored.notices : [];
  const added = raised
    .map(({ id, tone, text, detail, link }) => ({
      key: `${PAGE}-${id}`,
      // oxlint-disable-next-line palier/no-day-of-the-device -- a time beside a message, not a day
      time: new Date().toLocaleTimeString('fr', { hour: '2-digit', minute: '2-digit' }),
      tone,
      text,
      detail,
      link,
    }))
    .filter(({ key }) => !before.some((one) => one.key === key));
  const notices = [...added.reverse(), ...before].slice(0, MAX_NOTICES);
  writeStored('sessionStorage', STORAGE_KEY, JSON.stringify({ userId, day, notices } satisfies Stored));
  notices$$.next(notices);
}
