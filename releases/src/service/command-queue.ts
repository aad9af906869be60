import type { FastifyRequest } from 'fastify';
import { createFairLimiter } from '@palier/server/concurrency/fair-limiter';
import type { GateTime } from './gate-time';
import { RefusedCall } from './refused-call';
import type { RunReleaseCommand } from './run-release-command';

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

export function createCommandQueue(runCommand: RunReleaseCommand, gateTime: GateTime): CommandQueue {
  const runToEnd = async (words: readonly string[], actor: string): Promise<string> => {
    const { outcome, text } = await runCommand(words, actor);
    if (outcome === 'done') return text;
    if (outcome === 'refused') throw new RefusedCall(409, text);
    throw new Error(text);
  };
  return {
    run: (words, actor) => quick.run(actor, () => runToEnd(words, actor)),
    async runGated(request, remote, words, actor) {
      gateTime.require(remote);
      return gated.run(remote, () => {
        if (request.raw.socket.destroyed) throw new RefusedCall(409, 'The caller has gone.');
        // Again: commands that waited before this one may have used the time.
        gateTime.require(remote);
        return gateTime.spend(remote, () => runToEnd(words, actor));
      });
    },
  };
}
