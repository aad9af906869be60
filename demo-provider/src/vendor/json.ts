const MARK = '\u0001';

/** JSON in which a bigint is a number with all its digits. */
export const toJsonWithBigints = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? `${MARK}${part}${MARK}` : part,
  ).replaceAll(/"\\u0001(\d+)\\u0001"/g, '$1');
