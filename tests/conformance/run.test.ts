import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { plainProfile } from './plain-profile';
import { runConformance, type ConformanceReport } from './run';

interface Body {
  readonly method: string;
  readonly agent_code?: unknown;
  readonly agent_secret?: unknown;
  readonly user_code?: unknown;
  readonly user_balance?: number;
  readonly slot?: Record<string, unknown>;
}
interface Known {
  readonly print: string;
  readonly answer: object;
}

/** Defects of the test's operator, each known from real integrations, and the check that finds it. */
const DEFECTS = [
  ['does not authenticate', 'authentication', /credentials/],
  ['does not look for duplicates', 'duplicates', /times at once/],
  ['compares ids only', 'content', /another amount/],
  ['does not look whose transaction it is', 'players', /another amount/],
  ['lets a balance go below zero', 'balance', /two bets at once/],
  ['cuts decimals off', 'cents', /three decimals/],
  ['pays wins without bets', 'bets', /no bet/],
  ['forgets a round when the next one begins', 'lateWins', /comes late/],
  ['takes any type for an amount', 'types', /not amounts/],
  ['forgets a rollback that came first', 'tombstones', /rollback before its bet/],
  ['takes any rollback for a stake’s', 'stakes', /corrected win is paid/],
  ['believes the caller’s balance', 'trusts', /a bet and its win/],
] as const;
type Defect = (typeof DEFECTS)[number][1];

const START = 1_000_000;

/**
 * Starts a small in-memory operator for dialect (i), without a defect for null. It keeps balances in
 * thousandths; calls have decimal amounts.
 */
function startOperator(defect: Defect | null): Promise<Server> {
  const balances = new Map([
    ['a', START],
    ['b', START],
  ]);
  const known = new Map<string, Known>();
  const bets = new Set<string>();
  const tell = (user: string, msg?: string): object => ({
    status: msg === undefined ? 1 : 0,
    user_balance: (balances.get(user) ?? 0) / 1000,
    ...(msg === undefined ? {} : { msg }),
  });
  const thousandths = (amount: unknown): number => {
    if (defect === 'types') return Math.round(Number(amount) * 1000) || 0;
    if (typeof amount !== 'number' || !(amount >= 0) || amount > 1e9) return NaN;
    const exact = Number((amount * 1000).toFixed(6));
    if (defect === 'cents') return Math.floor(amount) * 1000;
    return Number.isInteger(exact) ? exact : NaN;
  };

  function answer(body: Body): object {
    const isAgent = body.agent_code === 'agent' && body.agent_secret === 'the-secret';
    if (!isAgent && defect !== 'authentication') return { status: 0, user_balance: 0, msg: 'INVALID_AGENT' };
    const user = String(body.user_code);
    if (!balances.has(user)) return { status: 0, user_balance: 0, msg: 'INVALID_USER' };
    if (body.method === 'user_balance') return tell(user);
    const {
      txn_id: id,
      txn_type: type,
      round_id: round,
      ref_txn_id: ref,
      provider_code: provider,
    } = body.slot ?? {};
    if (
      typeof id !== 'string' ||
      typeof round !== 'string' ||
      round === '' ||
      !/^[A-Z]+$/.test(String(provider))
    )
      return tell(user, 'INVALID_PARAMETER');
    const print = JSON.stringify([defect === 'players' || user, body.slot]);
    const before = known.get(id);
    if (before !== undefined && defect !== 'duplicates')
      return before.print === print || defect === 'content' || before.print === ''
        ? before.answer
        : tell(user, 'DUPLICATED_REQUEST');
    const settle = (result: object): object => {
      known.set(id, { print, answer: result });
      return result;
    };
    if (body.method === 'rollback') {
      const taken = known.get(String(ref));
      const bet = /"bet_money":([\d.]+)/.exec(taken?.print ?? '')?.[1];
      if (defect === 'stakes' && taken !== undefined) bets.delete(round);
      if (bet !== undefined) balances.set(user, balances.get(user)! + Number(bet) * 1000);
      if (defect !== 'tombstones' || taken !== undefined)
        known.set(String(ref), { print: '', answer: tell(user, 'INVALID_PARAMETER') });
      return settle(tell(user));
    }
    const bet = type === 'credit' ? 0 : thousandths(body.slot?.bet_money);
    const win = type === 'debit' ? 0 : thousandths(body.slot?.win_money);
    if (!['debit', 'credit', 'debit_credit'].includes(String(type)) || Number.isNaN(bet + win))
      return tell(user, 'INVALID_PARAMETER');
    if (type === 'credit' && !bets.has(round) && defect !== 'bets') return tell(user, 'INVALID_PARAMETER');
    const balance = defect === 'trusts' ? Math.round((body.user_balance ?? 0) * 1000) : balances.get(user)!;
    if (bet > balance && defect !== 'balance') return settle(tell(user, 'INSUFFICIENT_USER_FUNDS'));
    if (defect === 'lateWins' && bet > 0) bets.clear();
    bets.add(round);
    balances.set(user, balance - bet + win);
    return settle(tell(user));
  }

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      try {
        response.end(JSON.stringify(answer(JSON.parse(text) as Body)));
      } catch {
        response.end(JSON.stringify({ status: 0, user_balance: 0, msg: 'INVALID_PARAMETER' }));
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function judge(defect: Defect | null, calls: number, users = ['a', 'b']): Promise<ConformanceReport> {
  const server = await startOperator(defect);
  try {
    return await runConformance({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      agent: { code: 'agent', secret: 'the-secret' },
      users,
      providerCode: 'PRAGMATIC',
      gameCode: 'g1',
      profile: plainProfile('i', 'decimal'),
      calls,
      seed: 11,
      timeoutMs: 5_000,
      hasRollback: true,
      onLine: () => undefined,
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('conformance kit: a correct operator passes every check and the soak', async () => {
  const { failed } = await judge(null, 600);
  assert.deepEqual(failed, []);
});

test('conformance kit: an unknown player gives an error message before the first check', async () => {
  await assert.rejects(judge(null, 0, ['a', 'u9']), /does not return the balance of u9: INVALID_USER/);
});

for (const [title, defect, check] of DEFECTS) {
  test(`conformance kit: an operator that ${title} fails the check`, async () => {
    const { failed } = await judge(defect, 0);
    assert.ok(
      failed.some((name) => check.test(name)),
      `failed: ${failed.join(' | ')}`,
    );
  });
}
