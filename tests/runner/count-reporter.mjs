import { inspect } from 'node:util';

/**
 * A reporter for node:test that writes, at the end, the counts, the failures and the times of the tests,
 * without suites, as JSON.
 * @param {AsyncIterable<{type: string, data: any}>} events
 */
export default async function* countReporter(events) {
  const tally = { passed: 0, failed: 0, failures: [], times: [] };
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite' || data?.skip !== undefined || data?.todo !== undefined) continue;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (type === 'test:pass') tally.passed += 1;
    else {
      tally.failed += 1;
      tally.failures.push({
        title: data.name,
        message: inspect(data.details.error.cause ?? data.details.error),
      });
    }
    tally.times.push({ title: data.name, ms: data.details.duration_ms });
  }
  yield JSON.stringify(tally);
}
