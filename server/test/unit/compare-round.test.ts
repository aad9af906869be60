import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LoggedTransaction } from '../../src/games/port';
import { compareRound } from '../../src/games/reconciliation/compare-round';
import type { MatchedRound } from '../../src/games/reconciliation/match-log';
import type { RoundTransaction } from '../../src/games/reconciliation/round-transaction.repository';

const stake = (transactionId: string, bet = 1n): RoundTransaction => ({
  transactionId,
  isStake: true,
  bet,
  win: 0n,
});
const win = (transactionId: string, amount: bigint): RoundTransaction => ({
  transactionId,
  isStake: false,
  bet: 0n,
  win: amount,
});
const logged = ({ transactionId, isStake, bet, win: amount }: RoundTransaction): LoggedTransaction => ({
  providerCode: 'PRAGMATIC',
  gameCode: 'g1',
  roundId: null,
  vendorId: transactionId.split(' ')[0]!,
  transactionId,
  otherTransactionId: null,
  entryKey: transactionId,
  historyId: null,
  loggedAt: null,
  isStake,
  isDecidedAtOnce: true,
  bet,
  win: amount,
});
const compare = (ours: RoundTransaction[], theirs: RoundTransaction[]): string =>
  compareRound({
    round: {} as MatchedRound['round'],
    ours,
    logged: theirs.map(logged),
    unreadable: [],
  }).kind;

describe('comparison of a round with the log', () => {
  const both = win('t1', 5n);
  for (const [what, ours, theirs, kind] of [
    ['agrees on a lost stake', [stake('t1')], [stake('t1')], 'agrees'],
    ['needs no entry of a loss', [stake('t1')], [stake('t1'), win('t1 credit', 0n)], 'agrees'],
    ['owes a win', [stake('t1')], [stake('t1'), win('t1 credit', 5n)], 'owes'],
    [
      'owes a win beside another',
      [stake('t1'), win('w1', 2n)],
      [stake('t1'), win('w1', 2n), win('w2', 3n)],
      'owes',
    ],
    [
      'differs when two missing wins have one id',
      [stake('t1')],
      [stake('t1'), win('w', 2n), win('w', 3n)],
      'differs',
    ],
    ['differs in an amount', [stake('t1')], [stake('t1', 7n)], 'differs'],
    [
      'differs when one callback was a stake with a win',
      [stake('t1')],
      [{ ...stake('t1'), win: 5n }],
      'differs',
    ],
    ['lacks a stake of the log', [stake('t1')], [stake('t1'), stake('t2')], 'differs'],
    ['has a win that the log lacks', [stake('t1'), both], [stake('t1')], 'differs'],
    ['has a stake that the log lacks', [stake('t1'), stake('t2')], [stake('t1')], 'unlogged'],
    ['has stakes alone and the log wins alone', [stake('t1')], [win('w1', 2n)], 'differs'],
    [
      'pairs other ids by their amounts',
      [stake('a1'), stake('a2', 2n)],
      [stake('r', 2n), stake('r')],
      'agrees',
    ],
  ] as const)
    test(`the ledger ${what}: the comparison is "${kind}"`, () =>
      assert.equal(compare([...ours], [...theirs]), kind));

  test('comparison: an entry that cannot be understood makes its round unreadable, with the reason', () => {
    const matched = {
      round: {} as MatchedRound['round'],
      ours: [stake('t1')],
      logged: [logged(stake('t1'))],
      unreadable: [
        { providerCode: 'P', roundId: null, vendorId: 't1', reason: 'entry 2 of slot: txn_type is missing' },
      ],
    };
    assert.deepEqual(compareRound(matched), {
      kind: 'unreadable',
      reason: 'entry 2 of slot: txn_type is missing',
    });
  });
});
