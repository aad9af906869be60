import { CommandError } from '@palier/base/command';
import { run } from '@palier/base/process/run';
import { asActor } from '../store';

/** How a command ended. `refused`: its user can correct the mistake that `text` names. */
export interface CommandResult {
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly text: string;
}

export type RunReleaseCommand = (words: readonly string[], actor: string) => Promise<CommandResult>;

/**
 * The release gate opens every screen of a remote in a browser; most of this time is left for a slow machine.
 */
const COMMAND_LIMIT_MS = 300_000;

/**
 * Creates a function that runs `release <words>` in a process of its own, with which its browser ends.
 * `program` are the arguments of Node that start the command. Actor: the name that the history of the store
 * gets.
 */
export const createCommandRunner =
  (program: readonly string[]): RunReleaseCommand =>
  async (words, actor) => {
    const { code, output } = await run(process.execPath, [...program, ...words], {
      cwd: process.cwd(),
      // With an address of a service, the command would call this service instead of changing the store.
      env: { RELEASES_URL: undefined, RELEASE_ACTOR: actor },
      limitMs: COMMAND_LIMIT_MS,
    });
    const failure = output.startsWith('\n✗') ? 'refused' : 'failed';
    const outcome = code === 0 ? 'done' : failure;
    return { outcome, text: output.replace('\n✗ ', '').trim() };
  };

/**
 * Creates a function that runs `release <words>` in this process: a process of its own costs a second of a
 * processor before it begins, and several beside a busy gate. For commands that open no browser.
 */
export const createUrgentRunner =
  (runOnStore: (words: readonly string[]) => Promise<string>): RunReleaseCommand =>
  async (words, actor) => {
    try {
      return { outcome: 'done', text: await asActor(actor, () => runOnStore(words)) };
    } catch (error) {
      if (error instanceof CommandError) return { outcome: 'refused', text: error.message };
      return { outcome: 'failed', text: error instanceof Error ? (error.stack ?? '') : String(error) };
    }
  };
