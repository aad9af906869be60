/** Singleton of the page: the contract between the shell and a remote. */
import type { QueryClient } from '@palier/shared/query';
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
  /**
   * Starts the reads of the screen into `cache`, where its queries find them. The shell calls it once, while
   * it still checks the token: when the page has opened with this screen, whose remote has loaded, for a
   * known user who may open the screen. No later navigation calls it. `search` is the query of the page's
   * address.
   */
  readonly prefetch?: (cache: QueryClient, search: string) => void;
}

/** Type of `routes` in the `./routes` module of a remote. */
export type RemoteRoutes = readonly RemoteRoute[];
