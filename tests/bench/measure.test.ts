import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRow, medianInterval, readings } from './measure';
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
  assert.ok(wrong.figure.median < 2);
  assert.ok(summary(wrong).endsWith(`: misses: ledger fault: ${fault}`), summary(wrong));
});

/** Measures a row whose subject takes as long as its reference times the factor of the round. */
const measureFactors = (factors: readonly number[], load = (_round: number) => 1): Promise<Outcome> => {
  let round = 0;
  return measure({
    reference: async () => 100 * load(round),
    subject: async () => {
      const value = 100 * load(round) * factors[round % factors.length]!;
      round += 1;
      return value;
    },
  });
};

test('measurement: a neighbour that slows both readings of a round does not move the verdict', async () => {
  const outcome = await measureFactors([1.9], (round) => 1 + (round % 3));
  assert.deepEqual([outcome.verdict, outcome.figure.median, outcome.rounds], ['holds', 1.9, 3]);
  assert.equal((await measureFactors([2.1], (round) => 1 + (round % 3))).verdict, 'misses');
});

test('measurement: a row near its goal is read more often, and the median decides', async () => {
  const near = await measureFactors([1.9, 2.1, 1.95]);
  assert.deepEqual([near.verdict, near.rounds], ['holds', 9]);
});

test('measurement: a count is read three times and decides, whatever the time beside it is', async () => {
  const times = [9, 1, 5, 2, 8, 3];
  const outcome = await measure(
    {
      subject: async () => 3,
      reference: async () => 2,
      beside: {
        unit: 'ms',
        subject: async () => times.shift()!,
        reference: async () => times.shift()!,
      },
    },
    { rounds: 7, isCount: true, unit: 'buffers' },
  );
  assert.deepEqual([outcome.verdict, outcome.figure.median, outcome.rounds], ['holds', 1.5, 3]);
  assert.deepEqual([outcome.unit, outcome.beside?.unit, times.length], ['buffers', 'ms', 0]);
});

test('median: its interval leaves out extreme values once there are enough', () => {
  assert.deepEqual(medianInterval([5, 1, 3]), { least: 1, most: 5 });
  assert.deepEqual(medianInterval([9, 1, 2, 3, 4, 5, 6, 7, 8]), { least: 2, most: 8 });
  assert.deepEqual(medianInterval(Array.from({ length: 21 }, (_, index) => index + 1)), {
    least: 6,
    most: 16,
  });
});

test('median: an even number of readings has the mean of the two in the middle', () => {
  assert.deepEqual(readings([8, 1, 4, 2]), { median: 3, least: 1, most: 8 });
  assert.deepEqual(readings([5]), { median: 5, least: 5, most: 5 });
});
