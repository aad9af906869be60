import { useSyncExternalStore } from 'react';
import {
  OVERRIDE_PARAMETER,
  readOverrides,
  resetOverrides,
  writeOverrides,
  type Overrides,
} from './override-storage';
import { messages } from './override.messages';
import { parseUrl } from './parse-url';
import { REMOTE_NAMES, type Registry, type RemoteName } from './registry';
import styles from './override.module.css';

/** A replacement is a day's work, not a setting. */
const OVERRIDE_LASTS_MS = 8 * 3_600_000;

/** What the banner tells; set once the registry is read. */
let told: { readonly replaced: Overrides; readonly refused: readonly string[] } = {
  replaced: {},
  refused: [],
};
const listeners = new Set<() => void>();

/** `casino@http://localhost:3101/` in two parts, or null. */
function parseOverride(text: string): { name: RemoteName; address: string } | null {
  const at = text.indexOf('@');
  const name = REMOTE_NAMES.find((known) => known === text.slice(0, at));
  const url = parseUrl(text.slice(at + 1));
  if (name === undefined || url === null) return null;
  return /^https?:$/.test(url.protocol) && url.username === '' ? { name, address: url.href } : null;
}

/**
 * Notes what the address asks for; takes the question out of it, so that it is neither copied nor kept. Returns the origins
 * that were refused, '' for words that name none: of a stranger's link nothing else is to stand in a banner of ours.
 */
function noteAsked(allowed: readonly string[]): string[] {
  const url = new URL(window.location.href);
  const asked = url.searchParams.getAll(OVERRIDE_PARAMETER);
  if (asked.length === 0) return [];
  const refused = new Set<string>();
  const overrides = readOverrides();
  for (const text of asked) {
    const override = parseOverride(text);
    const origin = override === null ? '' : new URL(override.address).origin;
    if (override === null || !allowed.includes(origin)) refused.add(origin);
    else overrides[override.name] = { address: override.address, until: Date.now() + OVERRIDE_LASTS_MS };
  }
  writeOverrides(overrides);
  url.searchParams.delete(OVERRIDE_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
  return [...refused];
}

/** The registry with this tab's replacements in it: only from origins the registry allows, and only for a day's work. */
export function applyOverrides(registry: Registry): Registry {
  const allowed = registry.overrideOrigins;
  const refused = noteAsked(allowed);
  const replaced: Overrides = {};
  const remotes = { ...registry.remotes };
  // Another name at each reading: a dev server's build that crashed may have been mended since.
  const version = `override-${Date.now()}`;
  for (const name of REMOTE_NAMES) {
    const override = readOverrides()[name];
    if (override === undefined || !(override.until > Date.now())) continue;
    const origin = parseUrl(override.address)?.origin;
    if (origin === undefined || !allowed.includes(origin)) continue;
    replaced[name] = override;
    const entry = new URL('remoteEntry.js', override.address).href;
    remotes[name] = {
      active: version,
      previous: null,
      canary: null,
      versions: { [version]: { entry, preload: [], styles: [], integrity: {} } },
    };
  }
  writeOverrides(replaced);
  told = { replaced, refused };
  for (const listener of listeners) listener();
  return { ...registry, remotes };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says, above everything, that this page does not run what others see. */
export default function OverrideBanner() {
  const { replaced, refused } = useSyncExternalStore(subscribe, () => told);
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
