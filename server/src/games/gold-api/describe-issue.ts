interface Issue {
  readonly path: readonly PropertyKey[];
}

const MAX_VALUE = 80;

/**
 * What is wrong with one field of a vendor's answer: `txn_type is missing`, or
 * `txn_type "void" is not understood`.
 */
export function describeIssue(answer: unknown, { path }: Issue): string {
  const value = path.reduce<unknown>(
    (part, key) => (part as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    answer,
  );
  const name = path.length === 0 ? 'the answer' : path.join('.');
  if (value === undefined) return `${name} is missing`;
  return `${name} ${JSON.stringify(value)?.slice(0, MAX_VALUE) ?? ''} is not understood`;
}
