import * as z from 'zod/mini';

/** The fields that a schema did not accept, in words: an operator reads them in the log. */
export function fieldFaults(error: unknown, value: unknown): string {
  if (!(error instanceof z.core.$ZodError)) return error instanceof Error ? error.message : String(error);
  const faults = error.issues.map(({ path, message, code }) => {
    const field = path.map(String).join('.');
    if (field === '') return code === 'custom' ? message : 'the answer is not an object with fields';
    return `field ${field} ${valueAt(value, path) === undefined ? 'is missing' : 'is not understood'}`;
  });
  return [...new Set(faults)].join(', ');
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
