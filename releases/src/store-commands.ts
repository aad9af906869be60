import { REMOTES } from '@palier/base/paths';
import type { Pool } from '@palier/server/database';
import { publicKeySchema } from '@palier/shared/contracts/releases';
import {
  parseAudience,
  parseNewRemote,
  parseOrigin,
  parseReason,
  parseVersion,
  parseWholeNumber,
  passageOf,
  requireRemote,
  usageError,
  type Command,
  type Values,
} from './command-arguments';
import { IS_INSTALLED } from './installed';
import { publishToService, serviceAddress } from './service/service-client';

const testedIn = ({
  shell = IS_INSTALLED ? 'the shell of this installation' : 'the shell last built here',
  ungated,
}: Values): string =>
  ungated === undefined
    ? `tested in ${shell}`
    : `compared with ${shell} by its files, not opened in a browser`;

/** A remote of this working tree or of the store: a rollback may run in a tree without the remote. */
async function parseRemoteName(store: Pool, text: string | undefined): Promise<string> {
  if (text !== undefined && REMOTES.includes(text)) return text;
  const { listKnownRemotes } = await import('./versions');
  return requireRemote(await listKnownRemotes(store), text);
}

/** Runs `work` on the store, in whose database a command may not end before its connections do. */
async function onStore<Result>(work: (store: Pool) => Promise<Result>): Promise<Result> {
  const { withStore } = await import('./open-store');
  return withStore(work);
}

async function publish([text]: readonly string[], values: Values): Promise<string> {
  const name = requireRemote(REMOTES, text);
  const check = values.unchecked === true ? ([null] as const) : ([] as const);
  if (serviceAddress() !== null) {
    const { buildRelease } = await import('./publish');
    return publishToService(await buildRelease(name, () => Promise.resolve(false), ...check));
  }
  const { publishFromWorkspace } = await import('./publish-from-workspace');
  const { version, commit } = await onStore((store) => publishFromWorkspace(store, name, ...check));
  const isChanged = commit?.endsWith('+') === true;
  const note =
    (isChanged ? ' It contains uncommitted changes.' : '') +
    (values.unchecked === true ? ' It was not checked.' : '');
  return (
    `${name} ${version} is published, built from ${commit ?? 'a tree without Git'}.${note}` +
    ` Users get it after: npm run release -- activate ${name} ${version}`
  );
}

const activate: Command = async (args, values) => {
  const { activateRelease } = await import('./change-remote');
  return onStore(async (store) => {
    const [name, version] = [await parseRemoteName(store, args[0]), parseVersion(args[1])];
    const before = await activateRelease(store, name, version, passageOf(values));
    const done = `${name} ${version} is active, ${testedIn(values)}`;
    if (before === undefined) return `${done}. Undo: npm run release -- retire ${name}`;
    const ended = before.canary === null ? '' : ` Its canary ${before.canary.version} has ended.`;
    if (before.active === version) return `${done}, as it was before.${ended}`;
    const shell = values.shell === undefined ? '' : ` --shell ${values.shell}`;
    return `${done} (before: ${before.active}).${ended} Undo: npm run release -- rollback ${name}${shell}`;
  });
};

const canary: Command = async (args, values) => {
  const { endCanaryRelease, startCanaryRelease } = await import('./change-remote');
  return onStore(async (store) => {
    const name = await parseRemoteName(store, args[0]);
    if (values.off === true) {
      const ended = args[1] === undefined ? undefined : parseVersion(args[1]);
      await endCanaryRelease(store, name, ended, parseReason(values.withdrawn));
      return `The canary of ${name} has ended.`;
    }
    const version = parseVersion(args[1]);
    const audience = parseAudience(values);
    await startCanaryRelease(store, { name, version, audience }, passageOf(values));
    const whom =
      'percent' in audience ? `${audience.percent} % of users` : `${audience.subtree} and everyone below`;
    return `${name} ${version} is offered to ${whom}, ${testedIn(values)}.`;
  });
};

const prune: Command = async (_words, values) => {
  const limits = {
    keep: parseWholeNumber(values.keep ?? '5', '--keep', 1, 1000),
    days: parseWholeNumber(values.days ?? '7', '--days', 0, 3650),
  };
  const [{ prune: removeOld }, { readRegistry }, { listKnownRemotes }] = await Promise.all([
    import('./prune'),
    import('./store'),
    import('./versions'),
  ]);
  const pruned = await onStore(async (store) =>
    removeOld(store, await readRegistry(store), await listKnownRemotes(store), limits),
  );
  return pruned.length === 0 ? 'Nothing to prune.' : `Pruned: ${pruned.join(', ')}`;
};

const origin: Command = async (args, values) => {
  const text = args[1] ?? '';
  const { setOrigin } = await import('./change-remote');
  return onStore(async (store) => {
    const name = await parseRemoteName(store, args[0]);
    await setOrigin(store, name, text === 'none' ? undefined : parseOrigin(text), passageOf(values));
    const place = text === 'none' ? "the page's own origin" : text;
    return `${name} is served from ${place}, ${testedIn(values)}.`;
  });
};

const keys: Command = async ([first, action, key]) => {
  if (first === 'new') {
    if (action === undefined || key !== undefined) throw usageError('Give a file for the new key.');
    const { createSigningKey } = await import('./signing');
    return `The private key is in ${action}. Its public key: ${await createSigningKey(action)}`;
  }
  const change = action === undefined ? null : ({ add: 'add', remove: 'remove' } as const)[action];
  if (change === undefined || (change !== null && !publicKeySchema.safeParse(key).success))
    throw usageError('Give add or remove, and a public key.');
  const { changeTeamKeys, listTeamKeys } = await import('./keys');
  return onStore(async (store) => {
    // The registry need not have the remote: a team outside this repository needs its key for its first
    // publication.
    if (change !== null) await changeTeamKeys(store, parseNewRemote(first), change, key ?? '');
    return listTeamKeys(store, first);
  });
};

const tokens: Command = async ([action, name], { remotes, actions, days = '90' }) => {
  const life = parseWholeNumber(days, '--days', 1, 3650);
  const { addToken, describeTokens, endToken } = await import('./service/tokens');
  return onStore(async (store) => {
    if (action === undefined) return describeTokens(store);
    if (name === undefined || !['new', 'revoke'].includes(action))
      throw usageError('Give new or revoke, and the name of the token.');
    if (action === 'revoke') return endToken(store, name);
    if (remotes === undefined || actions === undefined) throw usageError('Give --remotes and --actions.');
    return addToken(store, { name, remotes, actions, days: life });
  });
};

const overrides: Command = async (args) => {
  const origins = args.join(' ') === 'none' ? [] : args.map(parseOrigin);
  const { readRegistry } = await import('./store');
  const { setOverrideOrigins } = await import('./change-remote');
  return onStore(async (store) => {
    if (args.length > 0) await setOverrideOrigins(store, origins);
    const { overrideOrigins } = await readRegistry(store);
    return overrideOrigins.length === 0
      ? 'Overrides are off.'
      : `Overrides are allowed from: ${overrideOrigins.join(', ')}`;
  });
};

/** The commands, carried out on the release store; each loads what it needs. */
export const STORE_COMMANDS: Record<string, Command> = {
  async install() {
    const { addPackagedRemotes } = await import('./install-packaged');
    return (await onStore(addPackagedRemotes)).join('\n');
  },
  publish,
  activate,
  canary,
  async rollback(args, values) {
    const from = values.from === undefined ? undefined : parseVersion(values.from);
    const { rollBackRelease } = await import('./roll-back');
    return onStore(async (store) => {
      const name = await parseRemoteName(store, args[0]);
      return `${name} ${await rollBackRelease(store, name, values.shell, from)} is active again.`;
    });
  },
  async retire(args) {
    const { retireRelease } = await import('./change-remote');
    return onStore(async (store) => {
      const name = await parseRemoteName(store, args[0]);
      await retireRelease(store, name);
      return `${name} is retired; its versions stay published.`;
    });
  },
  async check(_words, values) {
    const { checkShell } = await import('./check-shell');
    return onStore((store) => checkShell(store, values.shell));
  },
  async healthy([name, version]) {
    const { describeHealth } = await import('./healthy');
    return onStore((store) => describeHealth(store, parseNewRemote(name), parseVersion(version)));
  },
  async status() {
    const { describeStatus } = await import('./status');
    return onStore(describeStatus);
  },
  async export([folder = '']) {
    const { exportServedReleases } = await import('./export-served-releases');
    const revision = await onStore((store) => exportServedReleases(store, folder));
    return `Revision ${revision} of the release store is in ${folder}.`;
  },
  prune,
  origin,
  keys,
  async serve(_args, _values, runOnStore) {
    const { serveReleases } = await import('./service/serve');
    const { storeAddress } = await import('./open-store');
    return serveReleases(storeAddress(), runOnStore);
  },
  tokens,
  async sign() {
    const { signAgain } = await import('./change-remote');
    return `Revision ${await onStore(signAgain)} is signed.`;
  },
  overrides,
};
