/**
 * A list. PHP writes a list from which entries were taken out as an object, `{"0":…,"2":…}`; any other value
 * is returned as it is.
 */
export function listIn(value: unknown): unknown {
  const isNumbered =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => /^\d+$/.test(key));
  return isNumbered ? Object.values(value) : value;
}
