import { connect } from 'node:net';
import { startBalancer } from '@palier/server/balancer/balancer';
import { errorsOf, post, read, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

/** Writes bytes to the server and returns its answer. */
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

const scenarios: Scenario[] = [
  {
    id: 'F64',
    title: 'content types',
    fault: 'malformed and foreign content types, none, and malformed bodies',
    bound: '4xx with a message',
    trials: { short: 1, long: 1, budgetS: 2 },
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
    title: 'malformed bodies and HTTP',
    fault:
      'prototype keys, 10 000 levels of nesting, bodies over 64 KB, invalid UTF-8, BOM, NUL, broken HTTP',
    bound: '4xx with a message, the process unaffected',
    trials: { short: 1, long: 1, budgetS: 2 },
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
          const answer = await post(base, path, body, token);
          if (![400, 413].includes(answer.status) || errorsOf(answer).length === 0)
            failures.push(`${path} ${body.toString().slice(0, 40)}: ${answer.status}`);
        }
      }
      const balancer = await startBalancer({ targets: [base], port: 0 });
      const broken = [
        'GET\r\n\r\n',
        'GET /api/v1/user/me HTTP/1.1\r\n\r\n',
        'GET /api/v1/user/me HTTP/9.9\r\n\r\n',
        `GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
        'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
      ];
      for (const bytes of broken)
        for (const address of [base, balancer.url]) {
          const text = await raw(address, bytes);
          if (!/^HTTP\/1\.1 4\d\d/.test(text) || !text.includes('"errors":["') || !/nosniff/.test(text))
            failures.push(`${address} ${JSON.stringify(bytes.slice(0, 50))}: ${text.slice(0, 100)}`);
        }
      await balancer.stop();
      const me = await read(base, '/user/me', token);
      if (me.status !== 200 || 'admin' in (me.json as object)) failures.push('the prototype was polluted');
      return { trials: bodies.length * 3 + broken.length * 2, failures };
    },
  },
  {
    id: 'F66',
    title: 'page parameters',
    fault: 'pages and sizes below zero, malformed, huge, past the end, on all lists',
    bound: '400, or an empty page with true totals',
    trials: { short: 1, long: 1, budgetS: 2 },
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
];
export default scenarios;
