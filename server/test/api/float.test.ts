import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Float } from '@palier/shared/contracts/float';
import type { Queryable } from '../../src/database/pool';
import { readFloatHistory } from '../../src/accounts/float/float.repository';
import { costOf, readRow } from '../database';
import { useTestServer } from './start-test-server';

/** A zone in which it is about noon now, so that a day has hours before and after the present one. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

const ZONE = zoneAtNoon();
const PER_HOUR = 100;
let agentId: number;
let token: string;
const server = useTestServer({ TIME_ZONE: ZONE }, async () => {
  agentId = await addAgent('caisse', '40 days');
  token = await server.tokenOf('caisse', 'Admin1234');
  // Each hour from 8 to 22 of the last four same weekdays and of today gives 100, and 90 to one comes back.
  await giveInThePast('caisse');
});

/** An admin with a player, who may give more than it has: the money of past weeks is long spent. */
async function addAgent(username: string, age: string): Promise<number> {
  const register = (parent: string, name: string, role: string) =>
    server.owner.query(
      `select register_user_at((select id from users where username = $1), $2,
         (select password_hash from users where username = 'admin'), $3, 0, null, null,
         now() - $4::interval)`,
      [parent, name, role, age],
    );
  await register('superadmin', username, 'ROLE_ADMIN');
  await register(username, `${username}-joueur`, 'ROLE_CLIENT');
  await server.owner.query(`update accounts set least_balance = -1000000000000 where code = 'user:' || $1`, [
    username,
  ]);
  return server.idOf(username);
}

async function giveInThePast(username: string): Promise<void> {
  await server.owner.query(
    `select post_as_owner(jsonb_build_array(jsonb_build_object(
              'kind', kind, 'amount', amount * 1000000,
              'debit_account_id', case kind when 'DEPOSIT' then a.account_id else c.account_id end,
              'credit_account_id', case kind when 'DEPOSIT' then c.account_id else a.account_id end,
              'initiator_account_id', a.account_id, 'target_account_id', c.account_id)), moment)
       from (select * from generate_series(4, 0, -1) week, generate_series(8, 21) hour,
                           (values ('DEPOSIT', $2::int + 90, 10), ('WITHDRAWAL', 90, 20))
                             movement (kind, amount, minute)
              order by week desc, hour, minute) given
       cross join lateral (select (((now() at time zone $3)::date - 7 * week)::timestamp
         + make_interval(hours => hour, mins => minute)) at time zone $3 as moment) m
       join users a on a.username = $1 join users c on c.username = $1 || '-joueur'
      where moment < now()`,
    [username, PER_HOUR, ZONE],
  );
}

const readFloat = async (): Promise<Float> => {
  const { status, body } = await server.call('GET', '/user/float', token);
  assert.equal(status, 200);
  return body as unknown as Float;
};

const recordOf = async () => ({
  id: agentId,
  ...(await readRow<{ accountId: number; balanceMicros: bigint }>(
    server.owner,
    `select account_id as "accountId", balance as "balanceMicros"
       from users u join accounts a on a.id = u.account_id where u.id = $1`,
    [agentId],
  )),
});

describe('float', () => {
  test('float: the hours of the past weekdays and of today have what was given less what came back', async () => {
    const { days, today, nowMinute } = await readFloatHistory(server.owner, await recordOf(), ZONE);
    const steady = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 22 ? PER_HOUR : 0));
    assert.deepEqual(days, [steady, steady, steady, steady]);
    const hour = Math.floor(nowMinute / 60);
    assert.deepEqual(today.slice(0, hour), steady.slice(0, hour));
    assert.equal(today.length, hour + 1);
  });

  test('float: it says until when the balance lasts today, and what is missing then', async () => {
    const superAdmin = await server.tokenOf('superadmin');
    const before = (await recordOf()).balanceMicros;
    const amount = Number(-before / 1_000_000n) + 300;
    const given = await server.transfer(superAdmin, { receiverUsername: 'caisse', amount });
    assert.equal(given.status, 200, String(given.body.errors));
    const { endsAt, missing } = await readFloat();
    const { nowMinute, date } = await readFloatHistory(server.owner, await recordOf(), ZONE);
    assert.ok(endsAt?.startsWith(date), String(endsAt));
    const endMinute = Number(endsAt.slice(11, 13)) * 60 + Number(endsAt.slice(14, 16));
    assert.ok(endMinute >= nowMinute + 60 && endMinute <= nowMinute + 270, `${nowMinute}: ${endsAt}`);
    assert.ok(missing! > 0 && missing! % 10 === 0, String(missing));
  });

  test('float: a new agent, and one whose balance lasts, are told nothing', async () => {
    await addAgent('nouvelle-caisse', '6 days');
    const newToken = await server.tokenOf('nouvelle-caisse', 'Admin1234');
    assert.deepEqual((await server.call('GET', '/user/float', newToken)).body, {
      endsAt: null,
      missing: null,
    });
    const id = await server.idOf('nouvelle-caisse');
    const history = await readFloatHistory(server.owner, { ...(await recordOf()), id }, ZONE);
    assert.deepEqual(history.days, [null, null, null, null]);
    const superAdmin = await server.tokenOf('superadmin');
    await server.transfer(superAdmin, { receiverUsername: 'caisse', amount: 5_000 });
    assert.deepEqual(await readFloat(), { endsAt: null, missing: null });
  });

  test('float: the read has the same cost however many movements there are', async () => {
    const blocksRead = async (): Promise<number> => {
      let blocks = 0;
      const explained = {
        async query({ text, values }: { readonly text: string; readonly values: unknown[] }) {
          ({ blocks } = await costOf(server.owner, text, values));
          return server.owner.query(text, values);
        },
      } as unknown as Queryable;
      await readFloatHistory(explained, await recordOf(), ZONE);
      return blocks;
    };
    await server.owner.query('analyze transfers');
    const before = await blocksRead();
    for (let round = 0; round < 20; round += 1) await giveInThePast('caisse');
    await server.owner.query('analyze transfers');
    const after = await blocksRead();
    assert.ok(after <= before * 1.3 + 10, `${before} blocks, then ${after}`);
  });
});
