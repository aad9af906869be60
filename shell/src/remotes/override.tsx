import { parseUrl } from '@palier/shared/parse-url';
import { useSyncExternalStore } from 'react';
import {
  OVERRIDE_PARAMETER,
  readOverrides,
  resetOverrides,
  writeOverrides,
  type Overrides,
} from './override-storage';
import { messages } from './override.messages';
import { abortAfter } from './abort-after';
import type { RegisteredRemote, Registry } from './registry';
import styles from './override.module.css';

/** An override ends after a day's work. */
const OVERRIDE_LASTS_MS = 8 * 3_600_000;
const SCREENS_LIMIT_MS = 3_000;

/** Content of the banner; set once the registry is read. */
let banner: { readonly replaced: Overrides; readonly refused: readonly string[] } = {
  replaced: {},
  refused: [],
};
const listeners = new Set<() => void>();

/** Parses `casino@http://localhost:3101/`, in which the name is one of `names`; null when invalid. */
function parseOverride(text: string, names: readonly string[]): { name: string; address: string } | null {
  const at = text.indexOf('@');
  const name = names.find((known) => known === text.slice(0, at));
  const url = parseUrl(text.slice(at + 1));
  if (name === undefined || url === null) return null;
  return /^https?:$/.test(url.protocol) && url.username === '' ? { name, address: url.href } : null;
}

/**
 * Stores the overrides of the address and removes them from the address. Returns the refused origins, and '' for an invalid override,
 * because the banner must not show arbitrary text of a link.
 */
function storeRequested(allowed: readonly string[], names: readonly string[]): string[] {
  const url = new URL(window.location.href);
  const requested = url.searchParams.getAll(OVERRIDE_PARAMETER);
  if (requested.length === 0) return [];
  const refused = new Set<string>();
  const overrides = readOverrides();
  for (const text of requested) {
    const override = parseOverride(text, names);
    const origin = override === null ? '' : new URL(override.address).origin;
    if (override === null || !allowed.includes(origin)) refused.add(origin);
    else overrides[override.name] = { address: override.address, until: Date.now() + OVERRIDE_LASTS_MS };
  }
  writeOverrides(overrides);
  url.searchParams.delete(OVERRIDE_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
  return [...refused];
}

/** The screens of a developer's build; undefined when it does not answer with them in time. */
async function readScreens(address: string): Promise<unknown> {
  try {
    const signal = abortAfter(SCREENS_LIMIT_MS);
    return await (await fetch(new URL('screens.json', address), { signal })).json();
  } catch {
    return undefined;
  }
}

/** Stores the overrides of the address, forgets expired and refused overrides, updates the banner, returns the registry with the others. */
export async function applyOverrides(registry: Registry): Promise<Registry> {
  const allowed = registry.overrideOrigins;
  const names = Object.keys(registry.described);
  const refused = storeRequested(allowed, names);
  const replaced: Overrides = {};
  const remotes: Record<string, RegisteredRemote> = { ...registry.remotes };
  // A new version each time: crashed versions are not loaded again, and the build may have been fixed.
  const version = `override-${Date.now()}`;
  for (const name of names) {
    const override = readOverrides()[name];
    if (override === undefined || !(override.until > Date.now())) continue;
    const origin = parseUrl(override.address)?.origin;
    if (origin === undefined || !allowed.includes(origin)) continue;
    replaced[name] = override;
    const entry = new URL('remoteEntry.js', override.address).href;
    const replacedScreens = registry.remotes[name]?.versions[registry.remotes[name].active]?.screens;
    const screens = (await readScreens(override.address)) ?? replacedScreens;
    remotes[name] = {
      active: version,
      previous: null,
      canary: null,
      versions: { [version]: { entry, preload: [], styles: [], integrity: {}, screens } },
    };
  }
  writeOverrides(replaced);
  banner = { replaced, refused };
  for (const listener of listeners) listener();
  return { ...registry, remotes, described: { ...registry.described, ...remotes } };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows which remotes this tab overrides and which overrides were refused. */
export default function OverrideBanner() {
  const { replaced, refused } = useSyncExternalStore(subscribe, () => banner);
  const entries = Object.entries(replaced);
  if (entries.length === 0 && refused.length === 0) return null;
  return (
    <aside className={styles.banner} aria-label={messages.label}>
      <ul className={styles.list}>
        {entries.map(([name, { address, until }]) => (
          <li key={name}>{messages.replaced(name, address, until)}</li>
        ))}
        {refused.map((origin) => (
          <li key={origin}>{messages.refused(origin)}</li>
        ))}
      </ul>
      {entries.length > 0 && (
        <button type="button" className={styles.reset} onClick={resetOverrides}>
          {messages.reset}
        </button>
      )}
    </aside>
  );
}
