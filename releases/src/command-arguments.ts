import type { readArguments } from '@palier/base/arguments';
import { UsageError } from '@palier/base/command';
import { canonicalUsername, isAcceptableUsername } from '@palier/server/users/username';
import { REMOTE_NAME_PATTERN, VERSION_NAME_PATTERN } from '@palier/shared/contracts/releases';
import { findTextFault } from '@palier/shared/contracts/requests';
import type { Passage } from './admission';
import type { Audience } from './change-remote';
import { IS_INSTALLED } from './installed';

const CHECKOUT_USAGE = `\
npm run release -- publish <remote>                       check it, build it and add it under the version
                                                          of its package; --unchecked
`;
const INSTALLED_USAGE = `\
npm run release -- install                                add the remotes of this installation, active
                                                          where no team has activated a version
`;
const DEFAULT_SHELL = IS_INSTALLED ? 'the shell of this installation' : 'the shell built here';
/** The text of `npm run release -- --help`. */
export const USAGE = `${IS_INSTALLED ? INSTALLED_USAGE : CHECKOUT_USAGE}\
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

/** An error that prints the usage after its sentence. */
export const usageError = (sentence: string): UsageError => new UsageError(sentence, USAGE);

/** The text, if it names one of the remotes. Throws a UsageError. */
export function requireRemote(remotes: readonly string[], text: string | undefined): string {
  if (text !== undefined && remotes.includes(text)) return text;
  throw usageError(
    text === undefined
      ? `Which remote? One of: ${remotes.join(', ')}.`
      : `"${text}" is not a remote. Remotes: ${remotes.join(', ')}.`,
  );
}

/** The name of a version. Throws a UsageError. */
export function parseVersion(text: string | undefined): string {
  if (text !== undefined && VERSION_NAME_PATTERN.test(text)) return text;
  throw usageError(text === undefined ? 'Which version?' : `"${text}" is not a version.`);
}

/** A whole number between two bounds; `what` begins the sentence of the UsageError. */
export function parseWholeNumber(text: string, what: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw usageError(`${what} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}

/** The users of a canary. Throws a UsageError. */
export function parseAudience({ percent, subtree }: Values): Audience {
  if ((percent === undefined) === (subtree === undefined))
    throw usageError('Give a canary either --percent or --subtree.');
  if (percent !== undefined) return { percent: parseWholeNumber(percent, '--percent', 1, 100) };
  // In the server's spelling, of which a canary's subtree hash is made.
  const name = canonicalUsername(subtree ?? '');
  if (isAcceptableUsername(name)) return { subtree: name };
  throw usageError(`"${subtree}" is not a username.`);
}

/** An origin without a path. Throws a UsageError. */
export function parseOrigin(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    const { origin } = new URL(text);
    if (text === origin || text === `${origin}/`) return origin;
  }
  throw usageError(`"${text}" is not an origin (https://casino.example).`);
}

/** The name of any remote: it may be new, and only the service knows which remotes it has. */
export function parseNewRemote(text: string | undefined): string {
  if (text !== undefined && REMOTE_NAME_PATTERN.test(text)) return text;
  throw usageError(text === undefined ? 'Which remote?' : `"${text}" is not a remote.`);
}

/** A reason is part of the history and the audit: one line that people can read. */
export const isReason = (text: string): boolean =>
  text.length <= 400 && !text.includes('"') && findTextFault(text) === null;

export function parseReason(text: string | undefined): string | undefined {
  if (text === undefined || isReason(text)) return text;
  throw usageError(
    'A reason is one line of at most 400 characters, without quotes and invisible characters.',
  );
}

/** The shell to test in, and the reasons that are given. */
export const passageOf = ({ shell, despite, ungated }: Values): Passage => ({
  shell,
  despite: parseReason(despite),
  ungated: parseReason(ungated),
});

export const ARGUMENTS = {
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
export type Values = ReturnType<typeof readArguments<typeof ARGUMENTS>>['values'];

/**
 * The number of arguments of each command, and its options. Others are refused: to ignore an option could
 * change what a command does.
 */
export const ACCEPTED: Readonly<Record<string, readonly [args: number, ...options: (keyof Values)[]]>> = {
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

/** Throws a UsageError for an argument or option that the command does not take. */
export function refuseUnknown(command: string, args: readonly string[], values: Values): void {
  const [most, ...options] = ACCEPTED[command] ?? [0];
  const unknown = (Object.keys(values) as (keyof Values)[]).find((option) => !options.includes(option));
  if (unknown !== undefined) throw usageError(`${command} does not take --${unknown}.`);
  if (args.length > most) throw usageError(`${command} does not take "${args.slice(most).join(' ')}".`);
}

/** Runs the words of a command on the store; returns the line for its user. */
export type RunOnStore = (words: readonly string[]) => Promise<string>;
/** Carries a command out; returns the line for its user. The release service runs others meanwhile. */
export type Command = (args: readonly string[], values: Values, runOnStore: RunOnStore) => Promise<string>;
