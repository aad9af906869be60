import type { Registry, VersionDescription } from '@palier/shared/contracts/releases';
import type { Store } from '../store';
import type { BrowserLimits } from './limit-browser';

/** What the release gate checks: a version, and the registry in which it is active. */
export interface Candidate {
  readonly store: Store;
  readonly description: VersionDescription;
  /** The registry with the candidate in it. */
  readonly registry: Registry;
  /** The time limit for the mount of a screen. Default: SCREEN_LIMIT_MS of browser-check.ts. */
  readonly screenLimitMs?: number | undefined;
  readonly limits?: BrowserLimits | undefined;
}

/** What the browser found at the screens of a version, in one line, and what has to change. */
export interface ScreenFault {
  readonly why: string;
  readonly toChange: 'shell' | 'screens' | 'remote';
}

/** Why a shell cannot run a version. `browser`: its screens could not be opened. */
export type GateRefusal = ScreenFault | { readonly why: string; readonly toChange: 'files' | 'browser' };
