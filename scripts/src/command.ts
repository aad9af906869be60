/** An error that the user of a command can correct: one sentence on the cause, one on the remedy. */
export class CommandError extends Error {
  constructor(
    readonly sentence: string,
    readonly remedy: string,
  ) {
    super(`${sentence}\n${remedy}`);
  }
}

/** Runs a command and exits with its code. A CommandError is printed without its stack. */
export function runCommand(main: () => Promise<number>): void {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof CommandError ? `\n✗ ${error.message}` : error);
      process.exit(1);
    },
  );
}

export const seconds = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
