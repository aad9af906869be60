import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRow } from './measure';
import type { BenchRow, Outcome, Probe } from './row';
import { verdictText } from './table';

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

test('When the books are wrong after the last reading, then the row misses its goal, whatever its figure', async () => {
  const read: string[] = [];
  const probe = (fault: string | null): Probe => ({
    subject: async () => read.push('subject'),
    reference: async () => read.push('reference'),
    recount: async () => {
      read.push('recount');
      return fault;
    },
  });
  const right = await measure(probe(null), { rounds: 1 });
  assert.deepEqual([right.verdict, right.wrongBooks, read.at(-1)], ['holds', undefined, 'recount']);

  const fault = 'bench_1x1: an account holds the sum of its postings (user:c1.agent1)';
  const wrong = await measure(probe(fault), { rounds: 1 });
  assert.ok(wrong.figure < 2);
  assert.equal(verdictText(wrong), `misses: the books are wrong, ${fault}`);
});
