import { readJson, writeJson } from './stored-json';

const STORAGE_KEY = 'palier.remotes.override';
export const OVERRIDE_PARAMETER = 'mfe-override';

/** A remote that this tab loads from another address; `until` in ms since the epoch. */
export interface Override {
  readonly address: string;
  readonly until: number;
}
export type Overrides = Record<string, Override>;

export const readOverrides = (): Overrides => readJson<Overrides>('sessionStorage', STORAGE_KEY) ?? {};

export const writeOverrides = (overrides: Overrides): void =>
  writeJson('sessionStorage', STORAGE_KEY, Object.keys(overrides).length === 0 ? null : overrides);

/**
 * Whether this tab overrides a remote, or its address asks for an override. Only then a production page loads
 * the code that applies overrides.
 */
const isOverriding = (): boolean =>
  window.location.search.includes(OVERRIDE_PARAMETER) || Object.keys(readOverrides()).length > 0;

/** Whether the page loads the panel for developers. Production builds contain the second condition alone. */
export const hasDeveloperTools = (): boolean => process.env.NODE_ENV === 'development' || isOverriding();

/** Removes all overrides and reloads the page. */
export function resetOverrides(): void {
  writeOverrides({});
  const url = new URL(window.location.href);
  url.searchParams.delete(OVERRIDE_PARAMETER);
  window.location.replace(url);
}
