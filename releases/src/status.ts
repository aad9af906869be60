import { listRemoteFailures, type ReportedFailure, type ReportSummary } from '@palier/server/remotes';
import { readReports, type RemoteReports } from './canary-state';
import type { Canary, Registry } from '@palier/shared/contracts/releases';
import { readRegistry, readRevisions, type Store } from './store';
import { BILL_FILE } from './version-files';
import { listKnownRemotes, listVersions, readOrigin } from './versions';

const LAST_CHANGES_SHOWN = 5;

interface Reported {
  readonly failures: readonly ReportedFailure[];
  /** A line about the canary of each remote, by its name. */
  readonly canaries: Readonly<Record<string, string>>;
}

async function readFailuresAndVerdicts(store: Store, { remotes }: Registry): Promise<Reported> {
  const canaries: Record<string, string> = {};
  for (const [name, remote] of Object.entries(remotes))
    if (remote.canary !== null) canaries[name] = verdictText(await readReports(store, name, remote));
  return { failures: await listRemoteFailures(store), canaries };
}

function verdictText({ active, canary }: RemoteReports): string {
  if (canary === null) return '';
  const failedOf = ({ failed, sessions }: ReportSummary): string =>
    `${failed} of ${sessions} sessions failed`;
  const verdict = {
    'too few': 'too few reports',
    undecided: 'no worse so far',
    worse: 'worse: a running release service withdraws it; without one, end it',
  }[canary.verdict];
  return `            ${failedOf(canary)}, of the active version ${failedOf(active)}: ${verdict}`;
}

function canaryText(canary: Canary | null): string {
  if (canary === null) return '–';
  return (
    `${canary.version} for ` +
    `${'percent' in canary ? `${canary.percent} % of users` : "an agent's subtree"}`
  );
}

/** Reasons come from browsers: control characters must not reach the terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 160);

function failureLines(registry: Registry, failures: readonly ReportedFailure[]): string[] {
  if (failures.length === 0) return ['  none'];
  return failures.map(({ remote, version, stage, reason, count, lastAt }) => {
    const mark = registry.remotes[remote]?.active === version ? '*' : ' ';
    return ` ${mark}${remote} ${version}  ${count} × ${stage}, last ${lastAt}: ${printable(reason)}`;
  });
}

/**
 * The commit of a version, its bill of materials and whether its checks were skipped, in brackets; empty when
 * there is nothing to say.
 */
async function notesOn(store: Store, name: string, version: string | undefined): Promise<string> {
  if (version === undefined) return '';
  const { commit, packageCount, isUnchecked } = await readOrigin(store, name, version);
  const packages = packageCount === null ? '' : `${packageCount} packages in ${BILL_FILE}`;
  const notes = [commit ?? '', packages, isUnchecked ? 'not checked' : ''].filter((note) => note !== '');
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

function publishedText(published: readonly string[]): string {
  const shown = published.slice(0, 6).join(', ') || '–';
  return published.length > 6 ? `${shown}, … (${published.length})` : shown;
}

/** The state of the store, its last changes and the failures that browsers reported, as text. */
export async function describeStatus(store: Store): Promise<string> {
  const registry = await readRegistry(store);
  const reported = await readFailuresAndVerdicts(store, registry);
  const revisions = await readRevisions(store, LAST_CHANGES_SHOWN);
  const remotes = await Promise.all(
    (await listKnownRemotes(store)).map(async (name) => {
      const remote = registry.remotes[name];
      const published = await listVersions(store, name);
      const notes = await notesOn(store, name, remote?.active);
      return [
        name,
        `  active    ${remote?.active ?? '–'}${notes}`,
        `  previous  ${remote?.previous ?? '–'}`,
        `  canary    ${canaryText(remote?.canary ?? null)}`,
        ...(reported.canaries[name] === undefined ? [] : [reported.canaries[name]]),
        ...(remote?.origin === undefined ? [] : [`  origin    ${remote.origin}`]),
        `  published ${publishedText(published)}`,
      ].join('\n');
    }),
  );
  const changes = revisions
    .reverse()
    .map(({ revision, at, by, action }) => printable(`  ${revision}  ${at}  ${by}  ${action}`));
  return [
    `Release store, revision ${registry.revision}`,
    ...remotes,
    'Last changes',
    ...(changes.length === 0 ? ['  none'] : changes),
    'Failures that browsers reported: each one, also those of visitors, who do not judge a canary',
    '(* the active version)',
    ...failureLines(registry, reported.failures),
  ].join('\n');
}
