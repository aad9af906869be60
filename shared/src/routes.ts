/** Singleton of the page: the contract between the shell and a remote. */
import type { ReactNode } from 'react';
import type { Role } from './contracts';

/** Semantic version of the contract, checked when a remote is activated. */
export const ROUTES_CONTRACT_VERSION = '1.0.0';

/** One screen of a remote. `path` is absolute, as in section 2 of docs/spec-coverage.md. */
export interface RemoteRoute {
  readonly path: string;
  readonly element: ReactNode;
  /** Roles that may open the screen; others are sent to /home. By default all roles. */
  readonly roles?: readonly Role[];
}

/** Type of `routes` in the `./routes` module of a remote. */
export type RemoteRoutes = readonly RemoteRoute[];
