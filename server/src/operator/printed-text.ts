const MAX_REASON_LENGTH = 200;
const MAX_LINE_LENGTH = 1_000;

/** One line without control characters, which the provider's texts may contain; cut. */
const toLine = (text: string, most: number): string => text.replace(/[\s\p{C}]+/gu, ' ').slice(0, most);

/** Prints one line on the standard output. */
export const print = (text: string): boolean => process.stdout.write(`${toLine(text, MAX_LINE_LENGTH)}\n`);

/**
 * Why a call failed, for operators: the message of the cause, because the error's own message may be for
 * players. On one line, cut.
 */
export function reasonOf(error: Error): string {
  const { cause } = error;
  return toLine(cause instanceof Error ? cause.message : error.message, MAX_REASON_LENGTH);
}
