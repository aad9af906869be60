import { readArguments } from '@palier/base/arguments';
import { CommandError, UsageError } from '@palier/base/command';
import { releaseRoot, REMOTES } from '@palier/base/paths';
import { publicKeySchema } from '@palier/server/remotes/release-signature';
import { canonicalUsername, isAcceptableUsername } from '@palier/server/users/username';
import { readSecretFiles } from '@palier/stack/secret-files';
import type { Audience } from './change-remote';
import { IS_INSTALLED } from './installed';
import { callReleaseService, publishToService, serviceAddress } from './service/service-client';

const CHECKOUT_USAGE = `npm run release -- publish <remote>                       check it, build it and add it under the version of its package; --unchecked
`;
const INSTALLED_USAGE = `npm run release -- install                                add the remotes of this installation, active where no team has activated a version
`;
const INSTALLED_NOTE = `
This installation has no browser: the release gate compares files, links and needs with the shell, and opens no screen. The whole gate
runs in a checkout, on a copy of the store.`;

const USAGE = `${IS_INSTALLED ? INSTALLED_USAGE : CHECKOUT_USAGE}npm run release -- activate <remote> <version>            make it active, once it has passed the release gate
npm run release -- canary <remote> <version> --percent 5  or --subtree <agent>; --off ends it
npm run release -- rollback <remote>                      make the previous version active again; --from <version>: only if that one is active
npm run release -- retire <remote>                        take it away from users; its versions stay published
npm run release -- check                                  test the remotes that users have in a shell before it goes live
npm run release -- status                                 versions, changes, failures that browsers reported
npm run release -- keys [<remote> [add|remove <key>]]      show or set the keys of a team; keys new <file> makes one
npm run release -- sign                                   sign the registry again, with another key of the operator
npm run release -- serve                                  run the release service, through which teams release with a token
npm run release -- tokens [new|revoke <name>]             its tokens; new takes --remotes a,b --actions publish,activate --days 90
npm run release -- share                                  copy the store to the database, for servers with REMOTES_FROM=database
npm run release -- prune [--keep 5] [--days 7]            remove versions that are no longer needed
npm run release -- origin <remote> <https://…|none>       set the origin of its files, once the release gate has passed
npm run release -- overrides [origin … | none]            show or set the origins from which a developer may replace a remote
Options: --shell <folder or address of the shell> (activate, canary, rollback, origin, check); default: the shell ${IS_INSTALLED ? 'of this installation' : 'built here'}.
REMOTES_ROOT is the folder of the store. With RELEASES_URL and RELEASE_TOKEN, publish, activate, canary, rollback, retire, prune and status
go to that release service instead. With REMOTES_FROM=database each command that changes it also shares it.${IS_INSTALLED ? INSTALLED_NOTE : ''}`;

const usageError = (sentence: string): UsageError => new UsageError(sentence, USAGE);

function requireRemote(remotes: readonly string[], text: string | undefined): string {
  if (text !== undefined && remotes.includes(text)) return text;
  throw usageError(
    text === undefined
      ? `Which remote? One of: ${remotes.join(', ')}.`
      : `"${text}" is not a remote. Remotes: ${remotes.join(', ')}.`,
  );
}

/** A remote of this working tree or of the store: a rollback may run in a tree without the remote. */
async function parseRemoteName(text: string | undefined): Promise<string> {
  if (text !== undefined && REMOTES.includes(text)) return text;
  const { listKnownRemotes } = await import('./versions');
  return requireRemote(await listKnownRemotes(releaseRoot()), text);
}

function parseVersion(text: string | undefined): string {
  if (text !== undefined && /^\d+\.\d+\.\d+[\w.+-]*$/.test(text)) return text;
  throw usageError(text === undefined ? 'Which version?' : `"${text}" is not a version.`);
}

function parseWholeNumber(text: string, what: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw usageError(`${what} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}

function parseAudience({ percent, subtree }: Values): Audience {
  if ((percent === undefined) === (subtree === undefined))
    throw usageError('Give a canary either --percent or --subtree.');
  if (percent !== undefined) return { percent: parseWholeNumber(percent, '--percent', 1, 100) };
  // In the server's spelling, of which a canary's subtree hash is made.
  const name = canonicalUsername(subtree ?? '');
  if (isAcceptableUsername(name)) return { subtree: name };
  throw usageError(`"${subtree}" is not a username.`);
}

function parseOrigin(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    const { origin } = new URL(text);
    if (text === origin || text === `${origin}/`) return origin;
  }
  throw usageError(`"${text}" is not an origin (https://casino.example).`);
}

const ARGUMENTS = {
  allowPositionals: true,
  options: {
    percent: { type: 'string' },
    subtree: { type: 'string' },
    off: { type: 'boolean' },
    shell: { type: 'string' },
    from: { type: 'string' },
    keep: { type: 'string' },
    days: { type: 'string' },
    unchecked: { type: 'boolean' },
    remotes: { type: 'string' },
    actions: { type: 'string' },
  },
} as const;
type Values = ReturnType<typeof readArguments<typeof ARGUMENTS>>['values'];

/**
 * The number of arguments of each command, and its options. Others are refused: to ignore an option could
 * change what a command does.
 */
const ACCEPTED: Readonly<Record<string, readonly [args: number, ...options: (keyof Values)[]]>> = {
  ...(IS_INSTALLED ? { install: [0] } : { publish: [1, 'unchecked'] }),
  activate: [2, 'shell'],
  canary: [2, 'percent', 'subtree', 'off', 'shell'],
  rollback: [1, 'shell', 'from'],
  retire: [1],
  check: [0, 'shell'],
  status: [0],
  share: [0],
  prune: [0, 'keep', 'days'],
  origin: [2, 'shell'],
  overrides: [Infinity],
  keys: [3],
  serve: [0],
  tokens: [2, 'remotes', 'actions', 'days'],
  sign: [0],
};

function refuseUnknown(command: string, args: readonly string[], values: Values): void {
  const [most, ...options] = ACCEPTED[command] ?? [0];
  const unknown = (Object.keys(values) as (keyof Values)[]).find((option) => !options.includes(option));
  if (unknown !== undefined) throw usageError(`${command} does not take --${unknown}.`);
  if (args.length > most) throw usageError(`${command} does not take "${args.slice(most).join(' ')}".`);
}

const testedIn = ({
  shell = IS_INSTALLED ? 'the shell of this installation' : 'the shell last built here',
}: Values): string =>
  IS_INSTALLED ? `compared with ${shell} by its files, not opened in a browser` : `tested in ${shell}`;

const COMMANDS: Record<string, (args: readonly string[], values: Values) => Promise<string>> = {
  async install() {
    const { installPackagedRemotes } = await import('./install-packaged');
    return (await installPackagedRemotes(releaseRoot())).join('\n');
  },
  async publish(args, values) {
    const name = requireRemote(REMOTES, args[0]);
    const { publishRelease } = await import('./publish');
    const publish = () => (values.unchecked === true ? publishRelease(name, null) : publishRelease(name));
    if (serviceAddress() !== null) return publishToService(name, publish);
    const { version, commit } = await publish();
    const isChanged = commit?.endsWith('+') === true;
    const note =
      (isChanged ? ' It contains uncommitted changes.' : '') +
      (values.unchecked === true ? ' It was not checked.' : '');
    return `${name} ${version} is published in ${releaseRoot()}, built from ${commit ?? 'a tree without Git'}.${note} Users get it after: npm run release -- activate ${name} ${version}`;
  },
  async activate(args, values) {
    const [name, version] = [await parseRemoteName(args[0]), parseVersion(args[1])];
    const { activateRelease } = await import('./change-remote');
    const before = await activateRelease(name, version, values.shell);
    const done = `${name} ${version} is active in ${releaseRoot()}, ${testedIn(values)}`;
    if (before === undefined) return `${done}. Undo: npm run release -- retire ${name}`;
    const ended = before.canary === null ? '' : ` Its canary ${before.canary.version} has ended.`;
    if (before.active === version) return `${done}, as it was before.${ended}`;
    const shell = values.shell === undefined ? '' : ` --shell ${values.shell}`;
    return `${done} (before: ${before.active}).${ended} Undo: npm run release -- rollback ${name}${shell}`;
  },
  async canary(args, values) {
    const name = await parseRemoteName(args[0]);
    const { endCanaryRelease, startCanaryRelease } = await import('./change-remote');
    if (values.off === true) {
      await endCanaryRelease(name, args[1] === undefined ? undefined : parseVersion(args[1]));
      return `The canary of ${name} has ended.`;
    }
    const version = parseVersion(args[1]);
    const audience = parseAudience(values);
    await startCanaryRelease(name, version, audience, values.shell);
    const whom =
      'percent' in audience ? `${audience.percent} % of users` : `${audience.subtree} and everyone below`;
    return `${name} ${version} is offered to ${whom} in ${releaseRoot()}, ${testedIn(values)}.`;
  },
  async rollback(args, values) {
    const name = await parseRemoteName(args[0]);
    const { rollBackRelease } = await import('./roll-back');
    const from = values.from === undefined ? undefined : parseVersion(values.from);
    const { version, finishedInterrupted } = await rollBackRelease(name, values.shell, from);
    const note = finishedInterrupted
      ? ' This finished an interrupted rollback and did not go back further.'
      : '';
    return `${name} ${version} is active again in ${releaseRoot()}.${note}`;
  },
  async retire(args) {
    const name = await parseRemoteName(args[0]);
    const { retireRelease } = await import('./change-remote');
    await retireRelease(name);
    return `${name} is retired in ${releaseRoot()}; its versions stay published.`;
  },
  async check(_words, values) {
    const { checkShell } = await import('./check-shell');
    return checkShell(values.shell);
  },
  async status() {
    readSecretFiles();
    const { describeStatus } = await import('./status');
    return describeStatus();
  },
  share,
  async prune(_words, values) {
    const limits = {
      keep: parseWholeNumber(values.keep ?? '5', '--keep', 1, 1000),
      days: parseWholeNumber(values.days ?? '7', '--days', 0, 3650),
    };
    const [{ prune }, { readRegistry }, { listKnownRemotes }] = await Promise.all([
      import('./prune'),
      import('./store'),
      import('./versions'),
    ]);
    const root = releaseRoot();
    const pruned = await prune(root, await readRegistry(root), await listKnownRemotes(root), limits);
    return pruned.length === 0 ? 'Nothing to prune.' : `Pruned: ${pruned.join(', ')}`;
  },
  async origin(args, values) {
    const [name, origin = ''] = [await parseRemoteName(args[0]), args[1]];
    const { setOrigin } = await import('./change-remote');
    await setOrigin(name, origin === 'none' ? undefined : parseOrigin(origin), values.shell);
    const place = origin === 'none' ? "the page's own origin" : origin;
    return `${name} is served from ${place} in ${releaseRoot()}, ${testedIn(values)}.`;
  },
  async keys(args) {
    const [first, action, key] = args;
    if (first === 'new') {
      if (action === undefined || key !== undefined) throw usageError('Give a file for the new key.');
      const { createSigningKey } = await import('./signing');
      return `The private key is in ${action}. Its public key: ${await createSigningKey(action)}`;
    }
    const { changeTeamKeys, listTeamKeys } = await import('./keys');
    const root = releaseRoot();
    if (action !== undefined) {
      const change = ({ add: 'add', remove: 'remove' } as const)[action];
      if (change === undefined || !publicKeySchema.safeParse(key).success)
        throw usageError('Give add or remove, and a public key.');
      // The registry need not have the remote: a team outside this repository needs its key for its first
      // publication.
      await changeTeamKeys(root, parseNewRemote(first), change, key ?? '');
    }
    return listTeamKeys(root, first);
  },
  async serve() {
    readSecretFiles();
    const { serveReleases } = await import('./service/serve');
    return serveReleases(await ownerAddress());
  },
  async tokens([action, name], { remotes, actions, days = '90' }) {
    const life = parseWholeNumber(days, '--days', 1, 3650);
    readSecretFiles();
    const [{ createPool }, { addToken, describeTokens, endToken }] = await Promise.all([
      import('@palier/server/database/pool'),
      import('./service/tokens'),
    ]);
    const pool = createPool(await ownerAddress(), { asOwner: true });
    try {
      if (action === undefined) return await describeTokens(pool);
      if (name === undefined || !['new', 'revoke'].includes(action))
        throw usageError('Give new or revoke, and the name of the token.');
      if (action === 'revoke') return await endToken(pool, name);
      if (remotes === undefined || actions === undefined) throw usageError('Give --remotes and --actions.');
      return await addToken(pool, { name, remotes, actions, days: life });
    } finally {
      await pool.end();
    }
  },
  async sign() {
    const { addRevision, readRegistry } = await import('./store');
    const { revision } = await addRevision(releaseRoot(), 'sign', await readRegistry(releaseRoot()));
    return `Revision ${revision} of ${releaseRoot()} is signed.`;
  },
  async overrides(args) {
    const { readRegistry } = await import('./store');
    const { setOverrideOrigins } = await import('./change-remote');
    if (args.length > 0) await setOverrideOrigins(args.join(' ') === 'none' ? [] : args.map(parseOrigin));
    const { overrideOrigins } = await readRegistry(releaseRoot());
    return overrideOrigins.length === 0
      ? 'Overrides are off.'
      : `Overrides are allowed from: ${overrideOrigins.join(', ')}`;
  },
};

const callAbout = (name: string | undefined, action: string, body: object = {}): Promise<string> =>
  callReleaseService('POST', `remotes/${parseNewRemote(name)}/${action}`, body);

/** The same commands, carried out by the release service. */
const SERVICE_COMMANDS: typeof COMMANDS = {
  activate: ([name, version]) => callAbout(name, 'activate', { version: parseVersion(version) }),
  canary([name, version], values) {
    if (values.off !== true)
      return callAbout(name, 'canary', { version: parseVersion(version), ...parseAudience(values) });
    refuseVersion(version);
    return callAbout(name, 'canary', { off: true });
  },
  rollback([name], { from }) {
    refuseVersion(from);
    return callAbout(name, 'rollback');
  },
  retire: ([name]) => callAbout(name, 'retire'),
  prune: () => callReleaseService('POST', 'prune', {}),
  status: () => callReleaseService('GET', 'status'),
};

/**
 * Refuses a version: `canary --off` and `rollback` of the release service act on the current one. If a given
 * version were ignored, the service could end or roll back a different one.
 */
function refuseVersion(version: string | undefined): void {
  if (version !== undefined) throw usageError(`The release service takes no version here: "${version}".`);
}

/** The name of any remote: it may be new, and only the service knows which remotes it has. */
function parseNewRemote(text: string | undefined): string {
  if (text !== undefined && /^[a-z][a-z0-9-]{0,31}$/.test(text)) return text;
  throw usageError(text === undefined ? 'Which remote?' : `"${text}" is not a remote.`);
}

/** The commands that change what serving processes use. */
const SHARED_COMMANDS = 'install activate canary rollback retire origin overrides keys sign prune'.split(' ');

/** The owner's login: from the environment, or of the database that `npm start` runs. */
async function ownerAddress(): Promise<string> {
  const [{ databaseUrlOf }, { readLock }, { dataDir }] = await Promise.all([
    import('@palier/server/operator/database-url'),
    import('@palier/stack/lock'),
    import('@palier/base/paths'),
  ]);
  try {
    return databaseUrlOf({ ...readLock(dataDir())?.logins, ...process.env }, 'owner');
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

async function share(): Promise<string> {
  readSecretFiles();
  const { shareStore } = await import('./share');
  const revision = await shareStore(releaseRoot(), await ownerAddress());
  return `Revision ${revision} of ${releaseRoot()} is in the database; servers have it within seconds.`;
}

/** The error codes of a disk that cannot be written. */
const UNWRITABLE_CODES = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

function explainDiskError(error: NodeJS.ErrnoException): Error {
  if (!UNWRITABLE_CODES.includes(error.code ?? '')) return error;
  return new CommandError(
    `The store ${releaseRoot()} cannot be written: ${error.message}.`,
    'Users keep what they have. Free space or grant the right to write, then run the same command again.',
  );
}

/**
 * Runs `npm run release -- <words>`. Returns the line for its user; throws a CommandError for a mistake of
 * the user. `named` changes the name of the command in both.
 */
export async function runRelease(
  words: readonly string[],
  named: (text: string) => string = (text) => text,
): Promise<string> {
  try {
    return named(await runWords(words));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new (error.constructor as typeof CommandError)(named(error.sentence), named(error.remedy));
  }
}

async function runWords(words: readonly string[]): Promise<string> {
  if (words.includes('--help')) return USAGE;
  const { values, positionals } = readArguments({ ...ARGUMENTS, args: [...words] }, USAGE);
  const [command, ...args] = positionals;
  const isKnown = command !== undefined && Object.hasOwn(ACCEPTED, command);
  const isRemote = isKnown && serviceAddress() !== null && Object.hasOwn(SERVICE_COMMANDS, command);
  const run = isKnown ? (isRemote ? SERVICE_COMMANDS : COMMANDS)[command] : undefined;
  if (run === undefined)
    throw usageError(command === undefined ? 'Which command?' : `"${command}" is not a release command.`);
  refuseUnknown(command ?? '', args, values);
  const local = (['keep', 'days', 'shell'] as const).find(
    (option) => isRemote && values[option] !== undefined,
  );
  if (local !== undefined) throw usageError(`The release service decides --${local} itself.`);
  const result = run(args, values).catch((error: NodeJS.ErrnoException) => {
    throw explainDiskError(error);
  });
  if (isRemote) return result;
  const isShared = process.env.REMOTES_FROM === 'database' && SHARED_COMMANDS.includes(command ?? '');
  return isShared ? `${await result}\n${await share()}` : result;
}
