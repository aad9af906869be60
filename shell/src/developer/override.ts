import { parseUrl } from '@palier/shared/parse-url';
import { abortAfter } from '../remotes/abort-after';
import {
  OVERRIDE_PARAMETER,
  readOverrides,
  writeOverrides,
  type Overrides,
} from '../remotes/override-storage';
import type { RegisteredRemote, Registry } from '../remotes/registry';
import { BehaviorSubject } from '@palier/shared/rxjs';

/** An override ends after a day's work. */
const OVERRIDE_LASTS_MS = 8 * 3_600_000;
const SCREENS_LIMIT_MS = 3_000;

/** The registry of this page with its overrides, and the overrides that it refused. */
export interface AppliedOverrides {
  readonly registry: Registry;
  readonly replaced: Overrides;
  readonly refused: readonly string[];
  /** Whether the address asked for an override. */
  readonly isAsked: boolean;
}
/** Null before the first registry is read. */
export const appliedOverrides$ = new BehaviorSubject<AppliedOverrides | null>(null);

/** Parses `casino@http://localhost:3101/`, in which the name is one of `names`; null when invalid. */
function parseOverride(text: string, names: readonly string[]): { name: string; address: string } | null {
  const at = text.indexOf('@');
  const name = names.find((known) => known === text.slice(0, at));
  const url = parseUrl(text.slice(at + 1));
  if (name === undefined || url === null) return null;
  return /^https?:$/.test(url.protocol) && url.username === '' ? { name, address: url.href } : null;
}

/**
 * Stores an override such as `casino@http://localhost:3101/`. Returns the refused origin, '' for an invalid
 * text, null when it is stored.
 */
export function storeOverride(
  text: string,
  { overrideOrigins, described }: Registry,
  lastsMs = OVERRIDE_LASTS_MS,
): string | null {
  const override = parseOverride(text, Object.keys(described));
  // The panel must not show arbitrary text of a link.
  if (override === null) return '';
  const { name, address } = override;
  const { origin } = new URL(address);
  if (!overrideOrigins.includes(origin)) return origin;
  writeOverrides({ ...readOverrides(), [name]: { address, until: Date.now() + lastsMs } });
  return null;
}

/** Loads the page again with the live version of one remote. */
export function resetOverride(name: string): void {
  const { [name]: _removed, ...others } = readOverrides();
  writeOverrides(others);
  window.location.reload();
}

/** Stores the overrides of the address, removes them from the address and returns the refused ones. */
function storeRequested(url: URL, requested: readonly string[], registry: Registry): string[] {
  if (requested.length === 0) return [];
  const refused = new Set(requested.map((text) => storeOverride(text, registry)));
  url.searchParams.delete(OVERRIDE_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
  return [...refused].filter((origin) => origin !== null);
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

/**
 * Stores the overrides of the address, forgets expired and refused overrides, updates the panel, returns the
 * registry with the others.
 */
export async function applyOverrides(registry: Registry): Promise<Registry> {
  const allowed = registry.overrideOrigins;
  const names = Object.keys(registry.described);
  const url = new URL(window.location.href);
  const requested = url.searchParams.getAll(OVERRIDE_PARAMETER);
  const refused = storeRequested(url, requested, registry);
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
  const result = { ...registry, remotes, described: { ...registry.described, ...remotes } };
  appliedOverrides$.next({ registry: result, replaced, refused, isAsked: requested.length > 0 });
  return result;
}
