import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IS_LONG, useDemoServer } from './demo-server';
import { mapLimited } from '@palier/base/map-limited';
import { clearThrottle, createHierarchy, type TestUser } from '@palier/test-support/actors/hierarchy';
import { type Contract, type Operation, readContract } from '@palier/test-support/actors/openapi-contract';
import { type RawRequest, read, send } from '@palier/test-support/actors/raw-http';
import type { DemoServer } from '@palier/test-support/actors/cluster';
import { createRandom, type Random } from '@palier/test-support/random';

/** After this many requests, callers whose session has ended sign in again. */
const REQUESTS_BETWEEN_RENEWALS = 500;

const REQUESTS = IS_LONG ? 50_000 : 500;
const SEED = Number(process.env.SEED ?? 20_260_101);

const WORDS = [
  'client',
  'admin',
  'DEPOSIT',
  'PRAGMATIC',
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1.5',
  'null',
  '%',
  '\0',
  "' or 1=1 --",
  '‮',
  '😀',
  '\ud800',
  '__proto__',
  '2026-02-30T00:00:00',
  '2026-01-01T00:00:00',
  '9'.repeat(30),
  'x'.repeat(300),
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '1; SELECT pg_sleep(30)',
  '$1',
  "' || pg_sleep(30) || '",
  "\\'; --",
  "%' AND 1=0 UNION SELECT password_hash FROM users --",
  '${7*7}',
  '{{7*7}}',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  0,
  1,
  -1,
  0.005,
  1e21,
  2 ** 53,
  '',
  'text',
  { a: { b: [] } },
];

/** A value of the schema, or in one of six cases an arbitrary value. */
function valueOf(schema: Record<string, unknown>, random: Random): unknown {
  if (random.between(1, 6) === 1) return random.pick([...VALUES, ...WORDS]);
  const anyOf = schema.anyOf as Record<string, unknown>[] | undefined;
  if (anyOf !== undefined) return valueOf(random.pick(anyOf), random);
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as unknown[]);
  const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
  if (type === 'number' || type === 'integer') return random.pick([0, 1, 2.5, 0.01, -1, 1e9, 1e-7, 123.456]);
  if (type === 'boolean') return random.pick([true, false]);
  if (type === 'null') return null;
  if (type !== 'object') return random.pick(WORDS);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>);
  const body = Object.fromEntries(
    fields.filter(() => random.between(1, 8) > 1).map(([name, inner]) => [name, valueOf(inner, random)]),
  );
  if (random.between(1, 10) === 1)
    body[random.pick(['role', 'id', 'constructor', 'toString'])] = random.pick(VALUES);
  return body;
}

function requestOf(operation: Operation, token: string | undefined, random: Random): RawRequest {
  const text = (schema: Record<string, unknown>): string => {
    const value = random.between(1, 2) === 1 ? valueOf(schema, random) : random.between(0, 300);
    return encodeURIComponent(
      (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\p{Surrogate}/gu, '?'),
    );
  };
  let path = operation.template;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, text(parameter.schema));
    else if (parameter.in === 'query' && random.between(1, 8) > 1)
      query.push(`${parameter.name}=${text(parameter.schema)}`);
    else if (parameter.in === 'header' && random.between(1, 2) === 1)
      headers[parameter.name] = text(parameter.schema).slice(0, 200);
  }
  if (random.between(1, 12) === 1)
    query.push(`${random.pick(['page', 'size', 'x', 'id'])}=${random.between(-1, 200)}`);
  let body: unknown = operation.body === undefined ? undefined : valueOf(operation.body.schema, random);
  if (random.between(1, 25) === 1)
    body = random.pick(['{', '[1,', '{"a":1,"a":2}', '"', 'null', '\ufeff{}', '{"a":"\\ud800"}']);
  return {
    method: operation.method,
    path: path + (query.length === 0 ? '' : `?${query.join('&')}`),
    token,
    body,
    headers,
  };
}

/** A signed-in user, whose session other callers' requests may end. */
interface FuzzCaller {
  readonly token: string;
  /** Signs in again after the session has ended. */
  renew(): Promise<FuzzCaller>;
}

/**
 * Sends random requests generated from the contract, four at a time, by these callers and without
 * a session.
 */
async function fuzz(server: DemoServer, contract: Contract, users: readonly FuzzCaller[]): Promise<void> {
  const random = createRandom(SEED);
  const callers = [...users];
  const isSignedIn = async ({ token }: FuzzCaller): Promise<boolean> =>
    (await read(server.urlOf(0), '/user/me', token)).status === 200;
  const renewCallers = async (): Promise<void> => {
    for (const [index, caller] of callers.entries()) {
      if (await isSignedIn(caller)) continue;
      callers[index] = await caller.renew();
      assert.ok(await isSignedIn(callers[index]), `caller ${index} cannot sign in again`);
    }
  };
  // Calls that end the caller's own session are left out.
  const operations = contract.operations.filter(
    ({ operationId }) => !['logout', 'changePassword'].includes(operationId ?? ''),
  );
  const sendRandom = async (url: string): Promise<void> => {
    const operation = random.pick(operations);
    const request = requestOf(operation, random.pick([undefined, ...callers])?.token, random);
    const answer = await send(url, request);
    const breach = contract.breach(operation, answer);
    assert.ok(
      breach === null,
      `${request.method} ${request.path} ${JSON.stringify(request.body)}: ${breach}`,
    );
  };
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_BETWEEN_RENEWALS) {
    const batch = Array.from({ length: Math.min(REQUESTS_BETWEEN_RENEWALS, REQUESTS - sent) });
    await mapLimited(batch, 4, (_, index) => sendRandom(server.urlOf(index)));
    await renewCallers();
  }
}

describe('contract', () => {
  const server = useDemoServer();

  test('contract: random requests get answers that the contract describes, and no 5xx (F63)', async () => {
    const users = await createHierarchy(server);
    const contract = await readContract(server.urlOf(0));
    for (const operation of contract.operations) {
      const { operationId, summary, method, template, body, answer } = operation;
      const isShown = [body, answer].every((part) => part === undefined || part.example !== undefined);
      assert.ok(
        /^[a-z]+([A-Z][a-z]+)*$/.test(operationId ?? '') && summary !== undefined && isShown,
        `${method} ${template} lacks an operationId, a summary or an example`,
      );
      const breach = contract.exampleBreach(operation);
      assert.ok(breach === null, `the example of ${operationId}: ${breach}`);
    }
    const names = new Set(contract.operations.map(({ operationId }) => operationId));
    assert.ok(names.size === contract.operations.length, 'two operations have one operationId');
    const callerOf = async (person: TestUser): Promise<FuzzCaller> => ({
      token: (await person.signIn()).accessToken,
      async renew() {
        await clearThrottle(server.owner);
        await server.owner.query('update users set active = true where id = $1', [person.id]);
        return callerOf(person);
      },
    });
    const { capo, superAdmin, admin, client } = users;
    const callers = await Promise.all([capo, superAdmin, admin, client].map(callerOf));
    await fuzz(server, contract, callers);
    await clearThrottle(server.owner);
  });
});
