import type { Pool } from '@palier/server/database';
import { CHILD_PASSWORD } from './cluster';
import { openGame } from './players';
import { callAt } from './server-process';

/** The test accounts among which the programs of the load move money. */
export interface Population {
  /** The access token of the agent above all these accounts. */
  readonly token: string;
  /** One account for each writer of deposits and withdrawals. */
  readonly children: readonly string[];
  /** Players with an open game, one for each writer of game callbacks. */
  readonly players: readonly { readonly id: number }[];
}

const CHILDREN = 6;
const PLAYERS = 2;
const CHILD_BALANCE = 1_000;

/** Registers the accounts under the demo's `admin`, through the API. */
export async function createPopulation(url: string, owner: Pool): Promise<Population> {
  const call = callAt(url);
  const login = await call('POST', '/auth/login', { body: { username: 'admin', password: 'Admin1234' } });
  const { accessToken: token } = login.body as { accessToken: string };
  const prefix = `writer-${Date.now().toString(36)}`;
  const names = Array.from({ length: CHILDREN + PLAYERS }, (_, index) => `${prefix}-${index + 1}`);
  for (const username of names) {
    const body = { username, password: CHILD_PASSWORD, balance: CHILD_BALANCE };
    const { status } = await call('POST', '/auth/admin/register-client', { token, body });
    if (status !== 200) throw new Error(`${username} was not registered: ${status}`);
  }
  const { rows: players } = await owner.query<{ id: number }>(
    'select id from users where username = any($1) order by id',
    [names.slice(CHILDREN)],
  );
  await openGame({ owner }, ...players.map(({ id }) => id));
  return { token, children: names.slice(0, CHILDREN), players };
}
