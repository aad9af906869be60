import type { TransactionAnswer } from '@palier/shared/contracts';
import { DEMO_ACCOUNTS } from '../demo-accounts';
import { answerCall, type MockAnswer } from './answer';
import { MOCK_ROUTES } from './routes';
import { tokenOf } from './token';
import { createWorld, type MockWorld } from './world';

interface Call {
  readonly as?: number;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly key?: string;
}

const CAPO = 1;
const ADMIN = 3;
const CLIENT = 4;
const FIRST_CHILD = '4';

function call(
  world: MockWorld,
  method: string,
  path: string,
  { as, query, body, key }: Call = {},
): MockAnswer {
  return answerCall(world, {
    method,
    path,
    query: new URLSearchParams(query),
    body,
    token: as === undefined ? null : tokenOf(as),
    idempotencyKey: key ?? null,
    gameAddress: 'http://127.0.0.1:3101/game.html',
  });
}

const [, , , client] = DEMO_ACCOUNTS;
const PAGE = { page: '0', size: '25' };
const newUser = { username: 'nouveau', password: 'Nouveau1', balance: 1.5 };

/** One valid call of each route; a route without a call here fails the test below. */
const CALLS: Record<string, Call> = {
  'POST /auth/login': { body: client },
  'GET /auth/validate-token': { as: CLIENT },
  'POST /auth/refresh-token': { as: CLIENT, body: { refreshToken: 'r' } },
  'POST /auth/logout': { as: CLIENT },
  'POST /auth/change-password': { as: CLIENT, body: { oldPassword: 'Client1234', newPassword: 'Autre1234' } },
  'POST /auth/change-sub-account-password/:id': {
    as: ADMIN,
    body: { oldPassword: 'Autre1234', newPassword: 'Autre1234' },
  },
  'POST /auth/admin/register-client': { as: ADMIN, body: newUser },
  'POST /auth/super-admin/register-admin': { as: 2, body: newUser },
  'POST /auth/capo/register-super-admin': { as: CAPO, body: newUser },
  'GET /user/me': { as: CLIENT },
  'GET /user/float': { as: ADMIN },
  'GET /user/notices': { as: CLIENT, query: { size: '25' } },
  'POST /user/sub-accounts': { as: ADMIN, query: PAGE },
  'POST /user/search': { as: ADMIN, query: { ...PAGE, username: 'JOUEUR' } },
  'POST /user/sub-accounts/named': { as: ADMIN, body: { usernames: ['client', 'inconnu'] } },
  'GET /user/find': { as: CAPO, query: { query: 'cl' } },
  'GET /user/account/:id': { as: CAPO },
  'GET /user/account/:id/events': { as: CAPO },
  'GET /user/sub-account/:id': { as: ADMIN },
  'GET /user/sub-account/:id/journal': { as: ADMIN, query: { size: '25' } },
  'GET /user/sub-account/:id/limits': { as: ADMIN },
  'POST /user/sub-account/:id/limits': {
    as: ADMIN,
    body: { perMovement: 50, perDay: null, leastBalance: null },
  },
  'GET /user/protection': { as: CLIENT },
  'POST /user/protection/limits': { as: CLIENT, body: { kind: 'lost', period: 'day', amount: 5 } },
  'POST /user/protection/limits/confirm': { as: CLIENT, body: { kind: 'lost', period: 'day' } },
  'POST /user/protection/pause': { as: CLIENT, body: { hours: 24 } },
  'POST /user/protection/exclusion': { as: CLIENT, body: { months: 6 } },
  'POST /user/update-status/:id': { as: ADMIN, body: { active: false } },
  'POST /transactions': { as: ADMIN, body: { receiverUsername: 'client', amount: 10, type: 'DEPOSIT' } },
  'POST /transactions/attempts/:key': { as: ADMIN },
  'GET /transactions/:id': { as: ADMIN },
  'POST /transactions/:id/reversal': { as: ADMIN },
  'GET /requests': { as: CLIENT },
  'GET /requests/received': { as: ADMIN },
  'GET /transactions/report': {
    as: ADMIN,
    query: { from: '2000-01-01T00:00:00', to: '2100-01-01T00:00:00' },
  },
  'GET /transactions/report/days': { as: ADMIN, query: { from: '2026-02-27', to: '2026-03-02' } },
  'GET /transactions/report/network': { as: CAPO, query: { from: '2026-02-27', to: '2026-03-02', of: '3' } },
  'GET /reports/day-close': { as: ADMIN },
  'GET /reports/trial-balance': { as: CAPO },
  'GET /transactions/history/outgoing': { as: ADMIN, query: PAGE },
  'GET /transactions/history/incoming': { as: CLIENT, query: { page: '0', size: '10' } },
  'GET /jackpot/counters': { as: CLIENT },
  'GET /casino/providers': { as: CLIENT },
  'GET /casino/games': { as: CLIENT, query: { providerCode: 'PRAGMATIC' } },
  'GET /casino/titles': { as: CLIENT },
  'GET /casino/lobby': { as: CLIENT },
  'GET /casino/related/:provider/:code': { as: CLIENT },
  'GET /casino/sitting': { as: CLIENT },
  'GET /casino/rounds': { as: CLIENT },
  'GET /casino/round/:number': { as: CLIENT },
  'PUT /casino/favourites/:provider/:code': { as: CLIENT },
  'DELETE /casino/favourites/:provider/:code': { as: CLIENT },
  'POST /casino/launch': { as: CLIENT, query: { providerCode: 'PRAGMATIC', gameCode: 'pragmatic-1' } },
};

const deposit = (world: MockWorld) =>
  call(world, 'POST', '/transactions', {
    as: ADMIN,
    body: { receiverUsername: 'client', amount: 10, type: 'DEPOSIT', note: 'erreur' },
  }).body as TransactionAnswer;

it.each(MOCK_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'mocked server: the answer of %s matches its contract, without further fields',
  (name, route) => {
    const world = createWorld();
    const id = route.path.startsWith('/transactions/:id') ? deposit(world).transactionId : FIRST_CHILD;
    const path = route.path.replace(/:[^/]+/g, String(id));
    const raw = jest.spyOn(route, 'answer');
    const { status, body } = call(world, route.method, path, CALLS[name]);
    expect(status).toBe(200);
    // The body has no field that the contract does not read.
    expect(raw.mock.results[0]?.value).toEqual(body);
  },
);

it('mocked server: a payment changes both balances, both histories and the report by its amount', () => {
  const world = createWorld();
  const read = <Body>(as: number, path: string, query = {}) =>
    call(world, 'GET', path, { as, query }).body as Body;
  const balance = (as: number): number => read<{ balance: number }>(as, '/user/me').balance;
  const period = { from: '2000-01-01T00:00:00', to: '2100-01-01T00:00:00' };
  const totalIn = (): number => read<{ totalIn: number }>(ADMIN, '/transactions/report', period).totalIn;
  const newest = (as: number, list: string) =>
    read<{ data: object[] }>(as, `/transactions/history/${list}`).data[0];
  const before = { admin: balance(ADMIN), client: balance(CLIENT), totalIn: totalIn() };
  expect(deposit(world).agentNewBalance).toBe(before.admin - 10);
  expect(balance(CLIENT)).toBe(before.client + 10);
  expect(totalIn()).toBeCloseTo(before.totalIn + 10, 2);
  expect(newest(ADMIN, 'outgoing')).toMatchObject({ amount: 10, balanceAfter: before.admin - 10 });
  expect(newest(CLIENT, 'incoming')).toMatchObject({ amount: 10, balanceAfter: before.client + 10 });
});

it('mocked server: a repeated key moves money once', () => {
  const world = createWorld();
  const body = { receiverUsername: 'client', amount: 5, type: 'DEPOSIT' };
  const pay = () => call(world, 'POST', '/transactions', { as: ADMIN, key: 'k', body });
  expect(pay()).toEqual(pay());
  expect(call(world, 'POST', '/transactions/attempts/k', { as: ADMIN }).body).toEqual({
    wasCarriedOut: true,
  });
});

it.each([
  ['nobody is signed in', 401, 'GET /user/me', {}],
  ['a client manages accounts', 403, 'POST /user/sub-accounts', { as: CLIENT }],
  ["another's child is asked for", 404, 'GET /user/sub-account/4', { as: CAPO }],
  [
    'an amount is no number',
    400,
    'POST /transactions',
    { as: ADMIN, body: { receiverUsername: 'client', amount: '5', type: 'DEPOSIT' } },
  ],
  [
    'the money is not there',
    409,
    'POST /transactions',
    { as: ADMIN, body: { receiverUsername: 'client', amount: 1e6, type: 'DEPOSIT' } },
  ],
])('mocked server: if %s, the answer is %d with a French text and a code', (_when, status, route, asked) => {
  const [method = '', path = ''] = route.split(' ');
  const answer = call(createWorld(), method, path, asked);
  expect(answer).toEqual({
    status,
    body: { errors: [expect.stringMatching(/\.$/)], code: expect.any(String) },
  });
});
