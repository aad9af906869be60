import { readStored, useUser, writeStored } from '@palier/shared/session';
import { useState } from 'react';
import { PRESETS, presetOf } from '../period-form/period.rules';
import { type Chip, CONDITIONS, NO_SELECTION, type Selection } from './selection.rules';

/** A named selection. A usual period is kept by its name: « Hier » stays yesterday. */
export interface SavedFilter {
  readonly name: string;
  readonly preset: string | null;
  readonly selection: Selection;
}

const MAX_SAVED = 12;
export const MAX_NAME_LENGTH = 60;

/** The conditions that fit a name, each of them whole: a part of an amount is another amount. */
export function proposedName(chips: readonly Chip[]): string {
  let name = '';
  for (const { text } of chips) {
    const longer = name === '' ? text : `${name} · ${text}`;
    if (longer.length > MAX_NAME_LENGTH) break;
    name = longer;
  }
  return name;
}

const keyOf = (list: string, userId: number | undefined): string => `palier.filters.${list}.${userId}`;

/** What storage holds, without entries that this version did not write. */
function parseSaved(text: string | null): readonly SavedFilter[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedFilter) : [];
  } catch {
    return [];
  }
}

function isSavedFilter(value: unknown): value is SavedFilter {
  const { name, preset, selection } = Object(value) as Partial<Record<keyof SavedFilter, unknown>>;
  const texts = Object(selection) as Partial<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    (preset === null || typeof preset === 'string') &&
    CONDITIONS.every((condition) => typeof texts[condition] === 'string')
  );
}

/** The selection of a saved filter today. */
export function selectionOfSaved({ preset, selection }: SavedFilter, today: string): Selection {
  const period = PRESETS.find(({ id }) => id === preset)?.periodAt(today);
  return { ...NO_SELECTION, ...selection, ...period };
}

/** The filters of a list that the user has named, in this browser. */
export function useSavedFilters(list: string) {
  const key = keyOf(list, useUser()?.id);
  const [state, setState] = useState(() => ({ key, saved: parseSaved(readStored('localStorage', key)) }));
  const saved = state.key === key ? state.saved : parseSaved(readStored('localStorage', key));

  /** Changes what storage holds now: another tab may have saved filters since. */
  function change(makeNext: (present: readonly SavedFilter[]) => readonly SavedFilter[]): void {
    const next = makeNext(parseSaved(readStored('localStorage', key)));
    writeStored('localStorage', key, JSON.stringify(next));
    setState({ key, saved: next });
  }

  return {
    saved,
    /** Replaces a filter of the same name; the newest stands first. */
    save: (name: string, selection: Selection, today: string): void => {
      const preset = presetOf(selection, today)?.id ?? null;
      change((present) => {
        const others = present.filter((one) => one.name !== name);
        return [{ name, preset, selection }, ...others].slice(0, MAX_SAVED);
      });
    },
    forget: (name: string): void => change((present) => present.filter((one) => one.name !== name)),
  };
}

export type SavedFilters = ReturnType<typeof useSavedFilters>;
