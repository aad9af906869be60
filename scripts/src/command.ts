/** An error that the person at the keyboard can mend: one sentence on what is wrong, one on what to do. */
export class CommandError extends Error {
  constructor(
    readonly sentence: string,
    readonly remedy: string,
  ) {
    super(`${sentence}\n${remedy}`);
  }
}

/** Runs a command to its end; a CommandError is printed without its stack. */
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
