import { readStored, writeStored } from '@palier/shared/session';

const STORAGE_KEY = 'palier.one-key-shortcuts';
const OFF = 'off';

/** Whether a single key outside a field acts on this device (WCAG 2.1.4): on unless switched off. */
export const hasOneKeyShortcuts = (): boolean => readStored('localStorage', STORAGE_KEY) !== OFF;

export const switchOneKeyShortcuts = (isOn: boolean): void =>
  writeStored('localStorage', STORAGE_KEY, isOn ? null : OFF);
