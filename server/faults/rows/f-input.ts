import { connect } from 'node:net';
import { readContract, type Contract, type Operation } from '../contract';
import { makePeople } from '../people';
import type { Random } from '../random';
import { errorsOf, send, type RawRequest } from '../raw-http';
import type { FaultRow } from '../row';

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
  '\u202e',
  '😀',
  '\ud800',
  '__proto__',
  '2026-02-30T00:00:00',
  '2026-01-01T00:00:00',
  '9'.repeat(30),
  'x'.repeat(300),
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

/** A value of the schema, or often something near it. */
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

async function fuzz(
  contract: Contract,
  base: readonly string[],
  tokens: readonly (string | undefined)[],
  random: Random,
  trials: number,
): Promise<{ failures: string[]; statuses: Map<number, number> }> {
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  // What ends the caller's own session would leave nothing to try.
  const operations = contract.operations.filter(
    ({ operationId }) => !['logout', 'changePassword'].includes(operationId ?? ''),
  );
  let left = trials;
  await Promise.all(
    base
      .flatMap((url) => [url, url])
      .map(async (url) => {
        while ((left -= 1) >= 0) {
          const operation = random.pick(operations);
          const request = requestOf(operation, random.pick(tokens), random);
          const answer = await send(url, request);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const breach = contract.breach(operation, answer);
          if (breach !== null)
            failures.push(`${request.method} ${request.path} ${JSON.stringify(request.body)}: ${breach}`);
        }
      }),
  );
  return { failures, statuses };
}

/** Bytes written to the server as they are; its first line and body. */
const raw = (base: string, text: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.end();
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });

const PAYLOADS = [
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '1; SELECT pg_sleep(5)',
  "' || pg_sleep(5) || '",
  '$1',
  "\\'; --",
  "%' AND 1=0 UNION SELECT password_hash FROM users --",
  "admin'/*",
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  "E'\\\\'",
];

const rows: FaultRow[] = [
  {
    id: 'F63',
    fault: 'requests drawn from the published contract and bent, as every role and none',
    bound: 'no 5xx, sentences on every refusal, only fields of the contract, process alive',
    trials: { short: 2_000, long: 50_000 },
    async run({ cluster, random, trials }) {
      const people = await makePeople(cluster);
      const contract = await readContract(cluster.processes[0]!.url);
      const failures: string[] = [];
      for (const operation of contract.operations) {
        const breach = contract.exampleBreach(operation);
        if (breach !== null) failures.push(`the example of ${operation.operationId}: ${breach}`);
      }
      for (const { operationId, summary, method, template, body, answer } of contract.operations)
        if (
          operationId === undefined ||
          summary === undefined ||
          (answer !== undefined && answer.example === undefined) ||
          (body?.required === true && body.example === undefined)
        )
          failures.push(`${method} ${template} lacks an operationId, a summary or an example`);
      const tokens = [
        undefined,
        ...(await Promise.all(
          [people.capo, people.superAdmin, people.admin, people.client].map(
            async (person) => (await person.signIn()).accessToken,
          ),
        )),
      ];
      const fuzzed = await fuzz(
        contract,
        cluster.processes.map(({ url }) => url),
        tokens,
        random,
        trials,
      );
      if (!cluster.processes.every((server) => server.isRunning())) failures.push('a process ended');
      const told = [...fuzzed.statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count}×${status}`)
        .join(' ');
      await cluster.owner.query('delete from login_failures');
      return { trials, failures: [...failures, ...fuzzed.failures], measured: told };
    },
  },
  {
    id: 'F64',
    fault: 'content types with tabs, spaces, garbage, of forms and text, missing, with a bad body',
    bound: 'never 2xx, always a sentence',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      const { accessToken } = await cluster.login('admin');
      const failures: string[] = [];
      const types = [
        'application/json\t',
        ' application/json',
        'application/ json',
        'application/json;',
        'application/jsonx',
        'APPLICATION/JSON',
        'text/plain',
        'text/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json, text/plain',
        'application/vnd.api+json',
        '*/*',
        ';',
        '"',
        null,
      ];
      const bodies = [
        '{"receiverUsername":"client","amount":"5","type":"DEPOSIT"}',
        'receiverUsername=client&amount=5&type=DEPOSIT',
        '{',
        '{"receiverUsername":"client","amount":5,"amount":6,"type":"DEPOSIT"}',
      ];
      const before = await cluster.balanceOf('client');
      for (const type of types) {
        for (const body of bodies) {
          const text = await raw(
            cluster.processes[0]!.url,
            `POST /api/v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
          );
          if (!/^HTTP\/1\.1 4\d\d/.test(text) || !text.includes('"errors":["'))
            failures.push(`${type} ${body}: ${text.slice(0, 80)}`);
        }
      }
      if ((await cluster.balanceOf('client')) !== before) failures.push('money moved');
      return { trials: types.length * bodies.length, failures };
    },
  },
  {
    id: 'F65',
    fault:
      'prototype keys, nesting 10 000 deep, 64 KB and one byte more, bytes that are no UTF-8, BOM, NUL, broken HTTP',
    bound: '4xx with a sentence, the process unharmed',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      const { accessToken: token } = await cluster.login('admin');
      const base = cluster.processes[0]!.url;
      const failures: string[] = [];
      const bodies: (string | Buffer)[] = [
        '{"__proto__":{"admin":true},"username":"a","password":"b"}',
        '{"constructor":{"prototype":{"admin":true}},"username":"a","password":"b"}',
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
        `{"username":"a","password":"${'x'.repeat(64 * 1024)}"}`,
        `{"username":"a","password":"${'x'.repeat(1024 * 1024)}"}`,
        Buffer.from([...Buffer.from('{"username":"a'), 0xff, 0xfe, ...Buffer.from('","password":"b"}')]),
        Buffer.from([...Buffer.from('{"username":"'), 0xc0, 0xaf, ...Buffer.from('","password":"b"}')]),
        '\ufeff{"username":"a","password":"b"}',
        '{"username":"a\0","password":"b"}',
        Buffer.from('{"username":"a","password":"b"}', 'utf16le'),
      ];
      for (const body of bodies) {
        for (const path of ['/auth/login', '/transactions', '/user/sub-accounts']) {
          const answer = await send(base, { method: 'POST', path: `/api/v1${path}`, token, body });
          if (![400, 413].includes(answer.status) || errorsOf(answer).length === 0)
            failures.push(`${path} ${body.toString().slice(0, 40)}: ${answer.status}`);
        }
      }
      for (const bytes of [
        'GET\r\n\r\n',
        'GET /api/v1/user/me HTTP/9.9\r\n\r\n',
        `GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
        'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
      ]) {
        const text = await raw(base, bytes);
        if (!/^HTTP\/1\.1 4\d\d/.test(text) || !text.includes('"errors":["') || !/nosniff/.test(text))
          failures.push(`${JSON.stringify(bytes.slice(0, 50))}: ${text.slice(0, 100)}`);
      }
      const me = await send(base, { method: 'GET', path: '/api/v1/user/me', token });
      if (me.status !== 200 || 'admin' in (me.json as object)) failures.push('the prototype is not clean');
      return { trials: bodies.length * 3 + 7, failures };
    },
  },
  {
    id: 'F66',
    fault: 'pages and sizes below zero, broken, huge, past the end, on all lists',
    bound: '400, or an empty page with true totals',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      const { accessToken: token } = await cluster.login('admin');
      const lists = [
        ['POST', '/user/sub-accounts?'],
        ['POST', '/user/search?username=a&'],
        ['GET', '/transactions/history/outgoing?'],
        ['GET', '/transactions/history/incoming?'],
      ] as const;
      const failures: string[] = [];
      const ask = (method: string, path: string) =>
        send(cluster.processes[0]!.url, { method, path: `/api/v1${path}`, token });
      for (const [method, path] of lists) {
        const first = (await ask(method, `${path}page=0&size=10`)).json as {
          totalElements: number;
          totalPages: number;
          data: unknown[];
        };
        for (const query of [
          'page=-1',
          'page=1.5',
          'page=a',
          'page=',
          'page=1e9',
          'page=9999999999',
          'size=0',
          'size=-1',
          'size=101',
          'size=1e2',
          'size=%2010',
          'page=0&page=1',
          'size=10&size=10',
          'offset=1',
        ]) {
          const answer = await ask(method, path + query);
          if (answer.status !== 400 || errorsOf(answer).length === 0)
            failures.push(`${path}${query}: ${answer.status}`);
        }
        for (const page of [first.totalPages, 12_345, 999_999_999]) {
          const past = await ask(method, `${path}page=${page}&size=10`);
          const { data, totalElements } = past.json as { data?: unknown[]; totalElements?: number };
          if (past.status !== 200 || data?.length !== 0 || totalElements !== first.totalElements)
            failures.push(`${path}page=${page}: ${past.status} ${past.text.slice(0, 80)}`);
        }
        if (first.totalPages !== Math.ceil(first.totalElements / 10))
          failures.push(`${path}: ${first.totalPages} pages of ${first.totalElements}`);
      }
      return { trials: lists.length * 17, failures };
    },
  },
  {
    id: 'F68',
    fault: 'SQL and template payloads in every string',
    bound: 'no effect, none puts the database to sleep',
    trials: { short: 1, long: 5 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      const { rows: before } = await cluster.owner.query('select count(*)::int as n from users');
      for (let trial = 0; trial < trials; trial += 1) {
        for (const payload of PAYLOADS) {
          const inPath = encodeURIComponent(payload);
          const requests: RawRequest[] = [
            { method: 'POST', path: `/api/v1/user/search?username=${inPath}&page=0&size=25` },
            { method: 'POST', path: '/api/v1/auth/login', body: { username: payload, password: payload } },
            {
              method: 'POST',
              path: '/api/v1/transactions',
              body: { receiverUsername: payload, amount: 1, type: 'DEPOSIT' },
            },
            {
              method: 'POST',
              path: '/api/v1/transactions',
              body: { receiverUsername: 'client', amount: 1, type: payload },
            },
            { method: 'POST', path: '/api/v1/auth/refresh-token', body: { refreshToken: payload } },
            { method: 'GET', path: `/api/v1/user/sub-account/${inPath}` },
            { method: 'GET', path: `/api/v1/transactions/report?from=${inPath}&to=${inPath}` },
            { method: 'GET', path: `/api/v1/casino/games?providerCode=${inPath}` },
            {
              method: 'POST',
              path: '/api/v1/transactions',
              body: { receiverUsername: 'nobody', amount: 1, type: 'DEPOSIT' },
              headers: { 'idempotency-key': payload.replaceAll(' ', '') },
            },
          ];
          for (const request of requests) {
            const startedAt = performance.now();
            const answer = await send(cluster.processes[0]!.url, { ...request, token });
            const isRead = request.path.includes('/search') || request.path.includes('/casino');
            if (answer.status >= 500 && !request.path.includes('/casino'))
              failures.push(`${request.path}: ${answer.status}`);
            if (answer.status === 200 && !isRead)
              failures.push(`${request.path} ${JSON.stringify(request.body)} passed`);
            if (performance.now() - startedAt > 4_000) failures.push(`${request.path} took long`);
          }
        }
        await cluster.owner.query('delete from login_failures');
      }
      const { rows: after } = await cluster.owner.query('select count(*)::int as n from users');
      if (JSON.stringify(after) !== JSON.stringify(before)) failures.push('users came or went');
      return { trials: trials * PAYLOADS.length * 9, failures };
    },
  },
];
export default rows;
