import type { Exceptions } from './components';

/** Components that stay behind on purpose, each with its reason (SECURITY.md, Dependencies). */
export const EXCEPTIONS: Exceptions = {
  heldBack: {
    '@nats-io/transport-node': 'from 3.4.0 it needs nuid 3, which needs Node 22; 3.3.1 runs on Node 20.19',
    '@nats-io/nats-core': 'as transport-node',
    '@nats-io/nuid': 'as transport-node',
    typescript: 'the tools of the build need 6.0; the artefact has no compiler, a library only names one',
  },
  advisories: {},
};
