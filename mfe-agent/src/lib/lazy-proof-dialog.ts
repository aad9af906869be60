import { lazy } from 'react';

/** Loaded when a call is refused for a missing proof. */
export const LazyProofDialog = lazy(async () => ({
  default: (await import('@palier/shared/prove-identity/proof-dialog')).ProofDialog,
}));
