import { homedir, tmpdir } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { dataDir, ROOT } from '@palier/base/paths';
import { createFairLimiter } from '@palier/server/concurrency/fair-limiter';
import type { GateTime } from './gate-time';
import { RefusedCall } from './refused-call';
import type { CommandResult, RunReleaseCommand } from './run-release-command';

/** Commands that open a browser for minutes run one after another, in turns of their remotes. */
const gated = createFairLimiter(1, 20);
/** Other commands do not wait behind them: a rollback is urgent. */
const quick = createFairLimiter(4, 40);

export interface CommandQueue {
  /** Runs a command and returns its sentence. Throws a RefusedCall when the command is refused. */
  run(words: readonly string[], actor: string): Promise<string>;
  /** Runs a command about `remote` that passes the release gate, in its turn. */
  runGated(request: FastifyRequest, remote: string, words: readonly string[], actor: string): Promise<string>;
}

/** Where the service keeps its files, and addresses of its own: texts for teams do not name them. */
function ownPlaces(gateOptions: readonly string[]): string[] {
  const {
    RELEASE_SIGNING_KEY_FILE: key,
    RELEASE_GATE_SOCKET: socket,
    RELEASES_DATABASE_URL: url,
  } = process.env;
  const database = url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
  const folders = [
    ROOT,
    process.cwd(),
    dataDir(),
    tmpdir(),
    homedir(),
    '/run',
    '/etc',
    '/usr',
    '/var',
    '/proc',
  ];
  return [key, socket, database, ...folders, ...gateOptions.filter((word) => word.startsWith('/'))]
    .map((place = '') => place.replace(/\/$/, ''))
    .filter((place) => place !== '')
    .sort((one, other) => other.length - one.length);
}

/** A sentence of a command without the folders and addresses of the machine that it runs on. */
export function textForTeam(text: string, gateOptions: readonly string[]): string {
  const places = ownPlaces(gateOptions).map((place) => place.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const inText = new RegExp(String.raw`(?<!\w)(${places.join('|')})(?![\w-])([\w./@+-]*[\w/@+-])?`, 'g');
  return text.replace(inText, '(a place of the service)');
}

interface QueueOptions {
  readonly runCommand: RunReleaseCommand;
  /** Runs commands that open no browser. */
  readonly runUrgent: RunReleaseCommand;
  readonly gateTime: GateTime;
  readonly gateOptions: readonly string[];
}

export function createCommandQueue(options: QueueOptions): CommandQueue {
  const { runCommand, runUrgent, gateTime, gateOptions } = options;
  const textOf = ({ outcome, text }: CommandResult): string => {
    if (outcome === 'done') return textForTeam(text, gateOptions);
    if (outcome === 'refused') throw new RefusedCall(409, textForTeam(text, gateOptions));
    throw new Error(text);
  };
  return {
    run: (words, actor) => quick.run(actor, async () => textOf(await runUrgent(words, actor))),
    async runGated(request, remote, words, actor) {
      gateTime.require(remote);
      return gated.run(remote, () => {
        if (request.raw.socket.destroyed) throw new RefusedCall(409, 'The caller has gone.');
        // Again: commands that waited before this one may have used the time.
        gateTime.require(remote);
        return gateTime.spend(remote, async () => textOf(await runCommand(words, actor)));
      });
    },
  };
}
