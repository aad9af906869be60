import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { useMonotonicMs } from './use-monotonic-ms';
import type { ReadSitting } from './use-sitting';

const HOUR_MS = 3_600_000;

/** The hours of the sitting up to which the player has answered, also after a reload of the page. */
const keyOf = (userId: number): string => `palier-reminder-${userId}`;

export interface Reminder {
  readonly hours: number;
  readonly result: number;
  readonly answer: () => void;
}

/** The reminder that is due: one for each full hour of the sitting; null without one. */
export function useReminder(sitting: ReadSitting | null): Reminder | null {
  const key = keyOf(useUser()?.id ?? 0);
  const nowMs = useMonotonicMs();
  const [, setAnswers] = useState(0);
  if (sitting === null) return null;
  const { elapsedMs, readAtMs, result } = sitting;
  const hours = Math.floor((elapsedMs + Math.max(0, nowMs - readAtMs)) / HOUR_MS);
  // Fewer hours than were answered belong to another sitting.
  if (hours === 0 || hours === Number(sessionStorage.getItem(key))) return null;
  return {
    hours,
    result,
    answer() {
      sessionStorage.setItem(key, String(hours));
      setAnswers((count) => count + 1);
    },
  };
}
