import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { useTestServer } from './start-test-server';

/** As Chromium 140 sends it. */
const OF_CHROMIUM = {
  'csp-report': {
    'document-uri': 'http://localhost:3000/home?search=a-name',
    referrer: '',
    'violated-directive': 'require-trusted-types-for',
    'effective-directive': 'require-trusted-types-for',
    'original-policy': "require-trusted-types-for 'script';trusted-types default",
    disposition: 'enforce',
    'blocked-uri': 'trusted-types-sink',
    'line-number': 1,
    'column-number': 15,
    'source-file': 'http://localhost:3000/main.js?of=a-user',
    'status-code': 200,
    'script-sample': 'Element innerHTML|the text of a user',
  },
};
/** As Firefox 100 sends it. */
const OF_FIREFOX = {
  'csp-report': {
    'blocked-uri': 'inline',
    'document-uri': 'https://palier.example/login',
    'original-policy': "default-src 'self'",
    referrer: '',
    'violated-directive': "script-src 'self' https://casino.example",
  },
};

describe('policy reports', () => {
  const written: string[] = [];
  const server = useTestServer({ LOG_LEVEL: 'warn' }, async () => {
    const log = server.app.log as unknown as Record<symbol, { write: (line: string) => boolean }>;
    log[pino.symbols.streamSym]!.write = (line) => written.push(line) > 0;
  });
  const send = async (body: unknown, type = 'application/csp-report') => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': type };
    return server.app.inject({ method: 'POST', url: '/csp-reports', headers, payload });
  };
  const counted = async (directive: string): Promise<string | undefined> => {
    const { body } = await server.app.inject('/metrics');
    return new RegExp(`^palier_policy_violations_total\\{directive="${directive}"\\} (.*)$`, 'm').exec(
      body,
    )?.[1];
  };

  test('The reports of two browsers are counted by their directive', async () => {
    assert.equal((await send(OF_CHROMIUM)).statusCode, 204);
    assert.equal((await send(OF_FIREFOX)).statusCode, 204);
    assert.equal(await counted('require-trusted-types-for'), '1');
    assert.equal(await counted('script-src'), '1');
  });

  test('A directive that nobody knows makes no metric of its own', async () => {
    for (const directive of ['made-up', 'constructor', 'x"} 1\npalier_sockets{a="'])
      assert.equal((await send({ 'csp-report': { 'effective-directive': directive } })).statusCode, 204);
    assert.equal(await counted('other'), '3');
    assert.doesNotMatch((await server.app.inject('/metrics')).body, /made-up|constructor/);
  });

  test('What is no report is refused and counted nowhere', async () => {
    assert.equal((await send('{')).statusCode, 400);
    assert.equal((await send([])).statusCode, 400);
    assert.equal((await send({ 'csp-report': { 'effective-directive': 7 } })).statusCode, 400);
    assert.equal((await send(OF_CHROMIUM, 'application/json')).statusCode, 415);
    assert.equal((await send({ 'csp-report': { 'blocked-uri': 'x'.repeat(20_000) } })).statusCode, 413);
    assert.equal(await counted('require-trusted-types-for'), '1');
  });

  test('A logged report has no query, fragment or sample, and at most ten a minute are logged', async () => {
    for (let sent = 0; sent < 30; sent += 1) assert.equal((await send(OF_CHROMIUM)).statusCode, 204);
    const lines = written.filter((line) => line.includes('a browser stopped'));
    assert.ok(lines.length > 0, 'nothing was logged');
    // The minute may end during the test.
    assert.ok(lines.length <= 20, `${lines.length} lines`);
    assert.match(lines[0]!, /"page":"http:\/\/localhost:3000\/home"/);
    for (const line of lines) assert.doesNotMatch(line, /a-name|a-user|the text of a user/);
  });
});
