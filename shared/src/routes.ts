/** Singleton of the page: the contract between the shell and a remote. */
import type { ReactNode } from 'react';

/** Semantic version of the contract, checked when a remote is activated. */
export const ROUTES_CONTRACT_VERSION = '1.0.0';

/**
 * The content of one screen. `path` is that of the screen in the remote's `screens.json`, which has its roles
 * and menu entry.
 */
export interface RemoteRoute {
  readonly path: string;
  readonly element: ReactNode;
}

/** Type of `routes` in the `./routes` module of a remote. */
export type RemoteRoutes = readonly RemoteRoute[];
