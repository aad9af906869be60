import type { RemoteRoutes } from '@palier/shared/routes';

export type RemoteState =
  | { readonly status: 'absent' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly routes: RemoteRoutes; readonly version: string };
