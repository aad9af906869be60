import { spawn } from 'node:child_process';

/** How a command ended. `refused`: its user can correct the mistake that `text` names. */
export interface CommandResult {
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly text: string;
}

export type RunReleaseCommand = (words: readonly string[], actor: string) => Promise<CommandResult>;

/** The release gate opens every screen of a remote in a browser; most of this time is left for a slow machine. */
const COMMAND_LIMIT_MS = 300_000;
const OUTPUT_LIMIT = 64 * 1024;

/**
 * Creates a function that runs `release <words>` in a process of its own, whose browser and memory end with it. `program` are the
 * arguments of Node that start the command. Actor: the name that the history of the store gets.
 */
export function createCommandRunner(program: readonly string[]): RunReleaseCommand {
  return (words, actor) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [...program, ...words], {
        // A process group of its own, so that the browser of the gate is ended with it.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        // With an address of a service, the command would call this service instead of changing the store.
        env: { ...process.env, RELEASES_URL: undefined, RELEASE_ACTOR: actor },
      });
      let text = '';
      const keep = (part: Buffer): void => {
        if (text.length < OUTPUT_LIMIT) text += part.toString();
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      const timer = setTimeout(() => {
        text = `The command was ended after ${COMMAND_LIMIT_MS / 1_000} s.`;
        endGroup(child.pid);
      }, COMMAND_LIMIT_MS);
      child.on('error', (error) => {
        clearTimeout(timer);
        resolve({ outcome: 'failed', text: error.message });
      });
      child.on('close', (code) => {
        clearTimeout(timer);
        endGroup(child.pid);
        const outcome = code === 0 ? 'done' : text.startsWith('\n✗') ? 'refused' : 'failed';
        resolve({ outcome, text: text.replace('\n✗ ', '').trim() });
      });
    });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
