/**
 * A reporter for node:test that says nothing until the end and then gives the counts as JSON: tests, not suites.
 * @param {AsyncIterable<{type: string, data: any}>} events
 */
export default async function* countReporter(events) {
  const counts = { passed: 0, failed: 0 };
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite' || data?.skip !== undefined || data?.todo !== undefined) continue;
    if (type === 'test:pass') counts.passed += 1;
    if (type === 'test:fail') counts.failed += 1;
  }
  yield JSON.stringify(counts);
}
