import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresOf } from '../journeys';

const journey = (title: string, ok: boolean, ...errors: (string | null)[]) => ({
  title,
  ok,
  tests: [
    {
      results: errors.map((message) => ({
        duration: 1,
        ...(message === null ? {} : { error: { message } }),
      })),
    },
  ],
});

test('journeys: one that failed and one that passed when repeated are named with their errors', () => {
  const failed = journey('fails', false, 'first', 'second');
  const specs = [journey('passes', true, null), journey('passes the second time', true, 'lost', null)];
  assert.deepEqual(failuresOf({ specs: [failed], suites: [{ specs }] }), [
    { title: 'fails', message: 'first\nsecond' },
    { title: 'passes the second time (passed when repeated)', message: 'lost' },
  ]);
});
