/** An error that the user of a command can correct: one sentence on the cause, one on the remedy. */
export class CommandError extends Error {
  constructor(
    readonly sentence: string,
    readonly remedy: string,
  ) {
    super(`${sentence}\n${remedy}`);
  }
}

/** Runs a command and exits with the code it returns, or 1 after an error. A CommandError and a full disk are printed without a stack. */
export function runCommand(main: () => Promise<number>): void {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      const fault = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error as Error) : error;
      console.error(fault instanceof CommandError ? `\n✗ ${fault.message}` : fault);
      process.exit(1);
    },
  );
}

const diskFull = ({ message }: Error): CommandError =>
  new CommandError(`The disk is full (${message}).`, 'Free space, then try again.');

export const timeSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
