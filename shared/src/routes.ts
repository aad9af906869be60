import type { ReactNode } from 'react';
import type { Role } from './contracts';

/** Version of the contract between the shell and a remote's `./routes`; SemVer, checked when a remote is activated. */
export const ROUTES_CONTRACT_VERSION = '1.0.0';

/** One screen of a remote. `path` is absolute and reads like the spec's route table (§2). */
export interface RemoteRoute {
  readonly path: string;
  readonly element: ReactNode;
  /** Roles that may open it; others are led to /home. Absent: every signed-in role. */
  readonly roles?: readonly Role[];
}

/** What a remote exposes as `./routes`: `export const routes: RemoteRoutes`. */
export type RemoteRoutes = readonly RemoteRoute[];
