import { readArguments } from '@palier/scripts/arguments';
import { CommandError, runCommand } from '@palier/scripts/command';
import { releaseRoot, REMOTES } from '@palier/scripts/paths';
import { usernameOf } from './parse-username';
import { readSecretFiles } from '@palier/scripts/stack/secret-files';

const USAGE = `npm run release -- publish <remote>                       build it and add it under its package's version
npm run release -- activate <remote> <version>            make it active, once it has passed the gate
npm run release -- canary <remote> <version> --percent 5  or --subtree <agent>; --off ends it
npm run release -- rollback <remote>                      give users the previous version back
npm run release -- retire <remote>                        take it away from users; its versions stay published
npm run release -- check                                  whether a shell that is to go live runs what users have
npm run release -- status                                 versions, changes, failures that browsers reported
npm run release -- prune [--keep 5] [--days 7]            remove versions nobody can need any more
npm run release -- origin <remote> <https://…|none>       which origin serves its files, once the gate has passed them
npm run release -- overrides [origin … | none]            show, or set, the origins a developer may replace a remote from
Options: --shell <folder or address> of the shell (activate, canary, rollback, origin, check); absent: the one built here; REMOTES_ROOT is the store's folder.`;

const usage = (sentence: string): CommandError => new CommandError(sentence, USAGE);

function oneOf(remotes: readonly string[], text: string | undefined): string {
  if (text !== undefined && remotes.includes(text)) return text;
  throw usage(
    text === undefined
      ? `Which remote? One of: ${remotes.join(', ')}.`
      : `"${text}" is no remote. Remotes: ${remotes.join(', ')}.`,
  );
}

/** A remote of this tree or of the store: whoever undoes a release may stand in a tree that never had it. */
async function remoteName(text: string | undefined): Promise<string> {
  if (text !== undefined && REMOTES.includes(text)) return text;
  const { knownRemotes } = await import('./known-remotes');
  return oneOf(await knownRemotes(releaseRoot()), text);
}

function versionName(text: string | undefined): string {
  if (text !== undefined && /^\d+\.\d+\.\d+[\w.+-]*$/.test(text)) return text;
  throw usage(text === undefined ? 'Which version?' : `"${text}" is no version.`);
}

function wholeNumber(text: string, what: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw usage(`${what} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}

function originName(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    const { origin } = new URL(text);
    if (text === origin || text === `${origin}/`) return origin;
  }
  throw usage(`"${text}" is no origin (https://casino.example).`);
}

const ARGUMENTS = {
  allowPositionals: true,
  options: {
    percent: { type: 'string' },
    subtree: { type: 'string' },
    off: { type: 'boolean' },
    shell: { type: 'string' },
    keep: { type: 'string' },
    days: { type: 'string' },
  },
} as const;
type Values = ReturnType<typeof readArguments<typeof ARGUMENTS>>['values'];

/** How many words follow each command, and its options. One that it does not know may change what was meant: nothing is passed over. */
const TAKES: Readonly<Record<string, readonly [words: number, ...options: (keyof Values)[]]>> = {
  publish: [1],
  activate: [2, 'shell'],
  canary: [2, 'percent', 'subtree', 'off', 'shell'],
  rollback: [1, 'shell'],
  retire: [1],
  check: [0, 'shell'],
  status: [0],
  prune: [0, 'keep', 'days'],
  origin: [2, 'shell'],
  overrides: [Infinity],
};

function refuseStrange(command: string, words: readonly string[], values: Values): void {
  const [most, ...options] = TAKES[command] ?? [0];
  const strange = (Object.keys(values) as (keyof Values)[]).find((option) => !options.includes(option));
  if (strange !== undefined) throw usage(`${command} takes no --${strange}.`);
  if (words.length > most) throw usage(`${command} does not take "${words.slice(most).join(' ')}".`);
}

const heldAgainst = ({ shell = 'the shell last built here' }: Values): string => `held against ${shell}`;

const COMMANDS: Record<string, (words: readonly string[], values: Values) => Promise<string>> = {
  async publish(words) {
    const name = oneOf(REMOTES, words[0]);
    const { publishRelease } = await import('./publish');
    const { version, commit } = await publishRelease(name);
    const isChanged = commit?.endsWith('+') === true;
    const note = isChanged ? ' Mind: it holds changes that no commit has.' : '';
    return `${name} ${version} is published in ${releaseRoot()}, built from ${commit ?? 'a tree without Git'}.${note} Users see it after: npm run release -- activate ${name} ${version}`;
  },
  async activate(words, values) {
    const [name, version] = [await remoteName(words[0]), versionName(words[1])];
    const { activateRelease } = await import('./activate');
    const before = await activateRelease(name, version, values.shell);
    const done = `${name} ${version} is active in ${releaseRoot()}, ${heldAgainst(values)}`;
    if (before === undefined) return `${done}. Undo: npm run release -- retire ${name}`;
    const ended = before.canary === null ? '' : ` Its canary ${before.canary.version} has ended.`;
    if (before.active === version) return `${done}, as it was before.${ended}`;
    const shell = values.shell === undefined ? '' : ` --shell ${values.shell}`;
    return `${done} (before: ${before.active}).${ended} Undo: npm run release -- rollback ${name}${shell}`;
  },
  async canary(words, values) {
    const name = await remoteName(words[0]);
    const { endCanaryRelease, startCanaryRelease } = await import('./activate');
    if (values.off === true) {
      await endCanaryRelease(name);
      return `${name} has no canary any more.`;
    }
    const version = versionName(words[1]);
    const { percent } = values;
    if ((percent === undefined) === (values.subtree === undefined))
      throw usage('Give a canary either --percent or --subtree.');
    const subtree = values.subtree === undefined ? undefined : usernameOf(values.subtree);
    const audience =
      subtree !== undefined ? { subtree } : { percent: wholeNumber(percent ?? '', '--percent', 1, 100) };
    await startCanaryRelease(name, version, audience, values.shell);
    const whom = subtree === undefined ? `${percent} % of users` : `${subtree} and everyone below`;
    return `${name} ${version} is offered to ${whom} in ${releaseRoot()}, ${heldAgainst(values)}.`;
  },
  async rollback(words, values) {
    const name = await remoteName(words[0]);
    const { rollBackRelease } = await import('./roll-back');
    const { version, wasCutShort } = await rollBackRelease(name, values.shell);
    const note = wasCutShort
      ? ' A rollback had been cut short: this finished it and went no further back.'
      : '';
    return `${name} ${version} is active again in ${releaseRoot()}.${note}`;
  },
  async retire(words) {
    const name = await remoteName(words[0]);
    const { retireRelease } = await import('./activate');
    await retireRelease(name);
    return `${name} is taken away from users in ${releaseRoot()}; what is published of it stays.`;
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
  async prune(_words, values) {
    const limits = {
      keep: wholeNumber(values.keep ?? '5', '--keep', 1, 1000),
      days: wholeNumber(values.days ?? '7', '--days', 0, 3650),
    };
    const [{ prune }, { readRegistry }, { knownRemotes }] = await Promise.all([
      import('./prune'),
      import('./store'),
      import('./known-remotes'),
    ]);
    const root = releaseRoot();
    const pruned = await prune(root, await readRegistry(root), await knownRemotes(root), limits);
    return pruned.length === 0 ? 'Nothing to prune.' : `Pruned: ${pruned.join(', ')}`;
  },
  async origin(words, values) {
    const [name, origin = ''] = [await remoteName(words[0]), words[1]];
    const { setOrigin } = await import('./activate');
    await setOrigin(name, origin === 'none' ? null : originName(origin), values.shell);
    const place = origin === 'none' ? "the page's own origin" : origin;
    return `${name} is served from ${place} in ${releaseRoot()}, ${heldAgainst(values)}.`;
  },
  async overrides(words) {
    const { readRegistry } = await import('./store');
    const { setOverrideOrigins } = await import('./activate');
    if (words.length > 0) await setOverrideOrigins(words.join(' ') === 'none' ? [] : words.map(originName));
    const { overrideOrigins } = await readRegistry(releaseRoot());
    return overrideOrigins.length === 0
      ? 'Overrides are off.'
      : `Overrides are allowed from: ${overrideOrigins.join(', ')}`;
  },
};

/** What a disk says that is full, read-only, somebody else's or failing. */
const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

function diskFault(error: NodeJS.ErrnoException): Error {
  if (!DISK_CODES.includes(error.code ?? '')) return error;
  return new CommandError(
    `The store ${releaseRoot()} cannot be written: ${error.message}.`,
    'Users keep what they have. Make room or give the right to write, then run the same command again.',
  );
}

runCommand(async () => {
  const { values, positionals } = readArguments(ARGUMENTS, USAGE);
  const [command, ...words] = positionals;
  const run = command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined)
    throw usage(command === undefined ? 'What shall be done?' : `"${command}" is no release command.`);
  refuseStrange(command ?? '', words, values);
  const said = await run(words, values).catch((error: NodeJS.ErrnoException) => {
    throw diskFault(error);
  });
  console.log(said);
  return 0;
});
