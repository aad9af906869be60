import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useGames } from './games-provider';

const games = useGames();

describe('dialects', () => {
  const agent = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };
  const game = (txn: string, round: string) => ({
    provider_code: 'PRAGMATIC',
    game_code: 'g1',
    round_id: round,
    txn_id: txn,
  });
  test('dialect (ii): money_callback moves no money', async () => {
    const before = await games.balance();
    const note = { ...agent, user_code: `u${games.player}`, type: 'deposit', amount: 500 };
    const { body } = await games.server.call('POST', '/gold_api/money_callback', undefined, note);
    assert.equal(body.user_balance, before);
    assert.equal(await games.balance(), before);
    const asked = { ...agent, user_code: note.user_code };
    const answer = await games.server.call('POST', '/gold_api/user_balance', undefined, asked);
    assert.equal(answer.body.user_balance, body.user_balance);
  });
  test('dialect (iii): failures have an HTTP status', async () => {
    const before = await games.balance();
    const flat = (more: object) =>
      games.server.call('POST', '/gold_api/flat', undefined, {
        ...agent,
        method: 'transaction',
        user_code: `u${games.player}`,
        txn_type: 'debit',
        ...more,
      });
    assert.equal((await flat({ ...game('iii1', 'iii1'), bet_money: 2 })).body.user_balance, before - 2);
    assert.equal((await flat({ ...game('iii2', 'iii2'), bet: 1e6 })).status, 400);
    assert.equal((await flat({ ...game('iii3', 'iii3'), bet: 1, user_code: 'u999999' })).status, 404);
    assert.equal((await flat({ ...game('iii4', 'iii4'), bet: 1, agent_secret: 'no' })).status, 404);
    assert.equal((await flat({ ...game('iii5', 'iii5') })).body.msg, 'INVALID_PARAMETER');
  });
  test('callback: the answer names the fields that cannot be read', async () => {
    const wallet = async (path: string, more: object): Promise<unknown> => {
      const { body } = await games.server.call('POST', path, undefined, {
        ...agent,
        method: 'transaction',
        user_code: `u${games.player}`,
        ...more,
      });
      assert.equal(body.msg, 'INVALID_PARAMETER');
      return body.detail;
    };
    const is = (fields: string) => `missing or not understood: ${fields}`;
    const slot = { ...game('unread', 'unread'), txn_type: 'debit', bet_money: 1 };
    const nested = (more: object) => ({ game_type: 'slot', slot: { ...slot, ...more } });
    assert.equal(await wallet('/gold_api', { user_code: undefined }), is('user_code'));
    assert.equal(await wallet('/gold_api', { method: 'bet' }), is('method'));
    assert.equal(await wallet('/gold_api', {}), is('game_type'));
    assert.equal(await wallet('/gold_api', { game_type: 'slot' }), is('slot'));
    assert.equal(
      await wallet('/gold_api', nested({ provider_code: '', txn_type: 'refund' })),
      is('slot.provider_code, slot.txn_type'),
    );
    assert.equal(
      await wallet('/gold_api', nested({ bet_money: 0.0125 })),
      is('slot.bet_money (no amount in decimal)'),
    );
    assert.equal(await wallet('/gold_api', nested({ round_id: 1.5 })), is('slot.round_id'));
    assert.equal(
      await wallet('/gold_api/game_callback', nested({ bet_money: '1,5' })),
      is('slot.bet (no amount in decimal)'),
    );
    assert.equal(await wallet('/gold_api/flat', { ...slot, txn_id: 'a b' }), is('txn_id'));
    assert.equal(await wallet('/gold_api', { ...nested({}), method: 'rollback' }), is('slot.ref_txn_id'));
  });
});
