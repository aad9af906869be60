import { setTimeout as wait } from 'node:timers/promises';
import { dataDir, releaseRoot } from '@palier/base/paths';
import { readLock } from '@palier/stack/lock';
import { createPool } from '@palier/server/database/pool';
import { listRemoteFailures, type ReportedFailure } from '@palier/server/remotes/failure.repository';
import type { ReportSummary } from '@palier/server/remotes/report.repository';
import { readReports, type RemoteReports } from './canary-state';
import type { Canary, Registry } from './registry';
import { listRevisions, readRegistry, readRevision, listUnpublishedRevisions } from './store';
import { BILL_FILE, listKnownRemotes, listVersions, readOrigin } from './versions';

const LAST_CHANGES_SHOWN = 5;
/** The store's own state is shown even when the database hangs. */
const DATABASE_LIMIT_MS = 10_000;

interface Reported {
  readonly failures: readonly ReportedFailure[];
  /** A line about the canary of each remote, by its name. */
  readonly canaries: Readonly<Record<string, string>>;
}

/** The browsers' reports; null when no database answers. */
async function readReported(root: string, { remotes }: Registry): Promise<Reported | null> {
  const databaseUrl = process.env.DATABASE_URL ?? readLock(dataDir())?.logins?.DATABASE_URL;
  if (databaseUrl === undefined) return null;
  const pool = createPool(databaseUrl, { asOwner: true });
  const answer = Promise.all([
    listRemoteFailures(pool),
    Promise.all(
      Object.entries(remotes)
        .filter(([, { canary }]) => canary !== null)
        .map(async ([name, remote]) => [name, verdictText(await readReports(root, pool, name, remote))]),
    ),
  ]).then(([failures, lines]) => ({ failures, canaries: Object.fromEntries(lines) as Reported['canaries'] }));
  // Not ended, because a connection that hangs would be waited for; the process exits after the status.
  return Promise.race([answer.catch(() => null), wait(DATABASE_LIMIT_MS, null, { ref: false })]);
}

function verdictText({ active, canary }: RemoteReports): string {
  if (canary === null) return '';
  const failedOf = ({ failed, sessions }: ReportSummary): string =>
    `${failed} of ${sessions} sessions failed`;
  const verdict = {
    'too few': 'too few reports',
    undecided: 'no worse so far',
    worse: 'worse: end it',
  }[canary.verdict];
  return `            ${failedOf(canary)}, of the active version ${failedOf(active)}: ${verdict}`;
}

function canaryText(canary: Canary | null): string {
  if (canary === null) return '–';
  return `${canary.version} for ${'percent' in canary ? `${canary.percent} % of users` : "an agent's subtree"}`;
}

/** Reasons come from browsers: control characters must not reach the terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 160);

function failureLines(registry: Registry, failures: readonly ReportedFailure[] | null): string[] {
  if (failures === null)
    return ['  unknown: no database answers; start the server on this data folder, or set DATABASE_URL'];
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
async function notesOn(root: string, name: string, version: string | undefined): Promise<string> {
  if (version === undefined) return '';
  const { commit, packageCount, isUnchecked } = await readOrigin(root, name, version);
  const packages = packageCount === null ? '' : `${packageCount} packages in ${BILL_FILE}`;
  const notes = [commit ?? '', packages, isUnchecked ? 'not checked' : ''].filter((note) => note !== '');
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

/**
 * The lines on an interrupted change, which the history has and remotes.json does not; empty without such a
 * change.
 */
async function interruptedChangeLines(root: string): Promise<string[]> {
  const revision = (await listUnpublishedRevisions(root)).at(-1);
  if (revision === undefined) return [];
  const { action } = await readRevision(root, revision);
  const command = action.startsWith('npm start') ? 'npm start' : `npm run release -- ${action}`;
  const shellOption = /^(activate|canary|origin) /.test(action) ? ' (with the same --shell)' : '';
  return [
    `✗ Users do not have the state below: revision ${revision} was interrupted before remotes.json was written.`,
    `  Finish it with the same command: ${command}${shellOption}`,
  ];
}

/** The state of the store, its last changes and the failures that browsers reported, as text. */
export async function describeStatus(): Promise<string> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const [reported, revisions, interrupted] = await Promise.all([
    readReported(root, registry),
    listRevisions(root),
    interruptedChangeLines(root),
  ]);
  const remotes = await Promise.all(
    (await listKnownRemotes(root)).map(async (name) => {
      const remote = registry.remotes[name];
      const published = await listVersions(root, name);
      const notes = await notesOn(root, name, remote?.active);
      return [
        name,
        `  active    ${remote?.active ?? '–'}${notes}`,
        `  previous  ${remote?.previous ?? '–'}`,
        `  canary    ${canaryText(remote?.canary ?? null)}`,
        ...(reported?.canaries[name] === undefined ? [] : [reported.canaries[name]]),
        ...(remote?.origin === undefined ? [] : [`  origin    ${remote.origin}`]),
        `  published ${published.slice(0, 6).join(', ') || '–'}${published.length > 6 ? `, … (${published.length})` : ''}`,
      ].join('\n');
    }),
  );
  const changes = await Promise.all(
    revisions.slice(-LAST_CHANGES_SHOWN).map(async (revision) => {
      const { at, by, action } = await readRevision(root, revision);
      return `  ${revision}  ${at}  ${by}  ${action}`;
    }),
  );
  return [
    `Release store ${root}, revision ${registry.revision}`,
    ...interrupted,
    ...remotes,
    'Last changes',
    ...(changes.length === 0 ? ['  none'] : changes),
    'Failures that browsers reported (* the active version)',
    ...failureLines(registry, reported?.failures ?? null),
  ].join('\n');
}
