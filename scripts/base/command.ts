/** An error that the user of a command can correct: one sentence on the cause, one on the remedy. */
export class CommandError extends Error {
  constructor(
    readonly sentence: string,
    readonly remedy: string,
  ) {
    super(`${sentence}\n${remedy}`);
  }
}

/** A mistake on the command line; the command exits 2. */
export class UsageError extends CommandError {}

/** The command did its work and found a fault; the command exits 1. */
export class FindingError extends CommandError {}

/** The command lacks something on this machine and did nothing; the command exits 3. */
export class SetupError extends CommandError {}

/**
 * Runs a command and exits with the code it returns, 1 after a FindingError, 2 after a UsageError, 3
 * after a SetupError, or `failedCode` after another error. Commands for operators give 3, because 1 is a
 * finding of theirs. A CommandError and a full disk are printed without a stack.
 */
export function runCommand(main: () => Promise<number>, { failedCode = 1 } = {}): void {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      const fault = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error as Error) : error;
      console.error(fault instanceof CommandError ? `\n✗ ${fault.message}` : fault);
      process.exit(exitCodeOf(fault, failedCode));
    },
  );
}

function exitCodeOf(fault: unknown, failedCode: number): number {
  if (fault instanceof UsageError) return 2;
  if (fault instanceof SetupError) return 3;
  return fault instanceof FindingError ? 1 : failedCode;
}

const diskFull = ({ message }: Error): CommandError =>
  new CommandError(`The disk is full (${message}).`, 'Free space, then try again.');

export const timeSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
