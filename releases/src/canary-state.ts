import { summariseReports, type ReportSummary } from '@palier/server/remotes';
import { judgeCanary, type Verdict } from './canary-verdict';
import type { Canary, ReleasedRemote } from '@palier/shared/contracts/releases';
import { walkRevisions, type Store } from './store';

const DAY_MS = 24 * 3_600_000;

/** The browsers' reports about the versions of a remote, in the same period. */
export interface RemoteReports {
  readonly active: ReportSummary;
  /** `since`: the start of the canary, an ISO date-time. */
  readonly canary:
    | (ReportSummary & { readonly is: Canary; readonly since: string; readonly verdict: Verdict })
    | null;
}

/**
 * When the canary of a remote began, as the history of the store has it; a changed audience is no new
 * beginning.
 */
async function canaryStart(store: Store, name: string, version: string): Promise<string> {
  let since = new Date().toISOString();
  for await (const { at, registry } of walkRevisions(store)) {
    if (registry.remotes[name]?.canary?.version !== version) break;
    since = at;
  }
  return since;
}

/** Reads the reports about a remote: since its canary began, or without a canary those of a day. */
export async function readReports(
  store: Store,
  name: string,
  { active, canary }: ReleasedRemote,
): Promise<RemoteReports> {
  if (canary === null) {
    const aDayAgo = new Date(Date.now() - DAY_MS).toISOString();
    return { active: await summariseReports(store, name, active, aDayAgo), canary: null };
  }
  const since = await canaryStart(store, name, canary.version);
  const reportsOn = (version: string): Promise<ReportSummary> =>
    summariseReports(store, name, version, since);
  const [ofActive, ofCanary] = await Promise.all([reportsOn(active), reportsOn(canary.version)]);
  const verdict = judgeCanary(ofCanary.weightedCounts, ofActive.weightedCounts);
  return { active: ofActive, canary: { ...ofCanary, is: canary, since, verdict } };
}
