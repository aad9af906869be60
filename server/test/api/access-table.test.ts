import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IS_LONG, useDemoServer } from './demo-server';
import {
  CALLERS,
  MISSING_SUBJECT,
  RELATIONS,
  type Caller,
  type Relation,
  type Subject,
} from './access-table/callers';
import { ENDPOINTS, REFUSAL_REASON, verdictOf, type Endpoint, type Verdict } from './access-table/endpoints';
import { createRandom } from '@palier/test-support/random';
import type { DemoServer } from '@palier/test-support/actors/cluster';
import { createHierarchy, readState, type TestUserName } from '@palier/test-support/actors/hierarchy';
import { openGame } from '@palier/test-support/actors/players';
import { playOnce } from '@palier/test-support/actors/wallet-client';
import { type Contract, readContract } from '@palier/test-support/actors/openapi-contract';
import { comparable, type RawAnswer, type RawRequest, send } from '@palier/test-support/actors/raw-http';

interface Cell {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly isMissing: boolean;
  readonly verdict: Verdict;
  request: RawRequest;
}

const STATUS: Record<Verdict, number> = {
  passes: 200,
  unauthenticated: 401,
  'not-allowed': 403,
  'not-found': 404,
};

const sessionIdOf = (accessToken: string): string =>
  (JSON.parse(atob(accessToken.split('.')[1] ?? '')) as { sid: string }).sid;

/** Pays a user from its parent, if there is one; returns the newest movement that the user received. */
async function giveMoney({ owner, readRow }: DemoServer, userId: number): Promise<number> {
  await owner.query(
    `select post_agent_transfer('DEPOSIT', p.account_id, p.id, u.username, 1000000, null, null)
       from users u join users p on p.id = u.parent_id where u.id = $1`,
    [userId],
  );
  const sql = `select max(t.id)::float8 as id from transfers t
      join users u on u.account_id = t.target_account_id where u.id = $1`;
  return (await readRow<{ id: number }>(sql, [userId])).id;
}

/** The number of a stake of this client. */
async function stakeOnce(server: DemoServer, userId: number): Promise<number> {
  await openGame(server, userId);
  await playOnce(server.processes[0]!, userId, { bet: 1, win: 0 });
  const { id } = await server.readRow<{ id: bigint }>(
    `select t.id from transfers t join users u on u.account_id = t.initiator_account_id
      where u.id = $1 and t.kind = 'BET'`,
    [userId],
  );
  return Number(id);
}

/** A closed request of a user: a repeated call that closes it passes, and changes nothing. */
async function makeClosedRequest(
  { owner }: DemoServer,
  userId: number,
  status: 'WITHDRAWN' | 'REFUSED',
): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into balance_requests (created_at, expires_at, closed_at, amount, user_id, parent_id, kind,
                                   status, reason, answer_count, waited_ms)
       select now(), now(), now(), 1000000, id, parent_id, 'DEPOSIT', $2, $3,
              case when $2 = 'REFUSED' then 1 + (select count(*) from balance_requests r
                where r.parent_id = u.parent_id and answer_count is not null) end,
              case when $2 = 'REFUSED' then 0 end
         from users u where id = $1 and parent_id is not null returning id`,
    [userId, status, status === 'REFUSED' ? REFUSAL_REASON : null],
  );
  return rows[0]?.id ?? MISSING_SUBJECT.refusedRequestId;
}

type Users = Awaited<ReturnType<typeof createHierarchy>>;
type Subjects = Readonly<Record<TestUserName, Subject>>;

/** The accounts that the calls are about, each with a session and a received movement. */
async function createSubjects(server: DemoServer, users: Users): Promise<Subjects> {
  const subjects = {} as Record<TestUserName, Subject>;
  for (const name of Object.keys(users) as TestUserName[])
    subjects[name] = {
      ...users[name],
      sessionId: sessionIdOf((await users[name].signIn()).accessToken),
      movementId: await giveMoney(server, users[name].id),
      stakeNumber: name.toLowerCase().includes('client')
        ? await stakeOnce(server, users[name].id)
        : MISSING_SUBJECT.stakeNumber,
      withdrawnRequestId: await makeClosedRequest(server, users[name].id, 'WITHDRAWN'),
      refusedRequestId: await makeClosedRequest(server, users[name].id, 'REFUSED'),
    };
  return subjects;
}

interface SignedInCaller {
  readonly caller: Caller;
  readonly token: string | undefined;
}

/** The cells of one caller at one endpoint: one for each relation in which the caller sees an account. */
function cellsAt({ caller, token }: SignedInCaller, endpoint: Endpoint, subjects: Subjects): Cell[] {
  const cellOf = (relation: Relation | null, subject: Subject): Cell => ({
    name: `${caller.role ?? 'anonymous'} ${endpoint.operationId} of ${relation ?? 'no account'}`,
    endpoint,
    caller,
    isMissing: relation === 'missing',
    verdict: verdictOf(endpoint, caller, relation),
    request: {
      method: endpoint.method,
      path: endpoint.path(subject),
      token,
      body: endpoint.body?.(subject),
    },
  });
  if (!endpoint.concernsAccount) return [cellOf(null, MISSING_SUBJECT)];
  return RELATIONS.flatMap((relation) => {
    const person = caller.sees[relation];
    if (person !== undefined) return [cellOf(relation, subjects[person])];
    return relation === 'missing' ? [cellOf(relation, MISSING_SUBJECT)] : [];
  });
}

/** Signs in a new user for each caller and returns every cell of the table as a request. */
async function createCells(server: DemoServer): Promise<{ cells: Cell[]; users: Users }> {
  const users = await createHierarchy(server);
  const subjects = await createSubjects(server, users);
  const cells: Cell[] = [];
  for (const caller of CALLERS) {
    const token = caller.person === null ? undefined : (await users[caller.person].signIn()).accessToken;
    for (const endpoint of ENDPOINTS) cells.push(...cellsAt({ caller, token }, endpoint, subjects));
  }
  return { cells, users };
}

const onPath = (change: (path: string) => string) => (request: RawRequest) => ({
  ...request,
  path: change(request.path),
});
const withMethod = (method: string) => (request: RawRequest) => ({ ...request, method });
const OVERRIDE_HEADERS = {
  'x-http-method-override': 'GET',
  'x-method-override': 'GET',
  'x-original-url': '/api/v1/user/me',
  'x-rewrite-url': '/api/v1/user/me',
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-user': 'capo',
};

/** Variants of a request; none may pass where the plain request is refused. */
const VARIANTS: Readonly<Record<string, (request: RawRequest) => RawRequest>> = {
  PUT: withMethod('PUT'),
  PATCH: withMethod('PATCH'),
  DELETE: withMethod('DELETE'),
  OPTIONS: withMethod('OPTIONS'),
  HEAD: withMethod('HEAD'),
  PROPFIND: withMethod('PROPFIND'),
  'the other verb': (request) => withMethod(request.method === 'GET' ? 'POST' : 'GET')(request),
  'double slash': onPath((path) => path.replace('/v1/', '/v1//')),
  'leading slashes': onPath((path) => `/${path}`),
  'trailing slash': onPath((path) => path.replace(/(\?|$)/, '/$1')),
  '%2e%2e': onPath((path) => path.replace('/v1/', '/v1/x/%2e%2e/')),
  '..': onPath((path) => path.replace('/v1/', '/v1/x/../')),
  'encoded letter': onPath((path) => path.replace('/api/', '/%61pi/')),
  'upper case': onPath((path) => path.replace(/^\/api\/v1\/[a-z]+/, (start) => start.toUpperCase())),
  semicolon: onPath((path) => path.replace(/(\?|$)/, ';x=1$1')),
  'override headers': (request) => ({ ...request, headers: OVERRIDE_HEADERS }),
  'repeated parameters': onPath((path) => {
    const [, query] = path.split('?');
    return query === undefined ? `${path}?targetUserId=1` : `${path}&${query}`;
  }),
};

/** The shell's page answers every unknown path and contains no account data. */
const isPage = ({ status, text, headers }: RawAnswer): boolean =>
  [200, 503].includes(status) &&
  !text.startsWith('{"data') &&
  (headers['content-type']?.startsWith('text/html') === true || text.includes('npm run build'));

/** Sends a cell's request; the answer must have the cell's status and code, and conform to the contract. */
async function sendCell(
  contract: Contract,
  base: string,
  { name, endpoint, verdict, request }: Cell,
): Promise<RawAnswer> {
  const answer = await send(base, request);
  const { code } = (answer.json ?? {}) as { code?: string };
  const isExpected =
    verdict === 'passes'
      ? isAdmitted(endpoint, answer.status, code)
      : answer.status === STATUS[verdict] && code === verdict;
  assert.ok(isExpected, `${name}: ${verdict} expected, ${answer.status} ${answer.text}`);
  const breach = contract.breach(contract.operation(endpoint.operationId), answer);
  assert.ok(breach === null, `${name}: ${breach}`);
  return answer;
}

function isAdmitted({ admittedWith }: Endpoint, status: number, code: string | undefined): boolean {
  if (admittedWith === undefined) return [STATUS.passes, 204].includes(status);
  return status === admittedWith.status && code === admittedWith.code;
}

const SEED = 20_260_101;

describe('access table', () => {
  const server = useDemoServer();

  test('access table: only the listed cells pass, and the others change nothing (E56)', async () => {
    const contract = await readContract(server.urlOf(0));
    const isListed = (id: string | undefined): boolean =>
      ENDPOINTS.some(({ operationId }) => operationId === id);
    for (const { method, template, operationId, isPublic } of contract.operations)
      assert.ok(isPublic || isListed(operationId), `${method} ${template} is not in the access table`);
    for (let round = 0; round < (IS_LONG ? 3 : 1); round += 1) {
      const { cells, users } = await createCells(server);
      const base = server.urlOf(round);
      const before = await readState(server.owner);
      const refused = cells.filter(({ verdict }) => verdict !== 'passes');
      const ofMissing = new Map<string, string>();
      for (const cell of refused.sort((one, other) => Number(other.isMissing) - Number(one.isMissing))) {
        const answer = comparable(await sendCell(contract, base, cell));
        const kind = `${cell.caller.role} ${cell.endpoint.operationId} ${cell.verdict}`;
        if (cell.isMissing) ofMissing.set(kind, answer);
        const expected = ofMissing.get(kind) ?? answer;
        assert.ok(answer === expected, `${cell.name}: ${answer}, but for a missing account ${expected}`);
      }
      assert.ok((await readState(server.owner)) === before, 'a refused cell changed the state');
      for (const cell of cells.filter(({ verdict }) => verdict === 'passes')) {
        const { person } = cell.caller;
        if (cell.endpoint.hasOwnSession === true && person !== null)
          cell.request = { ...cell.request, token: (await users[person].signIn()).accessToken };
        await sendCell(contract, base, cell);
        // The parent of a player who has stopped could pay nothing.
        if (cell.endpoint.operationId === 'excludeOneself')
          await server.owner.query('delete from player_stops');
      }
    }
  });

  test('access table: no spelling of a refused request passes or changes anything (E60)', async () => {
    const refused = (await createCells(server)).cells.filter(({ verdict }) => verdict !== 'passes');
    const cells = IS_LONG ? refused : createRandom(SEED).shuffled(refused).slice(0, 16);
    const before = await readState(server.owner);
    for (const [index, { name, request }] of cells.entries())
      for (const [variant, change] of Object.entries(VARIANTS)) {
        const answer = await send(server.urlOf(index), change(request));
        const isEmptyOptions = variant === 'OPTIONS' && answer.text === '';
        const isRefused = [400, 401, 403, 404, 405].includes(answer.status);
        const failure = `${name} by ${variant}: ${answer.status} ${answer.text.slice(0, 120)}`;
        assert.ok(isRefused || isPage(answer) || isEmptyOptions, failure);
      }
    assert.ok((await readState(server.owner)) === before, 'a variant changed the state');
  });
});
