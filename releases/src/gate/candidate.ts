import type { Registry } from '../registry';
import type { VersionDescription } from '../versions';
import type { BrowserLimits } from './limit-browser';

/** A version that users are to get. */
export interface Candidate {
  /** The folder of the store. */
  readonly root: string;
  readonly description: VersionDescription;
  /** The registry with the candidate in it. */
  readonly registry: Registry;
  /** The time limit for the mount of a screen. Default: 15 s. */
  readonly screenLimitMs?: number | undefined;
  readonly limits?: BrowserLimits | undefined;
}

/** Why a shell cannot run a version, in one line, and what has to change. */
export interface Refusal {
  readonly why: string;
  readonly toChange: 'shell' | 'screens' | 'remote' | 'files';
}
