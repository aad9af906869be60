import { startNats } from '@palier/test-support/actors/nats';

/** Runs NATS, for journeys on several server processes, until SIGTERM or SIGINT. */
const nats = await startNats(Number(process.env.E2E_NATS_PORT));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void nats.stop().then(() => process.exit(0)));
