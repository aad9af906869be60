import { readArguments } from '@palier/base/arguments';
import { CommandError, UsageError } from '@palier/base/command';
import { REMOTES } from '@palier/base/paths';
import type { Pool } from '@palier/server/database';
import { canonicalUsername, isAcceptableUsername } from '@palier/server/users/username';
import { publicKeySchema, REMOTE_NAME, VERSION_NAME } from '@palier/shared/contracts/releases';
import type { Passage } from './admission';
import type { Audience } from './change-remote';
import { IS_INSTALLED, withOwnCommand } from './installed';
import { callReleaseService, publishToService, serviceAddress } from './service/service-client';

const CHECKOUT_USAGE = `\
npm run release -- publish <remote>                       check it, build it and add it under the version
                                                          of its package; --unchecked
`;
const INSTALLED_USAGE = `\
npm run release -- install                                add the remotes of this installation, active
                                                          where no team has activated a version
`;
const DEFAULT_SHELL = IS_INSTALLED ? 'the shell of this installation' : 'the shell built here';
const USAGE = `${IS_INSTALLED ? INSTALLED_USAGE : CHECKOUT_USAGE}\
npm run release -- activate <remote> <version>            make it active, once it has passed the release
                                                          gate
npm run release -- canary <remote> <version> --percent 5  or --subtree <agent>; --off ends it
npm run release -- rollback <remote>                      make the previous version active again; --from
                                                          <version>: only if that one is active
npm run release -- retire <remote>                        take it away from users; its versions stay
                                                          published
npm run release -- check                                  test the remotes that users have in a shell
                                                          before it goes live
npm run release -- healthy <remote> <version>             exit 0 when it is the canary and no worse than
                                                          the active version
npm run release -- status                                 versions, changes, failures that browsers reported
npm run release -- keys [<remote> [add|remove <key>]]      show or set the keys of a team; keys new <file>
                                                          makes one
npm run release -- sign                                   sign the registry again, with another key of the
                                                          operator
npm run release -- serve                                  run the release service, through which teams
                                                          release with a token
npm run release -- tokens [new|revoke <name>]             its tokens; new takes --remotes a,b --actions
                                                          publish,activate --days 90
npm run release -- export <folder>                        write what users run to a folder, for a host that
                                                          serves files without our server
npm run release -- prune [--keep 5] [--days 7]            remove versions that are no longer needed
npm run release -- origin <remote> <https://…|none>       set the origin of its files, once the release
                                                          gate has passed
npm run release -- overrides [origin … | none]            show or set the origins from which a developer
                                                          may replace a remote
A version whose canary was withdrawn, or that was published unchecked, needs --despite "<reason>"
(activate, canary). Where the worker of the release gate does not run, activate, canary and origin need
--ungated "<reason>".
Options: --shell <folder or address of the shell> (activate, canary, rollback, origin, check); default:
${DEFAULT_SHELL}.
RELEASES_DATABASE_URL is the login of the release store; beside npm start, DATA_DIR names its data folder.
With RELEASES_URL and RELEASE_TOKEN, publish, activate, canary, rollback, retire, prune and status go to
that release service instead.`;

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
async function parseRemoteName(store: Pool, text: string | undefined): Promise<string> {
  if (text !== undefined && REMOTES.includes(text)) return text;
  const { listKnownRemotes } = await import('./versions');
  return requireRemote(await listKnownRemotes(store), text);
}

function parseVersion(text: string | undefined): string {
  if (text !== undefined && VERSION_NAME.test(text)) return text;
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
    despite: { type: 'string' },
    ungated: { type: 'string' },
    withdrawn: { type: 'string' },
  },
} as const;
type Values = ReturnType<typeof readArguments<typeof ARGUMENTS>>['values'];

/**
 * The number of arguments of each command, and its options. Others are refused: to ignore an option could
 * change what a command does.
 */
const ACCEPTED: Readonly<Record<string, readonly [args: number, ...options: (keyof Values)[]]>> = {
  ...(IS_INSTALLED ? { install: [0] } : { publish: [1, 'unchecked'] }),
  activate: [2, 'shell', 'despite', 'ungated'],
  canary: [2, 'percent', 'subtree', 'off', 'withdrawn', 'shell', 'despite', 'ungated'],
  healthy: [2],
  rollback: [1, 'shell', 'from'],
  retire: [1],
  check: [0, 'shell'],
  status: [0],
  export: [1],
  prune: [0, 'keep', 'days'],
  origin: [2, 'shell', 'ungated'],
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
  ungated,
}: Values): string =>
  ungated === undefined
    ? `tested in ${shell}`
    : `compared with ${shell} by its files, not opened in a browser`;

/** Runs `work` on the store, in whose database a command may not end before its connections do. */
async function onStore<Result>(work: (store: Pool) => Promise<Result>): Promise<Result> {
  const { withStore } = await import('./open-store');
  return withStore(work);
}

/** A reason is part of the history and the audit: one line of printable text. */
function parseReason(text: string | undefined): string | undefined {
  if (text === undefined || /^(?=.*\S)[^\p{C}"]{1,400}$/u.test(text)) return text;
  throw usageError('A reason is one line of at most 400 characters, without quotes.');
}

const passageOf = ({ shell, despite, ungated }: Values): Passage => ({
  shell,
  despite: parseReason(despite),
  ungated: parseReason(ungated),
});

type Command = (args: readonly string[], values: Values) => Promise<string>;

async function publish([text]: readonly string[], values: Values): Promise<string> {
  const name = requireRemote(REMOTES, text);
  const check = values.unchecked === true ? ([null] as const) : ([] as const);
  if (serviceAddress() !== null) {
    const { buildRelease } = await import('./publish');
    return publishToService(await buildRelease(name, () => Promise.resolve(false), ...check));
  }
  const { publishRelease } = await import('./publish-release');
  const { version, commit } = await onStore((store) => publishRelease(store, name, ...check));
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

const COMMANDS: Record<string, Command> = {
  async install() {
    const { installPackagedRemotes } = await import('./install-packaged');
    return (await onStore(installPackagedRemotes)).join('\n');
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
    const { exportStore } = await import('./export-store');
    const revision = await onStore((store) => exportStore(store, folder));
    return `Revision ${revision} of the release store is in ${folder}.`;
  },
  prune,
  origin,
  keys,
  async serve() {
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

const callAbout = (name: string | undefined, action: string, body: object = {}): Promise<string> =>
  callReleaseService('POST', `remotes/${parseNewRemote(name)}/${action}`, body);

/** The reasons that are given, as members of a call. */
function reasonsIn(values: Values): { despite?: string; ungated?: string } {
  const { despite, ungated } = passageOf(values);
  return { ...(despite === undefined ? {} : { despite }), ...(ungated === undefined ? {} : { ungated }) };
}

/** The same commands, carried out by the release service. */
const SERVICE_COMMANDS: Record<string, Command> = {
  activate: ([name, version], values) =>
    callAbout(name, 'activate', { version: parseVersion(version), ...reasonsIn(values) }),
  canary([name, version], values) {
    if (values.off !== true)
      return callAbout(name, 'canary', {
        version: parseVersion(version),
        ...parseAudience(values),
        ...reasonsIn(values),
      });
    refuseVersion(version);
    return callAbout(name, 'canary', { off: true });
  },
  rollback([name], { from }) {
    refuseVersion(from);
    return callAbout(name, 'rollback');
  },
  retire: ([name]) => callAbout(name, 'retire'),
  prune: () => callReleaseService('POST', 'prune', {}),
  healthy: ([name, version]) =>
    callReleaseService('GET', `remotes/${parseNewRemote(name)}/versions/${parseVersion(version)}/health`),
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
  if (text !== undefined && REMOTE_NAME.test(text)) return text;
  throw usageError(text === undefined ? 'Which remote?' : `"${text}" is not a remote.`);
}

/**
 * Runs `npm run release -- <words>`. Returns the line for its user; throws a CommandError for a mistake of
 * the user. `named` changes the name of the command in both.
 */
export async function runRelease(
  words: readonly string[],
  named: (text: string) => string = (text) => text,
): Promise<string> {
  return withName(named, () => runWords(words, serviceAddress() !== null));
}

/** The same in the release service, which carries the command out on the store itself. */
export const runOnStore = (words: readonly string[]): Promise<string> =>
  withName(withOwnCommand, () => runWords(words, false));

async function withName(named: (text: string) => string, run: () => Promise<string>): Promise<string> {
  try {
    return named(await run());
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new (error.constructor as typeof CommandError)(named(error.sentence), named(error.remedy));
  }
}

async function runWords(words: readonly string[], usesService: boolean): Promise<string> {
  if (words.includes('--help')) return USAGE;
  const { values, positionals } = readArguments({ ...ARGUMENTS, args: [...words] }, USAGE);
  const [command, ...args] = positionals;
  const isKnown = command !== undefined && Object.hasOwn(ACCEPTED, command);
  const isRemote = isKnown && usesService && Object.hasOwn(SERVICE_COMMANDS, command);
  const run = isKnown ? (isRemote ? SERVICE_COMMANDS : COMMANDS)[command] : undefined;
  if (run === undefined)
    throw usageError(command === undefined ? 'Which command?' : `"${command}" is not a release command.`);
  refuseUnknown(command ?? '', args, values);
  const local = (['keep', 'days', 'shell'] as const).find(
    (option) => isRemote && values[option] !== undefined,
  );
  if (local !== undefined) throw usageError(`The release service decides --${local} itself.`);
  return run(args, values);
}
