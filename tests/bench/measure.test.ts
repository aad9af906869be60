import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRow, readings } from './measure';
import type { BenchRow, Outcome, Probe } from './row';
import { summary } from './table';

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
    { rounds, patienceMs: 0, say: () => undefined },
  );

test('measurement: a checkpoint precedes each reading of subject and reference', async () => {
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

test('measurement: the benchmark misses its goal if the ledger is wrong after the last reading', async () => {
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
  assert.deepEqual([right.verdict, right.ledgerFault, read.at(-1)], ['holds', undefined, 'recount']);

  const fault = 'bench_1x1: an account holds the sum of its postings (user:c1.agent1)';
  const wrong = await measure(probe(fault), { rounds: 1 });
  assert.ok(wrong.figure < 2);
  assert.ok(summary(wrong).endsWith(`: misses: ledger fault: ${fault}`), summary(wrong));
});

test('measurement: a reference that varies gives no result', async () => {
  const verdictOf = async (...readings: readonly number[]): Promise<string> => {
    let round = -1;
    const probe = {
      subject: () => Promise.resolve(100),
      reference: () => Promise.resolve(readings[(round += 1)]!),
    };
    return (await measure(probe)).verdict;
  };
  assert.equal(await verdictOf(100, 100, 100), 'holds');
  assert.equal(await verdictOf(92, 100, 108), 'no result');
  assert.equal(await verdictOf(40, 40, 40), 'misses');
});

test('median: an even number of readings has the mean of the two in the middle', () => {
  assert.deepEqual(readings([8, 1, 4, 2]), { median: 3, least: 1, most: 8 });
  assert.deepEqual(readings([5]), { median: 5, least: 5, most: 5 });
});
