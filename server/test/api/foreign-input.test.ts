import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, useDemoServer } from './demo-server';
import { CALLERS, MISSING_SUBJECT } from './access-table/callers';
import { ENDPOINTS } from './access-table/endpoints';
import type { DemoServer } from '@palier/test-support/actors/cluster';
import { createHierarchy, readState } from '@palier/test-support/actors/hierarchy';
import { type Contract, type Operation, readContract } from '@palier/test-support/actors/openapi-contract';
import { wrongPasskey } from '../../src/auth/errors';
import { type RawRequest, send } from '@palier/test-support/actors/raw-http';

const EXTRA_FIELDS = {
  role: 'ROLE_CAPO',
  roleName: 'ROLE_CAPO',
  parentId: 1,
  balance: 1e6,
  active: true,
  id: 1,
  userId: 1,
  initiator: 1,
};
const BAD_IDS = [
  '0',
  '-1',
  '9223372036854775808',
  '2147483648',
  '1.0',
  '01',
  '1e1',
  '+1',
  '%201',
  '1%20OR%201=1',
  '%00',
  '..%2f1',
  '1%00',
  'null',
  '%D9%A1',
  'NaN',
  "1'",
  '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
];

interface Call {
  /** A valid request. */
  readonly request: RawRequest & { readonly body?: object };
  /** The fields of the call's own body and query. */
  readonly ownFields: ReadonlySet<string>;
}

/** Valid bodies of public calls. */
const PUBLIC_BODIES: Readonly<Record<string, object>> = {
  login: { username: 'client', password: 'Client1234' },
  refreshToken: { refreshToken: 'x' },
  logout: { refreshToken: 'x' },
  signInWithPasskey: {
    id: 'AA',
    clientDataJSON: 'AA',
    authenticatorData: 'AA',
    signature: 'AA',
    userHandle: 'AA',
  },
  reportRemoteFailure: { remote: 'casino', version: '1.5.0', stage: 'load', reason: 'TypeError' },
};

/** Every call of the contract by a permitted user, and public calls. */
async function createCalls(server: DemoServer, { operations }: Contract): Promise<Call[]> {
  const users = await createHierarchy(server);
  const callers = await Promise.all(
    CALLERS.map(async ({ role, person, sees }) => ({
      role,
      token: person === null ? undefined : (await users[person].signIn()).accessToken,
      child: { ...MISSING_SUBJECT, ...(sees.child === undefined ? {} : users[sees.child]) },
    })),
  );
  return operations.map((operation) => {
    const endpoint = ENDPOINTS.find(({ operationId }) => operationId === operation.operationId);
    const caller = callers.find(({ role }) => role !== null && endpoint?.roles.includes(role));
    const subject = caller?.child ?? MISSING_SUBJECT;
    const body =
      endpoint === undefined ? PUBLIC_BODIES[operation.operationId ?? ''] : endpoint.body?.(subject);
    const query = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    return {
      request: {
        method: operation.method,
        path: endpoint?.path(subject) ?? pathOf(operation),
        token: caller?.token,
        ...(body === undefined ? {} : { body: body as object }),
      },
      ownFields: new Set([...query, ...Object.keys(body ?? {})]),
    };
  });
}

const pathOf = ({ template, parameters }: Operation): string =>
  parameters.some(({ name }) => name === 'token') ? `${template}?token=x` : template;

/** The call's request with each foreign field, in the query and in the body, and with a prototype. */
function* requestsWithExtraFields({ request, ownFields }: Call): Generator<RawRequest> {
  const { method, path, body = {} } = request;
  for (const [field, value] of Object.entries(EXTRA_FIELDS)) {
    if (ownFields.has(field)) continue;
    yield { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${field}=${String(value)}` };
    if (method === 'POST') yield { ...request, body: { ...body, [field]: value } };
  }
  const rest = JSON.stringify(body).replace('{', '').replace(/^"/, ',"');
  if (method === 'POST') yield { ...request, body: `{"__proto__":{"role":"ROLE_CAPO"}${rest}` };
}

describe('foreign input', () => {
  const server = useDemoServer();

  test('foreign fields: role, parent, balance, flag and id are refused in each call (E57)', async () => {
    const calls = await createCalls(server, await readContract(server.urlOf(0)));
    const before = await readState(server.owner);
    const requests = calls.flatMap((call) => [...requestsWithExtraFields(call)]);
    for (const [index, request] of requests.entries()) {
      const answer = await send(server.urlOf(index), request);
      assertAnswer(`${request.method} ${request.path} ${JSON.stringify(request.body)}`, answer, 400);
    }
    assert.ok((await readState(server.owner)) === before, 'the state changed');
    // Last, because these calls may change data: without the added field each call must be well formed,
    // otherwise the 400 proves nothing.
    for (const { request } of calls) {
      const { status, text } = await send(server.urlOf(0), request);
      // A passkey is made by a device, so that any other gets the one refusal of wrong passkeys.
      const isWrongPasskey = text.includes(wrongPasskey().message);
      assert.ok(status !== 400 || isWrongPasskey, `${request.path} without the field: ${text}`);
    }
  });

  test('safe methods: a GET of a permitted user is answered and changes nothing', async () => {
    const calls = await createCalls(server, await readContract(server.urlOf(0)));
    const reads = calls.map(({ request }) => request).filter(({ method }) => method === 'GET');
    assert.ok(reads.length > 20, `${reads.length} calls`);
    const before = await readState(server.owner);
    for (const request of reads) {
      const { status } = await send(server.urlOf(0), request);
      assert.ok(status < 500 || request.path.includes('/casino/'), `${request.path}: ${status}`);
    }
    assert.ok((await readState(server.owner)) === before, 'the state changed');
  });

  test('malformed ids: each call refuses them with 400 or 404 and a message (E59)', async () => {
    const { accessToken: token } = await server.login('admin');
    // A complete body: an incomplete one would be refused whatever the id.
    const passwords = { oldPassword: 'Matmata77', newPassword: 'Matmata77' };
    const calls = [
      ['GET', '/user/sub-account/@', undefined],
      ['GET', '/user/account/@', undefined],
      ['GET', '/user/account/@/events', undefined],
      ['POST', '/user/update-status/@', { active: true }],
      ['POST', '/auth/change-sub-account-password/@', passwords],
      ['GET', '/transactions/history/outgoing?targetUserId=@', undefined],
      ['GET', '/transactions/@', undefined],
      ['GET', '/casino/round/@', undefined],
      ['POST', '/transactions/@/reversal', undefined],
      ['POST', '/auth/sessions/@/end', undefined],
    ] as const;
    for (const id of BAD_IDS)
      for (const [method, template, body] of calls) {
        const path = `/api/v1${template.replace('@', id)}`;
        assertAnswer(path, await send(server.urlOf(0), { method, path, token, body }), 400, 404);
      }
  });
});
