import { setTimeout as wait } from 'node:timers/promises';
import { startWriters, type Writers } from '@palier/test-support/actors/writers';
import type { DrillContext, TrialResult } from '../row';
import type { Site } from '../site/site';

const BEFORE_MS = 1_500;

/**
 * One trial: eight writers, the fault, and then the comparison with the ledger. `disturb` makes the fault and
 * returns the times it measured; the writers end after it, and the cluster is whole again when the trial
 * ends.
 */
export async function runUnderLoad(
  { site: openSite, faultBegins, expect }: DrillContext,
  disturb: (site: Site, writers: Writers) => Promise<Record<string, number>>,
): Promise<TrialResult> {
  const site = await openSite();
  const { servers, population, owner, database } = site;
  const urls = { balancer: site.url, ...Object.fromEntries(servers.map(({ name, url }) => [name, url])) };
  const writers = await startWriters({ urls, population, owner, expect });
  await wait(BEFORE_MS);
  faultBegins();
  const timesMs = await disturb(site, writers);
  const { acknowledged, repeated, missing, doubled } = await writers.stop();
  await database.untilWhole();
  const fault = await site.verify();
  expect(fault === null, `verify: ${fault ?? ''}`);
  return {
    counts: { acknowledged, repeated, missing, doubled },
    timesMs: { ...timesMs, 'slowest call': writers.slowestMs },
  };
}

export const requirePrimary = async ({ database }: Site) => {
  const primary = await database.primary();
  if (primary === null) throw new Error('there is no primary');
  return primary;
};
