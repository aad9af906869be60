import rateLimit from '@fastify/rate-limit';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { noteRemoteFailure } from './failure.repository';
import { listCanaries } from './list-canaries.use-case';
import { createLiveRegistry } from './live-registry';
import { canariesSchema, remoteFailureSchema } from './schemas';

const REPORTS_PER_MINUTE = 20;
/** Of all senders together: a flood from many addresses costs the database no more than this. */
const REPORTS_PER_MINUTE_IN_ALL = 300;
const REPORT_LIMIT_BYTES = 2_048;

/** Under /remotes: which canaries a user gets, and what browsers report of remotes that failed (section 8 of docs/design.md). */
export async function registerRemoteRoutes(app: App, services: Services): Promise<void> {
  const { pool, config } = services;
  const readRegistry = createLiveRegistry(config.REMOTES_ROOT);
  const mayWrite = atMostPerMinute(REPORTS_PER_MINUTE_IN_ALL);

  app.get(
    '/remotes/canaries',
    {
      onRequest: requireSession(services),
      schema: { tags: ['remotes'], response: { 200: canariesSchema } },
    },
    async (request) => ({
      versions: await listCanaries(pool, await readRegistry(), callerOf(request).user.id),
    }),
  );

  await app.register(async (limited: App) => {
    await limited.register(rateLimit, { max: REPORTS_PER_MINUTE, timeWindow: '1 minute' });
    limited.post(
      '/remotes/failures',
      {
        bodyLimit: REPORT_LIMIT_BYTES,
        schema: { tags: ['remotes'], body: remoteFailureSchema, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { remote, version } = request.body;
        const { remotes } = await readRegistry();
        const registered = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
        // Only what users can be running is worth a row; the sender learns nothing either way.
        const isKnown = registered !== undefined && Object.hasOwn(registered.versions, version);
        if (isKnown && mayWrite()) await noteRemoteFailure(pool, request.body);
        return reply.status(204).send(null);
      },
    );
  });
}

/** A gate that opens so many times a minute. */
function atMostPerMinute(most: number): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, count] = [now, 0];
    count += 1;
    return count <= most;
  };
}
