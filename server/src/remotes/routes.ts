import rateLimit from '@fastify/rate-limit';
import type { Registry } from '@palier/shared/contracts/releases';
import * as z from 'zod/mini';
import { atMostPerMinute } from '../concurrency/at-most-per-minute';
import type { Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { networkOf } from '../http/caller-address';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { noteRemoteFailure } from './failure.repository';
import { countsReport, listCanaries } from './canaries.use-case';
import type { RegistryFile } from './registry-file';
import { createReportWriter, type RemoteReport } from './report.repository';
import { canariesSchema, remoteFailureSchema, remoteReportSchema } from './schemas';

const USER_REPORTS_PER_MINUTE = 20;
/**
 * For all senders of a kind together: bounds what a flood from many addresses costs the database. Senders
 * without a session have a limit of their own, so that they leave room for users.
 */
const TOTAL_REPORTS_PER_MINUTE = 150;
/** The part of an IPv6 address that votes as one network. */
const NETWORK_BITS = 56;
const REPORT_LIMIT_BYTES = 2_048;

interface RemoteDependencies {
  readonly pool: Queryable;
  readonly remotesRoot: string;
  readonly readRegistry: () => Promise<RegistryFile | null>;
  readonly requireSession: RequireSession;
  readonly countFailure: (remote: string, version: string) => void;
  readonly countMount: (remote: string, version: string) => void;
  /** Keys the hashes of the senders of reports. */
  readonly secret: string;
}

/** Under /remotes: the canaries of a user, and browsers' reports of remotes that mounted or failed. */
export async function registerRemoteRoutes(app: App, dependencies: RemoteDependencies): Promise<void> {
  const { pool, remotesRoot, readRegistry, requireSession } = dependencies;
  const readRemotes = async () => (await readRegistry())?.registry.remotes ?? {};

  app.get(
    '/remotes/canaries',
    operation('listCanaries', canariesSchema, { onRequest: requireSession() }),
    async (request) => ({
      versions: await listCanaries(
        pool,
        remotesRoot,
        { remotes: await readRemotes() },
        callerOf(request).user.id,
      ),
    }),
  );

  await app.register(async (limited: App) => {
    await limited.register(rateLimit, {
      max: USER_REPORTS_PER_MINUTE,
      timeWindow: '1 minute',
      keyGenerator: async (request) => `${(await request.accessClaims)?.userId ?? networkOf(request.ip)}`,
    });
    const reports = { ...dependencies, readRemotes, votes: createVotes(dependencies) };
    registerFailureReports(limited, reports);
    registerMountReports(limited, reports);
  });
}

/** The user who sent a report, with the address of the call, and the remotes that are published. */
interface Sender {
  readonly userId: number;
  readonly address: string;
  readonly remotes: Registry['remotes'];
}

/** Votes of users on the versions that they were given. */
function createVotes({ pool, remotesRoot, secret }: RemoteDependencies) {
  const noteReport = createReportWriter(pool, secret);
  return {
    /** Stores the vote; returns false for a version that the user was not given. */
    async note({ userId, address, remotes }: Sender, report: RemoteReport): Promise<boolean> {
      const { remote, version } = report;
      if (!(await countsReport(pool, remotesRoot, remotes, { remote, version, userId }))) return false;
      await noteReport({ userId, network: networkOf(address, NETWORK_BITS) }, report);
      return true;
    },
  };
}

interface ReportDependencies extends RemoteDependencies {
  readonly readRemotes: () => Promise<Registry['remotes']>;
  readonly votes: ReturnType<typeof createVotes>;
}

function registerFailureReports(
  app: App,
  { pool, countFailure, readRemotes, votes }: ReportDependencies,
): void {
  const mayWrite = {
    user: atMostPerMinute(TOTAL_REPORTS_PER_MINUTE),
    stranger: atMostPerMinute(TOTAL_REPORTS_PER_MINUTE),
  };
  app.post(
    '/remotes/failures',
    {
      bodyLimit: REPORT_LIMIT_BYTES,
      schema: {
        operationId: 'reportRemoteFailure',
        body: remoteFailureSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { remote, version, stage } = request.body;
      const remotes = await readRemotes();
      const registered = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
      // Only published versions are stored; the answer is the same in any case.
      const isPublished = registered !== undefined && Object.hasOwn(registered.versions, version);
      const claims = await request.accessClaims;
      const sender = claims === null ? 'stranger' : 'user';
      if (isPublished && mayWrite[sender]()) {
        countFailure(remote, version);
        await noteRemoteFailure(pool, request.body, sender);
      }
      // An error in a handler is no failed mount.
      if (stage !== 'handler' && claims !== null)
        await votes.note({ userId: claims.userId, address: request.ip, remotes }, { remote, version, stage });
      return reply.status(204).send(null);
    },
  );
}

function registerMountReports(
  app: App,
  { requireSession, countMount, readRemotes, votes }: ReportDependencies,
): void {
  app.post(
    '/remotes/reports',
    {
      onRequest: requireSession(),
      bodyLimit: REPORT_LIMIT_BYTES,
      schema: { operationId: 'reportMount', body: remoteReportSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { remote, version } = request.body;
      const sender = {
        userId: callerOf(request).user.id,
        address: request.ip,
        remotes: await readRemotes(),
      };
      const isCounted = await votes.note(sender, request.body);
      if (isCounted) countMount(remote, version);
      return reply.status(204).send(null);
    },
  );
}
