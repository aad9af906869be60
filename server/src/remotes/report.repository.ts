import { createHmac } from 'node:crypto';
import { atMostPerMinute } from '../concurrency/at-most-per-minute';
import type { Queryable } from '../database/pool';
import type { MountReport, RemoteFailure } from './schemas';

/** The sender of a report: one vote for a user, and failures count once for a network. */
export interface Voter {
  readonly userId: number;
  readonly network: string;
}

/** Without a stage: the version has mounted. */
export type RemoteReport = MountReport & { readonly stage?: Exclude<RemoteFailure['stage'], 'handler'> };

/**
 * Of all senders, mounts and failed mounts together: bounds what a flood writes. The reasons of failures have
 * a limit of their own.
 */
const WRITES_PER_MINUTE = 3_000;

/**
 * Creates a function that adds a report to the sender's row of the version. A failure stays when the version
 * mounts later.
 */
export function createReportWriter(
  database: Queryable,
  secret: string,
  perMinute = WRITES_PER_MINUTE,
): (voter: Voter, report: RemoteReport) => Promise<void> {
  const mayWrite = atMostPerMinute(perMinute);
  return async ({ userId, network }, { remote, version, stage, lcpMs, inpMs }) => {
    if (!mayWrite()) return;
    const hash = (what: string): Buffer =>
      createHmac('sha256', secret)
        .update(`remote report ${remote} ${version} ${what}`)
        .digest()
        .subarray(0, 16);
    await database.query(
      `insert into remote_reports as known (remote, version, voter, network, failed_at, stage, lcp_ms, inp_ms)
         values ($1, $2, $3, $4, case when $5::text is not null then now() end, $5, $6, $7)
         on conflict (remote, version, voter) do update set at = now(),
           network = case when known.failed_at is null then excluded.network else known.network end,
           failed_at = coalesce(excluded.failed_at, known.failed_at),
           stage = coalesce(excluded.stage, known.stage),
           lcp_ms = coalesce(excluded.lcp_ms, known.lcp_ms),
           inp_ms = greatest(excluded.inp_ms, known.inp_ms)`,
      [remote, version, hash(`user ${userId}`), hash(network), stage, lcpMs, inpMs],
    );
  };
}

/**
 * Counts for the verdict on a canary. A network with more than 20 sessions counts as 20 and its failures are
 * scaled down with them, so the counts can be fractions.
 */
export interface WeightedCounts {
  readonly sessions: number;
  readonly failed: number;
  /** Failures of one network together count as one session at most. */
  readonly failedNetworks: number;
}

/**
 * A network counts as so many sessions at most, so that the accounts of one client cannot outvote all other
 * users.
 */
const SESSIONS_OF_NETWORK = 20;

/** The reports about one version. */
export interface ReportSummary {
  readonly sessions: number;
  /** Sessions in which a mount failed, and the networks of these sessions. */
  readonly failed: number;
  readonly failedNetworks: number;
  /** Of the failed sessions, those whose last failure was a crash on screen. */
  readonly crashed: number;
  /** 75th percentiles; null without a value. */
  readonly lcpMs: number | null;
  readonly inpMs: number | null;
  readonly weightedCounts: WeightedCounts;
}

/** Summarises the reports about a version since an ISO date-time. */
export async function summariseReports(
  database: Queryable,
  remote: string,
  version: string,
  since: string,
): Promise<ReportSummary> {
  const { rows } = await database.query<ReportSummary>(
    `with reports as (
       select *, failed_at >= $3 as has_failed from remote_reports
        where (remote, version) = ($1, $2) and at >= $3),
     networks as (
       select least(count(*), ${SESSIONS_OF_NETWORK}) as sessions,
              count(*) filter (where has_failed) * least(1, ${SESSIONS_OF_NETWORK}.0 / count(*)) as failed
         from reports group by network)
     select count(*)::int as sessions, count(*) filter (where has_failed)::int as failed,
            count(distinct network) filter (where has_failed)::int as "failedNetworks",
            count(*) filter (where has_failed and stage = 'render')::int as crashed,
            percentile_disc(0.75) within group (order by lcp_ms) as "lcpMs",
            percentile_disc(0.75) within group (order by inp_ms) as "inpMs",
            (select json_build_object('sessions', coalesce(sum(sessions), 0),
                                      'failed', coalesce(sum(failed), 0),
                                      'failedNetworks', coalesce(sum(least(1, failed)), 0))
               from networks) as "weightedCounts"
       from reports`,
    [remote, version, since],
  );
  return rows[0] as ReportSummary;
}
