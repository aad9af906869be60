import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRow } from './measure';
import type { BenchRow, Outcome, Probe } from './row';

const measure = (
  probe: Probe,
  { rounds = 3, ...row }: Partial<BenchRow> & { rounds?: number } = {},
): Promise<Outcome> =>
  measureRow(
    {
      id: 'one',
      group: 'ledger',
      title: 'One',
      unit: 'ms',
      goal: { atMost: 2 },
      reference: 'another',
      ...row,
      prepare: () => Promise.resolve(probe),
    },
    { rounds, patienceMs: 0, commit: 'none', say: () => undefined },
  );

test('When a row is read, then a checkpoint comes before every reading, of the subject as of its reference', async () => {
  const order: string[] = [];
  const step = (name: string) => async () => order.push(name);
  await measure(
    {
      subject: step('subject'),
      reference: step('reference'),
      checkpoint: async () => void order.push('checkpoint'),
    },
    { rounds: 2 },
  );
  const round = ['checkpoint', 'reference', 'checkpoint', 'subject'];
  assert.deepEqual(order, [...round, ...round]);
});
