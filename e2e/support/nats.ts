import { startNats } from '@palier/faults/actors/nats';

/** NATS for journeys behind several processes, until it is told to stop. */
const nats = await startNats(Number(process.env.E2E_NATS_PORT));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void nats.stop().then(() => process.exit(0)));
