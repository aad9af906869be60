import { dataDir, releaseRoot } from '@palier/scripts/paths';
import { program } from '@palier/scripts/process/program';
import { runNode } from '@palier/scripts/process/run';
import { readLock } from '@palier/scripts/stack/lock';
import { knownRemotes } from './known-remotes';
import type { Canary, Registry } from './registry';
import { listRevisions, readRegistry, readRevision, unpublishedRevisions } from './store';
import { listVersions, readVersion } from './versions';

const LAST_CHANGES_SHOWN = 5;
/** A database that hangs must not hold back what the store itself says. */
const DATABASE_LIMIT_MS = 10_000;

/** What browsers reported of one version, as the server keeps it. */
export interface ReportedFailure {
  readonly remote: string;
  readonly version: string;
  readonly stage: string;
  readonly reason: string;
  readonly count: number;
  readonly lastAt: string;
}

/** The failures in the server's database; null when no database answers. */
async function readFailures(): Promise<readonly ReportedFailure[] | null> {
  const databaseUrl = process.env.DATABASE_URL ?? readLock(dataDir())?.databaseUrl;
  if (databaseUrl === undefined) return null;
  const { code, output } = await runNode([...program('server/src/operator/main.ts'), 'remote-failures'], {
    env: { DATABASE_URL: databaseUrl },
    limitMs: DATABASE_LIMIT_MS,
  });
  return code === 0 ? (JSON.parse(output) as ReportedFailure[]) : null;
}

function canaryText(canary: Canary | null): string {
  if (canary === null) return '–';
  return `${canary.version} for ${'percent' in canary ? `${canary.percent} % of users` : "an agent's subtree"}`;
}

/** Anyone may have written a reason: nothing of it may steer a terminal. */
const plain = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 160);

function failureLines(registry: Registry, failures: readonly ReportedFailure[] | null): string[] {
  if (failures === null)
    return ['  unknown: no database answers; start the server on this data folder, or set DATABASE_URL'];
  if (failures.length === 0) return ['  none'];
  return failures.map(({ remote, version, stage, reason, count, lastAt }) => {
    const mark = registry.remotes[remote]?.active === version ? '*' : ' ';
    return ` ${mark}${remote} ${version}  ${count} × ${stage}, last ${lastAt}: ${plain(reason)}`;
  });
}

/** What a version was built from, in brackets; nothing where it does not say. */
async function commitOf(root: string, name: string, version: string | undefined): Promise<string> {
  if (version === undefined) return '';
  const description = await readVersion(root, name, version).catch(() => null);
  return description?.commit == null ? '' : ` (${description.commit})`;
}

/** A change that was cut short: what follows is decided, but remotes.json does not say it. */
async function gapLines(root: string): Promise<string[]> {
  const revision = (await unpublishedRevisions(root)).at(-1);
  if (revision === undefined) return [];
  const { action } = await readRevision(root, revision);
  const command = action.startsWith('npm start') ? 'npm start' : `npm run release -- ${action}`;
  const gated = /^(activate|canary|origin) /.test(action) ? ' (with the --shell it had)' : '';
  return [
    `✗ Users do not have what follows: revision ${revision} was cut short before remotes.json.`,
    `  Finish it with the same command: ${command}${gated}`,
  ];
}

/** The store and what browsers make of it, as text. */
export async function describeStatus(): Promise<string> {
  const root = releaseRoot();
  const [registry, failures, revisions, gap] = await Promise.all([
    readRegistry(root),
    readFailures(),
    listRevisions(root),
    gapLines(root),
  ]);
  const remotes = await Promise.all(
    (await knownRemotes(root)).map(async (name) => {
      const remote = registry.remotes[name];
      const published = await listVersions(root, name);
      const commit = await commitOf(root, name, remote?.active);
      return [
        name,
        `  active    ${remote?.active ?? '–'}${commit}`,
        `  previous  ${remote?.previous ?? '–'}`,
        `  canary    ${canaryText(remote?.canary ?? null)}`,
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
    ...gap,
    ...remotes,
    'Last changes',
    ...(changes.length === 0 ? ['  none'] : changes),
    'Failures browsers reported (* the active version)',
    ...failureLines(registry, failures),
  ].join('\n');
}
